"""The turns of monsters of one type, one after the other: each begins where those before have left the table.
(GH-12.3, GH-12.4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.judging.left_open import whole_ways
from tsolve.games.gloomhaven.measures import Way
from tsolve.games.gloomhaven.position import begun
from tsolve.games.gloomhaven.state import State

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition

MOST = 200
"""The most positions in which the turn of a monster may begin."""
TOO_MANY = (
    "how the turn of {} begins depends on cards and choices of those before, and there are too many: write "
    "the turn of that figure alone, with the table as it is then"
)


def turns_in_order(position: ScenarioPosition) -> Mapping[str, Sequence[ScenarioPosition]]:
    """For each acting monster the positions in which its turn may begin; none where there are too many."""
    return position.book.once(("in order", position.actors, position.state), lambda: _turns(position))


def _turns(position: ScenarioPosition) -> Mapping[str, Sequence[ScenarioPosition]]:
    found: dict[str, Sequence[ScenarioPosition]] = {}
    states = [position.laid.state]
    for name in position.actors:
        found[name] = [_turn(position, name, state) for state in states]
        states = _after(found[name])
    return found


def _turn(position: ScenarioPosition, name: str, state: State) -> ScenarioPosition:
    """The position at the beginning of one turn."""
    laid = replace(position.laid, state=state, turn=name, then=())
    turn = position.by(position.game, begun(position.game, laid))
    turn.laid = laid
    return turn


def _after(turns: Sequence[ScenarioPosition]) -> list[State]:
    """The different tables that these turns may leave; none if there are too many."""
    after: dict[State, None] = {}
    for turn in turns:
        ways = whole_ways(turn, Way(turn.state), to_the_end=True)
        if ways is None:
            return []
        for way in ways:
            after[replace(way.state, turn="", todo=(), result=False)] = None
        if len(after) > MOST:
            return []
    return [*after]
