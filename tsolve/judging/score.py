"""The points of every player after the line, counted by the rules alone."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from tsolve.contract.position import Position
from tsolve.model.grades import PlayerScore, ScoreAnswer
from tsolve.model.plays import LineAnswer
from tsolve.steps.line import play_line

S = TypeVar("S")
A = TypeVar("A")


class AfterLine(NamedTuple, Generic[S]):
    """The position in which points are counted."""

    state: S
    line: LineAnswer | None
    """The line of the file, which led there."""
    broken: str
    """Why nothing is counted: it is not legal, or cannot be judged to its end."""


def after_line(position: Position[S, A]) -> AfterLine[S]:
    """The position of the file after its line. Raises InputError for a step that cannot be read."""
    texts = position.written.line
    if not texts:
        return AfterLine(position.state, None, "")
    spans = [position.decoded.span("line", index) for index in range(len(texts))]
    played = play_line(position, texts, spans)
    line = played.answer
    return AfterLine(played.final, line, played.undecided or ("" if line.legal else line.outcome.rstrip(".")))


def score(position: Position[S, A], file: str = "") -> ScoreAnswer:
    """The points of every player, after the line where the file has one.

    A line that is not legal, or that cannot be judged to its end, leaves the points uncounted. Citations are
    left to the caller. Raises InputError for a step that cannot be read.
    """
    state, line, broken = after_line(position)
    if broken:
        return ScoreAnswer(file, position.shown(state), (), reason=broken, line=line)
    points = position.game.scores(state)
    return ScoreAnswer(
        file=file,
        position=position.shown(state),
        players=tuple(PlayerScore(number, each, ()) for number, each in enumerate(points, 1)),
        winners=tuple(number for number, each in enumerate(points, 1) if each == max(points)),
        reason="nobody has more points",
        over=position.game.is_over(state),
        line=line,
        notes=position.remarks(),
    )
