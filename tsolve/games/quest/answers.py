"""A player's answers to what a card, a battle or the set-up asks, and the results of chance.

An action names a card in front of the active player by its place in `State.laid`, a room by its place in the
Dungeon, everything else by card id.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Literal

from tsolve.cardkit.forms import Form, Formed

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.effects.abilities import Ability
    from tsolve.games.quest.state import Phase, State

Token = Literal["iron_rations", "lantern", "potion"]
TOKENS: tuple[Token, ...] = ("iron_rations", "lantern", "potion")
NONE = -1
"""No card, no room, no player."""


TOKEN_RULINGS: dict[Token, tuple[str, ...]] = {
    "iron_rations": ("QUEST-9.2",),
    "lantern": ("QUEST-9.3",),
    "potion": ("QUEST-9.4",),
}
PRICES: dict[Token, str] = {token: f"{token}_token" for token in TOKENS}
"""The card that says what a token costs."""
TREASURE_PRICE = 10
"""Gold for the top Treasure card at the Shop of Wonders. (QUEST-3.6)"""
_CALLED = {
    "iron_rations": "Iron Rations",
    "lantern": "Lantern token",
    "potion": "Potion",
    "treasure": "Treasure",
}


def called(reward: str) -> str:
    """A token, or another reward, in words."""
    return _CALLED[reward]


GO = "(go|move|enter|visit) [the champion] [(into|to|at)]"
_LOSE = "(give up|lose|discard[s]|destroy[s])"
MY_LOSS = "{player:me}" + _LOSE
ON_DECK = "put {card} on [top of] [(the|my)] deck"
"""Patterns that several forms share."""


class BaseAction(Formed, frozen=True, tag_field="action"):
    """The base of all actions. `writing.notation` fills in the slots of forms, `writing.reading` reads
    them.
    """

    rulings: ClassVar[tuple[str, ...]] = ("QUEST-3.1",)
    """The rulings that allow it when it is legal."""
    where: ClassVar[tuple[str, ...]] = ("QUEST-0.2",)
    """The rulings cited if something that a step names is not where it must be."""
    step: ClassVar[Phase | None] = None
    """The step of the turn in which it is taken, if there is only one."""
    begins: ClassVar[str | None] = None
    """The Location that a turn beginning with this action visits, `dungeon` for the Dungeon; None if a step
    must say it.
    """
    takes: ClassVar[str] = ""
    """The quantity that may be too low for it: `skill`, `light` or `xp`."""
    limits: ClassVar[tuple[str, ...]] = ()
    """Rulings that may forbid it, apart from those on where and when."""
    stock: ClassVar[str] = ""
    """The ruling by which it takes a card of the stacks, if it does."""
    if_unasked: ClassVar[Reason | None] = None
    """Why it cannot be done when nothing asks for it; None if that itself is the reason."""

    def rulings_in(self, state: State) -> tuple[str, ...]:
        """The rulings that allow it in a free step, if it is legal."""
        return self.rulings

    def begins_in(self, book: Book, state: State) -> str | None:
        """The value of `begins` in this position; some kinds of actions have several."""
        return self.begins

    def ability_in(self, book: Book, state: State) -> Ability | None:
        """The ability that is used, if there is one with that number."""
        return None

    @property
    def source(self) -> int:
        """The place of the card whose ability is used, or NONE."""
        return NONE

    @property
    def spends(self) -> Token | None:
        """The Gear token that is used."""
        return None

    @property
    def receiver(self) -> int:
        """The place of the Hero who receives a card or a token, or NONE."""
        return NONE

    @property
    def brings(self) -> str:
        """The id of the card or token that the action brings; empty for none or an unknown one."""
        return ""

    def about(self, state: State) -> tuple[str, ...]:
        """The Location, room, Monster or other card at which the action happens."""
        return ()


class Purchase(BaseAction, frozen=True):
    """Something is bought in the Village: a card, or at the Location where the turn `begins`. (QUEST-4.4)"""

    step = "buying"
    takes = "gold"

    @abstractmethod
    def name(self, book: Book) -> str:
        """What is bought, in words."""

    @abstractmethod
    def cost(self, book: Book) -> int:
        """The printed price, in gold."""

    def priced_by(self, book: Book) -> tuple[str, ...]:
        """The rulings on the price."""
        return self.rulings


class Event(BaseAction, frozen=True):
    """What chance brings."""


class CardEvent(Event, frozen=True):
    """A card that comes by chance."""

    card: str


class PutBack(BaseAction, frozen=True, tag="put_back"):
    """Put a card in front of you on top of your deck, as a text says."""

    forms = (Form("put {card:mine} on the deck", ON_DECK),)

    card: int


class Choose(BaseAction, frozen=True, tag="choose"):
    """Choose the Monster in a room, as a text asks."""

    forms = (Form("choose {room:monster}", "choose[s] {room}", MY_LOSS + " {room}"),)

    room: int


class CancelText(BaseAction, frozen=True, tag="cancel_text"):
    """Cancel a Before Battle ability of the Monster in a room. (QUEST-0.6)"""

    forms = (
        Form(
            "cancel Before Battle{ability:which} of {room:monster}",
            "cancels before battle{ability} of {room}",
        ),
    )

    room: int
    ability: int


class Borrow(BaseAction, frozen=True, tag="borrow"):
    """Borrow a Hero of the Guilds' Quarter for the turn."""

    forms = (Form("borrow {card:lent}", "borrows {card}"),)
    stock = "QUEST-0.16"

    card: str

    @property
    def brings(self) -> str:
        return self.card


