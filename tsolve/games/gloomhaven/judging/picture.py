"""The map of a position as people see it, with what a line does or what the rules decide."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import SpentError, grace
from tsolve.contract.step_reader import Move
from tsolve.errors import InputError, UsageError
from tsolve.games.gloomhaven.actions import Action, Go
from tsolve.games.gloomhaven.hexes import Hex, neighbours, offset
from tsolve.games.gloomhaven.judging.options import ends_to_choose
from tsolve.games.gloomhaven.judging.walk import forced_moves
from tsolve.games.gloomhaven.printed_scenarios import load_scenario, scenario_named
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.showing import picture
from tsolve.model.hexmaps import HexMap
from tsolve.source.tree import folded

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


def part_of_map(position: ScenarioPosition, whole: HexMap, text: str) -> HexMap:
    """A room: that of a tile of the scenario, or the one of a hex or a figure. Raises UsageError."""
    kept = {offset(hex_) for hex_ in _room(position, text)}
    cells = tuple(cell for cell in whole.cells if cell.place in kept)
    known = {sign for cell in cells for sign in (cell.label, cell.look)}
    lines = (
        tuple(each for each in some if {each.one, each.other} <= kept)
        for some in (whole.thin_walls, whole.sight)
    )
    thin_walls, sight = lines
    figures = {cell.label for cell in whole.cells if cell.label} | {cell.look for cell in whole.cells}
    legend = tuple(each for each in whole.legend if each.of in known or each.of not in figures)
    return replace(whole, cells=cells, thin_walls=thin_walls, sight=sight, legend=legend)


def _room(position: ScenarioPosition, text: str) -> set[Hex]:
    """The hexes of a room with its doors. Raises UsageError."""
    terrain, doors = position.laid.terrain, {door.at for door in position.laid.state.doors}
    number = position.as_written.value.scenario
    file = None if number is None else scenario_named(str(number), position.ruleset.roots)
    scenario = None if file is None else load_scenario(file)
    tile = next((tile for tile in scenario.tiles if folded(tile) == folded(text)), "") if scenario else ""
    if scenario is not None and tile:
        room = next(each for each in scenario.rooms if tile in each)
        return {hex_ for hex_, tiles in scenario.hexes.items() if not set(room).isdisjoint(tiles)}
    try:
        starts = position.hexes(text) if "(" in text else [position.state.figure(position.figure(text)).at]
    except InputError as error:
        tiles = f", or a tile: {', '.join(scenario.tiles)}" if scenario is not None else ""
        message = f'there is no room "{text}": name a hex or a figure in it{tiles}'
        raise UsageError(message) from error
    walls = {frozenset(each) for each in terrain.thin_walls}
    found, waiting = set(starts), list(starts)
    while waiting:
        here = waiting.pop()
        for near in set(neighbours(here)) & terrain.hexes - found:
            if frozenset((here, near)) not in walls and not (here in doors and here not in starts):
                found.add(near)
                waiting.append(near)
    return found


def _fell(position: ScenarioPosition, moves: Sequence[Move[State, Action]]) -> Hex | None:
    """Where the acting figure dies on its way, if the last of these moves is that way."""
    if moves and isinstance(moves[-1].action, Go):
        with suppress(SpentError), grace():
            return position.game.apply(moves[-1].before, moves[-1].action).fell
    return None
