"""Equal cards are one choice, one group, one position."""

from __future__ import annotations

from tsolve.cardkit.piles import copy_number, first_of_each, grouped, in_any_order

HAND = ("adventurer", "lantern", "adventurer", "dagger", "adventurer", "dagger")


def test_of_equal_cards_the_first_is_offered() -> None:
    assert first_of_each(range(6), HAND.__getitem__) == [0, 1, 3]
    assert grouped(range(6), HAND.__getitem__) == {"adventurer": [0, 2, 4], "lantern": [1], "dagger": [3, 5]}


def test_the_order_of_a_hand_makes_no_difference_but_how_often_a_card_is_there() -> None:
    assert in_any_order(HAND) == in_any_order(sorted(HAND))
    assert in_any_order(("dagger", "dagger", "lantern")) != in_any_order(("dagger", "lantern", "lantern"))


def test_copies_are_numbered_where_there_are_several() -> None:
    assert [copy_number(HAND, place) for place in range(6)] == [1, 0, 2, 1, 3, 2]
