"""Why a figure does nothing in its turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit.tasks import Reason

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition


def why_idle(position: ScenarioPosition) -> Reason | None:
    """Why the figure whose turn it is does nothing: it is new (GH-11.3) or stunned (GH-8.9); None if it acts.
    No file asks about the turn of a new monster.
    """
    state = position.laid.state
    if not position.actor or not state.on_map(position.actor):
        return None
    figure = state.figure(position.actor)
    if figure.new and position.readings["summons_act"] == "next_round":
        return f"{figure.name} was summoned this round and does not act", ("GH-11.3",)
    if figure.has("stun"):
        return f"{figure.name} is stunned and does nothing", ("GH-8.9", "GH-12.29")
    return None
