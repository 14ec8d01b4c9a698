"""Turns in which cards of the own hand may be taken half-way: the policy against the plain expectimax."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.explaining.test_measures import dealt
from tests.games.thunderstone.planning.policy_agreement import ATTITUDES, policy_agrees
from tests.games.thunderstone.planning.random_positions import goal_of_the_end, random_goal
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.turn_tree import RobbedError, Turn, TurnNode
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.solve.policy import Search

SEEDS = range(300_000, 300_060, 15)


def is_robbed(game: Thunderstone, state: State) -> bool:
    """Whether the order of preparations matters, so that they belong to the tree."""
    tree = Turn(game, state, ("win",), ANYBODY, "best", Evaluator(game, ("win",)))
    tree.bounded = False
    try:
        Search(tree, "best").run(TurnNode(state))
    except RobbedError:
        return True
    return False


@pytest.mark.parametrize("first", SEEDS)
def test_policies_of_robbed_turns_equal_the_expectimax(first: int) -> None:
    judged = 0
    for seed in range(first, first + 15):
        random = Random(seed)
        game, state = dealt(random, robbed=True)
        goal = random.choice((random_goal, goal_of_the_end))(random, "dungeon")
        target = Target(random.choice(state.hall).card) if random.random() < 0.3 else ANYBODY
        if is_robbed(game, state):
            judged += policy_agrees(game, state, goal, random.choice(ATTITUDES), target) is not None
    assert judged >= 1
