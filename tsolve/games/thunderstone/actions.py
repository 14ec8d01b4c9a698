"""The closed set of things that can happen in a game: players' actions and the events of chance; and
tasks, which must happen before the turn goes on.

Cards of the active player's hand are meant by their index in `State.party`, Ranks by 1 to 3, everything else
by card id. Effects define the tasks that they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, get_args

from tsolve.cardkit import tasks
from tsolve.cardkit.forms import Form, Formed
from tsolve.cardkit.tasks import ENGINE as ENGINE
from tsolve.engine import CHANCE as CHANCE
from tsolve.engine import UNKNOWN as UNKNOWN

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Ability
    from tsolve.games.thunderstone.play import Play  # noqa: F401  (below as text)
    from tsolve.games.thunderstone.state import State, TurnKind


_PASSING = {
    "effects": ("TS-4.2",),
    "buying": ("TS-4.4",),
    "levelling": ("TS-4.5",),
    "preparing": ("TS-7.4",),
    "resting": ("TS-5.1",),
}
"""The rulings on going on from each step."""
_USE = "(use|play|cast)"
_ARRANGE = "(arrange|rearrange) [the] hall: {order}"
_AT_THE_BOTTOM = "(to|at|on|under) the bottom [of the [dungeon] deck]"
"""Where a Monster goes that is sent down."""
_POOL = "[the] [(reduction|disease) (from|off|on)] {pool}{hero}"


class _Action(Formed, frozen=True, tag_field="action"):
    """Common base. What the slots of a form say, by kind, is told in `writing.notation`, and what they may
    mean in `writing.reading`.
    """

    must_differ: ClassVar[bool] = False
    """Whether a text has to say which one is meant where several that are legal differ in more than the copy
    of a card; of any other action the first one is meant.
    """
    rulings: ClassVar[tuple[str, ...]] = ("TS-3.1",)
    """Those that allow it where it is legal in a free step."""
    turn: ClassVar[TurnKind | Literal[""]] = ""
    """The kind of turn that it begins, if there is only one."""
    step: ClassVar[str] = ""
    """The step of the turn in which it is taken, if there is only one."""
    copied: ClassVar[str] = ""
    """The field with a card of the hand in place of which an equal one may be chosen."""

    def rulings_in(self, book: Book, state: State) -> tuple[str, ...]:
        """The rulings that allow it in a free step, if it is legal: the card's own first."""
        return self.rulings

    def turn_in(self, book: Book, state: State) -> TurnKind | Literal[""]:
        """The kind of turn that it belongs to; empty for any, or for none."""
        return self.turn


class Choice(_Action, frozen=True):
    """What the rules ask for in the middle of a turn."""


class Given(Choice, frozen=True):
    """A player gives a card that somebody demands."""

    player: int
    card: str


class Event(_Action, frozen=True):
    """What chance brings."""


class Visit(_Action, frozen=True, tag="visit"):
    """Begin the turn: visit the Village, enter the Dungeon, or rest. (TS-3.1)"""

    forms = (
        Form("visit the Village{place:village}", "[(visit|enter|go to|go into)] [the] village"),
        Form("enter the Dungeon{place:dungeon}", "[(visit|enter|go to|go into)] [the] dungeon"),
        Form("rest{place:rest}", "[take a] rest"),
    )

    place: Literal["village", "dungeon", "rest"]


class Use(_Action, frozen=True, tag="use"):
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
            *("send {sent} " + _AT_THE_BOTTOM, "send down {sent}"),
            *("(move|put) {sent} down", "(move|put) {sent} " + _AT_THE_BOTTOM),
            *("{user} sends {sent} down", "{user} sends {sent} " + _AT_THE_BOTTOM),
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
        """The ability that is used, if the hand holds the card and the card has it."""
        held = state.party[self.card].card if 0 <= self.card < len(state.party) else ""
        abilities = book.card(held).abilities if held else ()
        return abilities[self.ability] if self.ability < len(abilities) else None

    def rulings_in(self, book: Book, state: State) -> tuple[str, ...]:
        ability = self.ability_in(book, state)
        repeat = ("TS-15.1",) if ability is not None and ability.repeat else ()
        general = "TS-4.2" if state.turn == "village" else "TS-7.2"
        return book.card(state.party[self.card].card).ruling, general, *repeat

    def turn_in(self, book: Book, state: State) -> TurnKind | Literal[""]:
        ability = self.ability_in(book, state)
        return ability.when if ability is not None else ""


