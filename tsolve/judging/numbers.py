"""Judges a stated number or list: finds its value for every way in which a line may continue, and compares.

A claim and an expectation about the same fact in the same scope are one question. A scope is the start, the
position right after a step (also the last one), or the end of a line with all that it leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
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
from tsolve.written.bounds import Bound, keeps, keeps_between

S = TypeVar("S")
A = TypeVar("A")


class Outcome(NamedTuple):
    """One way in which a line may continue to the end of a scope."""

    told: str
    """What is chosen and drawn on this way, in words; empty if nothing is open."""
    found: Found


class Judged(NamedTuple):
    """The judgement on a stated fact."""

    holds: bool | None
    """None if that is unknown."""
    reason: str
    """The value of the fact in words, or why it is unknown."""
    rulings: tuple[str, ...] = ()
    calculation: Calculation | None = None
    value: Mapping[str, Fact] | None = None
    """Its value, by whose it is, if it is the same on every way."""


def whether(
    position: Position[S, A],
    scope: Scope[S, A],
    name: str,
    wanted: Mapping[str, Fact],
    say: Callable[[Mapping[str, Fact]], str],
    bound: Bound | None = None,
) -> Judged:
    """Whether a fact is as stated in a scope."""
    if text := out_of_reach(scope):
        return Judged(None, text)
    return judge(position, name, wanted, OUTCOMES.of(position)(scope, name, wanted), say, bound)


def out_of_reach(scope: Scope[S, A]) -> str:
    """Why there is no value after a step: the line does not get that far. Empty if it does."""
    is_reached = scope.step is None or scope.step < len(scope.played.states)
    return "" if is_reached else f"the turn does not get that far. {scope.played.answer.outcome}"


def whole_turn(
    position: Position[S, A], scope: Scope[S, A], name: str, _: Mapping[str, Fact]
) -> Sequence[Outcome]:
    """The outcomes, if the line itself lists the ways in which it may end."""
    played, step = scope
    if step is None and played.ways:
        return tuple(Outcome(way.told, position.fact(way.played, name, None)) for way in played.ways)
    if step is None and played.undecided:
        return (Outcome("", Found(None, unknown=played.undecided)),)
    if untold := still_to_come(position, scope):
        return (Outcome("", Found(None, unknown=untold)),)
    return (Outcome("", position.fact(played, name, step)),)


def still_to_come(position: Position[S, A], scope: Scope[S, A]) -> str:
    """Why the value right after a step is unknown: chance must decide, and no step says what came. Empty if
    chance need not decide, or if the step itself says what came.
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
"""The values of a stated fact: right after a step, or for each way in which the line may end."""


def judge(
    position: Position[S, A],
    name: str,
    wanted: Mapping[str, Fact],
    outcomes: Sequence[Outcome],
    say: Callable[[Mapping[str, Fact]], str],
    bound: Bound | None = None,
    agrees: Callable[[Fact, Fact], bool] | None = None,
) -> Judged:
    """Whether a fact has the stated values, by whose they are, in all outcomes, or keeps to them as a bound;
    `say` puts a value into words, and `agrees` compares a value where it need not be the stated one.
    """
    agrees = agrees or partial(_agrees, position, name, bound=bound)
    values = [position.told_of(name, each.found.value, wanted) for each in outcomes]
    holds = [
        _may_hold(each.found, wanted, bound)
        if each.found.unknown
        else all(agrees(value[of], wanted[of]) for of in wanted)
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
        return Judged(holds[0], words[0], rulings)
    if len(different) > 1:
        return Judged(holds[0], f"whatever comes: {' or '.join(different)}", rulings)
    return Judged(holds[0], words[0], rulings, found.calculation, values[0])


def _agrees(position: Position[S, A], name: str, value: Fact, wanted: Fact, bound: Bound | None) -> bool:
    if bound is None:
        return position.agrees(name, value, wanted)
    return isinstance(value, int) and isinstance(wanted, int) and keeps(value, bound, wanted)


def _may_hold(found: Found, wanted: Mapping[str, Fact], bound: Bound | None) -> bool | None:
    """Whether an uncertain fact is as stated, as far as its own bounds tell: None where they do not."""
    numbers = [len(each) if isinstance(each, tuple) else each for each in wanted.values()]
    for number in (each for each in numbers if isinstance(each, int)):
        if bound is not None:
            return keeps_between(found.least, found.most, bound, number)
        if found.least is not None and number < found.least:
            return False
        if found.most is not None and number > found.most:
            return False
    return None


def _unsure(found: Found) -> str:
    """The bounds of an uncertain fact and why it is uncertain; empty if it is certain."""
    bounds = (("at least", found.least), ("at most", found.most))
    sure = [f"{word} {number}" for word, number in bounds if number is not None]
    sure = [f"exactly {found.least}"] if len({found.least, found.most}) == 1 and sure else sure
    return "; ".join(([" and ".join(sure)] if sure else []) + [found.unknown]) if found.unknown else ""


def whatever_is_chosen(
    played: Played[S, A], judge: Callable[[Played[S, A]], Iterator[ExpectationAnswer]]
) -> Iterator[ExpectationAnswer]:
    """The expectations about a line. Where it leaves a choice open, an expectation holds or fails if it does
    so on every way; otherwise it is undecided.
    """
    if not played.ways:
        yield from judge(played)
        return
    for answers in zip(*(judge(way.played) for way in played.ways), strict=True):
        yield in_all_ways([way.told for way in played.ways], answers)
