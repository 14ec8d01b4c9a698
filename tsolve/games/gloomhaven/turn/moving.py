"""Moving a figure along a path. (GH-3, GH-12.21, GH-12.25)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.monster_turn.situation import Gait
from tsolve.games.gloomhaven.monster_turn.solver import Deliberation

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play

STOPPING = frozenset(("stun", "immobilize"))


def best_path(found: Deliberation, end: Hex) -> tuple[Hex, ...]:
    """A path that a figure takes to a hex: of the best ones the first in a fixed order. (GH-12.9)"""
    return found.paths.path_to(end)


def walk(play: Play, name: str, path: tuple[Hex, ...], gait: Gait, rulings: tuple[str, ...]) -> None:
    """A figure moves hex by hex, by these rules; of a jump only the last hex counts, of a flight none.

    A trap may kill it, or end its movement; in the hex of an ally it goes on to the next one. (GH-3.2 to
    GH-3.4, GH-17.19)
    """
    if not path:
        play.note("move", name, rulings, "stays")
        return
    before = play.state.figure(name)
    for hex_ in path:
        touches = gait == "walk" or (gait == "jump" and hex_ == path[-1])
        play.set(moved=play.state.moved + 1)
        play.enter(name, hex_, touches)
        if not play.state.is_up(name):
            return
        tokens = set(play.state.figure(name).tokens) - set(before.tokens)
        stopped = any(token.condition in STOPPING for token in tokens)
        is_free = sum(figure.at == hex_ for figure in play.state.figures) == 1
        if stopped and is_free and play.reads("trap_stops_move", "ends"):
            break
    play.note("move", name, rulings, "moves")
