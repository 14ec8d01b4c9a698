"""The numbers of a graded turn: what luck and choices came to, level by level of the goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tsolve.model.policies import Exact, exact
from tsolve.report.page import Page
from tsolve.report.words import numbers

if TYPE_CHECKING:
    from fractions import Fraction

    from tsolve.model.grades import GradeAnswer, Worth

_LONGEST = 9
"""Characters of a fraction that is still worth reading."""
_LONGEST_LEVEL = 12
_BY_THE_GOAL = "by the goal"
_MOST_DIGITS = 4


def weightiest(worth: Worth) -> int | None:
    """The first level that is not zero."""
    return next((level for level, number in enumerate(worth) if number.value), None)


def opposite(number: Exact) -> Exact:
    """The same with the other sign."""
    return exact(-numbers.fraction(number))


def told(answer: GradeAnswer, number: Exact, level: int, signed: bool = False, named: bool = True) -> str:
    """`+2.33 points`; `75 % to win` for the mean of a yes or no.

    Of losses, which are counted below zero, how many they are.
    """
    if answer.goal[level] in answer.counted_down:
        number = opposite(number)
    size = abs(numbers.fraction(number))
    is_share = answer.goal[level] in answer.indicators
    shown = numbers.share(exact(size)) if is_share else numbers.rounded(exact(size))
    sign = "-" if number.value < 0 else "+" if signed else ""
    return f"{sign}{shown} {_unit(answer, level, size) if named else ''}".rstrip()


def show_sums(page: Page, answer: GradeAnswer, levels: Sequence[int]) -> None:
    """For each of these levels what it was at the start, what luck and choices made of it, and the result.

    Nothing where a step that could not be judged leaves a gap.
    """
    for level in levels:
        if not (answer.start and answer.result):
            return
        sign = -1 if answer.goal[level] in answer.counted_down else 1
        start, luck, regret, result = (
            sign * numbers.fraction(worth[level])
            for worth in (answer.start, answer.luck, answer.regret, answer.result)
        )
        if start + luck - regret == result:
            _show_sum(page, answer, level, [start, luck, -regret], result)


def _unit(answer: GradeAnswer, level: int, number: Fraction) -> str:
    """What so many of a level are; a long weighted sum is not spelled out."""
    name = answer.goal[level]
    usual = name if len(name) <= _LONGEST_LEVEL else _BY_THE_GOAL
    one, several = answer.units.get(name, (usual, usual))
    return one if number == 1 else several


def _show_sum(page: Page, answer: GradeAnswer, level: int, parts: list[Fraction], total: Fraction) -> None:
    is_share = answer.goal[level] in answer.indicators
    digits = _digits(parts, total, is_share)
    names = ("at the start", "luck", "choices")
    terms = [(part, name) for part, name in zip(parts, names, strict=True) if part or name == names[0]]
    added = [part for part, _ in terms]
    summed = _joined(added, [f"{_shown(abs(part), is_share, digits)} {name}" for part, name in terms])
    unit = "" if is_share else f" {_unit(answer, level, total)}"
    ending = "" if answer.finished else " within reach"
    reached = f"{_shown(total, is_share, digits)}{unit}{ending}"
    page.sum(f"{summed} =", reached, _exactly(added, total, is_share, digits))


def _digits(parts: Sequence[Fraction], total: Fraction, is_share: bool) -> int | None:
    """The fewest decimals with which the rounded numbers add up too; None where they never do."""
    for digits in range(0 if is_share else 2, _MOST_DIGITS):
        if sum(_rounded(part, is_share, digits) for part in parts) == _rounded(total, is_share, digits):
            return digits
    return None


def _exactly(parts: Sequence[Fraction], total: Fraction, is_share: bool, digits: int | None) -> str:
    """The sum in fractions, where its numbers were rounded and the fractions are short."""
    every = [*parts, total]
    if digits is None or all(_rounded(part, is_share, digits) == _scaled(part, is_share) for part in every):
        return ""
    if any(len(str(part)) > _LONGEST for part in every):
        return ""
    return f"{_joined(parts, [str(abs(part)) for part in parts])} = {total}"


def _joined(parts: Sequence[Fraction], shown: Sequence[str]) -> str:
    """The terms with their signs between them."""
    signs = ("- " if part < 0 else "+ " for part in parts)
    joined = " ".join(sign + text for sign, text in zip(signs, shown, strict=True))
    return joined.removeprefix("+ ").replace("- ", "-", joined.startswith("- "))


def _scaled(number: Fraction, is_share: bool) -> Fraction:
    """A share in hundredths."""
    return number * 100 if is_share else number


def _rounded(number: Fraction, is_share: bool, digits: int) -> Fraction:
    from fractions import Fraction

    return Fraction(round(_scaled(number, is_share) * 10**digits), 10**digits)


def _shown(number: Fraction, is_share: bool, digits: int | None) -> str:
    """Such as `1.67`, `2`, `33 %`; what only rounding makes whole keeps its noughts: `2.00`."""
    scaled = _scaled(number, is_share)
    if digits is None or scaled.denominator == 1:
        shown = str(scaled)
    else:
        shown = f"{float(scaled):.{digits}f}"
        shown = shown if float(shown).is_integer() else shown.rstrip("0")
    return f"{shown}{' %' if is_share else ''}"
