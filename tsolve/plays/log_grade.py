"""Grades every turn of a log, and adds up for each player what choices gave away and what draws brought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TypeVar

from tsolve.contract.played_log import PlayedLog, PlayedTurn
from tsolve.contract.position import Position
from tsolve.judging.log import at_turn
from tsolve.model.grades import GradeAnswer
from tsolve.model.log_grades import LevelSum, LogGradeAnswer, PlayerGrade, TurnGrade
from tsolve.model.plays import exact

S = TypeVar("S")
A = TypeVar("A")


def grade_log(
    position: Position[S, A],
    log: PlayedLog[S, A],
    grade: Callable[[Position[S, A], int], GradeAnswer],
    file: str = "",
) -> LogGradeAnswer:
    """Grade the turns from `log.first` on. `grade` judges one of them, and is told how many are left with it,
    to share the time out.
    """
    rules = position.log_rules()
    turns = [part for turn in log.turns[log.first - 1 :] for part in rules.graded_parts(turn)]
    graded = tuple(
        _turn(position, log, turn, lambda each, left=left: grade(each, left))  # type: ignore[misc]
        for left, turn in zip(range(len(turns), 0, -1), turns, strict=True)
    )
    measures = position.measures
    levels = tuple(dict.fromkeys(level for turn in graded if turn.grade for level in turn.grade.goal))
    return LogGradeAnswer(
        file,
        graded,
        tuple(_players(graded, levels)),
        {level: measures.units[level] for level in levels if level in measures.units},
        tuple(level for level in levels if level in measures.counted_down),
        tuple(level for level in levels if level in measures.indicators),
        log.stopped if log.not_judged else "",
        notes=position.remarks(),
    )


def _turn(
    position: Position[S, A],
    log: PlayedLog[S, A],
    turn: PlayedTurn[S, A],
    grade: Callable[[Position[S, A]], GradeAnswer],
) -> TurnGrade:
    """One turn; without its illegal steps. None where its hand or its table is not known."""
    is_known = turn.texts and not turn.is_hidden and not log.is_assumed_before(turn)
    found = grade(at_turn(position, turn)) if is_known else None
    return TurnGrade(turn.number, turn.player, found, turn.name, len(turn.faults))


def _players(turns: Iterable[TurnGrade], levels: tuple[str, ...]) -> Iterator[PlayerGrade]:
    of_player: dict[tuple[int, str], list[TurnGrade]] = {}
    for turn in turns:
        of_player.setdefault((turn.player, "" if turn.player else turn.name), []).append(turn)
    for (player, _), own in sorted(of_player.items()):
        grades = [turn.grade for turn in own if turn.grade is not None]
        if not grades and not player:  # a figure that leaves nobody a choice
            continue
        mistakes = sum(step.verdict == "lost" for grade in grades for step in grade.steps)
        not_judged = sum(turn.grade is None or bool(turn.grade.undecided) for turn in own)
        sums = tuple(filter(None, (_sum(grades, level) for level in levels)))
        yield PlayerGrade(player, len(grades), mistakes, sums, own[0].name, not_judged)


def _sum(grades: Iterable[GradeAnswer], level: str) -> LevelSum | None:
    """One level over all turns whose goal has it."""
    counted = [(grade, grade.goal.index(level)) for grade in grades if level in grade.goal]
    given = [grade.regret[place].fraction for grade, place in counted if grade.regret]
    luck = [grade.luck[place].fraction for grade, place in counted if grade.luck]
    if not given and not luck:
        return None
    return LevelSum(level, exact(sum(given, Fraction())), exact(sum(luck, Fraction())), len(counted))
