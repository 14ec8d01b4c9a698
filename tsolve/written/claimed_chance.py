"""A chance that somebody claims: `5/12`, `60%`, `3 in 5`, `at least 60%`, `less than 1`.

A percentage, or a decimal number of two places or more, stands for every chance that is rounded to it; 0% and
100% are exact, and so is the bound of `at least 60%`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

_BOUNDS = {
    **dict.fromkeys((">=", "≥", "at least", "no less than", "minimum", "min"), "at least"),
    **dict.fromkeys(("<=", "≤", "at most", "no more than", "up to", "maximum", "max"), "at most"),
    **dict.fromkeys((">", "more than", "over", "better than", "above"), "more than"),
    **dict.fromkeys(("<", "less than", "under", "worse than", "below"), "less than"),
    **dict.fromkeys(("about", "around", "roughly", "exactly", "only", "just", "=", "~"), ""),
}
"""What people write before a number, and what it means."""
_NUMBER = (
    r"(?P<whole>[0-9]{1,3})(?:[.,](?P<part>[0-9]{1,6}))? ?(?:%|percent|per cent)"
    r"|(?P<over>[0-9]{1,60}) ?(?:/|in|out of) ?(?P<under>[1-9][0-9]{0,59})"
    r"|(?P<plain>[0-9]{1,3})(?:[.,](?P<decimals>[0-9]{1,6}))?"
)
CHANCE = rf"(?:(?:{'|'.join(sorted(map(re.escape, _BOUNDS), key=len, reverse=True))})? ?)" + re.sub(
    r"\?P<\w+>", "?:", _NUMBER
).join(("(?:", ")"))
"""The shape of a chance in words."""


class ClaimedChance(NamedTuple):
    """What is claimed of a chance."""

    number: Fraction
    bound: str = ""
    rounding: Fraction = Fraction(0)
    """By how much less the chance may differ, where the number is rounded."""

    def holds(self, chance: Fraction) -> bool:
        """Whether a chance is as claimed."""
        match self.bound:
            case "at least":
                return chance >= self.number
            case "at most":
                return chance <= self.number
            case "more than":
                return chance > self.number
            case "less than":
                return chance < self.number
        return chance == self.number or -self.rounding <= chance - self.number < self.rounding


def read_chance(text: str) -> ClaimedChance:
    """The chance that a text claims. Raises ValueError for any other text."""
    plain = " ".join(text.split()).casefold()
    said = next((each for each in sorted(_BOUNDS, key=len, reverse=True) if plain.startswith(each)), "")
    found = re.fullmatch(_NUMBER, plain.removeprefix(said).strip())
    if found is None:
        raise ValueError(f'"{text}" is no chance: write, for example, 5/12, 60% or at least 60%')
    rounding = Fraction(0)
    if found["over"]:
        number = Fraction(int(found["over"]), int(found["under"]))
    else:
        decimals = found["part"] or found["decimals"] or ""
        number = Fraction(int((found["whole"] or found["plain"]) + decimals), 10 ** len(decimals))
        if found["whole"] or len(decimals) > 1:
            rounding = Fraction(1, 2 * 10 ** len(decimals))
        if found["whole"]:
            number, rounding = number / 100, rounding / 100
    if not 0 <= number <= 1:
        raise ValueError(f"a chance lies between 0 and 1, not at {text}")
    is_exact = number in (0, 1)
    return ClaimedChance(number, _BOUNDS.get(said, ""), Fraction(0) if is_exact else rounding)
