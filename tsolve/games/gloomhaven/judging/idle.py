"""Figures that do nothing in their turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.turns.written import Reason

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened


def why_idle(opened: Opened) -> Reason | None:
    """Why the figure whose turn it is does nothing: it is new (GH-11.3) or stunned (GH-8.9); None where it
    acts. Of new monsters no file asks.
    """
    state = opened.laid.state
    if not opened.actor or not state.on_map(opened.actor):
        return None
    figure = state.figure(opened.actor)
    if figure.new and opened.readings["summons_act"] == "next_round":
        return f"{figure.name} was summoned this round and does not act", ("GH-11.3",)
    if figure.has("stun"):
        return f"{figure.name} is stunned and does nothing", ("GH-8.9", "GH-12.29")
    return None