class Ignore(BaseAction, frozen=True, tag="ignore"):
    """Ignore a text of a room or of a Monster, as a card of yours allows."""

    forms = (Form("ignore {card}", "ignores {card}"),)

    card: str


class ChooseHero(BaseAction, frozen=True, tag="choose_hero"):
    """Choose a Hero in front of you, as a text asks."""

    forms = (Form("choose {hero}", "choose[s] {hero}"),)

    hero: int


class Opt(BaseAction, frozen=True, tag="opt"):
    """Choose one option that a text offers; `what` is in the words of the text."""

    forms = (Form("{what}"),)

    what: str


class Accept(BaseAction, frozen=True, tag="accept"):
    """Do what a text allows."""

    forms = (Form("accept", "accepts", "complete[s] {quest:offered}"),)


class GiveUp(BaseAction, frozen=True, tag="give_up"):
    """Lose a card in front of the active player to a demand: the player's choice, or chance."""

    forms = (Form("give up {card:mine}", MY_LOSS + " {card}"),)

    card: int


class LoseToken(BaseAction, frozen=True, tag="lose_token"):
    """A Gear token is lost to a demand: the player's choice, or chance."""

    forms = (Form("lose {token:lost}", MY_LOSS + " {token}"),)

    token: Token


class PutChampion(BaseAction, frozen=True, tag="put_champion"):
    """Put the Champion in a room, without movement. (QUEST-5.11)"""

    forms = (
        Form(
            "put the Champion in {room}",
            "(put|place) [(the|my)] champion (in|into|on) {room}",
            GO + " {room}",
        ),
    )

    room: int


class ResolveFirst(BaseAction, frozen=True, tag="resolve_first"):
    """If a room and its Monster take effect at the same time: this card's text comes first."""

    forms = (Form("resolve {card} first", "resolves {card} first"),)

    card: str


class DiscardTop(CardEvent, frozen=True, tag="discard_top"):
    """Chance: this card is discarded from the top of the active player's deck. (QUEST-0.4)"""

    forms = (Form("discard {card} from the deck", "discard[s] {card} from [(the|my)] deck"),)
    rulings = ("QUEST-0.4",)
    if_unasked = "no card of the deck is discarded now", rulings


class RollTwo(Event, frozen=True, tag="roll_two"):
    """Chance: two dice show these faces, the lower one first."""

    forms = (Form("roll {low} and {high}", "rolls {low} and {high}"),)
    rulings = ("QUEST-0.15",)

    low: int
    high: int


class Discard(BaseAction, frozen=True, tag="discard"):
    """A player discards a card of the hand. (QUEST-12.1)"""

    forms = (Form("{player:loser}discard {card}", "{player}" + _LOSE + " {card}"),)

    player: int
    card: str


class Keep(BaseAction, frozen=True, tag="keep"):
    """Before the first turn a player keeps a Side Quest or takes a Guild Sponsor. (QUEST-1.13)"""

    forms = (Form("{player}keep {card}", "{player}keeps {card}"),)
    if_unasked = "Side Quests and Guild Sponsors are chosen before the first turn", ("QUEST-1.13",)

    player: int
    card: str


class TakeWare(BaseAction, frozen=True, tag="take_ware"):
    """In an epic game: the top card of this Market deck comes into a space for any card. (QUEST-16.5)"""

    forms = (Form("take a card of the deck of {kind:wares}"),)
    if_unasked = "cards come into the spaces when a Champion is put at the Market", ("QUEST-16.5",)

    kind: str


class DestroyWare(BaseAction, frozen=True, tag="destroy_ware"):
    """In an epic game: destroy a card of a space for any card, to make room. (QUEST-16.5)"""

    forms = (Form("destroy {card} of the Marketplace"),)
    if_unasked = "a card makes room when a Champion is put at the Market", ("QUEST-16.5",)

    card: str


class Draw(CardEvent, frozen=True, tag="draw"):
    """Chance: this card of a player's deck is drawn."""

    forms = (Form("draw {card}", "draws {card}"),)
    rulings = ("QUEST-0.16",)
    if_unasked = "no card is drawn now", rulings


class Roll(Event, frozen=True, tag="roll"):
    """Chance: a die shows this number."""

    forms = (Form("roll {pips}", "rolls {pips}"),)

    pips: int


class Reveal(CardEvent, frozen=True, tag="reveal"):
    """Chance: this card of a Monster deck or a Market deck is turned up."""

    forms = (Form("reveal {card}", "reveals {card}"),)
    rulings = ("QUEST-5.22",)
    if_unasked = "no card is revealed now: a room is refilled when its Monster is defeated", rulings


class FindTreasure(CardEvent, frozen=True, tag="find_treasure"):
    """Chance: this card lies on top of the Treasure deck."""

    forms = (Form("find {card:treasure}", "finds {card}"),)
    rulings = ("QUEST-10.1",)
    if_unasked = "no Treasure is won or bought now", ("QUEST-5.21", "QUEST-3.6")
