"""Whether a fact that somebody states is so: what it comes to in every way in which a line may go on, and the
answer to an expectation by that.

A claim and an expectation of the same fact in the same scope are one question. Scopes are the position
itself, right after a step (also the last one), and the end of a line with all that it leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from tsolve.model.answers import ExpectationAnswer, Value
from tsolve.model.plays import Calculation
from tsolve.source.decode import Path
from tsolve.turns.measures import Found
from tsolve.turns.narration import UNDECIDED, Fact, Played, Scope, worded
from tsolve.turns.opened import Opened
from tsolve.turns.rulings import changing

S = TypeVar("S")
A = TypeVar("A")


class Outcome(NamedTuple):
    """One way in which what is written may go on to the end of a scope."""

    told: str
    """What is chosen and what comes, in words; empty where nothing is open."""
    found: Found


class Judged(NamedTuple):
    """Whether a fact is as it is stated."""

    holds: bool | None
    """None where nobody can tell."""
    reason: str
    """What the fact comes to, in words; or why nobody can tell."""
    rulings: tuple[str, ...] = ()
    calculation: Calculation | None = None
    value: Mapping[str, Fact] | None = None
    """What it comes to, by whose it is, if it is the same in every case."""


def whether(
    opened: Opened[S, A],
    scope: Scope[S, A],
    name: str,
    wanted: Mapping[str, Fact],
    say: Callable[[Mapping[str, Fact]], str],
) -> Judged:
    """Whether a fact is as stated in a scope."""
    if told := out_of_reach(scope):
        return Judged(None, told)
    return judge(opened, name, wanted, opened.outcomes(scope, name, wanted), say)


def out_of_reach(scope: Scope[S, A]) -> str:
    """Why nobody can tell what a line comes to after a step; empty where it gets that far."""
    is_reached = scope.step is None or scope.step < len(scope.played.states)
    return "" if is_reached else f"the turn does not get that far. {scope.played.answer.outcome}"


def whole_turn(opened: Opened[S, A], scope: Scope[S, A], name: str) -> Sequence[Outcome]:
    """The outcomes in a game whose lines know themselves in what ways they may end."""
    played, step = scope
    if step is None and played.ways:
        return tuple(Outcome(way.told, opened.fact(way.played, name)) for way in played.ways)
    if step is None and played.undecided:
        return (Outcome("", Found(None, unknown=played.undecided)),)
    return (Outcome("", opened.fact(played, name, step)),)


def judge(
    opened: Opened[S, A],
    name: str,
    wanted: Mapping[str, Fact],
    outcomes: Sequence[Outcome],
    say: Callable[[Mapping[str, Fact]], str],
) -> Judged:
    """Whether a fact is as stated, by whose it is, in every case; `say` puts a value into words."""
    values = [opened.told_of(name, each.found.value, wanted) for each in outcomes]
    holds = [
        None if each.found.unknown else all(opened.agrees(name, value[of], wanted[of]) for of in wanted)
        for each, value in zip(outcomes, values, strict=True)
    ]
    words = [each.found.unknown or say(value) for each, value in zip(outcomes, values, strict=True)]
    if len({*holds}) > 1:
        ways = {
            verdict: f"with {each.told}: {told}"
            for verdict, each, told in reversed([*zip(holds, outcomes, words, strict=True)])
        }
        open_ = "the steps leave open" if opened.position.line else "is chosen and drawn"
        return Judged(None, f"it hangs on what {open_}: {'; '.join(ways.values())}")
    found, different = outcomes[0].found, [*dict.fromkeys(words)]
    if holds[0] is None:
        return Judged(None, found.unknown, found.rulings)
    rulings = changing(found.calculation) or found.rulings
    if len(different) > 1:
        return Judged(holds[0], f"whatever comes: {' or '.join(different)}", rulings)
    return Judged(holds[0], words[0], rulings, found.calculation, values[0])


def same(
    path: Path, what: str, expected: object, found: object, detail: str = "", right: Value | None = None
) -> ExpectationAnswer:
    """Whether both are equal; `detail` explains what was found where they are not.

    `path` leads to the expectation inside `expect`. `right` is what the file would have to state: when it is
    left out, what was found, where that is a number or a truth.
    """
    holds = expected == found
    told = worded(found)
    if right is None and isinstance(found, int):
        right = found
    return answered(path, what, holds, worded(expected), f"{told}: {detail}" if detail else told, right, told)


def answered(
    path: Path,
    what: str,
    holds: bool,
    expected: str,
    found: str,
    right: Value | None = None,
    confirmed: str | None = None,
) -> ExpectationAnswer:
    """An answer; one that holds needs no right value, and says `confirmed` instead of `found`."""
    if holds:
        return ExpectationAnswer(
            what, True, expected, found if confirmed is None else confirmed, ("expect", *path)
        )
    return ExpectationAnswer(what, False, expected, found, ("expect", *path), right=right)


def doubted(answer: ExpectationAnswer, right: Value | None = None) -> ExpectationAnswer:
    """An answer where what was found is not sure: one that fails is not refuted, but undecided.

    `right` is given where a file may state that it is undecided.
    """
    if answer.holds:
        return answer
    found = answer.found if answer.found.startswith(UNDECIDED) else f"{UNDECIDED}: {answer.found}"
    return replace(answer, undecided=True, found=found, right=right)


def whatever_is_chosen(
    played: Played[S, A], judge: Callable[[Played[S, A]], Iterator[ExpectationAnswer]]
) -> Iterator[ExpectationAnswer]:
    """The expectations about a line; where it leaves a choice open, those that hold, or fail, by every way in
    which that can go, and the others in doubt.
    """
    if not played.ways:
        yield from judge(played)
        return
    for answers in zip(*(judge(way.played) for way in played.ways), strict=True):
        yield in_all_ways([way.told for way in played.ways], answers)


def in_all_ways(ways: Sequence[str], answers: Sequence[ExpectationAnswer]) -> ExpectationAnswer:
    """One answer for all the ways in which it may go, each told in words; in doubt where they differ."""
    told = {(each.holds, each.undecided): (way, each) for way, each in zip(ways, answers, strict=True)}
    if len(told) == 1:
        return answers[0]
    found = "; ".join(f"with {way}: {each.found}" for way, each in told.values())
    failing = next(each for each in answers if not each.holds)
    return doubted(replace(failing, found=f"it hangs on what the steps leave open: {found}"))


def so_far(answer: ExpectationAnswer) -> ExpectationAnswer:
    """An answer about the best line found so far: another one may be better."""
    return answer if answer.holds else doubted(replace(answer, found=f"{UNDECIDED}, so far {answer.found}"))
