"""No line from any position of a turn is worth more than its upper bound, also while a choice or a draw is
waiting: against exhaustive search from the positions of random walks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from tests.games.thunderstone.planning.asked_positions import in_dungeon, in_dungeon_by_chance
from tests.games.thunderstone.planning.dragonspire_parts import features, heroes, monsters, village, weapons
from tests.games.thunderstone.planning.drawing_positions import dungeon_draws, ready_before_cards_leave
from tests.games.thunderstone.planning.random_positions import Dealt, goal_of_the_end, random_goal
from tests.games.thunderstone.planning.test_free_hall import moving_hall
from tsolve.engine import CHANCE
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.bounds import UpperBounds
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.planning.situations import revealing_uses
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY

LIMIT = 1_500
"""Positions of one oracle."""
LONGEST = 12
Deal = Callable[[Random], Dealt]
DEALS: dict[str, Deal] = {
    "draws": partial(dungeon_draws, cards=2),
    "ready": ready_before_cards_leave,
    "moving": moving_hall,
    "known features": partial(in_dungeon, features, cards=3),
    "known village": partial(in_dungeon, village, cards=3),
    **{
        part.__name__: partial(in_dungeon_by_chance, part, cards=3)
        for part in (features, heroes, monsters, village, weapons)
    },
}


def walk(random: Random, game: Thunderstone, state: State) -> Iterator[State]:
    """Positions of one random turn, until nothing more is revealed or nobody knows what comes."""
    for _ in range(LONGEST):
        if state.over:
            return
        yield state
        if game.mover(state) == CHANCE:
            actions = [action for action, _ in game.chance(state)]
        elif state.todo:
            actions = list(game.legal_actions(state))
        else:
            actions = list(revealing_uses(game, state))
        if not actions:
            return
        state = game.apply(state, random.choice(actions))


def compared(random: Random, deal: Deal) -> int:
    """How many positions of a turn could be compared, waiting ones counted alone."""
    game, start = deal(random)
    goal = random.choice((random_goal, goal_of_the_end))(random, "dungeon")
    upper_bounds = UpperBounds(game, goal, ANYBODY)
    waiting = 0
    for state in walk(random, game, start):
        try:
            best = best_policy(
                game, state, lambda here: battle_result(game.book, here, goal), state.active, "best", LIMIT
            )
        except TooLargeError:
            continue
        if best is not None:
            assert best.worth <= upper_bounds.above(state), (goal, state)
            waiting += bool(state.todo)
    return waiting


@pytest.mark.parametrize("name", DEALS)
def test_no_line_is_worth_more_than_the_ceiling(name: str) -> None:
    assert sum(compared(Random(seed), DEALS[name]) for seed in range(40)) >= 2
