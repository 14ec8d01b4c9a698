"""Whether a fact that somebody states is so: what it comes to in every way in which a line may go on, and the
answer to an expectation by that.

A claim and an expectation of the same fact in the same scope are one question. Scopes are the position
itself, right after a step (also the last one), and the end of a line with all that it leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from tsolve.contract.capability import Question
from tsolve.contract.measures import Found
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played, Scope
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.judging.rulings import changing
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.facts import Fact, in_all_ways
from tsolve.model.plays import Calculation

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
    position: Position[S, A],
    scope: Scope[S, A],
    name: str,
    wanted: Mapping[str, Fact],
    say: Callable[[Mapping[str, Fact]], str],
) -> Judged:
    """Whether a fact is as stated in a scope."""
    if told := out_of_reach(scope):
        return Judged(None, told)
    return judge(position, name, wanted, OUTCOMES.of(position)(scope, name, wanted), say)


def out_of_reach(scope: Scope[S, A]) -> str:
    """Why nobody can tell what a line comes to after a step; empty where it gets that far."""
    is_reached = scope.step is None or scope.step < len(scope.played.states)
    return "" if is_reached else f"the turn does not get that far. {scope.played.answer.outcome}"


def whole_turn(
    position: Position[S, A], scope: Scope[S, A], name: str, _: Mapping[str, Fact]
) -> Sequence[Outcome]:
    """The outcomes in a game whose lines know themselves in what ways they may end."""
    played, step = scope
    if step is None and played.ways:
        return tuple(Outcome(way.told, position.fact(way.played, name, None)) for way in played.ways)
    if step is None and played.undecided:
        return (Outcome("", Found(None, unknown=played.undecided)),)
    if untold := still_to_come(position, scope):
        return (Outcome("", Found(None, unknown=untold)),)
    return (Outcome("", position.fact(played, name, step)),)


def still_to_come(position: Position[S, A], scope: Scope[S, A]) -> str:
    """What a step has begun to bring and the steps do not tell, so that nobody knows what it comes to; empty
    where nothing is, and where the step is itself what chance brings.
    """
    step_reader, (played, step) = position.step_reader(), scope
    if not step or step >= len(played.states) or step_reader.is_result(played.states[step]):
        return ""
    is_event = any(step_reader.is_event(each.action) for each in played.moves if each.step == step)
    if is_event or position.game.mover(played.states[step]) not in (CHANCE, UNKNOWN):
        return ""
    first, how, _ = step_reader.chance(played.states[step])
    return f"{first}, and the steps do not say which ({how})"


OUTCOMES: Question[[Scope[Any, Any], str, Mapping[str, Fact]], Sequence[Outcome]] = Question(
    whole_turn, "outcomes"
)
"""What a fact comes to right after a step, or in every way in which the line may end, where something is
stated of it.
"""


def judge(
    position: Position[S, A],
    name: str,
    wanted: Mapping[str, Fact],
    outcomes: Sequence[Outcome],
    say: Callable[[Mapping[str, Fact]], str],
) -> Judged:
    """Whether a fact is as stated, by whose it is, in every case; `say` puts a value into words."""
    values = [position.told_of(name, each.found.value, wanted) for each in outcomes]
    holds = [
        _may_hold(each.found, wanted)
        if each.found.unknown
        else all(position.agrees(name, value[of], wanted[of]) for of in wanted)
        for each, value in zip(outcomes, values, strict=True)
    ]
    words = [_unsure(each.found) or say(value) for each, value in zip(outcomes, values, strict=True)]
    if len({*holds}) > 1:
        ways = {
            verdict: f"with {each.told}: {told}"
            for verdict, each, told in reversed([*zip(holds, outcomes, words, strict=True)])
        }
        open_ = "the steps leave open" if position.written.line else "is chosen and drawn"
        return Judged(None, f"it depends on what {open_}: {'; '.join(ways.values())}")
    found, different = outcomes[0].found, [*dict.fromkeys(words)]
    if holds[0] is None:
        return Judged(None, found.unknown, found.rulings)
    rulings = changing(found.calculation) or found.rulings
    if found.unknown:
        return Judged(False, words[0], rulings)
    if len(different) > 1:
        return Judged(holds[0], f"whatever comes: {' or '.join(different)}", rulings)
    return Judged(holds[0], words[0], rulings, found.calculation, values[0])


def _may_hold(found: Found, wanted: Mapping[str, Fact]) -> bool | None:
    """Whether a fact that nobody can be sure of is as stated: no where that is less than the least, or more
    than the most.
    """
    numbers = [len(each) if isinstance(each, tuple) else each for each in wanted.values()]
    for number in (each for each in numbers if isinstance(each, int)):
        if found.least is not None and number < found.least:
            return False
        if found.most is not None and number > found.most:
            return False
    return None


def _unsure(found: Found) -> str:
    """Why nobody can be sure of a fact, and what is sure; empty where everything is."""
    bounds = (("at least", found.least), ("at most", found.most))
    sure = [f"{word} {number}" for word, number in bounds if number is not None]
    sure = [f"exactly {found.least}"] if len({found.least, found.most}) == 1 and sure else sure
    return "; ".join(([" and ".join(sure)] if sure else []) + [found.unknown]) if found.unknown else ""


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
