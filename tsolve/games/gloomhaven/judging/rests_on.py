"""The rules of what is on the map and of what figures have, by which a figure's turn is decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Condition, Move
from tsolve.games.gloomhaven.turn.situation import aim_of, next_attack

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened

_OF_THE_ACTOR: tuple[tuple[Condition, tuple[str, ...]], ...] = (
    ("stun", ("GH-8.9", "GH-12.29")),
    ("immobilize", ("GH-8.7", "GH-12.28")),
    ("disarm", ("GH-8.8",)),
    ("muddle", ("GH-8.10",)),
)


def rests_on(opened: Opened) -> Iterator[str]:
    """Rules that had a say in the turn that a position asks about, in the order of the rulebook."""
    state, terrain = opened.laid.state, opened.laid.terrain
    figure = state.figure(opened.actor)
    abilities = opened.book.deal(state, figure).abilities
    attack = next_attack(abilities)
    has_walls = bool(terrain.walls or terrain.thin_walls)
    if has_walls:
        yield "GH-1.4"
    if state.shut:
        yield "GH-1.5"
    if figure.profile.flying:
        yield "GH-3.4"
    else:
        yield from ("GH-1.6",) if state.obstacles else ()
        yield from ("GH-12.9",) if state.traps or terrain.hazards else ()
        yield from ("GH-1.9",) if terrain.difficult else ()
        yield from ("GH-3.3",) if any(isinstance(each, Move) and each.jump for each in abilities) else ()
    if has_walls and attack is not None and aim_of(opened.book, figure, attack).reach > 1:
        yield "GH-5.1"
    for condition, rulings in _OF_THE_ACTOR:
        if figure.has(condition):
            yield from rulings
    if any(enemy.has("invisible") for enemy in state.figures if enemy.side != figure.side):
        yield "GH-12.15"
