"""The same luck for everybody: chance in one world, whatever was decided in it.

Two games that differ in one purchase shuffle almost the same cards. If both shuffle them by the same random
numbers, most cards come in the same order, and what is left of the difference is due to the purchase. Here
every card has its own number at each shuffle of each pile, and the least one is on top. So in a world the
n-th shuffle of a deck puts the cards that two games have in common in the same order, and a card bought in
one stands where the card bought in the other stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from hashlib import blake2b
from math import log
from typing import Generic, TypeVar

from tsolve.engine import Game

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)

FEW = 120
"""Up to so many equal chances count as cards, each with a number of its own."""


class _Order(Generic[A]):
    """What is left of a pile that was shuffled, in an order that nobody has seen: the last one is on top."""

    def __init__(self, events: Iterable[A]) -> None:
        self.events = list(events)
        self.left = Counter(self.events)

    def next(self) -> A:
        """What comes."""
        event = self.events.pop()
        self.left[event] -= 1
        if not self.left[event]:
            del self.left[event]
        return event


class Luck(Generic[S, A]):
    """Chance in one world. Two games that are given luck of the same seed meet the same luck.

    It is exactly the chance of the rules: an order is drawn anew whenever what may come is not what was left
    of it, and what is left of an order that nobody has seen is as likely in any order.
    """

    def __init__(
        self, seed: str, game: Game[S, A], owned: Mapping[Hashable, Iterable[A]] | None = None
    ) -> None:
        """`owned`: the events by which the cards of each pile come that lie anywhere by now."""
        self.seed, self.game = seed, game
        self._orders: dict[Hashable, _Order[A]] = {}
        self.shuffles: Counter[Hashable] = Counter()
        """How often each pile was shuffled so far."""
        self._places: dict[Hashable, list[A | None]] = {
            pile: sorted(events, key=repr) for pile, events in (owned or {}).items()
        }

    def next(self, state: S, pile: Hashable) -> A | None:
        """What chance brings next; None where nothing can come. `pile` is whose card comes."""
        events = self.game.chance(state)
        if not events:
            return None
        weights = dict(events)
        order = self._orders.get(pile)
        if order is None or order.left != weights:
            self.shuffles[pile] += 1
            order = self._orders[pile] = self._shuffled(pile, weights)
        return order.next()

    def _shuffled(self, pile: Hashable, weights: dict[A, int]) -> _Order[A]:
        if sum(weights.values()) > FEW:
            return _Order((self._weighed(pile, weights),))
        numbered = [(self._number(pile, place), event) for place, event in self._placed(pile, weights)]
        numbered.sort(key=lambda each: each[0], reverse=True)
        return _Order(event for _, event in numbered)

    def _placed(self, pile: Hashable, weights: Mapping[A, int]) -> list[tuple[int, A]]:
        """Each card with a place of its own, the same at every shuffle; what is new takes the places
        behind.
        """
        places = self._places.setdefault(pile, [])
        missing = Counter(weights)
        found: list[tuple[int, A]] = []
        for place, event in enumerate(places):
            if event is not None and missing[event] > 0:
                missing[event] -= 1
                found.append((place, event))
        for event in sorted(missing.elements(), key=repr):
            found.append((len(places), event))
            places.append(event)
        return found

    def _weighed(self, pile: Hashable, weights: Mapping[A, int]) -> A:
        """One of many: the first of clocks that run as fast as their weights."""
        times = (
            (-log(self._number(pile, repr(event))) / weight, repr(event), event)
            for event, weight in weights.items()
        )
        return min(times)[2]

    def _number(self, pile: Hashable, place: object) -> float:
        """A random number between 0 and 1 for this card at this shuffle."""
        key = f"{self.seed} {pile} {self.shuffles[pile]} {place}".encode()
        return (int.from_bytes(blake2b(key, digest_size=8).digest(), "big") + 1) / (2**64 + 1)
