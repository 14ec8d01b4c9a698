"""Grades a whole turn that was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from tsolve.budget import FREE, Budget, allow, current
from tsolve.errors import UsageError
from tsolve.model.grades import GradeAnswer
from tsolve.turns.check import card_notes, reading_answers
from tsolve.turns.grading.events import Event, events_of
from tsolve.turns.grading.grading import Grading
from tsolve.turns.grading.prospects import Prospects
from tsolve.turns.grading.steps import StepGrader, amounts, out_of_reach, refused
from tsolve.turns.line import play_line
from tsolve.turns.opened import Opened

S = TypeVar("S")
A = TypeVar("A")

_NO_LINE = "the file has no line to grade; add `line:` with the actions of the turn, in their order"
_PARTLY = "what is said about better play, reach and cards is incomplete: {why}"


def grade(opened: Opened[S, A], file: str = "", goal: str | None = None) -> GradeAnswer:
    """Judge the line of a position file step by step, by the goal asked for or the usual one of its turn.

    The budget is for what has to be planned; the line itself is always played. Citations are left to the
    caller.

    Raises:
        UsageError: the game grades nothing, there is no line, or the goal asked for is unknown.
        InputError: a text of the line cannot be read as an action, or the goal of the file is unknown.
    """
    budget = current()
    with allow(FREE):
        return _graded(opened, file, goal, budget)


def _graded(opened: Opened[S, A], file: str, goal: str | None, budget: Budget) -> GradeAnswer:
    grading_of = opened.grading()
    position = opened.position
    if not position.line:
        raise UsageError(_NO_LINE)
    spans = [opened.decoded.span("line", index) for index in range(len(position.line))]
    played = play_line(opened, position.line, spans)
    grading = grading_of(played, goal)
    prospects, peaks = grading.prospects("expected", budget), grading.prospects("best", budget)
    events = events_of(grading, played)
    prospects.look_at(_points(grading, events))
    grader = StepGrader(grading, prospects)
    steps = [*grader.grade(events)]
    steps += [
        refused(step, bool(played.undecided)) for step in played.answer.steps if step.refusal is not None
    ]
    turn = _until_the_result(grading, events)
    judged = [event for event in turn if not grading.why_unjudged(event.action)]
    return GradeAnswer(
        file=file,
        position=opened.shown(opened.state),
        goal=grading.goal,
        line=played.answer,
        finished=bool(turn) and grading.value(turn[-1].after) is not None,
        start=amounts(prospects.of(judged[0].before).worth if judged else None),
        result=amounts(prospects.of(turn[-1].after).worth if judged else None),
        regret=amounts(grader.regret),
        luck=amounts(grader.luck),
        steps=tuple(steps),
        out_of_reach=out_of_reach(grading, turn, peaks),
        cards=grading.cards(turn, prospects) if played.answer.legal else (),
        slack=grading.slack(turn, played),
        counted_down=tuple(level for level in grading.goal if level in grading.counted_down),
        indicators=tuple(level for level in grading.goal if level in grading.indicators),
        units={level: grading.units[level] for level in grading.goal if level in grading.units},
        undecided=(*grader.undecided, *([played.answer.undecided] if played.answer.undecided else [])),
        readings=reading_answers(opened, opened.readings_of(played)),
        notes=(
            *grading.notes(events[len(turn) :]),
            *_given_up(prospects, peaks),
            *opened.remarks(),
        ),
        provenance=card_notes(opened, opened.cards_in_sight()),
    )


def _until_the_result(grading: Grading[S, A], events: Sequence[Event[S, A]]) -> tuple[Event[S, A], ...]:
    """What the goal has a say in: nothing after the turn's result stands."""
    found: list[Event[S, A]] = []
    for event in events:
        found.append(event)
        if grading.value(event.after) is not None:
            break
    return tuple(found)


def _points(grading: Grading[S, A], events: Sequence[Event[S, A]]) -> tuple[S, ...]:
    """The positions that a best play is asked for, in their order."""
    judged = [event for event in events if not grading.why_unjudged(event.action)]
    return tuple(dict.fromkeys(state for event in judged for state in (event.before, event.after)))


def _given_up(prospects: Prospects[S, A], peaks: Prospects[S, A]) -> Iterator[str]:
    if why := prospects.given_up or peaks.given_up:
        yield _PARTLY.format(why=why)
