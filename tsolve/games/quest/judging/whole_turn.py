"""What a written line is worth as a whole turn."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.budget import FREE, allow
from tsolve.games.quest.actions import Pass
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.planning.goals import Goal, turn_over, value
from tsolve.turns.line import play_line


def line_worth(opened: Opened, line: Sequence[str], goal: Goal) -> tuple[int, ...] | None:
    """The worth of a turn that is played so, what is left of it being passed; None where the line is not
    legal, or cannot be judged to its end.
    """
    with allow(FREE):
        played = play_line(opened, line)
    if not played.answer.legal or played.undecided:
        return None
    game, state = opened.game, played.final
    while not turn_over(state):
        if game.why_not(state, Pass()) is not None:
            return None
        state = game.apply(state, Pass())
    return value(opened.book, state, goal)
