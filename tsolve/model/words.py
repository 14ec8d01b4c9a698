"""Chances and sentences in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

_LONGEST = 9
"""Characters of a fraction that is still worth reading; a longer one is told rounded."""


def chance_in_words(chance: Fraction) -> str:
    """A chance as people say it: `5 in 12 (42 %)`, `certain`, `no chance`."""
    if chance.denominator == 1:
        return "certain" if chance else "no chance"
    rounded = in_hundredths(float(chance))
    return (
        f"{chance.numerator} in {chance.denominator} ({rounded})" if _is_short(chance) else f"about {rounded}"
    )


def sentence(text: str) -> str:
    """A phrase with a capital letter, as a sentence begins."""
    return text[:1].upper() + text[1:]


def in_hundredths(share: float) -> str:
    """A share in whole hundredths, never rounded to all or nothing: `42 %`, `0.4 %`, `below 0.1 %`."""
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    if 0.005 <= share < 0.995:
        return f"{100 * share:.0f} %"
    if 0.0005 <= share < 0.9995:
        return f"{100 * share:.1f} %"
    return "below 0.1 %" if share < 0.5 else "above 99.9 %"


def _is_short(chance: Fraction) -> bool:
    return len(str(chance)) <= _LONGEST
