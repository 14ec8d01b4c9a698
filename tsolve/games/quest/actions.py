"""The actions of a player in a free step of a turn, and `Action`, everything that can happen in a game.

`answers` says what the numbers in an action mean.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, get_args

from tsolve.cardkit.forms import Form
from tsolve.games.quest.answers import (
    GO,
    MY_LOSS,
    NONE,
    ON_DECK,
    PRICES,
    TOKEN_RULINGS,
    TOKENS,
    TREASURE_PRICE,
    Accept,
    BaseAction,
    Borrow,
    CancelText,
    Choose,
    ChooseHero,
    DestroyWare,
    Discard,
    DiscardTop,
    Draw,
    FindTreasure,
    GiveUp,
    Ignore,
    Keep,
    LoseToken,
    Opt,
    Purchase,
    PutBack,
    PutChampion,
    ResolveFirst,
    Reveal,
    Roll,
    RollTwo,
    TakeWare,
    Token,
    called,
)

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.effects.abilities import Ability
    from tsolve.games.quest.state import State

_PASSING = {
    "temple": ("QUEST-3.4",),
    "village": ("QUEST-4.2", "QUEST-4.3"),
    "buying": ("QUEST-4.4",),
    "healing": ("QUEST-4.11",),
    "levelling": ("QUEST-4.12",),
    "visiting": ("QUEST-4.5", "key.location_step"),
    "dungeon": ("QUEST-5.2", "QUEST-5.3"),
    "moving": ("QUEST-5.13",),
    "spoils": ("QUEST-5.27",),
}
"""The rulings on passing to the next step, by step."""
_USE = "(use|play|cast|drink|eat)"
_BY_LANTERN = r"(enter|go to|go into) [the] dungeon (with|by|using|thanks to) [the] lantern"
_USING_LANTERN = r"use [(the|my)] lantern (to|and) (enter|go to|go into|go down to) [the] dungeon"
_TAKES = "(wields|takes|carries|eats|uses)"


class Visit(BaseAction, frozen=True, tag="visit"):
    """Choose a Village phase at this Location. (QUEST-3.3)"""

    forms = (
        Form("go to {location} and use {also:further}", "visit {location} and use {also}"),
        Form("go to {location}", GO + " {location}"),
    )
    rulings = ("QUEST-3.3",)

    location: str
    also: str = ""
    """A second Location whose text is used, if a Side Quest allows it."""

    def about(self, state: State) -> tuple[str, ...]:
        return (self.location,)


class Enter(BaseAction, frozen=True, tag="enter"):
    """Choose a Dungeon phase. (QUEST-3.2)"""

    forms = (
        Form(
            "enter the Dungeon", "[(enter|go to|go into|choose)] [the] dungeon", _BY_LANTERN, _USING_LANTERN
        ),
    )
    rulings = ("QUEST-3.2",)
    limits = ("QUEST-3.4",)
    step = "levelling"  # where it follows a Village phase


class PutOnDeck(BaseAction, frozen=True, tag="put_on_deck"):
    """At the Temple: put a card of the hand on top of the deck. (QUEST-3.4)"""

    forms = (Form("put {card:held} on the deck", ON_DECK),)
    rulings = ("QUEST-3.4",)
    step = "temple"
    begins = "temple"

    card: str


class Give(BaseAction, frozen=True, tag="give"):
    """Give a Weapon to a Hero who wields it, or an Item to a Hero whom it boosts. (QUEST-2.2, QUEST-2.4)"""

    forms = (
        Form(
            "give {card:weapon} to {hero}",
            "equip {hero} with {card}",
            "equip {card} (on|to) {hero}",
            "{hero} " + _TAKES + " {card}",
        ),
    )
    rulings = ("QUEST-2.4", "QUEST-2.3")
    limits = ("QUEST-2.4",)
    begins = "dungeon"
    takes = "skill"

    card: int
    hero: int

    @property
    def receiver(self) -> int:
        return self.hero


class Remove(BaseAction, frozen=True, tag="remove"):
    """Remove a Weapon from a Hero whose Skill has become too low for it. (QUEST-2.5)"""

    forms = (Form("remove {weapon:mine}", "remove {weapon} [from .+]"),)
    if_unasked = "Weapons are removed when a Hero's Skill falls below what they require", ("QUEST-2.5",)

    weapon: int


class Use(BaseAction, frozen=True, tag="use"):
    """Use an ability of a card in front of you; `hero` is the Hero it is used on, or NONE. (QUEST-0.18)"""

    forms = (
        Form(
            "use {card:mine}{ability} on {hero:served}",
            _USE + " {card}{ability} (on|for) {hero}",
            "[use] [the] spoils of {card}{ability:spoils}{hero:anybody}",
        ),
        Form(
            "use {card:mine}{ability}{hero:anybody}",
            _USE + " {card}{ability}{hero}",
        ),
    )
    limits = ("QUEST-0.19",)

    card: int
    ability: int
    hero: int = NONE

    @property
    def source(self) -> int:
        return self.card

    def ability_in(self, book: Book, state: State) -> Ability | None:
        cards = state.laid_out
        abilities = book.card(cards[self.card]).abilities if 0 <= self.card < len(cards) else ()
        return abilities[self.ability] if self.ability < len(abilities) else None

    def begins_in(self, book: Book, state: State) -> str | None:
        ability = self.ability_in(book, state)
        return None if ability is None or "village" in ability.phases else "dungeon"

    def rulings_in(self, state: State) -> tuple[str, ...]:
        return f"card.{state.laid[self.card].card}", "QUEST-0.18"


class UseSpoils(BaseAction, frozen=True, tag="use_spoils"):
    """Use a Spoils ability of the defeated Monster, of its room or of the Guild Sponsor. (QUEST-5.27)"""

    forms = (
        Form(
            "use the Spoils of {card:table}{ability:spoils}",
            "[use] [the] spoils of {card}{ability}",
            _USE + " {card}{ability}",
        ),
    )
    limits = ("QUEST-0.19",)
    begins = "dungeon"

    card: str
    ability: int

    def ability_in(self, book: Book, state: State) -> Ability | None:
        abilities = book.card(self.card).abilities
        return abilities[self.ability] if self.ability < len(abilities) else None

    def about(self, state: State) -> tuple[str, ...]:
        return (self.card,)

    def rulings_in(self, state: State) -> tuple[str, ...]:
        return f"card.{self.card}", "QUEST-5.27"


class UseToken(BaseAction, frozen=True, tag="use_token"):
    """Use a Gear token; Iron Rations give Skill to `hero`, or gold without one. (QUEST-9)"""

    forms = (
        Form("use {token:rations} for gold", "(use|spend|eat) {token} (for|as) [1] gold"),
        Form(
            "use {token} on {hero:served}",
            _USE + " {token} (on|for) {hero}",
            "give {token} to {hero}",
            "equip {hero} with {token}",
            "equip {token} (on|to) {hero}",
            "{hero} " + _TAKES + " {token}",
        ),
        Form("use {token}", _USE + " {token}"),
    )

    token: Token
    hero: int = NONE

    @property
    def spends(self) -> Token:
        return self.token

    @property
    def receiver(self) -> int:
        return self.hero

    def rulings_in(self, state: State) -> tuple[str, ...]:
        return TOKEN_RULINGS[self.token]

    def begins_in(self, book: Book, state: State) -> str | None:
        return "dungeon" if self.token == "lantern" or self.hero != NONE else None


class Buy(Purchase, frozen=True, tag="buy"):
    """Buy the top card of a stack. (QUEST-4.4)"""

    forms = (Form("buy {card:ware}{on_deck}", "(buy|purchase) {card}{on_deck}"),)
    rulings = ("QUEST-4.4",)
    limits = rulings
    stock = "QUEST-4.4"

    card: str
    on_deck: bool = False
    """Whether it goes on top of the deck, as a text allows."""

    @property
    def brings(self) -> str:
        return self.card

    def name(self, book: Book) -> str:
        return book.name(self.card)

    def cost(self, book: Book) -> int:
        return book.card(self.card).cost or 0

    def priced_by(self, book: Book) -> tuple[str, ...]:
        return book.card(self.card).ruling, "QUEST-4.4"


class BuyToken(Purchase, frozen=True, tag="buy_token"):
    """Buy a Gear token at the Bazaar. (QUEST-3.5)"""

    forms = (Form("buy {token:bought}", "(buy|purchase) {token}"),)
    rulings = ("QUEST-3.5",)
    limits = ("QUEST-4.5", "QUEST-9.5")
    begins = "bazaar"

    token: Token

    @property
    def brings(self) -> str:
        return PRICES[self.token]

    def name(self, book: Book) -> str:
        return called(self.token)

    def cost(self, book: Book) -> int:
        return book.card(PRICES[self.token]).cost or 0

    def priced_by(self, book: Book) -> tuple[str, ...]:
        return book.card(PRICES[self.token]).ruling, "QUEST-4.5"


class BuyTreasure(Purchase, frozen=True, tag="buy_treasure"):
    """Buy the top Treasure card at the Shop of Wonders. (QUEST-3.6)"""

    forms = (Form("buy a Treasure", "(buy|purchase) [(a|the)] treasure"),)
    rulings = ("QUEST-3.6",)
    limits = ("QUEST-4.5",)
    begins = "shop_of_wonders"

    def name(self, book: Book) -> str:
        return "a Treasure"

    def cost(self, book: Book) -> int:
        return TREASURE_PRICE


Ware = Buy | BuyToken | BuyTreasure


A_TREASURE = ("a treasure", "treasure", "the treasure")
"""How files name the Treasure that is for sale, in lower case."""


def ware_of(name: str, card: Callable[[str], str]) -> Ware:
    """The purchase that a name means: a Treasure, a token, or the card whose id `card` finds for the name. A
    starting card with the name of a token means the token: nobody sells the card.
    """
    if name.casefold() in A_TREASURE:
        return BuyTreasure()
    return _ware(card(name))


def _ware(card: str) -> Ware:
    return next((BuyToken(token) for token in TOKENS if card in (PRICES[token], token)), Buy(card))


AT_LOCATIONS: tuple[Ware, ...] = (*map(BuyToken, TOKENS), BuyTreasure())
"""What a Location sells in addition to the cards of the stacks."""


class Heal(BaseAction, frozen=True, tag="heal"):
    """Heal a Wound: the rightmost token, or a Wound card in front of you. (QUEST-7.4)"""

    forms = (
        Form("heal a Wound", "heal [(a|an|one|1) wound [token]]"),
        Form("heal {card:wound}"),
    )
    rulings = ("QUEST-4.11",)
    limits = rulings
    step = "healing"

    card: int = NONE


class LevelUp(BaseAction, frozen=True, tag="level_up"):
    """Pay XP, destroy a Hero and take the next level. (QUEST-8.2)"""

    forms = (
        Form(
            "level up {hero} to {into:level}",
            "level up {hero} [(to|into) {into}]",
            "level {hero} up [(to|into) {into}]",
        ),
    )
    rulings = ("QUEST-4.12", "QUEST-8.2")
    limits = ("QUEST-3.4", "QUEST-4.12", "QUEST-8.1", "QUEST-8.5")
    stock = "QUEST-8.4"
    step = "levelling"
    takes = "xp"

    hero: int
    into: str

    @property
    def brings(self) -> str:
        return self.into


class Destroy(BaseAction, frozen=True, tag="destroy"):
    """Destroy a card in front of you, as a text allows. (QUEST-4.8)"""

    forms = (Form("destroy {card:mine}", MY_LOSS + " {card}"),)

    card: int


class Move(BaseAction, frozen=True, tag="move"):
    """Move the Champion into an adjacent room. (QUEST-5.4)"""

    forms = (Form("move to {room}{wounds}", GO + " {room}{wounds}"),)
    rulings = ("QUEST-5.4",)
    where = rulings
    step = "moving"
    begins = "dungeon"
    takes = "light"

    room: int
    wounds: int = 0
    """Wounds taken instead of Light, where the room allows it."""

    def about(self, state: State) -> tuple[str, ...]:
        return state.rooms[self.room].card, state.rooms[self.room].monster


class Battle(BaseAction, frozen=True, tag="battle"):
    """Battle the Monster of the room in which the Champion is. (QUEST-5.14)"""

    forms = (Form("battle {monster:here}", "(battle|attack|fight) [[with] {monster}]"),)
    rulings = ("QUEST-5.14",)
    where = rulings
    step = "moving"
    begins = "dungeon"

    def about(self, state: State) -> tuple[str, ...]:
        return state.rooms[state.me.room].card, state.rooms[state.me.room].monster


class Pass(BaseAction, frozen=True, tag="pass"):
    """Finish this step, or decline an optional choice."""

    forms = (Form("pass", "done", "stop", "(end|finish) [(the|my) (turn|step)]", "go on", "nothing [more]"),)

    def rulings_in(self, state: State) -> tuple[str, ...]:
        return _PASSING.get(state.phase, self.rulings)


class Complete(BaseAction, frozen=True, tag="complete"):
    """Complete the Side Quest in the Village: give away an Item and a Hero, gold and tokens."""

    forms = (
        Form(
            "complete {quest:side_quest} with {item} and {hero}", "completes {quest} with {item} and {hero}"
        ),
    )
    rulings = ("QUEST-14.1",)

    item: int
    hero: int


Action = (
    Pass
    | Enter
    | Visit
    | Move
    | PutChampion
    | PutOnDeck
    | PutBack
    | UseToken
    | Give
    | Remove
    | UseSpoils
    | Use
    | BuyTreasure
    | BuyToken
    | Buy
    | Heal
    | LevelUp
    | Battle
    | DiscardTop
    | LoseToken
    | GiveUp
    | Destroy
    | Discard
    | Choose
    | ChooseHero
    | CancelText
    | Accept
    | Borrow
    | Complete
    | Keep
    | Ignore
    | ResolveFirst
    | TakeWare
    | DestroyWare
    | Draw
    | RollTwo
    | Roll
    | Reveal
    | FindTreasure
    | Opt
)
"""In the order in which their forms are tried on a text."""
ACTIONS: tuple[type[Action], ...] = get_args(Action)
