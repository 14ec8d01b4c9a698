"""All different hands, each once, and what comes of small piles, against every single card that can come
next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.budget import Budget, SpentError, allow
from tsolve.cardkit import piles
from tsolve.cardkit.chances import Refills, by_sort, different, hands, hands_that_fit, refills_that_fit, ways
from tsolve.cardkit.piles import Pile

CARDS = "abc"
SORTS = {card: number for number, card in enumerate(CARDS)}


def next_cards(pile: Pile) -> Iterator[tuple[str, Pile, Fraction]]:
    """Every card that may come next, the pile then, and its chance."""
    found = piles.outcomes(pile)
    whole = sum(weight for _, weight in found)
    for card, weight in found:
        yield card, piles.take(pile, card), Fraction(weight, whole)


def one_by_one(
    deck: Pile, discard: str, hand: str, size: int, left: int, fits: Callable[[str], bool]
) -> Fraction:
    """The chance that one of `left` hands fits, this one included, of which `hand` has been drawn."""
    if not deck and len(hand) < size and discard:
        return one_by_one(piles.shuffled(tuple(discard)), "", hand, size, left, fits)
    if len(hand) == size or not deck:
        if fits(hand) or left == 1:
            return Fraction(int(fits(hand)))
        return one_by_one(deck, discard + hand, "", size, left - 1, fits)
    return sum(
        (
            chance * one_by_one(after, discard, hand + card, size, left, fits)
            for card, after, chance in next_cards(deck)
        ),
        Fraction(0),
    )


def test_layers() -> None:
    # Of six cards the upper three lie in one layer and "c" somewhere in the lower one.
    pile = piles.layered("aabbbc", piles.Layer(3), piles.Layer(3, ("c",)))

    found = refills_that_fit(Refills(pile, frozenset()), 9, Counter("c").__le__)

    assert found == [0, 0, 0, Fraction(1, 3), Fraction(2, 3), 1]


def random_pile(random: Random, most: int) -> Pile:
    drawn = ["".join(random.choices(CARDS, k=random.randint(0, most))) for _ in range(2)]
    kinds = (piles.known, piles.shuffled)
    return piles.stacked(*(random.choice(kinds)(tuple(cards)) for cards in drawn))


@pytest.mark.parametrize("seed", range(40))
def test_hands(seed: int) -> None:
    random = Random(seed)
    deck, discard = random_pile(random, 3), "".join(random.choices(CARDS, k=random.randint(0, 3)))
    size, count = random.randint(1, 3), random.randint(1, 3)
    wanted = Counter(random.choices(CARDS, k=random.randint(1, 2)))

    found = hands_that_fit(
        by_sort(deck, SORTS),
        tuple(map(discard.count, CARDS)),
        size,
        count,
        lambda taken: all(taken[SORTS[card]] >= number for card, number in wanted.items()),
    )

    for drawn, chance in enumerate(found, 1):
        assert chance == one_by_one(deck, discard, "", size, drawn, lambda hand: wanted <= Counter(hand))


def turned_up(
    pile: Pile, refills: int, passes: str, most: int | None
) -> Iterator[tuple[Counter[str], Fraction]]:
    """What has come after so many refills, in every way that cards can be turned up."""

    def refill(pile: Pile, came: str, passed: int, held: str) -> Iterator[tuple[Pile, str, Fraction]]:
        if not pile:
            yield piles.shuffled(tuple(held)), came, Fraction(1)
        for card, after, chance in next_cards(pile):
            if card not in passes:
                left = piles.shuffled((*piles.contents(after), *held)) if held else after
                yield left, came + card, chance
                continue
            back = most is not None and passed == most
            for end, all_, share in refill(
                after, came + card * (not back), passed + (not back), held + card * back
            ):
                yield end, all_, chance * share

    if not refills:
        yield Counter(), Fraction(1)
        return
    for left, came, chance in refill(pile, "", 0, ""):
        for more, share in turned_up(left, refills - 1, passes, most):
            yield Counter(came) + more, chance * share


@pytest.mark.parametrize("seed", range(40))
def test_refills(seed: int) -> None:
    random = Random(seed)
    pile, count = random_pile(random, 4), random.randint(1, 3)
    passes, most = random.choice(["", "c", "bc"]), random.choice([None, 1])
    wanted = Counter(random.choices(CARDS, k=random.randint(1, 2)))

    found = refills_that_fit(Refills(pile, frozenset(passes), most), count, wanted.__le__)

    for number, chance in enumerate(found, 1):
        assert chance == sum(share for came, share in turned_up(pile, number, passes, most) if wanted <= came)


def test_work_is_counted() -> None:
    deck = by_sort(piles.shuffled(tuple("abcabcabc")), SORTS)

    with allow(Budget(steps=3)), pytest.raises(SpentError):
        hands_that_fit(deck, (0, 0, 0), 3, 3, lambda _: False)


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


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.integers(0, 7), st.data())
def test_any_range_is_a_part_of_the_whole(copies: list[int], size: int, data: st.DataObject) -> None:
    size = min(size, sum(copies))
    whole = list(hands(copies, size, 0, different(copies, size)))
    start = data.draw(st.integers(0, len(whole)))
    stop = data.draw(st.integers(start, len(whole)))

    assert list(hands(copies, size, start, stop)) == whole[start:stop]
