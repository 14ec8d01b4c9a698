"""A sum in one line: names that hold numbers are not taken for what they bring."""

from __future__ import annotations

import pytest

from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry
from tsolve.report.sums import terms


@pytest.mark.parametrize(
    ("name", "told"),
    [("Oak", "Oak 4"), ("Oak 3", "4 (Oak 3)"), ("3rd Oak", "4 (3rd Oak)"), ("4 Oaks", "4 Oaks")],
)
def test_a_name_with_a_number_stands_in_brackets(name: str, told: str) -> None:
    rows = (Entry("add", name, "pull", 0, 4, ("HB-1",)),)

    assert terms(Calculation("Pull", rows, 4), {}) == told


def test_a_sum_that_only_takes_away_begins_with_nothing() -> None:
    rows = (Entry("subtract", "Mud", "pull", 0, -2, ("HB-1",)),)

    assert terms(Calculation("Pull", rows, -2), {}) == "Mud -2"


def row(name: str, before: int, after: int, *rulings: str, note: str = "") -> Entry:
    return Entry("add", name, "pull", before, after, rulings, note)


def test_what_one_card_brings_twice_is_one_card() -> None:
    """An oar that pulls 1, and 1 more in a hand."""
    rows = (row("Oar", 0, 1, "HB-1", "card.oar"), row("Oar", 1, 2, "HB-2", "card.oar"))

    assert terms(Calculation("Pull", rows, 2), {}) == "Oar 2"


def test_copies_are_counted_though_each_has_a_note() -> None:
    rows = tuple(row("Oar", 2 * n, 2 * n + 2, "HB-1", "card.oar", note=f"seat {n}") for n in range(3))

    assert terms(Calculation("Pull", rows, 6), {}) == "3 x Oar 2 each"


def test_what_a_text_adds_for_each_of_others_is_one_card() -> None:
    rows = tuple(row("Drum", n, n + 1, "card.drum", note=f"for oar {n}") for n in range(3))

    assert terms(Calculation("Pull", rows, 3), {}) == "Drum 3"


def test_what_only_one_of_the_copies_brings_stands_apart() -> None:
    """Two oars pull 2 each, and one of them, in a strong hand, 1 more."""
    pulled = tuple(row("Oar", 2 * n, 2 * n + 2, "HB-1", "card.oar") for n in range(2))
    rows = (*pulled, row("Oar", 4, 5, "HB-2", "card.oar"))

    assert terms(Calculation("Pull", rows, 5), {}) == "2 x Oar 2 each + 1 (Oar)"


def test_copies_that_take_away_say_what_each_takes() -> None:
    rows = tuple(row("Mud", -n, -n - 1, "HB-1", "card.mud") for n in range(2))

    assert terms(Calculation("Pull", rows, -2), {}) == "2 x Mud -1 each"
    level = tuple(row("Oar 3", 2 * n, 2 * n + 2, "HB-1", "card.oar") for n in range(2))
    assert terms(Calculation("Pull", level, 4), {}) == "4 (2 x Oar 3, 2 each)"
