"""The rules by which a figure that plays like a monster has moved as it did. (GH-3, GH-12.21 to GH-12.30)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Attack, Move

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.board.hexes import Hex
    from tsolve.games.gloomhaven.monster_turn.choice import Option
    from tsolve.games.gloomhaven.monster_turn.solver import Deliberation
    from tsolve.games.gloomhaven.state import Figure


def rules_of_move(
    figure: Figure,
    move: Move,
    attack: Attack | None,
    found: Deliberation,
    intents: Sequence[Option],
    path: tuple[Hex, ...],
) -> tuple[str, ...]:
    """Why a figure goes along a path, or stays, with a move ability and the attack that is still to come."""
    points = _points(figure, move)
    return tuple(dict.fromkeys((*points, *_way(found, path), *_wish(attack, found, intents))))


def _points(figure: Figure, move: Move) -> Iterator[str]:
    """How many movement points there are."""
    if move.amount.relative and move.amount.number:
        yield "GH-12.30"
    if move.amount.relative and figure.profile.move + move.amount.number < 0:
        yield "GH-3.5"


def _way(found: Deliberation, path: tuple[Hex, ...]) -> Iterator[str]:
    """What is on the way."""
    if not path:
        return
    situation = found.situation
    gait, ground = situation.gait, situation.ground
    touched = {"walk": path, "jump": path[-1:], "fly": ()}[gait]
    yield "GH-3.1"
    if gait == "jump":
        yield "GH-3.3"
    elif gait == "fly":
        yield "GH-3.4"
    elif not situation.friends.isdisjoint(path):
        yield "GH-3.2"
    if not ground.difficult.isdisjoint(path):
        yield "GH-1.9"
    if not ground.negative.isdisjoint(touched):
        yield "GH-12.25"


def _wish(attack: Attack | None, found: Deliberation, intents: Sequence[Option]) -> Iterator[str]:
    """Where it wants to be."""
    if attack is None:
        yield "GH-12.26"
    if any(option.end == option.destination for option in intents):
        yield "GH-12.21"
        return
    yield "GH-12.22"
    focuses = {option.focus for option in intents}
    if any(len(found.destinations(focus)) > 1 for focus in focuses):
        yield "GH-12.23"
    if attack is not None and found.situation.aim.targets > 1:
        yield "GH-12.24"
