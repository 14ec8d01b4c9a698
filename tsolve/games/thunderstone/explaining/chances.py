"""The chance to defeat a Monster where cards come by chance and all of it is known."""

from __future__ import annotations

from fractions import Fraction

from tsolve.games.thunderstone.explaining.battles import Battle
from tsolve.games.thunderstone.explaining.clock import Clock
from tsolve.games.thunderstone.explaining.question import Question
from tsolve.games.thunderstone.explaining.world import World
from tsolve.games.thunderstone.planning.policy import search


def chance_to_win(question: Question, world: World, clock: Clock) -> Fraction | None:
    """The greatest chance of any policy; None when the question is another one, or something is not known."""
    if not isinstance(question, Battle) or question.aim != "win" or question.target.rank:
        return None
    start = world.enter("dungeon")
    if start is None:
        return None
    searched = search(world.game, start.state, ("win",), question.target.monster, time_limit=clock.left())
    if searched.left_out or not searched.proved or clock.is_over():
        return None
    if searched.low is None:
        return Fraction(0)
    return Fraction(searched.low[0])
