"""The chance of a victory, which the planner knows best."""

from __future__ import annotations

from fractions import Fraction

from tsolve.budget import SpentError
from tsolve.games.thunderstone.explaining.world import World
from tsolve.games.thunderstone.planning import policy
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import Target
from tsolve.solve.policy import Attitude
from tsolve.turns.why_not.chances import DONE, Hope


def chance_of_victory(target: Target, world: World, start: State, attitude: Attitude) -> Hope | None:
    """The greatest chance to defeat the target; None where something is not known. Raises SpentError."""
    goal = ("win",)
    found = policy.search(world.game, start, goal, target, attitude, evaluator=world.rules.evaluator(goal))
    if not found.proved and found.low != DONE:
        raise SpentError
    if found.low is None:
        return None if found.left_out else Hope(Fraction(0))
    if found.low != DONE and found.left_out:
        return None
    line = () if found.root is None else found.root.line
    return Hope(Fraction(found.low[0]), world.game.notation(start, line[0]) if line else "")
