"""Random positions, with more than their share of the cards that a question is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.hunting.table import Cards, Table
from tsolve.games.thunderstone.state import Place
from tsolve.games.thunderstone.turn.hall import RANKS

PLACES: tuple[Place, ...] = ("dungeon", "dungeon", "dungeon", "village", "rest")
"""Kinds of turn, each as often as it is tried."""


class Dealer:
    """Deals positions from the cards of a book; `about` are the cards that the question names."""

    def __init__(self, book: Book, about: Iterable[str], most: int, random: Random) -> None:
        self.book, self.most, self.random = book, most, random
        kinds = ("hero", "village", "basic", "disease", "monster")
        self.owned = [card.id for card in book.cards.values() if card.kind in kinds]
        self.monsters = [card.id for card in book.cards.values() if card.kind == "monster"]
        self.deep = [card.id for card in book.cards.values() if card.kind in _DEEP]
        self.sold = [card.id for card in book.cards.values() if card.kind in ("hero", "village", "basic")]
        self.about = sorted(set(about))

    def deal(self) -> Table:
        """One position; no card more often than its box holds it."""
        random, left = self.random, Counter({card.id: card.count for card in self.book.cards.values()})
        turn = random.choice(PLACES)
        hand = self._cards(self.owned, random.randint(1, self.most), left)
        hall = self._cards(self.monsters, len(RANKS), left)
        others = range(random.choice((0, 0, 1, 2)))
        stalls = {"village": 5, "dungeon": random.choice((0, 0, 2)), "rest": 0}[turn]  # Spoils may buy
        village = self._cards(self.sold, random.randint(0, stalls), left)
        return Table(
            turn,
            hand,
            self._cards(self.owned, random.randint(0, 4), left),
            self._cards(self.owned, random.randint(0, 2), left),
            random.choice((0, 0, 2, 3, 6)),
            hall,
            self._cards(self.deep, random.randint(0, 3), left),
            tuple((card, random.choice((1, 3))) for card in dict.fromkeys(village)),
            tuple(
                (
                    self._cards(self.owned, random.randint(0, 3), left),
                    self._cards(self.owned, random.randint(0, 3), left),
                )
                for _ in others
            ),
        )

    def _cards(self, among: Sequence[str], count: int, left: Counter[str]) -> Cards:
        asked = [card for card in self.about if card in among]
        cards: list[str] = []
        for _ in range(count):
            pool = asked if asked and self.random.random() < 0.5 else among
            card = self.random.choice(pool)
            if cards and self.random.random() < 0.15:
                card = cards[-1]
            if left[card] > 0 or self.book.card(card).is_disease:
                left[card] -= 1
                cards.append(card)
        cards += [""] * (count - len(cards)) if among is self.monsters else []
        return tuple(cards)


_DEEP = ("monster", "thunderstone", "guardian", "trap", "treasure")
"""What may lie in the Dungeon Deck."""
