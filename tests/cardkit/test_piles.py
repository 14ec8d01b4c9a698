"""Piles of which the order is known, shuffled, or unknown, against every order of single cards; equal
cards are one choice.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer, Pile, Segment, copy_number, first_of_each, grouped, in_any_order

MODIFIERS = ("+0",) * 6 + ("+1",) * 5 + ("-1",) * 5 + ("+2", "-2", "x2", "null")
"""The twenty cards of a modifier deck."""


def orders(pile: Pile) -> Counter[tuple[str, ...]]:
    """Every order of the single cards of a pile without unknown cards, each as likely."""
    parts = [
        [segment.cards] if segment.order == "known" else list(permutations(segment.cards)) for segment in pile
    ]
    return Counter(tuple(card for part in chosen for card in part) for chosen in product(*parts))


def stacked_orders(cards: tuple[str, ...], layers: tuple[Layer, ...]) -> Counter[tuple[str, ...]]:
    """Every order of cards of which the first so many lie in layers, each holding what it must."""
    sizes = [layer.places for layer in layers]
    found: Counter[tuple[str, ...]] = Counter()
    for order in permutations(cards):
        parts = [order[sum(sizes[:at]) : sum(sizes[: at + 1])] for at in range(len(sizes))]
        if all(Counter(layer.holds) <= Counter(part) for layer, part in zip(layers, parts, strict=True)):
            found[order[: sum(sizes)]] += 1
    return found


def chances(pile: Pile, count: int) -> dict[tuple[str, ...], Fraction]:
    """The chance of each way to draw so many cards, card by card."""
    if not count or not pile:
        return {(): Fraction(1)}
    found: Counter[tuple[str, ...]] = Counter()
    events = piles.outcomes(pile)
    for card, weight in events:
        chance = Fraction(weight, sum(each for _, each in events))
        for rest, following in chances(piles.take(pile, card), count - 1).items():
            found[(card, *rest)] += chance * following
    return dict(found)


SHUFFLED = [
    piles.shuffled(("+0", "+0", "+1", "null")),
    piles.known(("x2", "+0")) + piles.shuffled(("+1", "-1", "-1")),
    piles.shuffled(("+0", "+1")) + piles.shuffled(("+1", "+2")) + piles.known(("null",)),
]
LAYERED = [
    (("+0", "+0", "+1", "-1", "null"), (Layer(2), Layer(3, ("null",)))),
    (("+0", "+0", "+1", "x2", "null"), (Layer(1), Layer(2, ("x2",)), Layer(2, ("null",)))),
    (("+0", "+1", "x2", "x2", "null"), (Layer(3, ("x2", "x2")), Layer(1), Layer(1, ("null",)))),
    (("+0", "+0", "+1", "-1", "-1"), (Layer(3),)),
    (("+0", "+1", "+1", "x2", "-1"), (Layer(1), Layer(2, ("x2",)))),
    (("+0", "x2", "null"), (Layer(1, ("x2",)), Layer(1), Layer(1, ("null",)))),
]


@pytest.mark.parametrize(
    ("pile", "likely"),
    [
        *((pile, orders(pile)) for pile in SHUFFLED),
        *((piles.layered(cards, *layers), stacked_orders(cards, layers)) for cards, layers in LAYERED),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_draws_have_the_chances_of_all_orders(
    pile: Pile, likely: Counter[tuple[str, ...]], count: int
) -> None:
    expected: Counter[tuple[str, ...]] = Counter()
    for order, times in likely.items():
        expected[order[:count]] += times
    assert chances(pile, count) == {
        drawn: Fraction(times, likely.total()) for drawn, times in expected.items()
    }


def test_a_layer_is_drawn_before_what_lies_below() -> None:
    deck = piles.layered(("+0", "+1", "null"), Layer(1), Layer(2, ("null",)))
    assert piles.outcomes(deck) == [("+0", 1), ("+1", 1)]
    assert piles.choices(deck) == 2
    with pytest.raises(ValueError, match="null lies deeper"):
        piles.take(deck, "null")
    assert piles.take(deck, "+0") == piles.shuffled(("+1", "null"))  # one layer is left, and nothing else


def test_layers_hold_what_there_is_and_what_lies_elsewhere_is_not_reached() -> None:
    deck = piles.layered(("+0", "+1", "+1"), Layer(1))
    assert piles.lies_elsewhere(deck)
    assert piles.outcomes(deck) == [("+0", 1), ("+1", 2)]
    assert piles.take(deck, "+1") == piles.EMPTY
    assert not piles.lies_elsewhere(piles.layered(("+0", "+1"), Layer(2)))
    for layer in (Layer(3), Layer(1, ("+0", "+1"))):
        with pytest.raises(ValueError, match="places"):
            piles.layered(("+0", "+1"), layer)


def test_known_cards_come_in_their_order() -> None:
    pile = piles.put_on(piles.put_on(piles.shuffled(("+0", "+1")), "c"), "a", "b")
    assert pile == (Segment(("a", "b", "c")), Segment(("+0", "+1"), "shuffled"))
    assert piles.outcomes(pile) == [("a", 1)]
    assert piles.choices(pile) == 1
    assert piles.outcomes(piles.take(pile, "a")) == [("b", 1)]
    with pytest.raises(ValueError, match="the top card is a, not b"):
        piles.take(pile, "b")
    under = piles.put_under(piles.put_under(piles.shuffled(("+0",)), "y"), "z")
    assert under == (Segment(("+0",), "shuffled"), Segment(("y", "z")))


def test_an_empty_pile_has_nothing_to_take() -> None:
    assert piles.known(()) == piles.shuffled(()) == piles.stacked() == piles.EMPTY
    assert piles.take(piles.known(("a",)), "a") == piles.EMPTY
    assert piles.outcomes(piles.EMPTY) == []
    assert piles.choices(piles.EMPTY) == 0
    assert piles.take_some(piles.EMPTY, 2, Random(1)) == ((), piles.EMPTY)
    with pytest.raises(ValueError, match="empty"):
        piles.take(piles.EMPTY, "a")


def test_below_known_cards_lies_what_nobody_knows() -> None:
    pile = piles.known(("a",)) + piles.UNKNOWN + piles.known(("z",))
    assert not piles.is_unknown(pile)
    assert piles.has_unknown(pile)
    assert piles.above_unknown(pile) == piles.known(("a",))
    assert sorted(piles.contents(pile)) == ["a", "z"]
    below = piles.take(pile, "a")
    assert piles.is_unknown(below)
    assert piles.outcomes(below) == []
    assert piles.choices(below) == 0
    assert piles.take(below, "anything") == below  # any number of cards
    assert piles.take_some(below, 2, Random(1)) == ((), below)


def test_cards_taken_at_random_come_as_often_as_single_cards() -> None:
    random, pile = Random(3), piles.shuffled(("+0", "+0", "+1"))
    drawn = Counter(piles.take_some(pile, 2, random)[0] for _ in range(6000))
    # two of the three cards in order: of 6 ways 2 are (+0, +0), 2 are (+0, +1), 2 are (+1, +0)
    assert set(drawn) == {("+0", "+0"), ("+0", "+1"), ("+1", "+0")}
    assert all(abs(times - 2000) < 200 for times in drawn.values())  # five standard deviations
    taken, left = piles.take_some(pile, 2, random)
    assert sorted((*taken, *piles.contents(left))) == ["+0", "+0", "+1"]
    assert piles.take_some(piles.known(("a", "b", "c")), 2, random) == (("a", "b"), piles.known(("c",)))
    assert piles.take_some(pile, 5, random) == (("+0", "+0", "+1"), piles.EMPTY)
    layers = piles.layered(("+0", "+1", "+1", "null"), Layer(1), Layer(3, ("null",)))
    assert {piles.take_some(layers, 1, random)[0] for _ in range(99)} == {("+0",), ("+1",)}


HAND = ("adventurer", "lantern", "adventurer", "dagger", "adventurer", "dagger")


def test_of_equal_cards_the_first_is_offered_and_several_are_numbered() -> None:
    assert in_any_order(HAND) == in_any_order(sorted(HAND))
    assert in_any_order(("dagger", "dagger", "lantern")) != in_any_order(("dagger", "lantern", "lantern"))
    assert first_of_each(range(6), HAND.__getitem__) == [0, 1, 3]
    assert [copy_number(HAND, place) for place in range(6)] == [1, 0, 2, 1, 3, 2]
    assert grouped(range(6), HAND.__getitem__) == {"adventurer": [0, 2, 4], "lantern": [1], "dagger": [3, 5]}
