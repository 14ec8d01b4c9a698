"""A sum in one line: names that hold numbers are not taken for what they bring."""

from __future__ import annotations

import pytest

from tsolve.model.lines import Calculation
from tsolve.model.trace import Entry
from tsolve.report.grounds.sums import terms


@pytest.mark.parametrize(
    ("name", "told"),
    [("Oak", "Oak 4"), ("Oak 3", "4 (Oak 3)"), ("3rd Oak", "4 (3rd Oak)"), ("4 Oaks", "4 Oaks")],
)
def test_a_name_with_a_number_stands_in_brackets(name: str, told: str) -> None:
    rows = (Entry("add", name, "pull", 0, 4, ("HB-1",)),)

    assert terms(Calculation("Pull", rows, 4), {}) == told


def test_a_sum_that_only_takes_away_begins_with_nothing() -> None:
    rows = (Entry("subtract", "Mud", "pull", 0, -2, ("HB-1",)),)

    assert terms(Calculation("Pull", rows, -2), {}) == "0 - Mud 2"
