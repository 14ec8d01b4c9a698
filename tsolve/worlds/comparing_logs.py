"""What of a log comes out otherwise under other readings: it is played again, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from tsolve.contract.played_log import PlayedLog, PlayedTurn
from tsolve.contract.position import Position
from tsolve.errors import UnsupportedError
from tsolve.model.comparisons import Difference
from tsolve.steps.log import after_log, after_turn

S = TypeVar("S")
A = TypeVar("A")


def replayed(position: Position[S, A], readings: Mapping[str, str]) -> Position[S, A]:
    """The position after its log, which is played under these readings."""
    return after_log(after_turn(position, 0).under(readings))


def log_differences(before: Position[S, A], after: Position[S, A]) -> tuple[Difference, ...]:
    """The turns that are judged or end otherwise, from the first to the last, then the points."""
    first, second = before.log, after.log
    assert first is not None
    assert second is not None
    return (*_of_turns(first, second), *_of_points(before, after))


def _of_turns(before: PlayedLog[S, A], after: PlayedLog[S, A]) -> Iterator[Difference]:
    for number in range(1, max(len(before.turns), len(after.turns)) + 1):
        one, other = _turn(before, number), _turn(after, number)
        what = f"turn {number}"
        if _wrong(one) != _wrong(other):
            yield Difference("legality", what, _wrong(one), _wrong(other))
        elif _outcome(one) != _outcome(other):
            yield Difference("outcome", what, _outcome(one), _outcome(other))


def _turn(log: PlayedLog[S, A], number: int) -> PlayedTurn[S, A] | None:
    return log.turns[number - 1] if number <= len(log.turns) else None


def _wrong(turn: PlayedTurn[S, A] | None) -> str:
    """What is not legal in a turn, or cannot be judged."""
    if turn is None:
        return "not played"
    told = (f"{fault.refusal.action}: {fault.refusal.reason}".lstrip(": ") for fault in turn.faults)
    return "; ".join(told) or "legal"


def _outcome(turn: PlayedTurn[S, A] | None) -> str:
    return "not played" if turn is None else turn.outcome.rstrip(".") or "nothing is known"


def _of_points(before: Position[S, A], after: Position[S, A]) -> Iterator[Difference]:
    one, other = _points(before), _points(after)
    if one != other:
        yield Difference("total", "points", one, other)


def _points(position: Position[S, A]) -> str:
    try:
        scores = position.score(position.file).players
    except UnsupportedError:
        return ""
    names = dict(enumerate(position.log_rules().names(), start=1))
    return ", ".join(f"{names.get(each.player) or f'player {each.player}'} {each.points}" for each in scores)
