"""Exact numbers for people: fractions with a decimal number or percentage beside them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tsolve.model.policies import Exact, PolicyAnswer

if TYPE_CHECKING:
    from fractions import Fraction

_LONGEST = 9
"""Characters of a fraction that is still worth reading; a longer one is shown rounded."""

_SMALL = 0.001
"""Below this a mean is shown by its first figure, else with three decimals."""


def chance(number: Exact) -> str:
    """A probability: `5 in 12 (42 %)`."""
    if "/" not in number.exact:
        return "certain" if number.value else "no chance"
    rounded = _rounded_percent(number.value)
    ways, _, of = number.exact.partition("/")
    return f"{ways} in {of} ({rounded})" if len(number.exact) <= _LONGEST else f"about {rounded}"


def _rounded_percent(value: float) -> str:
    """A share in hundredths; with a decimal where it is small or near to all."""
    return f"{100 * value:.0f} %" if 0.095 <= value <= 0.905 else percent(value)


def percent(value: float) -> str:
    """A share in hundredths with three figures, never rounded to all or nothing."""
    shown = f"{100 * value:.1f}"
    if 0 < value < 1 and shown in ("0.0", "100.0"):
        shown = "below 0.1" if value < 0.5 else "above 99.9"
    return f"{shown} %"


def share(number: Exact) -> str:
    """A probability in hundredths alone: `42 %`, `100 %`."""
    return _rounded_percent(number.value) if "/" in number.exact else f"{100 * int(number.exact)} %"


def rounded(number: Exact) -> str:
    """A mean without its fraction: `1.25`."""
    return _decimal(number.value) if "/" in number.exact else number.exact


def amount(number: Exact, sign: str = "") -> str:
    """A mean: `1.25 (5/4)`; `sign` goes before all its numbers, as in `+1.25 (+5/4)`."""
    if "/" not in number.exact:
        return f"{sign}{number.exact}"
    rounded = _decimal(number.value)
    short = len(number.exact) <= _LONGEST
    return f"{sign}{rounded} ({sign}{number.exact})" if short else f"about {sign}{rounded}"


def _decimal(value: float) -> str:
    """A decimal number: `1.25`; one that only rounding makes whole keeps its noughts: `2.000`."""
    if abs(value) < _SMALL:
        return f"{value:.1g}"
    shown = f"{value:.2f}" if abs(value) >= 1 else f"{value:.3f}"
    return shown if shown.endswith((".00", ".000")) else shown.rstrip("0")


def levels(
    goal: Sequence[str],
    worth: Sequence[Exact],
    indicators: Collection[str] = (),
    counted_down: Collection[str] = (),
) -> str:
    """Each level of a goal with its mean.

    The mean of an indicator is a chance; what is counted down is shown with the other sign.
    """
    told = []
    for level, number in zip(goal, worth, strict=False):
        if level in counted_down:
            number = counted_up(number)
        likely = level in indicators and "/" in number.exact
        told.append(f"{level} {chance(number) if likely else amount(number)}")
    return ", ".join(told)


def counted_up(number: Exact) -> Exact:
    """What is counted down, as people say it: 2 lost for -2."""
    if not number.value:
        return number
    exact = number.exact.removeprefix("-") if number.value < 0 else f"-{number.exact}"
    return Exact(exact, -number.value)


def whole_levels(goal: Sequence[str], values: Sequence[int], counted_down: Collection[str]) -> str:
    """Each level of a goal with its whole number; what is counted down is shown with the other sign."""
    shown = (
        f"{level} {-value if level in counted_down else value}"
        for level, value in zip(goal, values, strict=False)
    )
    return ", ".join(shown)


def of_policy(policy: PolicyAnswer, worth: Sequence[Exact], which: Sequence[int] | None = None) -> str:
    """A worth by the goal of this policy; `which` says which levels are told, None for all."""
    told = [each for each in which if each < len(worth)] if which is not None else range(len(worth))
    goal, numbers = [policy.goal[each] for each in told], [worth[each] for each in told]
    return levels(goal, numbers, policy.indicators, policy.counted_down)


def fraction(number: Exact) -> Fraction:
    """The number to reckon with."""
    from fractions import Fraction

    return Fraction(number.exact)
