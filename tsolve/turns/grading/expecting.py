"""What a puzzle expects of the grade of its line, compared with what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from tsolve.diagnostics import counted
from tsolve.model.answers import ExpectationAnswer, Value
from tsolve.turns.compared import answered, doubted
from tsolve.turns.grading.grade import grade
from tsolve.turns.opened import Opened

if TYPE_CHECKING:
    from tsolve.model.grades import GradeAnswer, Worth
    from tsolve.turns.expected_grade import GradeExpectation

S = TypeVar("S")
A = TypeVar("A")

_NOTHING = "nothing"
_OF_ALL_STEPS = ("start", "gave_away", "luck", "out_of_reach", "lost_by", "useless")
"""What is not known before every step is judged."""


def judge_grade(
    opened: Opened[S, A], expect: GradeExpectation, on_found: Callable[[object], None]
) -> Iterator[ExpectationAnswer]:
    """Every expectation about the grade, which `on_found` is told of. Raises UsageError without a line."""
    answer = grade(opened)
    on_found(answer)
    for each in _judged(opened, expect, answer):
        yield doubted(each) if answer.undecided and _is_open(answer, expect, each) else each


def _is_open(answer: GradeAnswer, expect: GradeExpectation, judged: ExpectationAnswer) -> bool:
    """Whether this is unknown because some steps could not be judged."""
    what, number = judged.path[2], str(judged.path[-1])
    unknown = {step.number for step in answer.steps if step.verdict == "unknown"}
    lost = {step.number for step in answer.steps if step.verdict == "lost"}
    if what == "result":
        return judged.found == _NOTHING
    if what == "better":
        return number in map(str, unknown)
    if what == "worse":
        return lost ^ set(expect.worse or ()) <= unknown
    return what in _OF_ALL_STEPS


def _judged(
    opened: Opened[S, A], expect: GradeExpectation, answer: GradeAnswer
) -> Iterator[ExpectationAnswer]:
    yield from _worth("start", answer, expect.start, answer.start)
    yield from _worth("result", answer, expect.result, answer.result)
    if expect.gave_away is not None:
        yield _sum("gave_away", answer, expect.gave_away, answer.regret)
    if expect.luck is not None:
        yield _sum("luck", answer, expect.luck, answer.luck)
    for what, verdict, numbers in (("worse", "lost", expect.worse), ("unknown", "unknown", expect.unknown)):
        if numbers is not None:
            found = tuple(str(step.number) for step in answer.steps if step.verdict == verdict)
            yield _same((what,), f"{what} steps", _listed(map(str, numbers)), _listed(found), found)
    for number, action in expect.better.items():
        better = [step.better[0] for step in answer.steps if str(step.number) == number and step.better]
        right = better[0] if len(better) == 1 else None
        yield _same(("better", number), f"better at step {number}", action, _listed(better), right)
    lost = answer.out_of_reach
    if expect.out_of_reach is not None:
        reached: Value = lost.number if lost else "never"
        yield _same(("out_of_reach",), "out of reach", str(expect.out_of_reach), reached, reached)
    if expect.lost_by is not None:
        by = lost.by if lost else None
        yield _same(("lost_by",), "lost by", expect.lost_by, by or "nothing", by)
    yield from _cards(opened, expect, answer)
    if expect.slack is not None:
        amount = answer.slack.amount if answer.slack else None
        yield _same(("slack",), "slack", str(expect.slack), amount, amount)
    if expect.legal is not None:
        yield _same(("legal",), "legal", str(expect.legal), answer.line.legal, answer.line.legal)


def _cards(
    opened: Opened[S, A], expect: GradeExpectation, answer: GradeAnswer
) -> Iterator[ExpectationAnswer]:
    idle = [card.card for card in answer.cards if card.idle]
    useless = [card.card for card in answer.cards if not card.mattered and card.needed is False]
    for what, wanted, found in (("idle", expect.idle, idle), ("useless", expect.useless, useless)):
        if wanted is not None:
            right = tuple(counted(sorted(found)))
            yield _same((what,), what, _listed(opened.names_as_stated(wanted)), _listed(right), right)
    parts = answer.slack.contributions if answer.slack is not None else ()
    for name, spare in expect.spare.items():
        (card,) = opened.names_as_stated((name,))
        least = min((part.spare for part in parts if part.card == card), default=None)
        yield _same(("spare", name), f"spare {card}", str(spare), least, least)


def _sum(what: str, answer: GradeAnswer, wanted: Mapping[str, str], found: Worth) -> ExpectationAnswer:
    """Levels that are not named are expected to be 0."""
    expected = {level: str(Fraction(amount)) for level, amount in wanted.items() if Fraction(amount)}
    other = {level: amount for level, amount in _levels(answer, found).items() if amount != "0"}
    return _same((what,), what.replace("_", " "), _told(expected), _told(other), other)


def _worth(
    what: str, answer: GradeAnswer, wanted: Mapping[str, str], found: Worth
) -> Iterator[ExpectationAnswer]:
    """What is lost or missing may be written without its sign."""
    levels = _levels(answer, found)
    for level, amount in wanted.items():
        expected, reached = str(Fraction(amount)), levels.get(level)
        told = reached if reached == f"-{expected}" else expected
        yield _same((what, level), f"{what} {level}", told, reached, reached)


def _levels(answer: GradeAnswer, worth: Worth) -> dict[str, str]:
    return {level: number.exact for level, number in zip(answer.goal, worth, strict=False)}


def _told(levels: Mapping[str, str]) -> str:
    return _listed(f"{level} {amount}" for level, amount in sorted(levels.items()))


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(texts) or "none"


def _same(
    path: tuple[str, ...], what: str, expected: str, found: object, right: Value | None
) -> ExpectationAnswer:
    told = _NOTHING if found is None else str(found)
    return answered(("grade", *path), f"grade: {what}", expected == told, expected, told, right)
