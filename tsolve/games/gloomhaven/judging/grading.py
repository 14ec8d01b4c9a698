"""How the numbers of a graded line are told."""

from __future__ import annotations

from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.measures import MEASURES
from tsolve.games.gloomhaven.state import State
from tsolve.turns.grading import Grading


class TurnGrading(Grading[State, Action]):
    """The grading of one line."""

    counted_down = MEASURES.counted_down
    units = MEASURES.units