class Equip(_Action, frozen=True, tag="equip"):
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


class Attack(_Action, frozen=True, tag="attack"):
    """Declare the attacked Monster by its Rank. (TS-7.4)"""

    forms = (Form("attack {rank:monster}", "(attack|fight) {rank}"),)
    rulings = ("TS-7.4",)
    turn = "dungeon"

    rank: int


class Buy(_Action, frozen=True, tag="buy"):
    """Buy the top card of a Village stack. (TS-4.4, TS-14.1)"""

    forms = (Form("buy {card}", "(buy|purchase) {card}"),)
    rulings = ("TS-4.4",)
    turn = "village"
    step = "buying"

    card: str


class LevelUp(_Action, frozen=True, tag="level_up"):
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
    """Choose the card that is destroyed (rest, a card's text, a Battle Effect)."""

    forms = (Form("destroy {card:mine}"),)
    rulings = ("TS-5.1",)
    turn = "rest"
    copied = "card"

    card: int


class DestroyFound(Choice, frozen=True, tag="destroy_found"):
    """Destroy one of the cards revealed from the deck by a Spoils effect."""

    forms = (Form("destroy revealed {card:found}", "destroy {card:found_now}"),)

    card: str


class Discard(Given, frozen=True, tag="discard"):
    """A player discards a card that an effect demands."""

    forms = (Form("{player} discards {card:lost}", "{player:mover}discard[s] {card}"),)


class GiveUp(Given, frozen=True, tag="give_up"):
    """Another player destroys a card of the hand, as a Monster demands."""

    forms = (Form("{player} destroys {card:held}"),)


class Suffer(Choice, frozen=True, tag="suffer"):
    """Choose which total a reduction lowers; `hero` is set when one Hero suffers it. (TS-9.2)"""

    forms = (
        Form(
            "take the reduction from {pool}{hero:for}",
            "(take|takes|reduce|lower) " + _POOL,
            "disease (from|on|lowers) {pool}{hero}",
        ),
    )

    pool: Literal["attack", "magic", "none"]
    hero: int = -1


class Silence(Choice, frozen=True, tag="silence"):
    """Choose the Hero that cannot attack."""

    forms = (
        Form(
            "{hero:mine} cannot attack",
            "{hero} (cannot|can't|can not|does not) attack",
            "silence {hero}",
        ),
    )
    copied = "hero"

    hero: int


class SearchDeck(_Action, frozen=True, tag="search_deck"):
    """Look at the deck now, as a Spoils effect says."""

    forms = (Form("search the deck", "search [(the|my)] deck"),)


class SendDown(_Action, frozen=True, tag="send_down"):
    """Send a Monster of the Hall to the bottom of the Dungeon Deck after the victory."""

    forms = (
        Form(
            "send {rank:monster} down",
            "send {rank} " + _AT_THE_BOTTOM,
            "send down {rank}",
            "(move|put) {rank} down",
            "(move|put) {rank} " + _AT_THE_BOTTOM,
            "{by:sender} sends {rank} down",
            "{by:sender} sends {rank} " + _AT_THE_BOTTOM,
        ),
    )

    rank: int


class Borrow(_Action, frozen=True, tag="borrow"):
    """Take one of the Heroes discarded for a Theurge into the party."""

    forms = (Form("borrow {card} from {player:lender}", "borrow {card} [from {player}]"),)

    player: int
    card: str


class React(_Action, frozen=True, tag="react"):
    """A player reveals a card that turns an effect upon the active player. (DS-12)"""

    forms = (Form("{player} reveals {card}", "{player} reveal[s] {card}"),)

    player: int
    card: str


class SetAside(_Action, frozen=True, tag="set_aside"):
    """Set cards aside for the new hand, as a Spoils effect says."""

    forms = (Form("set cards aside", "set [the] (cards|mercenaries) aside"),)


