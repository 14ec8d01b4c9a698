"""What may keep a figure from a focus, a hex or a target: single things that can be switched off."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import chain

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Ability, Condition, Move
from tsolve.games.gloomhaven.board.hexes import Hex, distance
from tsolve.games.gloomhaven.explaining.walls import gaps_of, wall_in_words, walls_of
from tsolve.games.gloomhaven.explaining.worlds import (
    Change,
    figure_change,
    with_movement,
    with_open_door,
    with_range,
    with_targets,
    without_condition,
    without_difficult,
    without_figure,
    without_hazard,
    without_obstacle,
    without_trap,
    without_walls,
)
from tsolve.games.gloomhaven.monster_turn.situation import EVERYBODY
from tsolve.games.gloomhaven.monster_turn.solver import Deliberation
from tsolve.games.gloomhaven.opened import Opened
from tsolve.games.gloomhaven.state import Figure
from tsolve.games.gloomhaven.turn.initiative import initiative_of
from tsolve.games.gloomhaven.turn.reasons import Reason, why_preferred
from tsolve.games.gloomhaven.turn.situation import aim_of, next_attack, points
from tsolve.turns.why_not.question import Obstacle as AnyObstacle

Obstacle = AnyObstacle[Opened]

_PLENTY = 99
_MOST = 40
"""Of so many things on the map it is tried what would be possible without them, the nearest first."""
_HAS: Mapping[Condition, str] = {
    "stun": "is stunned",
    "immobilize": "is immobilized",
    "disarm": "is disarmed",
    "muddle": "is muddled",
}
_OF_THE_ACTOR: tuple[tuple[Condition, str], ...] = (
    ("stun", "GH-8.9"),
    ("immobilize", "GH-8.7"),
    ("disarm", "GH-8.8"),
    ("muddle", "GH-8.10"),
)


def rivals(found: Deliberation | None, names: Collection[str]) -> Iterator[tuple[str, Obstacle]]:
    """The enemies that the rules prefer to those that are asked about, each with what decides. (GH-12.10)"""
    keys = {} if found is None else found.focus_keys
    wanted = [name for name in names if name in keys]
    if found is None or not wanted:
        return
    (asked, least) = min(((name, keys[name]) for name in wanted), key=lambda each: each[1])
    for name, key in sorted(keys.items(), key=lambda each: each[1]):
        if name not in names and key <= least:
            reason, rulings = why_preferred(found, asked, name)
            yield name, _simple(f"rival {name}", reason, rulings, without_figure(name))


def on_the_way(world: Opened, spared: Collection[str]) -> Iterator[Obstacle]:
    """What lies and stands on the map, the nearest to the acting figure first; not the `spared` figures."""
    state, terrain = world.laid.state, world.laid.terrain
    start = state.figure(world.actor).at
    found: list[tuple[Hex, Obstacle]] = []

    def lies(hex_: Hex, what: str, rulings: tuple[str, ...], change: Change) -> None:
        told = f"{what} lies in {terrain.name(hex_)}"
        found.append((hex_, _simple(told, told, rulings, change)))

    for hex_ in dict.fromkeys(trap.at for trap in state.traps):
        lies(hex_, "a trap", ("GH-1.7", "GH-12.9"), without_trap(hex_))
    for hex_ in terrain.hazards:
        lies(hex_, "hazardous terrain", ("GH-1.8", "GH-12.9"), without_hazard(hex_))
    for hex_ in state.obstacles:
        lies(hex_, "an obstacle", ("GH-1.6", "GH-3.2"), without_obstacle(hex_))
    for hex_ in terrain.difficult:
        lies(hex_, "difficult terrain", ("GH-1.9",), without_difficult(hex_))
    for door in state.doors:
        if door.state != "open":
            told = f"the door in {terrain.name(door.at)} is {door.state}"
            found.append((door.at, _simple(told, told, ("GH-1.5",), with_open_door(door.at))))
    for figure in state.figures:
        if figure.name not in (world.actor, *spared):
            told = f"{figure.name} stands in {terrain.name(figure.at)}"
            found.append((figure.at, _simple(told, told, ("GH-3.2",), without_figure(figure.name))))
    for wall in walls_of(terrain):
        nearest = min(chain(wall.hexes, *wall.edges), key=lambda hex_: distance(start, hex_))
        told = wall_in_words(wall, terrain)
        change = without_walls(wall.hexes, wall.edges)
        found.append((nearest, _simple(told, f"{told} is in the way", ("GH-1.4", "GH-5.1"), change)))
    gaps = gaps_of(terrain)
    if gaps:
        nearest = min(gaps, key=lambda hex_: distance(start, hex_))
        told = "hexes off the map are in the way"
        found.append((nearest, _simple("gaps", told, ("GH-1.4", "GH-5.1"), without_walls(gaps, frozenset()))))
    found.sort(key=lambda item: distance(start, item[0]))
    yield from (each for _, each in found[:_MOST])


def of_the_figures(world: Opened, names: Collection[str]) -> Iterator[Obstacle]:
    """Conditions of the acting figure and of those that are asked about, and their initiative."""
    state = world.laid.state
    actor = state.figure(world.actor)
    for condition, ruling in _OF_THE_ACTOR:
        if actor.has(condition):
            told = f"{actor.name} {_HAS[condition]}"
            yield _simple(told, told, (ruling,), without_condition(actor.name, condition))
    for name in names:
        figure = state.figure(name)
        if figure.has("invisible"):
            told = f"{name} is invisible"
            yield _simple(told, told, ("GH-8.12",), without_condition(name, "invisible"))
        number = initiative_of(world.book, state, figure)
        if figure.kind == "character" and number is not None:
            told = f"{name} has initiative {number}"
            first = figure_change(name, _first_in_order)
            yield _simple(f"initiative {name}", told, ("GH-12.12",), first)


def _first_in_order(figure: Figure) -> Figure:
    return replace(figure, initiative=0, rests=False)


def of_the_abilities(world: Opened, is_attack: bool) -> Iterator[Obstacle]:
    """How far the acting figure gets by its card: movement points, range, targets."""
    for quantity in quantities_of(world, is_attack):
        told, rulings = _told(world, quantity)
        yield AnyObstacle(
            quantity, rulings, MORE[quantity](_PLENTY), partial(str, told), made_up_by=(quantity,)
        )


MORE = {"movement": with_movement, "range": with_range, "targets": with_targets}
"""How the acting figure would have more of something."""


def quantities_of(world: Opened, is_attack: bool) -> tuple[str, ...]:
    """What the acting figure has of its card, and might have more of."""
    abilities = _abilities(world)
    found = ["movement"] if any(isinstance(ability, Move) for ability in abilities) else []
    attack = next_attack(abilities)
    if is_attack and attack is not None:
        aim = aim_of(world.book, world.laid.state.figure(world.actor), attack)
        found += ["range"] if aim.is_ranged else []
        found += ["targets"] if aim.targets < EVERYBODY else []
    return tuple(found)


def _told(world: Opened, quantity: str) -> Reason:
    """How much of it there is."""
    figure, abilities = world.laid.state.figure(world.actor), _abilities(world)
    if quantity == "movement":
        moves = [ability for ability in abilities if isinstance(ability, Move)]
        return f"its movement is {sum(points(figure, move.amount) for move in moves)}", ("GH-3.1",)
    attack = next_attack(abilities)
    assert attack is not None
    aim = aim_of(world.book, figure, attack)
    if quantity == "range":
        return f"its range is {aim.reach}", ("GH-4.1",)
    return f"its attack has {aim.targets} target{'' if aim.targets == 1 else 's'}", ("GH-6.2", "GH-12.31")


def _abilities(world: Opened) -> tuple[Ability, ...]:
    """What the acting figure's card says; of a character nothing here, as the player chooses among cards."""
    figure = world.laid.state.figure(world.actor)
    return () if figure.kind == "character" else world.book.deal(world.laid.state, figure).abilities


def _simple(id_: str, says: str, rulings: tuple[str, ...], change: Change) -> Obstacle:
    return AnyObstacle(id_, rulings, change, partial(str, says))
