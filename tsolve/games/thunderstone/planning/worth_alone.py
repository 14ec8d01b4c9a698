"""What the best play is worth where cards are drawn by chance, without the play itself.

Finding a worth is a part of the work: writing a policy follows every way that chance may take, and plays it.
"""

from __future__ import annotations

from tsolve.budget import allow, current
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.plan import plan, share_of_plan
from tsolve.games.thunderstone.planning.policy import search
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import ANYBODY
from tsolve.model.wishes import Draws
from tsolve.turns.ablating.ablation import Valued


def worth_alone(
    game: Thunderstone,
    state: State,
    goal: tuple[str, ...],
    draws: Draws,
) -> Valued:
    """The worth of the best play from a free step: that of the play which `turns.solve` would show."""
    evaluator = Evaluator(game, goal)
    with allow(current().part(share_of_plan(game, state))):
        planned = plan(game, state, goal, backend="exact", evaluator=evaluator)
    if planned.status != "optimal" or planned.best is None:
        return Valued(goal, None, False, planned.problems)
    if not planned.by_chance:
        return Valued(goal, planned.best.value, False, planned.problems)
    searched = search(game, state, goal, ANYBODY, draws, evaluator, follow=False)
    if not searched.proved or searched.low is None or searched.low < planned.best.value:
        return Valued(goal, None, False, planned.problems)
    return Valued(goal, searched.low, searched.low > planned.best.value, planned.problems)
