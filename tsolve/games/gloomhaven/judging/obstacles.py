"""What may keep a figure from a focus, a hex or a target: obstacles that can be removed one by one.

The same engine judges the position without them, or with a figure that can do more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain

from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.abilities import Ability, Attack, Condition, Move
from tsolve.games.gloomhaven.cards import BASIC, CharacterCard
from tsolve.games.gloomhaven.changes import (
    MORE,
    TurnChange,
    World,
    first_in_order,
    with_open_doors,
    without_conditions,
    without_difficult,
    without_figure,
    without_hazard,
    without_obstacle,
    without_trap,
    without_walls,
)
from tsolve.games.gloomhaven.hexes import Hex, distance, neighbours
from tsolve.games.gloomhaven.initiative import initiative_of
from tsolve.games.gloomhaven.judging.walls import gaps_of, wall_in_words, walls_of
from tsolve.games.gloomhaven.monster_situation import EVERYBODY, Aim
from tsolve.games.gloomhaven.monster_solver import Deliberation
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.turn.deliberation import aim_of, points, why_preferred
from tsolve.worlds.why_not_question import Obstacle

TurnObstacle = Obstacle[World]

_PLENTY = 99
_MOST = 40
"""The number of things on the map that are tried as obstacles, the nearest first."""
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


def rivals(found: Deliberation | None, names: Collection[str]) -> Iterator[tuple[str, TurnObstacle]]:
    """The enemies that the rules prefer to those of the question, each with what decides. (GH-12.10)"""
    keys = {} if found is None else found.focus_keys
    wanted = [name for name in names if name in keys]
    if found is None or not wanted:
        return
    (asked, least) = min(((name, keys[name]) for name in wanted), key=lambda each: each[1])
    for name, key in sorted(keys.items(), key=lambda each: each[1]):
        if name not in names and key <= least:
            reason, rulings = why_preferred(found, asked, name)
            yield name, _simple(f"rival {name}", reason, rulings, without_figure(name))


def on_the_way(
    world: ScenarioPosition, spared: Collection[str], wanted: Collection[Hex]
) -> Iterator[TurnObstacle]:
    """What is on the map, the nearest to the acting figure first, without the `spared` figures. `wanted`: the
    hexes of the question; if they are beyond a closed door, the door is in the way, not the wall around it.
    """
    state, terrain = world.laid.state, world.laid.terrain
    start = state.figure(world.actor).at
    doors = _doors_before(world, wanted)
    found: list[tuple[Hex, TurnObstacle]] = []

    def lies(hex_: Hex, what: str, rulings: tuple[str, ...], change: TurnChange) -> None:
        text = f"{what} lies in {terrain.name(hex_)}"
        found.append((hex_, _simple(text, text, rulings, change)))

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
            text = f"the door in {terrain.name(door.at)} is {door.state}"
            found.append((door.at, _simple(text, text, ("GH-1.5",), with_open_doors(door.at))))
    for figure in state.figures:
        if figure.name not in (world.actor, *spared):
            text = f"{figure.name} stands in {terrain.name(figure.at)}"
            found.append((figure.at, _simple(text, text, ("GH-3.2",), without_figure(figure.name))))
    for wall in walls_of(terrain):
        if wall.stands_beside(doors):
            continue
        nearest = min(chain(wall.hexes, *wall.edges), key=lambda hex_: distance(start, hex_))
        text = wall_in_words(wall, terrain)
        change = without_walls(wall.hexes, wall.edges)
        found.append((nearest, _simple(text, f"{text} is in the way", ("GH-1.4", "GH-5.1"), change)))
    gaps = gaps_of(terrain)
    if gaps:
        nearest = min(gaps, key=lambda hex_: distance(start, hex_))
        text = "hexes off the map are in the way"
        found.append((nearest, _simple("gaps", text, ("GH-1.4", "GH-5.1"), without_walls(gaps, frozenset()))))
    found.sort(key=lambda item: distance(start, item[0]))
    yield from (each for _, each in found[:_MOST])


def _doors_before(world: ScenarioPosition, wanted: Collection[Hex]) -> frozenset[Hex]:
    """The closed doors at which the acting figure's part of the map ends, if one of the hexes lies beyond."""
    state = world.laid.state
    here = world.book.board(state).distances(state.figure(world.actor).at)
    if all(hex_ in here for hex_ in wanted):
        return frozenset()
    closed = (door.at for door in state.doors if door.state != "open")
    return frozenset(door for door in closed if not here.keys().isdisjoint(neighbours(door)))


