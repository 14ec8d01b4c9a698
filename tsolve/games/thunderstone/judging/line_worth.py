"""What a written line is worth by a goal."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.errors import InputError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.planning.goals import turn_result
from tsolve.games.thunderstone.state import TurnKind
from tsolve.turns.line import play_line


def line_worth(
    opened: Opened, line: Sequence[str], goal: tuple[str, ...], place: TurnKind = "dungeon"
) -> tuple[int, ...] | None:
    """The worth of the line, level by level; None where it means nothing here, is not legal or no whole turn.

    `place` is the kind of turn where the position leaves it open.
    """
    start = opened.state
    if start.step == "choose":
        start = opened.game.apply(start, Visit(place))
    try:
        played = play_line(opened.at(start), line)
    except InputError:
        return None
    if not played.answer.legal or played.undecided:
        return None
    return turn_result(opened.book, played.result, goal)
