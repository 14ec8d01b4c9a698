"""The points of every player where they are counted without more ado: after the line, by the rules alone."""

from __future__ import annotations

from typing import TypeVar

from tsolve.contract.position import Position
from tsolve.model.grades import PlayerScore, ScoreAnswer
from tsolve.steps.line import play_line

S = TypeVar("S")
A = TypeVar("A")


def score(position: Position[S, A], file: str = "") -> ScoreAnswer:
    """The points of every player, after the line where the file has one.

    A line that is not legal, or that cannot be judged to its end, leaves the points uncounted. Citations are
    left to the caller. Raises InputError for a step that cannot be read.
    """
    state, line = position.state, None
    if position.written.line:
        spans = [position.decoded.span("line", index) for index in range(len(position.written.line))]
        played = play_line(position, position.written.line, spans)
        state, line = played.final, played.answer
        if broken := played.undecided or ("" if line.legal else line.outcome.rstrip(".")):
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
