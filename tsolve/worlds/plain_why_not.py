"""Why a step of a plain game is impossible: what forbids it where the turn comes closest."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from tsolve.budget import spend
from tsolve.cardkit.tasks import Reason
from tsolve.contract.plain_position import PlainPosition
from tsolve.engine import CHANCE, STATES_PER_ACTION, Arrival, explore
from tsolve.model.why_not import Detail, WhyNotAnswer
from tsolve.worlds.why_not_step import StepQuestion, refused_at_once, why_not

AnyPosition = PlainPosition[Any, Any, Any]
_MOST_STATES = 5_000
"""The most positions of the turn that are searched for the reason."""


class PlainQuestion(StepQuestion[AnyPosition, Any, Any]):
    """Whether a step can be done now or later in the turn."""

    def refusal(self, world: AnyPosition) -> Reason:
        """What forbids it in the position of the turn where the summed measure is the greatest."""
        name = next(iter(world.measures.summed), "")
        if not name:
            return super().refusal(world)
        game = world.game

        def moves(state: Any) -> Iterable[Any]:
            spend(STATES_PER_ACTION)
            is_drawn = game.mover(state) == CHANCE
            return [event for event, _ in game.chance(state)] if is_drawn else game.legal_actions(state)

        met = islice(explore(game, Arrival(world.state), moves), _MOST_STATES)
        free = (each.state for each in met if not each.state.ended and game.mover(each.state) != CHANCE)
        closest = max(free, key=lambda state: world.measures.level(world.book, state, name))
        return refused_at_once(world.at(closest), self.text) or super().refusal(world)


def why_not_now_or_later(
    position: AnyPosition, query: object, file: str = "", detail: Detail = "repairs"
) -> WhyNotAnswer:
    """Whether a step can be done in the turn, else why not. Raises as `why_not`."""
    return why_not(position, query, file, detail, PlainQuestion)