class UseTreasure(_Action, frozen=True, tag="use_treasure"):
    """A player uses a Treasure found before; `card` of the hand comes to lie under it. (DS-7)"""

    forms = (
        Form("{player:me}use {treasure}{card:under}", is_read=False),
        Form("{player} uses {treasure:found_before}{card:under}"),
    )

    player: int
    treasure: str
    card: int = -1

    def rulings_in(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.treasure}", "DS-7"


class Swap(_Action, frozen=True, tag="swap"):
    """Exchange the Monster of a Rank for the one on top of the Dungeon Deck."""

    forms = (Form("swap {rank:monster}", "(swap|exchange) {rank}"),)

    rank: int


class PutBack(_Action, frozen=True, tag="put_back"):
    """Put these cards on a deck, the top one first: cards of the hand, or cards of the Dungeon Deck."""

    forms = (Form("put back {cards}"),)

    cards: tuple[str, ...]


class Take(_Action, frozen=True, tag="take"):
    """Take a card of the Village without a purchase, as a card's text says."""

    forms = (Form("take {card:gained}"),)

    card: str


class Pass(_Action, frozen=True, tag="pass"):
    """Finish this step, or forgo an optional choice."""

    forms = (
        Form("{passing}", is_read=False),
        Form(
            *("pass", "done", "stop", "(end|finish) [(the|my) turn]", "go on", "no more", "nothing"),
            *("go on to the purchases", "go on to levelling up", "attack (nobody|nothing)"),
            "(destroy|choose|buy) nothing [more]",
            "{by:giver} shows (a|the) hand (without|with no) [(a|an)] {of}",
        ),
    )

    def rulings_in(self, book: Book, state: State) -> tuple[str, ...]:
        return _PASSING.get(state.step, self.rulings)


class Draw(Event, frozen=True, tag="draw"):
    """Chance: this card is drawn."""

    forms = (Form("draw {card}", "draws {card}"),)
    rulings = ("TS-3.4",)

    card: str


class TurnUp(Event, frozen=True, tag="turn_up"):
    """Chance: this card of a player's deck is turned up."""

    forms = (Form("{player} turns up {card}"),)

    player: int
    card: str


class ShowHand(Event, frozen=True, tag="show_hand"):
    """Chance: whether a hand that nobody knows holds a card of a kind, which it then gives.

    `among` are all of the kind that it holds, where it matters which is given.
    """

    forms = (
        Form(
            "{player} shows a hand with no {of}{holds:nothing}",
            "{player} shows (a|the) hand (without|with no) [(a|an)] {of}",
        ),
        Form("{player} discards {among}", is_read=False),
    )

    player: int
    holds: bool
    of: str
    among: tuple[str, ...] = ()


class Reveal(Event, frozen=True, tag="reveal"):
    """Chance: this card of the Dungeon Deck is turned up: it fills Rank 3, or is only looked at."""

    forms = (Form("reveal {card:coming}", "reveals {card}"),)
    rulings = ("TS-7.10",)

    card: str


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
"""In the order in which a text is tried."""
ACTIONS: tuple[type[Action], ...] = get_args(Action)


class Task(tasks.Task["Book", "State", "Play", "Action"], frozen=True):
    """One thing to do."""

    points: ClassVar[bool] = True
    """Speaks of cards of the hand by their places."""

    @property
    def asked_of_each(self) -> tuple[str, int] | None:
        """The card that asks the same of several players, who answer in any order, and the player; None
        where a task is for one player, or the order counts.
        """
        return None

    def worth_trying(self, book: Book, state: State, options: list[Action]) -> list[Action]:
        """Those of the legal actions that may lead the turn to different ends."""
        return options

    def makes_no_difference(self, book: Book, state: State) -> bool:
        """Whether the active player's turn comes to the same whatever another player chooses here."""
        return False

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("TS-7.5",)


class NextCard(tasks.NextCard["Book", "State", "Play", "Action"], Task, frozen=True):
    """The next card of a deck comes."""

    points = False
