"""All different hands, each once, with the right number of ways."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.cardkit.chances import different, hands, ways

DECKS = [((1,), 1), ((3,), 2), ((2, 2, 1), 3), ((6, 2, 2, 2), 6), ((1, 1, 1, 4), 7), ((2, 1), 0)]


def naive(copies: tuple[int, ...], size: int) -> Counter[tuple[int, ...]]:
    """Every choice of single cards, counted by what it looks like."""
    deck = [kind for kind, count in enumerate(copies) for _ in range(count)]
    return Counter(
        tuple(chosen.count(kind) for kind in range(len(copies)))
        for chosen in (tuple(deck[i] for i in places) for places in combinations(range(len(deck)), size))
    )


@pytest.mark.parametrize(("copies", "size"), DECKS)
def test_like_choosing_single_cards(copies: tuple[int, ...], size: int) -> None:
    found = list(hands(copies, size, 0, different(copies, size)))

    assert Counter(dict(found)) == naive(copies, size)
    assert len(found) == different(copies, size)
    assert sum(number for _, number in found) == ways(copies, size)


def test_a_starting_deck_by_hand() -> None:
    """Of 6 + 2 + 2 + 2 cards six: at most two each of the last three kinds, the rest Militia, so that 27
    combinations of the three leave 0 to 6 Militia, which there always are.
    """
    assert different((6, 2, 2, 2), 6) == 27
    assert ways((6, 2, 2, 2), 6) == 924  # 12! / (6! 6!)
    assert dict(hands((6, 2, 2, 2), 6, 0, 1)) == {(6, 0, 0, 0): 1}
    assert dict(hands((6, 2, 2, 2), 6, 26, 27)) == {(0, 2, 2, 2): 1}
    assert dict(hands((6, 2, 2, 2), 6, 0, 27))[(3, 1, 1, 1)] == comb(6, 3) * 2 * 2 * 2


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.integers(0, 7), st.data())
def test_any_range_is_a_part_of_the_whole(copies: list[int], size: int, data: st.DataObject) -> None:
    size = min(size, sum(copies))
    whole = list(hands(copies, size, 0, different(copies, size)))
    start = data.draw(st.integers(0, len(whole)))
    stop = data.draw(st.integers(start, len(whole)))

    assert list(hands(copies, size, start, stop)) == whole[start:stop]
