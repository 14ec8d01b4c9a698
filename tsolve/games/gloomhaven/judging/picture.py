"""The map of a position as people see it, with what a line does or what the rules decide."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tsolve.budget import SpentError, grace
from tsolve.contract.step_reader import Move
from tsolve.errors import InputError, UsageError
from tsolve.games.gloomhaven.actions import Action, Go
from tsolve.games.gloomhaven.hexes import Hex, neighbours, offset
from tsolve.games.gloomhaven.judging.options import ends_to_choose
from tsolve.games.gloomhaven.judging.walk import forced_moves
from tsolve.games.gloomhaven.printed_scenarios import PrintedScenario, load_scenario, scenario_named
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.showing import picture
from tsolve.model.hexmaps import HexMap
from tsolve.source.tree import folded

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition


def map_of(position: ScenarioPosition, state: State, moves: Sequence[Move[State, Action]] = ()) -> HexMap:
    """The map with what these moves do; without moves, with what the rules alone decide."""
    unseen = _unseen(position, state)
    if moves or not position.decides or state != position.state:
        return picture(position.book, state, moves, position.actor, None, _fell(position, moves), unseen)
    with suppress(SpentError), grace():  # else nothing is shown of it
        moves, _ = forced_moves(position)
    ends, fell = ends_to_choose(position), _fell(position, moves)
    return picture(position.book, state, moves, position.actor, ends, fell, unseen)


def part_of_map(position: ScenarioPosition, whole: HexMap, text: str) -> HexMap:
    """A room: that of a tile of the scenario, or the one of a hex or a figure. Raises UsageError."""
    return whole.part({offset(hex_) for hex_ in _room(position, text)})


def _room(position: ScenarioPosition, text: str) -> set[Hex]:
    """The hexes of a room with its doors. Raises UsageError."""
    terrain, doors = position.laid.terrain, {door.at for door in position.laid.state.doors}
    scenario = _scenario(position)
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


def _scenario(position: ScenarioPosition) -> PrintedScenario | None:
    """The scenario of the book that the file names."""
    number = position.as_written.value.scenario
    file = None if number is None else scenario_named(str(number), position.ruleset.roots)
    return None if file is None else load_scenario(file)


def _unseen(position: ScenarioPosition, state: State) -> frozenset[Hex]:
    """The hexes of the rooms of a scenario that nobody has revealed."""
    scenario = _scenario(position)
    if scenario is None:
        return frozenset()
    waiting = {frozenset(room.doors) for room in position.laid.script.rooms if not room.is_revealed(state)}
    others = (room for room in scenario.rooms if room not in scenario.first_rooms)
    unseen = {tile for room in others if frozenset(scenario.doors_of(room)) in waiting for tile in room}
    return frozenset(hex_ for hex_, tiles in scenario.hexes.items() if unseen.issuperset(tiles))


def _fell(position: ScenarioPosition, moves: Sequence[Move[State, Action]]) -> Hex | None:
    """Where the acting figure dies on its way, if the last of these moves is that way."""
    if moves and isinstance(moves[-1].action, Go):
        with suppress(SpentError), grace():
            return position.game.apply(moves[-1].before, moves[-1].action).fell
    return None
