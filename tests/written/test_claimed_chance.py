"""Chances in words, as people claim them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tsolve.written.claimed_chance import read_chance


@pytest.mark.parametrize(
    ("text", "chance", "holds"),
    [
        ("5/12", Fraction(5, 12), True),
        ("3 in 5", Fraction(3, 5), True),
        ("3 out of 5", Fraction(3, 5), True),
        ("60%", Fraction(3, 5), True),
        ("67 %", Fraction(2, 3), True),  # 66.67 is rounded to 67
        ("66%", Fraction(2, 3), False),
        ("66,7 percent", Fraction(2, 3), True),
        ("0.67", Fraction(2, 3), True),
        ("0.5", Fraction(9, 20), False),  # a half
        ("100%", Fraction(999, 1000), False),  # not certain
        ("0%", Fraction(1, 1000), False),
        ("at least 60%", Fraction(3, 5), True),
        ("at least 67%", Fraction(2, 3), False),  # 66.67 is less
        (">= 1/2", Fraction(1, 2), True),
        ("more than 1/2", Fraction(1, 2), False),
        ("at most 50%", Fraction(1, 2), True),
        ("less than 100%", Fraction(1), False),
        ("about 60%", Fraction(3, 5), True),
    ],
)
def test_a_chance_is_compared_as_it_is_said(text: str, chance: Fraction, holds: bool) -> None:
    assert read_chance(text).holds(chance) == holds


@pytest.mark.parametrize("text", ["often", "1/0", "150%", "-1/2", "3/2", "", "60% of 2"])
def test_other_texts_are_no_chances(text: str) -> None:
    with pytest.raises(ValueError, match="chance"):
        read_chance(text)
