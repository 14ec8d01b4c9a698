"""Policies against the plain expectimax over the engine: same worth on random positions, and sound trees."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.games.thunderstone.planning.drawing_positions import dungeon_draws, village_draws
from tests.games.thunderstone.planning.random_positions import random_goal
from tsolve.engine.expectimax import best_policy, mean
from tsolve.engine.protocol import CHANCE
from tsolve.engine.replay import replay
from tsolve.engine.search import TooLargeError
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.planning.policy import Draws, Node, RobbedError, search
from tsolve.games.thunderstone.state import State

Worth = tuple[Fraction | int, ...]

CHUNK = 20
DUNGEONS = range(0, 160, CHUNK)
VILLAGES = range(0, 120, CHUNK)
LIMIT = 3_000
"""Positions that take the oracle longer are left out; see the test of how few they are."""
ATTITUDES: tuple[Draws, ...] = ("expected", "worst", "expected", "best", "known")


def agree(game: Thunderstone, state: State, goal: tuple[str, ...], draws: Draws) -> bool:
    """Compare the search with the oracle and look over its tree; False when the oracle gives up."""
    result = battle_result if state.turn == "dungeon" else visit_result
    try:
        expected = best_policy(
            game, state, lambda here: result(game.book, here, goal), state.active, draws, LIMIT
        )
        searched = search(game, state, goal, draws=draws)
    except (TooLargeError, RobbedError):
        return False
    worth = None if expected is None else expected.worth

    assert searched.low == worth, [member.card for member in state.party]
    assert searched.proved
    if searched.root is not None:
        assert searched.root.state == state
        look_over(game, searched.root, goal, draws)
    return True


def look_over(game: Thunderstone, node: Node, goal: tuple[str, ...], draws: Draws) -> None:
    """Every line can be played, every outcome of chance has its branch, and the worths add up."""
    played = replay(game, node.state, node.line)
    assert node.final == (played[-1].after if played else node.state)
    if not node.branches:
        assert node.worth == leaf_worth(game, node, goal)
        return
    assert game.mover(node.final) == CHANCE
    events = game.chance(node.final)
    whole = sum(weight for _, weight in events)
    chances = {branch.event: branch.chance for branch in node.branches}
    assert len(chances) == len(node.branches)
    if draws == "best":  # an outcome without a line of known worth is left out
        assert chances.items() <= {event: Fraction(weight, whole) for event, weight in events}.items()
    else:
        assert chances == {event: Fraction(weight, whole) for event, weight in events}
        assert sum(chances.values()) == 1
    for branch in node.branches:
        assert branch.node.state == game.apply(node.final, branch.event)
        look_over(game, branch.node, goal, draws)
    worths = [tuple(map(Fraction, branch.node.worth)) for branch in node.branches]
    if draws == "worst":
        assert node.worth == min(worths)
    elif draws == "best":
        assert node.worth == max(worths)
    else:
        weights = dict(events)
        assert node.worth == mean(worths, [weights[branch.event] for branch in node.branches])


def leaf_worth(game: Thunderstone, node: Node, goal: tuple[str, ...]) -> Worth | None:
    """What a leaf says that the rest of the turn comes to."""
    if node.final.over:
        return battle_result(game.book, node.final, goal)
    return None if node.end is None else node.end.value


def mean_of_leaves(game: Thunderstone, node: Node, goal: tuple[str, ...]) -> Worth:
    """The worth of a policy as the mean over its leaves, each with the chance of its whole path."""
    paths = list(leaves(node, Fraction(1)))
    assert sum(chance for _, chance in paths) == 1
    worths = [(leaf_worth(game, leaf, goal), chance) for leaf, chance in paths]
    return tuple(
        sum((worth[level] * chance for worth, chance in worths if worth is not None), Fraction())
        for level in range(len(goal))
    )


def leaves(node: Node, chance: Fraction) -> list[tuple[Node, Fraction]]:
    """Every leaf with the product of the chances on the way."""
    if not node.branches:
        return [(node, chance)]
    return [leaf for branch in node.branches for leaf in leaves(branch.node, chance * branch.chance)]


@pytest.mark.parametrize("first", DUNGEONS)
def test_policies_in_the_dungeon_equal_the_expectimax(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon_draws(random, cards=3)
        compared += agree(game, state, random_goal(random, "dungeon"), ATTITUDES[seed % len(ATTITUDES)])

    assert compared >= CHUNK * 0.8


@pytest.mark.parametrize("first", VILLAGES)
def test_policies_in_the_village_equal_the_expectimax(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(10_000 + seed)
        game, state = village_draws(random, cards=2)
        compared += agree(game, state, random_goal(random, "village"), ATTITUDES[seed % len(ATTITUDES)])

    assert compared >= CHUNK * 0.7


def test_the_mean_over_all_leaves_is_the_worth() -> None:
    branching = 0
    for seed in range(40):
        random = Random(20_000 + seed)
        game, state = dungeon_draws(random, cards=3)
        goal = random_goal(random, "dungeon")
        try:
            searched = search(game, state, goal)
        except RobbedError:
            continue
        if searched.root is None:
            continue
        branching += bool(searched.root.branches)
        assert mean_of_leaves(game, searched.root, goal) == searched.low

    assert branching >= 15
