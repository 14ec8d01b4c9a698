"""Whether something can be done in a turn: one question with one answer, whoever asks it. A claim, a why-not,
a question of one line and a list of targets all ask here, so that they cannot contradict each other.

What is found is a line of the engine, to be replayed; "impossible" is a search that left nothing out. Chances
are those of the best play. What is neither found nor proved is undecided, with what it depends on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Generic, Literal, NamedTuple, TypeVar

from tsolve.budget import SpentError, current
from tsolve.model.verdicts import chance_in_words
from tsolve.solve.policy import Attitude
from tsolve.worlds.why_not_question import Hope, Question, Sought

W = TypeVar("W")
S = TypeVar("S")
A = TypeVar("A")


class Possible(NamedTuple, Generic[A]):
    """Whether something can be done."""

    verdict: Literal["possible", "impossible", "undecided"]
    """`possible`: whatever chance brings; `impossible`: proved."""
    line: tuple[A, ...] | None = None
    """How it is done. If undecided: a line that may do it, but not for certain."""
    drawn: bool = False
    """Whether cards are drawn in the line: it shows one possible draw, and it can be done after every other
    one, too.
    """
    left_out: tuple[str, ...] = ()
    """What it depends on, and what was not searched."""
    chance: Fraction | None = None
    """The chance of the best play, where cards come by chance and all of them are known."""
    first: str = ""
    """How that play begins, in words."""


def possible(question: Question[W, S, A], world: W) -> Possible[A]:
    """Whether what is asked for can be done. If neither search nor chances decide it, a bound may still rule
    it out. If the budget runs out first, it is undecided, and `left_out` says so.
    """
    found = _searched(question, world)
    is_ruled_out = found.verdict == "undecided" and question.is_hopeless(world)
    return Possible("impossible") if is_ruled_out else found


def _searched(question: Question[W, S, A], world: W) -> Possible[A]:
    try:
        sought = question.seek(world)
    except SpentError:
        return Possible("undecided", left_out=(current().why_over(),))
    if sought.line is not None:
        doubt = question.doubt(world, sought.line)
        return Possible("undecided" if doubt else "possible", sought.line, left_out=(doubt,) if doubt else ())
    unknown = question.unknown(world)
    left_out = tuple(dict.fromkeys((*unknown, *sought.left_out)))
    if not sought.left_out:
        return Possible("undecided" if left_out else "impossible", left_out=left_out)
    try:
        hope = question.hope(world)
        is_certain = hope is not None and hope.chance == 1
        line = question.way_to(world) if is_certain and sought.by_chance else ()
    except SpentError:
        return Possible("undecided", left_out=(*left_out, current().why_over()))
    if hope is None:
        return _whatever_others_choose(question, world, sought) or Possible("undecided", left_out=left_out)
    if is_certain:
        return Possible("possible", line or None, True, (), hope.chance, hope.first)
    if hope.chance == 0 and unknown:  # which may bring some chance
        return Possible("undecided", left_out=unknown)
    if hope.chance == 0:
        return Possible("impossible", chance=hope.chance)
    return Possible("undecided", left_out=left_out, chance=hope.chance, first=hope.first)


def _whatever_others_choose(question: Question[W, S, A], world: W, sought: Sought[A]) -> Possible[A] | None:
    """The verdict if it is the same whatever other players choose; else None."""
    if not sought.by_chance:
        return None
    with suppress(SpentError):
        if _is_certain(question, world):
            return Possible("possible", question.way_to(world) or None, True)
        hope = question.hope(world, "best")
        if hope is not None and hope.chance == 0 and not question.unknown(world):
            return Possible("impossible")
    return None


class Most(NamedTuple):
    """The most of something that a turn can have."""

    sure: int
    """Reached whichever cards come."""
    lucky: int
    """Reached with the luckiest known cards."""
    chance: Fraction = Fraction(1)
    """The chance to reach `lucky` by the play that is best for it."""
    is_known: bool = True
    """Whether nothing unknown could bring more."""

    @property
    def is_plain(self) -> bool:
        """Whether it is one number, whatever comes."""
        return self.lucky <= self.sure and self.is_known

    def __str__(self) -> str:
        if self.lucky > self.sure:
            return f"{self.sure} for certain, {self.lucky} with a chance of {chance_in_words(self.chance)}"
        return str(self.sure) if self.is_known else f"{self.sure} for certain"


def is_possible(question: Question[W, S, A], world: W) -> bool:
    """Whether what is asked for can be done whichever cards come, as far as everything is known."""
    if question.is_hopeless(world):
        return False
    sought = question.seek(world)
    return sought.line is not None or (sought.by_chance and _is_certain(question, world))


def is_sure(question: Question[W, S, A], world: W) -> bool:
    """Whether what is asked for is `possible`, beyond doubt."""
    if question.is_hopeless(world):
        return False
    sought = question.seek(world)
    if sought.line is not None:
        return not question.doubt(world, sought.line)
    return sought.by_chance and _is_certain(question, world)


def certainly(question: Question[W, S, A], world: W) -> Sought[A]:
    """A line that surely does what is asked for; or, if cards are drawn, one example of a play that does it
    whichever cards come.
    """
    if question.is_hopeless(world):
        return Sought()
    sought = question.seek(world)
    if sought.line is not None:
        return sought if not question.doubt(world, sought.line) else Sought(None, sought.left_out)
    if not sought.by_chance or not _is_certain(question, world):
        return sought
    return Sought(question.way_to(world), sought.left_out, drawn=True)


def _is_certain(question: Question[W, S, A], world: W) -> bool:
    hope = question.hope(world, "worst")
    return hope is not None and hope.chance == 1


def most_of(
    asking: Callable[[int], Question[W, S, A]], world: W, plain: int, sought: Sought[A], limit: int = 64
) -> Most:
    """The most of something. `plain` is the most without draws, and `sought` says what that search left out.

    `asking` makes the question for so much; at most `limit` more than `plain` is tried.
    """
    if not sought.left_out:
        return Most(plain, plain)

    @cache
    def hope(amount: int, attitude: Attitude) -> Hope | None:
        return asking(amount).hope(world, attitude)

    def comes(amount: int, attitude: Attitude) -> bool:
        if asking(amount).is_hopeless(world):
            return False
        found = hope(amount, attitude)
        return found is not None and found.chance == 1

    sure = lucky = plain
    if sought.by_chance:
        lucky = _greatest(lambda amount: comes(amount, "best"), plain, limit)
        sure = _greatest(lambda amount: amount <= lucky and comes(amount, "worst"), plain, limit)
    is_known = hope(lucky + 1, "best") is not None
    chance = asking(lucky).hope(world) if lucky > sure else None
    if chance is None:  # more depends on others, or nobody knows it
        return Most(sure, sure, is_known=is_known and lucky == sure)
    return Most(sure, lucky, chance.chance, is_known)


def _greatest(enough: Callable[[int], bool], start: int, limit: int) -> int:
    """The greatest amount that is reached, where `start` is and less is wherever more is."""
    low, step = start, 1
    while step <= limit and enough(low + step):
        low, step = low + step, 2 * step
    high = low + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if enough(middle) else (low, middle)
    return low
