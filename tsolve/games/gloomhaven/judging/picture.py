"""The map of a position as people see it, with what a line does or what the rules decide."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tsolve.budget import SpentError, grace
from tsolve.contract.step_reader import Move
from tsolve.games.gloomhaven.actions import Action, Go
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.judging.options import ends_to_choose
from tsolve.games.gloomhaven.judging.walk import forced_moves
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.showing import picture
from tsolve.model.hexmaps import HexMap

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition


def map_of(position: ScenarioPosition, state: State, moves: Sequence[Move[State, Action]] = ()) -> HexMap:
    """The map with what these moves do; without moves, with what the rules alone decide."""
    if moves or not position.decides or state != position.state:
        return picture(position.book, state, moves, position.actor, fell=_fell(position, moves))
    with suppress(SpentError), grace():  # else nothing is shown of it
        moves, _ = forced_moves(position)
    return picture(
        position.book, state, moves, position.actor, ends_to_choose(position), _fell(position, moves)
    )


def _fell(position: ScenarioPosition, moves: Sequence[Move[State, Action]]) -> Hex | None:
    """Where the acting figure dies on its way, if the last of these moves is that way."""
    if moves and isinstance(moves[-1].action, Go):
        with suppress(SpentError), grace():
            return position.game.apply(moves[-1].before, moves[-1].action).fell
    return None
