"""The closed set of things that can happen in a game: players' actions and the events of chance; and
tasks, which must happen before the turn goes on.

Cards of the active player's hand are meant by their index in `State.party`, Ranks by 1 to 3, everything else
by card id. Effects define the tasks that they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from tsolve.cardkit import tasks
from tsolve.cardkit.tasks import ENGINE as ENGINE
from tsolve.engine import CHANCE as CHANCE
from tsolve.engine import UNKNOWN as UNKNOWN

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play  # noqa: F401  (below as text)
    from tsolve.games.thunderstone.state import State


class _Action(msgspec.Struct, frozen=True, tag_field="action"):
    """Common base."""


class Visit(_Action, frozen=True, tag="visit"):
    """Begin the turn: visit the Village, enter the Dungeon, or rest. (TS-3.1)"""

    place: Literal["village", "dungeon", "rest"]


class Use(_Action, frozen=True, tag="use"):
    """Use an ability of a revealed card; `price` is the card destroyed for it, `target` a Hero, a Rank,
    another player or a kind of card.
    """

    card: int
    ability: int
    price: int = -1
    target: int = -1
    order: tuple[int, ...] = ()
    """A new order of the Hall: the old Ranks of the Monsters now in Rank 1, 2, 3."""


class Equip(_Action, frozen=True, tag="equip"):
    """Give a Weapon to a Hero. (TS-8.1)"""

    weapon: int
    hero: int


class Attack(_Action, frozen=True, tag="attack"):
    """Declare the attacked Monster by its Rank. (TS-7.4)"""

    rank: int


class Buy(_Action, frozen=True, tag="buy"):
    """Buy the top card of a Village stack. (TS-4.4, TS-14.1)"""

    card: str


class LevelUp(_Action, frozen=True, tag="level_up"):
    """Pay XP, destroy a Hero and take its next level. (TS-6)"""

    hero: int
    into: str


class Destroy(_Action, frozen=True, tag="destroy"):
    """Choose the card that is destroyed (rest, a card's text, a Battle Effect)."""

    card: int


class DestroyFound(_Action, frozen=True, tag="destroy_found"):
    """Destroy one of the cards revealed from the deck by a Spoils effect."""

    card: str


class Discard(_Action, frozen=True, tag="discard"):
    """A player discards a card that an effect demands."""

    player: int
    card: str


class GiveUp(_Action, frozen=True, tag="give_up"):
    """Another player destroys a card of the hand, as a Monster demands."""

    player: int
    card: str


class Suffer(_Action, frozen=True, tag="suffer"):
    """Choose which total a reduction lowers; `hero` is set when one Hero suffers it. (TS-9.2)"""

    pool: Literal["attack", "magic", "none"]
    hero: int = -1


class Silence(_Action, frozen=True, tag="silence"):
    """Choose the Hero that cannot attack."""

    hero: int


class SearchDeck(_Action, frozen=True, tag="search_deck"):
    """Look at the deck now, as a Spoils effect says."""


class SendDown(_Action, frozen=True, tag="send_down"):
    """Send a Monster of the Hall to the bottom of the Dungeon Deck after the victory."""

    rank: int


class Borrow(_Action, frozen=True, tag="borrow"):
    """Take one of the Heroes discarded for a Theurge into the party."""

    player: int
    card: str


class React(_Action, frozen=True, tag="react"):
    """A player reveals a card that turns an effect upon the active player. (DS-12)"""

    player: int
    card: str


class SetAside(_Action, frozen=True, tag="set_aside"):
    """Set cards aside for the new hand, as a Spoils effect says."""


class UseTreasure(_Action, frozen=True, tag="use_treasure"):
    """A player uses a Treasure found before; `card` of the hand comes to lie under it. (DS-7)"""

    player: int
    treasure: str
    card: int = -1


class Swap(_Action, frozen=True, tag="swap"):
    """Exchange the Monster of a Rank for the one on top of the Dungeon Deck."""

    rank: int


class PutBack(_Action, frozen=True, tag="put_back"):
    """Put these cards on a deck, the top one first: cards of the hand, or cards of the Dungeon Deck."""

    cards: tuple[str, ...]


class Take(_Action, frozen=True, tag="take"):
    """Take a card of the Village without a purchase, as a card's text says."""

    card: str


class Pass(_Action, frozen=True, tag="pass"):
    """Finish this step, or forgo an optional choice."""


class Draw(_Action, frozen=True, tag="draw"):
    """Chance: this card is drawn."""

    card: str


class TurnUp(_Action, frozen=True, tag="turn_up"):
    """Chance: this card of a player's deck is turned up."""

    player: int
    card: str


class ShowHand(_Action, frozen=True, tag="show_hand"):
    """Chance: whether a hand that nobody knows holds a card of a kind, which it then gives.

    `among` are all of the kind that it holds, where it matters which is given.
    """

    player: int
    holds: bool
    of: str
    among: tuple[str, ...] = ()


class Reveal(_Action, frozen=True, tag="reveal"):
    """Chance: this card of the Dungeon Deck is turned up: it fills Rank 3, or is only looked at."""

    card: str


Action = (
    Visit
    | Use
    | Equip
    | Attack
    | Buy
    | LevelUp
    | Destroy
    | DestroyFound
    | Discard
    | GiveUp
    | Suffer
    | Silence
    | SearchDeck
    | SendDown
    | Borrow
    | React
    | SetAside
    | Swap
    | PutBack
    | Take
    | UseTreasure
    | Pass
    | Draw
    | TurnUp
    | ShowHand
    | Reveal
)


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
