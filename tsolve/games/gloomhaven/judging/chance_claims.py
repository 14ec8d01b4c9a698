"""Claims about chances: `65% to kill Bandit Guard 1`, `at least 70% to kill it`."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, TypeVar

from tsolve.errors import UndecidedError, UsageError
from tsolve.games.gloomhaven.judging.odds import AttackOdds, outcomes
from tsolve.model.verdicts import chance_in_words

P = TypeVar("P")

_RULES = ("GH-6.8", "GH-6.9", "GH-6.17")
"""The modifier card, the defence, and the deck."""
_BOUND = re.compile(r"(?P<bound>>=|<=|>|<)?\s*(?P<number>.+)")


class Death(NamedTuple):
    """The chance with which attacks that are to come kill a figure."""

    name: str
    chance: Fraction | None
    """None if it is not known."""
    why: str = ""

    def judged(self, stated: str, dies: bool) -> tuple[bool | None, str, tuple[str, ...]]:
        """Whether it dies, or survives, with the stated chance; the reason and the rules."""
        if self.chance is None:
            return None, self.why, _RULES
        chance = self.chance if dies else 1 - self.chance
        what = "dies" if dies else "survives"
        return (
            agrees(stated, chance),
            f"{self.name} {what}: {chance_in_words(chance)}",
            _RULES,
        )


def chance_of_death(odds: Callable[[P], AttackOdds], position: P, name: str) -> Death:
    """The chance with which the attacks of a position kill a figure."""
    try:
        found = odds(position)
        results = outcomes(found.game, found.state, found.more)
    except (UsageError, UndecidedError) as error:
        return Death(name, None, str(error))
    return Death(name, sum((share for each, share in results.items() if name in each.dead), Fraction(0)))


def agrees(written: str, chance: Fraction) -> bool:
    """Whether a chance is the one that is stated, as precisely as it is written: `65%` is anything that is
    rounded to it. A bound is exact.
    """
    found = _BOUND.fullmatch(written.strip())
    assert found is not None  # its pattern was checked
    number = found["number"].replace(" ", "")
    wanted, digit = _number(number)
    match found["bound"]:
        case ">=":
            return chance >= wanted
        case "<=":
            return chance <= wanted
        case ">":
            return chance > wanted
        case "<":
            return chance < wanted
    return abs(chance - wanted) <= digit / 2


def _number(written: str) -> tuple[Fraction, Fraction]:
    """A number, and the worth of its last digit; 0 for a fraction, which is exact."""
    plain = written.removesuffix("%")
    part = Fraction(1, 100) if written.endswith("%") else Fraction(1)
    if "/" in plain:
        return Fraction(plain), Fraction(0)
    _, _, decimals = plain.partition(".")
    is_whole = written in ("0", "1")
    return Fraction(plain) * part, Fraction(0) if is_whole else part / 10 ** len(decimals)
