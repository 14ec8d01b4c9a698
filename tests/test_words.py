"""Chances as people say them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tsolve.model.verdicts import chance_in_words


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(2, 6), "1 in 3 (33 %)"),
        (Fraction(5, 12), "5 in 12 (42 %)"),
        (Fraction(0), "no chance"),
        (Fraction(1), "certain"),
        (Fraction(1, 250), "1 in 250 (0.4 %)"),
        (Fraction(249, 250), "249 in 250 (99.6 %)"),
        (Fraction(1, 4000), "1 in 4000 (below 0.1 %)"),
        (Fraction(3999, 4000), "3999 in 4000 (above 99.9 %)"),
        (Fraction(12345, 67891), "about 18 %"),
    ],
)
def test_chances_in_words(chance: Fraction, words: str) -> None:
    """Whole hundredths, never rounded to all or nothing: 1/4000 is 0.025 %."""
    assert chance_in_words(chance) == words
