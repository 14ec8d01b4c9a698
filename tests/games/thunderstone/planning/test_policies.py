"""Policies against the plain expectimax over the engine: same worth on random positions, and sound trees."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.planning.drawing_positions import (
    dungeon_draws,
    ready_before_cards_leave,
    village_draws,
)
from tests.games.thunderstone.planning.policy_agreement import ATTITUDES, look_over, policy_agrees
from tests.games.thunderstone.planning.random_positions import random_goal
from tsolve.budget import Budget, allow
from tsolve.cardkit.piles import contents
from tsolve.games.thunderstone.planning.policy import Searched, search
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target

CHUNK = 40
DUNGEONS = range(0, 160, CHUNK)
VILLAGES = range(0, 120, CHUNK)


@pytest.mark.parametrize("first", DUNGEONS)
def test_policies_in_the_dungeon_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon_draws(random, cards=3)
        compared.append(
            policy_agrees(game, state, random_goal(random, "dungeon"), ATTITUDES[seed % len(ATTITUDES)])
        )

    assert many_branch(compared, 0.25)


@pytest.mark.parametrize("first", range(80_000, 80_120, CHUNK))
def test_heroes_count_the_hand_before_cards_leave_it_where_that_is_better(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = ready_before_cards_leave(random)
        goal = random.choice((random_goal(random, "dungeon"), ("margin",), ("win", "margin")))
        compared.append(policy_agrees(game, state, goal, ATTITUDES[seed % len(ATTITUDES)]))

    assert sum(found is not None for found in compared) > CHUNK / 2


@pytest.mark.parametrize("first", VILLAGES)
def test_policies_in_the_village_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(10_000 + seed)
        game, state = village_draws(random, cards=2)
        compared.append(
            policy_agrees(game, state, random_goal(random, "village"), ATTITUDES[seed % len(ATTITUDES)])
        )

    assert many_branch(compared, 0.1)


@pytest.mark.parametrize("first", range(30_000, 30_080, CHUNK))
def test_policies_against_one_monster_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon_draws(random, cards=2)
        coming = [slot.card for slot in state.hall] + [*contents(state.dungeon)]
        monster = random.choice([card for card in coming if card in game.book.monsters])
        target = Target(monster, random.choice((0, 0, *Target(monster).places(state))))
        draws = ATTITUDES[seed % len(ATTITUDES)]
        compared.append(policy_agrees(game, state, random_goal(random, "dungeon"), draws, target))

    assert many_branch(compared, 0.1)


@pytest.mark.parametrize("steps", [30, 100, 300, 1000])
def test_policies_found_in_a_hurry_can_be_played_and_lie_below_the_best(steps: int) -> None:
    hurried = 0
    for seed in range(60):
        random = Random(52_000 + seed)
        game, state = dungeon_draws(random, cards=3)
        goal, draws = random_goal(random, "dungeon"), ATTITUDES[seed % len(ATTITUDES)]
        whole = search(game, state, goal, ANYBODY, draws)

        with allow(Budget(steps=steps)):
            found = search(game, state, goal, ANYBODY, draws)

        if found.root is not None:
            look_over(game, found.root, goal, draws)
            assert whole.low is not None
            assert found.high is not None
            assert found.low == found.root.worth <= whole.low <= found.high
        hurried += found.low != whole.low
    assert hurried > 0


def many_branch(compared: list[Searched | None], least: float) -> bool:
    """Whether the oracle could judge most positions, and chance has a say in this share of them."""
    judged = [searched for searched in compared if searched is not None]
    branching = [searched for searched in judged if searched.root is not None and searched.root.branches]
    return len(judged) >= 0.7 * len(compared) and len(branching) >= least * len(compared)