def of_the_figures(world: ScenarioPosition, names: Collection[str]) -> Iterator[TurnObstacle]:
    """Conditions of the acting figure and of the figures of the question, and their initiative."""
    state = world.laid.state
    actor = state.figure(world.actor)
    for condition, ruling in _OF_THE_ACTOR:
        if actor.has(condition):
            text = f"{actor.name} {_HAS[condition]}"
            yield _simple(text, text, (ruling,), without_conditions(condition, of=(actor.name,)))
    for figure in (each for each in state.figures if each.name in names):
        name = figure.name
        if figure.has("invisible"):
            text = f"{name} is invisible"
            yield _simple(text, text, ("GH-8.12",), without_conditions("invisible", of=(name,)))
        number = initiative_of(world.book, state, figure)
        if figure.kind == "character" and number is not None:
            text = f"{name} has initiative {number}"
            yield _simple(f"initiative {name}", text, ("GH-12.12",), first_in_order(name))


def of_the_abilities(world: ScenarioPosition, is_attack: bool) -> Iterator[TurnObstacle]:
    """The limits of the acting figure's card: movement points, range, number of targets."""
    for quantity in quantities_of(world, is_attack):
        text, rulings = _told(world, quantity)
        yield Obstacle(quantity, rulings, MORE[quantity](_PLENTY), partial(str, text), made_up_by=(quantity,))


def quantities_of(world: ScenarioPosition, is_attack: bool) -> tuple[str, ...]:
    """The quantities of the acting figure's card that might be greater."""
    abilities = _abilities(world)
    found = ["movement"] if any(isinstance(ability, Move) for ability in abilities) else []
    aims = _aims(world)
    if is_attack and aims:
        found += ["range"] if any(aim.is_ranged for aim in aims) else []
        found += ["targets"] if any(aim.targets < EVERYBODY for aim in aims) else []
    return tuple(found)


def _aims(world: ScenarioPosition) -> list[Aim]:
    """What the attacks of the acting figure can reach; for a monster only its first attack."""
    abilities, figure = _abilities(world), world.laid.state.figure(world.actor)
    attacks = [each for each in abilities if isinstance(each, Attack)]
    return [aim_of(world.book, figure, each) for each in attacks[: None if world.is_characters_turn else 1]]


def _told(world: ScenarioPosition, quantity: str) -> Reason:
    """The greatest amount at present, in words."""
    if quantity == "movement":
        return f"its movement is {_movement(world)}", ("GH-3.1",)
    aims = _aims(world)
    if quantity == "range":
        return f"its range is {max(aim.reach for aim in aims if aim.is_ranged)}", ("GH-4.1",)
    most = max(aim.targets for aim in aims)
    return f"its attack has {most} target{'' if most == 1 else 's'}", ("GH-6.2", "GH-12.31")


def _movement(world: ScenarioPosition) -> int:
    """The movement points of a turn: of a character by the top of one card and the bottom of another."""
    figure = world.laid.state.figure(world.actor)

    def of(abilities: Iterable[Ability]) -> int:
        return sum(points(figure, each.amount) for each in abilities if isinstance(each, Move))

    if not world.is_characters_turn:
        return of(_abilities(world))
    cards = _cards(world)
    pairs = ((top, bottom) for top in cards for bottom in cards if top is not bottom)
    return max(
        (of(top.top.abilities) + max(of(bottom.bottom.abilities), 2) for top, bottom in pairs), default=2
    )


def _cards(world: ScenarioPosition) -> list[CharacterCard]:
    """The cards that the acting character plays, if their texts are known."""
    held = world.laid.state.cards_of(world.actor)
    names = held.plays if held is not None else ()
    return [world.book.cards[world.actor, name] for name in names if (world.actor, name) in world.book.cards]


def _abilities(world: ScenarioPosition) -> tuple[Ability, ...]:
    """The abilities of the acting figure's card; for a character those of all halves, basic actions
    included.
    """
    if not world.is_characters_turn:
        figure = world.laid.state.figure(world.actor)
        return world.book.deal(world.laid.state, figure).abilities
    halves = (half for card in (*_cards(world), BASIC) for half in (card.top, card.bottom))
    return tuple(ability for half in halves for ability in half.abilities)


def _simple(id_: str, says: str, rulings: tuple[str, ...], change: TurnChange) -> TurnObstacle:
    return Obstacle(id_, rulings, change, partial(str, says))
