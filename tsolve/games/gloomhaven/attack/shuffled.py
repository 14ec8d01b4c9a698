"""A shuffled pile that is long enough for some attacks, and what each of them may draw of it.

The pile is taken apart: which of its places hold rolling cards, in which order those lie, and in which order
the others lie, are three independent things. Ways to draw are counted as if every card were different.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import comb, factorial, perm, prod
from typing import NamedTuple

from tsolve.budget import spend
from tsolve.cardkit.hands import Taken
from tsolve.games.gloomhaven.attack.blows import Blow, sorter
from tsolve.games.gloomhaven.attack.drawing import chosen
from tsolve.games.gloomhaven.attack.modifiers import Effect, Modifier

Row = tuple[int, ...]
"""The damage of one attack with each sort of the cards that do not roll."""


class Sum(NamedTuple):
    """What some rolling cards come to."""

    added: int = 0
    subtracted: int = 0
    """Not above 0: it comes after a x2 where what is added comes before it."""
    pierce: int = 0


class Rolled(NamedTuple):
    """What one attack may draw of the rolling cards."""

    left: Taken
    others: int
    """How many cards that do not roll it draws."""
    row: Row


class Picked(NamedTuple):
    """What one attack may draw of the other cards."""

    left: Taken
    applies: int
    """The sort that applies."""


class Pair(NamedTuple):
    """Two sorts that do not roll, the one that applies of them, and in how many orders they come so."""

    first: int
    second: int
    applies: int
    orders: int


def is_long_enough(cards: Sequence[str], blows: Sequence[Blow], is_reduced: bool) -> bool:
    """Whether a pile of these cards never runs out: an attack needs at most one card that does not roll, with
    advantage or disadvantage two.
    """
    sort_of = sorter(blows, is_reduced)
    return sum(not sort_of(card).rolling for card in cards) >= sum(map(_most, blows))


class ShuffledPile:
    """These cards in any order, for these attacks one after the other. They have to be enough.

    With `forgets` nobody asks what the last attack leaves: of the rolling cards only how many they are.
    """

    def __init__(
        self, cards: Sequence[str], blows: Sequence[Blow], is_reduced: bool, forgets: bool = False
    ) -> None:
        counts = Counter(map(sorter(blows, is_reduced), cards))
        sorts = tuple(each for each in counts if not each.rolling)
        rolling: Counter[Sum] = Counter()
        for each in counts:
            if each.rolling:
                rolling[Sum(max(each.number, 0), min(each.number, 0), each.pierce)] += counts[each]
        self.others: Taken = tuple(counts[each] for each in sorts)
        """How many cards there are of each sort that does not roll."""
        self.rolling: Taken = tuple(rolling.values())
        """How many there are of each sort that does."""
        self.rolled = cache(self._rolled)
        self.picked = cache(self._picked)
        self._cards, self._blows, self._sums = len(cards), blows, tuple(rolling)
        self._forgotten = len(blows) - 1 if forgets else len(blows)
        self._rows = [_rows(blow, sorts) for blow in blows]
        self._pairs = [_pairs(blow, sorts) for blow in blows]
        self._longest = sum(map(_most, blows)) + rolling.total()

    @property
    def ways(self) -> int:
        """In how many ways as many cards are drawn as the attacks may need."""
        return self.ways_behind(0)

    def ways_behind(self, drawn: int) -> int:
        """In how many of them the same cards were drawn first, so many of them."""
        return perm(self._cards - drawn, self._longest - drawn)

    def _rolled(self, place: int, left: Taken) -> dict[Rolled, int]:
        """What the attack at this place of the row may draw of the rolling cards that are left, with the
        number of orders in which they and the others come so. (GH-6.12, GH-6.13, GH-6.16)
        """
        found: dict[Rolled, int] = defaultdict(int)
        blow, row = self._blows[place], self._rows[place]
        counts = blow.way != "disadvantage"
        for taken in product(*(range(count + 1) for count in left)):
            spend()
            length = sum(taken)
            ways = factorial(length) * prod(map(comb, left, taken))
            if blow.way != "normal" and length == 1:
                ways *= 2  # either of the two cards may be the rolling one
            others = 1 if length else _most(blow)
            rest = tuple(there - gone for there, gone in zip(left, taken, strict=True))
            rolled = _sum(self._sums, taken) if counts else Sum()
            left_behind = (sum(rest),) if place == self._forgotten else rest
            found[Rolled(left_behind, others, row(rolled))] += ways
        return found

    def _picked(self, place: int, left: Taken, count: int) -> dict[Picked, int]:
        """What the attack at this place may draw of the other cards that are left, one or two, and in how
        many ways.
        """
        found: dict[Picked, int] = defaultdict(int)
        forgets = place == self._forgotten
        if count == 1:
            for sort, ways in enumerate(left):
                if ways:
                    found[Picked(() if forgets else _without(left, sort), sort)] += ways
            return found
        spend(1 + len(self._pairs[place]) // 20)
        for first, second, applies, orders in self._pairs[place]:
            ways = left[first] * (left[second] - (first == second)) * orders
            if ways:
                rest = () if forgets else _without(_without(left, first), second)
                found[Picked(rest, applies)] += ways
        return found


def _most(blow: Blow) -> int:
    """How many cards that do not roll the attack draws at most."""
    return 1 if blow.way == "normal" else 2


def _sum(sums: Sequence[Sum], taken: Taken) -> Sum:
    added = subtracted = pierce = 0
    for each, times in zip(sums, taken, strict=True):
        added += times * each.added
        subtracted += times * each.subtracted
        pierce += times * each.pierce
    return Sum(added, subtracted, pierce)


def _rows(blow: Blow, sorts: Sequence[Modifier]) -> Callable[[Sum], Row]:
    """What tells the damages of an attack with such rolling cards. Equal rows are one and the same object."""
    amount, same = blow.amounts(), dict[Row, Row]()

    @cache
    def row(rolled: Sum) -> Row:
        found = tuple(amount(_together(rolled, each)) for each in sorts)
        return same.setdefault(found, found)

    return row


def _together(rolled: Sum, other: Modifier) -> tuple[Modifier, ...]:
    """As few cards as come to the same as these together."""
    pierce = rolled.pierce + other.pierce
    effects = (Effect("pierce", pierce),) if pierce else ()
    if other.kind == "number":
        return (Modifier("number", rolled.added + rolled.subtracted + other.number, effects=effects),)
    added = Modifier("number", rolled.added, effects=effects)
    return added, Modifier(other.kind), Modifier("number", rolled.subtracted)


def _pairs(blow: Blow, sorts: Sequence[Modifier]) -> tuple[Pair, ...]:
    """What two cards make of an attack with advantage or disadvantage; none where it draws a single one."""
    if blow.way == "normal":
        return ()
    found: Counter[tuple[int, int, int]] = Counter()
    for first, one in enumerate(sorts):
        for second, other in enumerate(sorts):
            applies = second if chosen(blow.way, one, other, blow.value) == other else first
            found[min(first, second), max(first, second), applies] += 1
    return tuple(Pair(*sorts_, orders) for sorts_, orders in found.items())


def _without(left: Taken, sort: int) -> Taken:
    return (*left[:sort], left[sort] - 1, *left[sort + 1 :])
