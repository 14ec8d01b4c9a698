"""The Dungeon Deck of which all is known but the order, as the set-up stacks it. (TS-2.1, DS-11)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer, Pile
from tsolve.games.thunderstone.setup import load_setup

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book


class Misfit(NamedTuple):
    """A card that the set-up does not put where the position has it."""

    card: str
    last: int
    """The set-up puts it among so many cards at the bottom; one that is overdue, above so many."""
    overdue: bool = False

    def message(self, name: str, left: int) -> str:
        """What is wrong where so many cards are left."""
        cards = f"{left} unseen cards are left in the Dungeon Deck"
        if self.overdue:
            return f"{cards}, and the set-up puts {name} above the last {self.last}: it must have come"
        return f"{cards}, and the set-up puts {name} among the last {self.last}: it cannot have come"


class DungeonDeck(NamedTuple):
    """What is left of a Dungeon Deck from which cards have come from the top only."""

    cards: tuple[str, ...]
    """Those that nobody has seen."""
    seen: tuple[str, ...]
    """The others that were shuffled into it at the set-up."""
    top: Pile = piles.EMPTY
    """Seen cards that were put back on top."""
    bottom: Pile = piles.EMPTY
    """Seen cards that were put under the deck."""
    roots: tuple[Path, ...] = ()
    """The folders of the ruleset."""

    def pile(self, book: Book) -> Pile:
        """The deck from the top, unknown where by these readings it could not hold these cards."""
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
        """From the bottom up: so many places with these cards anywhere among them. (A-23)"""
        setup = load_setup(self.roots).value
        stones, guardians = (tuple(self._of_kind(book, kind)) for kind in ("thunderstone", "guardian"))
        packet = setup.thunderstone_packet + len(stones)
        if not guardians:
            return ((packet, stones),)
        if book.reads("guardian_depth", "same_bottom_ten"):
            return ((packet + len(guardians), (*stones, *guardians)),)
        return ((packet, stones), (setup.guardian_packet + len(guardians), guardians))

    def _of_kind(self, book: Book, kind: str) -> Iterable[str]:
        return sorted(card for card in (*self.cards, *self.seen) if book.card(card).kind == kind)
