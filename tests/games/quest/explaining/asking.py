"""Random Monsters that nobody defeats, and the plain search over the engine that says so."""

from __future__ import annotations

from functools import cache
from random import Random

from tests.games.quest.files import opened
from tests.games.quest.planning.dealing import dungeon
from tsolve.engine.search import best_policy
from tsolve.games.quest.actions import Enter
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.why_not import Fight
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.planning.plan import Planner
from tsolve.games.quest.state import State, Target

MOST = 2_500
"""Positions that take the search longer are left out."""
FEW = 60
"""Positions that the planner looks at in those that are asked about: they are asked about many times."""


@cache
def lost_causes(number: int = 16) -> tuple[tuple[Opened, Target], ...]:
    """Positions with a Monster that no line defeats for certain."""
    base, found, seed = opened("hand: [Adventurer]"), list[tuple[Opened, Target]](), 0
    while len(found) < number:
        random = Random(seed)
        game, state = dungeon(random, 3)
        world = base.by(game, game.apply(state, Enter()))
        places = [place for place, room in enumerate(state.rooms) if room.monster]
        place = random.choice(places)
        target = Target(state.rooms[place].monster, state.rooms[place].card)
        seed += 1
        if game.book.reads("revisit_rooms", "yes"):  # then every point of Light may be another circle
            continue
        if Fight("", target, "win").seek(world).line is None and is_small(world, target):
            found.append((world, target))
    return tuple(found)


def is_small(world: Opened, target: Target) -> bool:
    """Whether few positions are enough to answer about this Monster."""
    game = world.game
    assert isinstance(game, Quest)
    planned = Planner(game, world.state, ("win",), draws="worst", target=target).plan()
    return planned.positions <= FEW


def beaten(world: Opened, target: Target) -> bool:
    """Whether some line defeats the Monster whatever comes. Raises TooLargeError."""

    def won(state: State) -> tuple[int, ...] | None:
        if not turn_over(state):
            return None
        return (int(state.tally.outcome == "won" and target.was_battled(state)),)

    found = best_policy(world.game, world.state, won, 0, "worst", MOST)
    return found is not None and found.worth == (1,)
