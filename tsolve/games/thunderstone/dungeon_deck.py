"""The Dungeon Deck as people know it: which cards are left in it, and among how many at its bottom some of
them lie. (TS-2.1, DS-11)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer, Pile

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.setup import Setup


class Misfit(NamedTuple):
    """A card whose place in the position contradicts the set-up."""

    card: str
    last: int
    """The set-up puts the card among this many cards at the bottom or, if it is `overdue`, above them."""
    overdue: bool = False

    def message(self, name: str, left: int) -> str:
        """What is wrong if this many cards are left."""
        cards = f"{left} unseen cards are left in the Dungeon Deck"
        if self.overdue:
            return f"{cards}, and the set-up puts {name} above the last {self.last}: it must have come"
        return f"{cards}, and the set-up puts {name} among the last {self.last}: it cannot have come"


class DungeonDeck(NamedTuple):
    """What is left of a Dungeon Deck from which cards have come from the top only."""

    cards: tuple[str, ...]
    """The cards that nobody has seen."""
    seen: tuple[str, ...]
    """The other cards that were shuffled into it at the set-up."""
    setup: Setup
    """The numbers by which it was set up."""
    top: Pile = piles.EMPTY
    """Seen cards that were put back on top."""
    bottom: Pile = piles.EMPTY
    """Seen cards that were put under the deck."""

    def pile(self, book: Book) -> Pile:
        """The deck from the top; unknown if these readings rule out that it holds these cards."""
        layers = self._layers(book)
        if self.misfit(book):
            return piles.stacked(self.top, piles.UNKNOWN, self.bottom)
        return piles.stacked(self.top, piles.layered(self.cards, *layers), self.bottom)

    def misfit(self, book: Book) -> Misfit | None:
        """A card that must have come by now, or cannot have come yet."""
        below = 0
        for places, cards in self._depths(book):
            left = min(places, max(len(self.cards) - below, 0))
            below += places
            still = Counter(cards) & Counter(self.cards)
            for card in cards:
                if still.total() > left:
                    return Misfit(card, below - places, overdue=True)
                if not still[card] and len(self.cards) >= below:
                    return Misfit(card, below)
        return None

    def _layers(self, book: Book) -> list[Layer]:
        """How the unseen cards lie, from the top down."""
        below, found = len(self.cards), []
        for places, cards in self._depths(book):
            size = min(places, below)
            below -= size
            found.append(Layer(size, tuple((Counter(cards) & Counter(self.cards)).elements())))
        return [Layer(below), *reversed(found)]

    def _depths(self, book: Book) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """From the bottom up: a number of places, and the cards that lie anywhere among them. (A-23)"""
        stones, guardians = (tuple(self._of_kind(book, kind)) for kind in ("thunderstone", "guardian"))
        packet = self.setup.thunderstone_packet + len(stones)
        if not guardians:
            return ((packet, stones),)
        if book.reads("guardian_depth", "same_bottom_ten"):
            return ((packet + len(guardians), (*stones, *guardians)),)
        return ((packet, stones), (self.setup.guardian_packet + len(guardians), guardians))

    def _of_kind(self, book: Book, kind: str) -> Iterable[str]:
        return sorted(card for card in (*self.cards, *self.seen) if book.card(card).kind == kind)
