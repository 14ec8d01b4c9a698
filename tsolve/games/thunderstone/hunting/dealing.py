"""Random positions around the cards that a question is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.hunting.table import Cards, Table
from tsolve.games.thunderstone.state import TurnKind
from tsolve.games.thunderstone.turn.hall import RANKS

PLACES: tuple[TurnKind, ...] = ("dungeon", "dungeon", "dungeon", "village", "rest")
"""Kinds of turn, each as often as it is tried."""
STALLS = 8
"""The most cards for sale; a Breach or Spoils may ask for them in the Dungeon, too."""
TOGETHER = (2, 4)
"""So many rulings at least and at most whose cards meet in one position."""
_OWN = (*("hand",) * 6, "deck", "village")
_WHERE = {
    "hero": _OWN,
    "village": _OWN,
    "basic": _OWN,
    "disease": (*("hand",) * 6, "deck"),
    "monster": (*("hall",) * 6, "hand", "dungeon"),
    "treasure": (*("treasures",) * 6, "dungeon"),
}
"""Where a card that is asked about comes to lie, each place as often; others lie in the Dungeon Deck."""
_OWNED = (*("hero",) * 4, *("village",) * 3, *("basic",) * 2, "monster", "disease")
_SOLD = ("hero", "village", "basic")
_DEEP = ("monster", "thunderstone", "guardian", "trap", "treasure")
"""Kinds of cards in hands and decks, for sale, and in the Dungeon Deck, each as often as it is dealt."""


class Dealer:
    """Deals positions from the cards of a book; `about` are the cards of each ruling that the question names.

    So a card that has a ruling of its own comes more often than one of many to which a general rule applies.
    """

    def __init__(self, book: Book, about: Iterable[Iterable[str]], most: int, random: Random) -> None:
        self.book, self.most, self.random = book, most, random
        self.owned, self.sold, self.deep = map(self._pools, (_OWNED, _SOLD, _DEEP))
        self.monsters = self._pools(("monster",))
        self.about = [sorted(cards) for cards in map(set, about) if cards]
        self.arms = [
            (hero, weapon)
            for hero in sorted(book.heroes)
            for weapon in sorted(book.weapons)
            if (book.card(hero).strength or 0) >= (book.card(weapon).weight or 0)
        ]
        """Heroes with the Weapons that they can carry."""

    def deal(self) -> Table:
        """One position; no card more often than its box holds it."""
        random, left = self.random, Counter({card.id: card.count for card in self.book.cards.values()})
        places = ("hand", "deck", "hall", "dungeon", "village", "treasures")
        laid: dict[str, list[str]] = {place: [] for place in places}
        for card in self._asked():
            laid[random.choice(_WHERE.get(self.book.card(card).kind, ("dungeon",)))].append(card)
        turn = "dungeon" if laid["hall"] and random.random() < 0.8 else random.choice(PLACES)
        if random.random() < 0.6:
            laid["hand"] += self._armed(laid["hand"])
        hand = self._cards(laid["hand"][: self.most], self.owned, random.randint(1, self.most), left)
        laid["village"] += self._grown(hand)
        village = self._cards(laid["village"], self.sold, random.randint(0, STALLS), left)
        others = range(random.choice((0, 0, 1, 2)))
        return Table(
            turn,
            hand,
            self._cards(laid["deck"], self.owned, random.randint(0, 4), left),
            self._cards([], self.owned, random.randint(0, 2), left),
            random.choice((0, 0, 2, 3, 6)),
            self._hall(laid["hall"], left),
            self._cards(laid["dungeon"], self.deep, random.randint(0, 3), left),
            tuple((card, random.choice((1, 3))) for card in dict.fromkeys(village)),
            tuple(
                (
                    self._cards([], self.owned, random.randint(0, 3), left),
                    self._cards([], self.owned, random.randint(0, 3), left),
                )
                for _ in others
            ),
            self._cards(laid["treasures"], (), 0, left),
            is_dealt=True,
        )

    def _asked(self) -> list[str]:
        """A card for each of a few rulings of the question."""
        rulings = self.random.sample(self.about, min(len(self.about), self.random.randint(*TOGETHER)))
        return [self.random.choice(cards) for cards in rulings]

    def _armed(self, hand: Sequence[str]) -> list[str]:
        """A Hero and a Weapon that it can carry; where that can be, one of them is in the hand already."""
        fitting = [pair for pair in self.arms if pair[0] in hand or pair[1] in hand] or self.arms
        return [card for card in self.random.choice(fitting) if card not in hand]

    def _grown(self, hand: Sequence[str]) -> list[str]:
        """What one Hero of the hand may become."""
        grown = [into for card in hand if (into := self.book.next_level(card))]
        return [self.random.choice(grown)] if grown else []

    def _hall(self, asked: Sequence[str], left: Counter[str]) -> Cards:
        hall = list(self._cards(asked[: len(RANKS)], self.monsters, len(RANKS), left))
        self.random.shuffle(hall)
        return (*hall, *[""] * (len(RANKS) - len(hall)))

    def _cards(
        self, first: Iterable[str], among: Sequence[Sequence[str]], count: int, left: Counter[str]
    ) -> Cards:
        """These cards, then others up to that many, as far as there are so many of each."""
        wanted = list(first)
        while len(wanted) < count:
            again = wanted and self.random.random() < 0.15
            wanted.append(wanted[-1] if again else self.random.choice(self.random.choice(among)))
        cards: list[str] = []
        for card in wanted:
            if left[card] > 0 or self.book.card(card).is_disease:
                left[card] -= 1
                cards.append(card)
        return tuple(cards)

    def _pools(self, kinds: Iterable[str]) -> list[list[str]]:
        """The cards of each of these kinds that there are."""
        pools = ([card.id for card in self.book.cards.values() if card.kind == kind] for kind in kinds)
        return [pool for pool in pools if pool]
