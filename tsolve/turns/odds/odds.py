"""What a game must say about its hands so that their chances can be counted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Generic, Self, TypeVar

from tsolve.batch.work import Work
from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics
from tsolve.errors import UsageError
from tsolve.model.odds import DeckWish, Section
from tsolve.turns.odds.deal import SHARE
from tsolve.turns.odds.estimates import Estimator
from tsolve.turns.odds.looking import Hand
from tsolve.turns.odds.supplies import Arrivals, Hands
from tsolve.turns.odds.tally import Figures
from tsolve.turns.opened import Opened

S = TypeVar("S")
A = TypeVar("A")


class Odds(ABC, Generic[S, A]):
    """The chances of a hand dealt from a deck. The deck, what judges a hand, and the figures that are told of
    all hands are all that it needs.
    """

    hand: int
    """The cards of a hand; a smaller deck is dealt whole. 0: no hand is dealt, and what is judged is the
    position itself, in which the judge follows the cards of the deck one by one.
    """
    dealt_from: ClassVar[str] = "the deck"
    """What is shuffled together, in words."""
    has_events: ClassVar[bool] = True
    """Whether it can be asked for the cards that come."""

    def __init__(self, opened: Opened[S, A]) -> None:
        self.opened = opened

    @abstractmethod
    def deck(self, all_cards: bool) -> Sequence[str]:
        """The cards that hands are dealt from, by id; with `all_cards` those of the hand too.

        Raises UsageError when part of them is unknown.
        """

    @abstractmethod
    def judging(self, deck: Sequence[str], draws: bool) -> Work[Hand, Figures]:
        """What finds the figures of a hand of this deck. `draws`: whether hands draw where that is best."""

    @abstractmethod
    def sections(self, found: Estimator) -> Iterable[Section]:
        """The figures over all hands."""

    @property
    def left_out(self) -> int | None:
        """The figure of a hand that is (1,) where lines of it were left out, else (0,); None without one."""
        return None

    def order(self, card: str) -> tuple[object, ...]:
        """What cards are sorted by in a hand. Hands that begin alike follow each other."""
        return (card,)

    def find_card(self, name: str, found: Diagnostics) -> str:
        """The card that a name means; empty, with a report, for none."""
        return self.opened.find_card(name, found)

    def card_name(self, card: str) -> str:
        """What a card of the deck is called."""
        return self.opened.ruleset.cards[card].name

    def share(self, deck: Sequence[str], draws: bool) -> int:
        """How many hands are worth sending to a worker together."""
        return SHARE

    def against(self, names: Sequence[str]) -> Self:
        """The same where hands meet what is named, in place of what stands in the position.

        Raises InputError for a name that is no card, UsageError for what hands cannot meet.
        """
        raise UsageError(f"{self.opened.ruleset.title} takes no `--against`")

    def next_hands(self) -> Hands:
        """How the next hands of the position come. Raises UsageError as `deck` does."""
        return Hands(piles.shuffled(tuple(self.deck(False))), (), self.hand)

    def arrivals(self) -> Iterable[Arrivals]:
        """The places of the table that are filled from piles."""
        return ()

    def refuse_copies(self, card: str, copies: int) -> str:
        """Why a deck cannot hold this many copies of a card, once one is added; empty if it can."""
        return ""

    def notes(self, wish: DeckWish, decks: Sequence[Sequence[str]]) -> Iterator[str]:
        """What else should be known of the chances."""
        if any(len(deck) < self.hand for deck in decks):
            yield f"a deck of fewer than {self.hand} cards is dealt whole"

    def asides(self) -> Iterator[str]:
        """What a brief answer leaves out: notes that change none of its numbers."""
        return iter(())
