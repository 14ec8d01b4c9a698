"""Positions to ask about, and an oracle that knows nothing of planning: exhaustive search of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from tests.games.thunderstone.builders import ruleset
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.battle import Spoils
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.why_not.battles import Battle
from tsolve.games.thunderstone.why_not.world import World, world_of
from tsolve.games.thunderstone.writing.position_file import ThunderstoneFile
from tsolve.source.decoded import Decoded
from tsolve.worlds.why_not import Reasons


def position_of(game: Thunderstone, state: State) -> ThunderstonePosition:
    """The position as if it had been read from a file."""
    file = ThunderstoneFile(game="thunderstone")
    return ThunderstonePosition(game, state, file, Decoded(file, {}, {}), ruleset(), "1.4")


def most(world: World, monster: str, level: str) -> int | None:
    """The most of a level of a goal in a battle with this Monster, by trying every line; None: no battle."""

    def skip(state: State, action: Action) -> bool:
        if isinstance(action, Attack):
            return state.hall[action.rank - 1].card != monster
        return bool(state.todo) and isinstance(state.todo[-1], Spoils) and not isinstance(action, Pass)

    def value(state: State) -> tuple[int, ...] | None:
        return battle_result(world.game.book, state, (level,)) if state.tally.attacked else None

    found = best_line(world.game, world.state, value, limit=12_000, skip=skip)
    return None if found is None else found.value[0]


def beaten(world: World, monster: str) -> bool:
    """Whether any line defeats the Monster."""
    return most(world, monster, "win") == 1


@lru_cache(maxsize=1)
def lost_causes(count: int) -> tuple[tuple[World, str], ...]:
    """Positions in which a Monster of the Hall cannot be defeated, small enough for exhaustive search."""
    return tuple(_lost_causes(count))


def _lost_causes(count: int) -> Iterator[tuple[World, str]]:
    for seed in range(1_000_000):
        random = Random(seed)
        game, state = dungeon_position(random, 4)
        world, monster = world_of(game, state), random.choice(state.hall).card
        try:
            value = most(world, monster, "total")
            near = value is not None and value >= (game.book.card(monster).health or 0) - 4
            if beaten(world, monster) or (seed % 4 and not near):
                continue  # mostly those that lack little, so that rules and traits matter
        except TooLargeError:
            continue
        yield world, monster
        count -= 1
        if not count:
            return


def defeat(monster: str) -> Battle:
    """The question whether this Monster can be defeated."""
    return Battle(f"defeat {monster}", Target(monster), "win")


def reasons(world: World, monster: str) -> Reasons:
    """What stands in the way of defeating it."""
    return Reasons(defeat(monster), world)
