"""The judgement of a turn that was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tsolve.budget import FREE, Budget, allow, current
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.grading.events import Event, events_of
from tsolve.games.thunderstone.grading.prospects import Prospects
from tsolve.games.thunderstone.grading.slack import slack_of
from tsolve.games.thunderstone.grading.steps import StepGrader, amounts, out_of_reach, refused
from tsolve.games.thunderstone.grading.without import card_grades
from tsolve.games.thunderstone.judging.grounds import (
    readings_of,
    table_notes,
)
from tsolve.games.thunderstone.judging.one_turn import one_turn
from tsolve.games.thunderstone.planning.goals import COUNTED_DOWN
from tsolve.games.thunderstone.planning.wanted import goal_of
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import PositionAnswer
from tsolve.model.grades import GradeAnswer
from tsolve.turns.check import card_notes, reading_answers
from tsolve.turns.line import play_line

_NO_LINE = "the file has no line to grade; add `line:` with the actions of the turn, in their order"
_PARTLY = "what is not told about better play, reach and cards was not found out: {why}"
_SPOILS = "Spoils have no say in the goal: what they brought is not graded"


def grade(opened: Opened, file: str = "", goal: str | None = None) -> GradeAnswer:
    """Judge the line of a position file step by step, by the goal of its kind of turn.

    The budget is for what has to be planned; the line itself is always played. Citations are left to the
    caller.

    Raises:
        UsageError: there is no line, or the goal asked for is unknown.
        InputError: a text of the line cannot be read as an action, or the goal of the file is unknown.
    """
    budget = current()
    with allow(FREE):
        return _graded(opened, file, goal, budget)


def _graded(opened: Opened, file: str, goal: str | None, budget: Budget) -> GradeAnswer:
    position, game = opened.position, opened.game
    if not position.line:
        raise UsageError(_NO_LINE)
    spans = [opened.decoded.span("line", index) for index in range(len(position.line))]
    played = play_line(opened, position.line, spans)
    place = _place((*played.states, played.result))
    compares = opened.state.step == "choose" and bool(goal or position.goal)
    levels = goal_of(opened, "any" if compares else place, goal)
    prospects = Prospects(game, levels, compares_turns=compares, budget=budget)
    peaks = Prospects(game, levels, "best", prospects.evaluator, compares, budget)
    watched = one_turn(opened.book)
    events = events_of(watched, played, lambda state: prospects.result(state) is not None)
    prospects.look_at(_points(events, compares))
    grader = StepGrader(game, prospects)
    steps = [*grader.grade(events)]
    steps += [
        refused(step, bool(played.undecided)) for step in played.answer.steps if step.refusal is not None
    ]
    turn = _until_the_result(events, prospects)
    starts = [event.before for event in turn if compares or event.before.turn]
    start = prospects.of(starts[0]).worth if starts else None
    reached = prospects.of(turn[-1].after).worth if starts else None
    lost = out_of_reach(game, turn, peaks)
    cards = card_grades(watched, opened.state, turn, prospects) if played.answer.legal else ()
    return GradeAnswer(
        file=file,
        position=PositionAnswer(position.game, opened.printing, game.zones(opened.state)),
        goal=levels,
        line=played.answer,
        finished=bool(turn) and prospects.result(turn[-1].after) is not None,
        start=amounts(start),
        result=amounts(reached),
        gave_away=amounts(grader.gave_away),
        luck=amounts(grader.luck),
        steps=tuple(steps),
        out_of_reach=lost,
        cards=cards,
        slack=slack_of(opened.book, turn, played.answer.calculation),
        counted_down=tuple(level for level in levels if level in COUNTED_DOWN),
        undecided=(*grader.undecided, *([played.answer.undecided] if played.answer.undecided else [])),
        readings=reading_answers(opened, readings_of(opened, played)),
        notes=(
            *_notes(events[len(turn) :]),
            *_given_up(prospects, peaks),
            *table_notes(opened),
            *card_notes(opened, opened.cards_in_sight()),
        ),
    )


def _until_the_result(events: Sequence[Event], prospects: Prospects) -> tuple[Event, ...]:
    """What the goal has a say in: nothing after the turn's result stands."""
    found: list[Event] = []
    for event in events:
        found.append(event)
        if prospects.result(event.after) is not None:
            break
    return tuple(found)


def _place(states: Iterable[State]) -> str:
    """Which kind of turn was played; a Dungeon turn where the line does not get that far."""
    return next((state.turn for state in states if state.turn), "dungeon")


def _points(events: Sequence[Event], compares: bool) -> tuple[State, ...]:
    """The positions that a best play is asked for, in their order."""
    judged = [event for event in events if compares or not isinstance(event.action, Visit)]
    return tuple(dict.fromkeys(state for event in judged for state in (event.before, event.after)))


def _given_up(prospects: Prospects, peaks: Prospects) -> Iterator[str]:
    if why := prospects.given_up or peaks.given_up:
        yield _PARTLY.format(why=why)


def _notes(events: Iterable[Event]) -> Iterator[str]:
    if any(event.before.todo and event.before.todo[-1].name == "spoils" for event in events):
        yield _SPOILS
