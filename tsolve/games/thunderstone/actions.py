"""Everything that can happen in a game: actions of players, events of chance, and tasks that must be done
before the turn goes on.

A card of the active player's hand is given by its index in `State.party`, a Rank by 1 to 3, everything else
by card id. Effects define the tasks that they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from tsolve.cardkit import tasks
from tsolve.cardkit.forms import Form
from tsolve.cardkit.tasks import ENGINE as ENGINE
from tsolve.engine import CHANCE as CHANCE
from tsolve.engine import UNKNOWN as UNKNOWN
from tsolve.games.thunderstone.answers import (
    AT_THE_BOTTOM,
    BaseAction,
    Borrow,
    Choice,
    DestroyFound,
    Discard,
    Draw,
    GiveUp,
    PutBack,
    React,
    Reveal,
    SearchDeck,
    SendDown,
    SetAside,
    ShowHand,
    Silence,
    Suffer,
    Swap,
    Take,
    TurnKind,
    TurnUp,
)

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Ability
    from tsolve.games.thunderstone.play import Play  # noqa: F401  (below as text)
    from tsolve.games.thunderstone.state import State


_PASSING = {
    "effects": ("TS-4.2",),
    "buying": ("TS-4.4",),
    "levelling": ("TS-4.5",),
    "preparing": ("TS-7.4",),
    "resting": ("TS-5.1",),
}
"""The rulings for passing from each step to the next."""
_USE = "(use|play|cast)"
_ARRANGE = "(arrange|rearrange) [the] hall: {order}"


class Visit(BaseAction, frozen=True, tag="visit"):
    """Begin the turn: visit the Village, enter the Dungeon, or rest. (TS-3.1)"""

    forms = (
        Form("visit the Village{place:village}", "[(visit|enter|go to|go into)] [the] village"),
        Form("enter the Dungeon{place:dungeon}", "[(visit|enter|go to|go into)] [the] dungeon"),
        Form("rest{place:rest}", "[take a] rest"),
    )

    place: Literal["village", "dungeon", "rest"]


class Use(BaseAction, frozen=True, tag="use"):
    """Use an ability of a revealed card; `price` is the card destroyed for it, `target` a Hero, a Rank,
    another player or a kind of card.
    """

    forms = (
        Form("use {card:used}{ability:told}{price:paid}: arrange the Hall as {order:hall}", is_read=False),
        Form("use {card:used}{ability:told}{price:paid} naming {target:kind}", is_read=False),
        Form("use {card:used}{ability:told}{price:paid} on {target:aim}", is_read=False),
        Form("use {card:used}{ability:told} destroying {price:destroyed}", is_read=False),
        Form("use {card:used}{ability:told} discarding {price:discarded}", is_read=False),
        Form(
            "use {card:used}{ability:told}{price:any}{target:any}{order:any}", _USE + " {use}", is_read=False
        ),
        Form("throw {thrown:card}"),
        Form("destroy {destroying_itself:card}"),
        Form("feed {food} to {fed:hero}", "feed {fed} with {food}"),
        Form("give {given:card} to {served:hero}"),
        Form("{eater:hero} eats {food}", "{eater} eat {food}"),
        Form("take {taken:monster}", "{user:card} takes {taken_up}"),
        Form("swap {swapped:monster}", "(swap|exchange) {swapped}"),
        Form("arrange the Hall as {order:cards}", "(arrange|rearrange) [the] hall [as] {order}", _ARRANGE),
        Form(
            "send {sent:monster} down",
            *("send {sent} " + AT_THE_BOTTOM, "send down {sent}"),
            *("(move|put) {sent} down", "(move|put) {sent} " + AT_THE_BOTTOM),
            *("{user} sends {sent} down", "{user} sends {sent} " + AT_THE_BOTTOM),
        ),
    )
    must_differ = True

    card: int
    ability: int
    price: int = -1
    target: int = -1
    order: tuple[int, ...] = ()
    """A new order of the Hall: the old Ranks of the Monsters now in Rank 1, 2, 3."""

    def ability_in(self, book: Book, state: State) -> Ability | None:
        """The ability that is used; None if the hand lacks the card or the card lacks the ability."""
        held = state.party[self.card].card if 0 <= self.card < len(state.party) else ""
        abilities = book.card(held).abilities if held else ()
        return abilities[self.ability] if self.ability < len(abilities) else None


class Equip(BaseAction, frozen=True, tag="equip"):
    """Give a Weapon to a Hero. (TS-8.1)"""

    forms = (
        Form(
            "equip {weapon:mine} on {hero:mine}",
            "equip {hero} with {weapon}",
            "equip {weapon} (on|to) {hero}",
            "{hero} (carries|wields) {weapon}",
            "{hero} takes {weapon:no_monster}",
            "give {weapon:weapon} to {hero}",
        ),
    )
    rulings = ("TS-8.1",)
    turn = "dungeon"

    weapon: int
    hero: int


class Attack(BaseAction, frozen=True, tag="attack"):
    """Declare the attacked Monster by its Rank. (TS-7.4)"""

    forms = (Form("attack {rank:monster}", "(attack|fight) {rank}"),)
    rulings = ("TS-7.4",)
    turn = "dungeon"

    rank: int


class Buy(BaseAction, frozen=True, tag="buy"):
    """Buy the top card of a Village stack. (TS-4.4, TS-14.1)"""

    forms = (Form("buy {card}", "(buy|purchase) {card}"),)
    rulings = ("TS-4.4",)
    turn = "village"
    step = "buying"

    card: str


class LevelUp(BaseAction, frozen=True, tag="level_up"):
    """Pay XP, destroy a Hero and take its next level. (TS-6)"""

    forms = (
        Form(
            "level up {hero:mine} to {into:level}",
            "level up {hero} [(to|into) {into}]",
            "level {hero} up [(to|into) {into}]",
        ),
    )
    must_differ = True
    rulings = ("TS-6.1", "TS-4.5")
    turn = "village"
    step = "levelling"

    hero: int
    into: str


class Destroy(Choice, frozen=True, tag="destroy"):
    """Choose the card to destroy (rest, a card's text, a Battle Effect)."""

    forms = (Form("destroy {card:mine}"),)
    rulings = ("TS-5.1",)
    turn = "rest"
    copied = "card"

    card: int


class UseTreasure(BaseAction, frozen=True, tag="use_treasure"):
    """A player uses a Treasure found earlier; `card` is put under it from the hand. (DS-7)"""

    forms = (
        Form("{player:me}use {treasure}{card:under}", is_read=False),
        Form("{player} uses {treasure:found_before}{card:under}"),
    )

    player: int
    treasure: str
    card: int = -1


class Pass(BaseAction, frozen=True, tag="pass"):
    """Finish this step, or decline an optional choice."""

    forms = (
        Form("{passing}", is_read=False),
        Form(
            *("pass", "done", "stop", "(end|finish) [(the|my) turn]", "go on", "no more", "nothing [more]"),
            *("go on to the purchases", "go on to levelling up", "attack (nobody|nothing)"),
            "(destroy|choose|buy) nothing [more]",
            "{by:giver} shows (a|the) hand (without|with no) [(a|an)] {of}",
        ),
    )


Action = (
    Visit
    | Pass
    | Draw
    | React
    | Reveal
    | SetAside
    | Attack
    | Buy
    | LevelUp
    | DestroyFound
    | Suffer
    | Use
    | Destroy
    | Discard
    | GiveUp
    | UseTreasure
    | ShowHand
    | TurnUp
    | Take
    | Silence
    | SendDown
    | Swap
    | PutBack
    | SearchDeck
    | Borrow
    | Equip
)
"""Reading a text tries them in this order."""
ACTIONS: tuple[type[Action], ...] = get_args(Action)


def rulings_in(action: Action, book: Book, state: State) -> tuple[str, ...]:
    """The rulings that allow an action in a free step, if it is legal: the card's own first."""
    match action:
        case Use():
            ability = action.ability_in(book, state)
            repeat = ("TS-15.1",) if ability is not None and ability.repeat else ()
            general = "TS-4.2" if state.turn == "village" else "TS-7.2"
            return book.card(state.party[action.card].card).ruling, general, *repeat
        case UseTreasure():
            return f"card.{action.treasure}", "DS-7"
        case Pass():
            return _PASSING.get(state.step, action.rulings)
    return action.rulings


def turn_in(action: Action, book: Book, state: State) -> TurnKind | Literal[""]:
    """The kind of turn that an action belongs to; empty if it is not a single one."""
    if not isinstance(action, Use):
        return action.turn
    ability = action.ability_in(book, state)
    return ability.when if ability is not None else ""


class Task(tasks.Task["Book", "State", "Play", "Action"], frozen=True):
    """One thing to do."""

    points: ClassVar[bool] = True
    """Whether the task refers to cards of the hand by their places."""

    @property
    def asked_of_each(self) -> tuple[str, int] | None:
        """If a card asks several players the same in any order: the card, and the player who answers this
        task. None if only one player is asked, or the order matters.
        """
        return None

    def worth_trying(self, book: Book, state: State, options: list[Action]) -> list[Action]:
        """The legal actions that are worth trying: without those that cannot change how the turn ends."""
        return options

    def makes_no_difference(self, book: Book, state: State) -> bool:
        """Whether another player's choice here cannot change the active player's turn."""
        return False

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("TS-7.5",)


class NextCard(tasks.NextCard["Book", "State", "Play", "Action"], Task, frozen=True):
    """The next card of a deck comes."""

    points = False
