"""The same luck: exactly the chance of the rules, and shared between games that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import pytest

from tsolve.advising.luck import FEW, Luck
from tsolve.engine import Game

State = tuple[str, ...]
"""The cards that are left, with copies."""


class _Pile:
    """A game of one pile: the next card is any of those left, or by weights of its own."""

    def __init__(self, weights: dict[str, int] | None = None) -> None:
        self._weights = weights

    def chance(self, state: State) -> list[tuple[str, int]]:
        return sorted((self._weights or Counter(state)).items()) if state else []


def _luck(seed: int, owned: Sequence[str] = (), weights: dict[str, int] | None = None) -> Luck[State, str]:
    game = cast("Game[State, str]", _Pile(weights))
    return Luck(str(seed), game, {"mine": owned})


def _dealt(luck: Luck[State, str], cards: State, count: int) -> State:
    """The next cards of a pile, in their order."""
    dealt, left = [], list(cards)
    for _ in range(count):
        card = luck.next(tuple(left), "mine")
        assert card is not None
        left.remove(card)
        dealt.append(card)
    return tuple(dealt)


def _differ(counts: Counter[State], chances: dict[State, Fraction]) -> float:
    """Chi square of what came against the chances."""
    games = counts.total()
    assert set(counts) <= set(chances)
    return sum(
        (counts[each] - games * float(chance)) ** 2 / (games * float(chance))
        for each, chance in chances.items()
    )


def test_orders_are_as_likely_as_by_the_rules() -> None:
    """Of A, A, B two cards: AA, AB and BA each have one chance in three. Chi square with 2 degrees of freedom
    is above 13.8 in one of a thousand samples.
    """
    counts = Counter(_dealt(_luck(seed), ("A", "A", "B"), 2) for seed in range(3000))
    third = Fraction(1, 3)
    assert _differ(counts, {("A", "A"): third, ("A", "B"): third, ("B", "A"): third}) < 13.8


def test_a_second_shuffle_is_a_new_one() -> None:
    """Two hands of one card, each from A, B and C: nine pairs, all equally likely; 8 degrees of freedom:
    26.1.
    """

    def twice(seed: int) -> State:
        luck = _luck(seed)
        return (*_dealt(luck, ("A", "B", "C"), 1), *_dealt(luck, ("A", "B", "C"), 1))

    counts = Counter(map(twice, range(3000)))
    assert _differ(counts, {(a, b): Fraction(1, 9) for a in "ABC" for b in "ABC"}) < 26.1


@pytest.mark.parametrize("weights", [{"A": 1, "B": 3}, {"A": FEW, "B": 3 * FEW}])
def test_weights_count(weights: dict[str, int]) -> None:
    """One in four is an A; one degree of freedom: 10.8."""
    counts = Counter((_luck(seed, weights=weights).next(("A",), "mine") or "",) for seed in range(3000))
    assert _differ(counts, {("A",): Fraction(1, 4), ("B",): Fraction(3, 4)}) < 10.8


def test_decks_that_differ_in_a_card_lie_alike() -> None:
    """Ten cards, of which one game has lost none and bought X, the other bought Y: the new card lies in the
    same place, and all others lie alike.
    """
    mine = tuple("AABBCCDDEE")
    for seed in range(50):
        one = _dealt(_luck(seed, mine), (*mine, "X"), 11)
        other = _dealt(_luck(seed, mine), (*mine, "Y"), 11)
        assert other == tuple("Y" if card == "X" else card for card in one)
        fewer = _dealt(_luck(seed, mine), mine, 10)
        assert fewer == tuple(card for card in one if card != "X")


def test_a_longer_first_part_does_not_matter() -> None:
    """One game draws two cards of its first deck, the other six; the second shuffle is the same for both."""
    mine = tuple("AABBCCDDEE")
    for seed in range(50):
        one, other = _luck(seed, mine), _luck(seed, mine)
        _dealt(one, mine, 2)
        _dealt(other, mine, 6)
        assert _dealt(one, mine, 10) == _dealt(other, mine, 10)


def test_nothing_can_come() -> None:
    assert _luck(0).next((), "mine") is None


def test_a_seed_gives_the_same() -> None:
    mine = tuple("AABBCCDDEE")
    assert _dealt(_luck(3, mine), mine, 10) == _dealt(_luck(3, mine), mine, 10)
    assert len({_dealt(_luck(seed, mine), mine, 10) for seed in range(20)}) > 15
