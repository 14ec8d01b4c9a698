"""Grades against exhaustive search: on random positions and random lines the best worth before and after each
step is the oracle's, choices never gain, and what choices lost and draws brought adds up to the result.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.games.thunderstone.grading.random_turns import TurnEvent, grading_of, random_turn
from tests.games.thunderstone.planning.agreement import spoils_without_a_say
from tests.games.thunderstone.planning.drawing_positions import dungeon_draws, village_draws
from tests.games.thunderstone.planning.random_positions import dungeon_position, random_goal, village_position
from tsolve.budget import FREE
from tsolve.engine import CHANCE
from tsolve.engine.search import Attitude, best_policy
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import turn_result
from tsolve.games.thunderstone.state import State
from tsolve.model.plays import Exact
from tsolve.turns.grade import StepGrader, amounts, out_of_reach

LIMIT = 3_000
"""Positions that take the oracle longer are left out; see how few they are."""
CHUNK = 12
SEEDS = range(60, 120, CHUNK)
Worth = tuple[Fraction | int, ...]
MAKERS = {
    "dungeon": lambda random: dungeon_position(random, cards=5),
    "village": lambda random: village_position(random, cards=4),
    "draws": lambda random: dungeon_draws(random, cards=2),
    "town": lambda random: village_draws(random, cards=2),
}


def oracle(
    game: Thunderstone, state: State, goal: tuple[str, ...], player: int, attitude: Attitude
) -> Worth | None:
    """The best worth by trying everything, over all that chance may bring."""
    skip = spoils_without_a_say(goal)
    found = best_policy(
        game, state, lambda here: turn_result(game.book, here, goal), player, attitude, LIMIT, skip
    )
    return None if found is None else found.worth


def numbers(worth: tuple[Exact, ...]) -> Worth:
    return tuple(Fraction(level.exact) for level in worth)


def graded_as_the_oracle_says(game: Thunderstone, state: State, goal: tuple[str, ...], random: Random) -> int:
    """Grade one random turn and compare every step; how many were compared."""
    events = random_turn(game, state, goal, random)
    grading = grading_of(game, state, goal)
    prospects = grading.prospects("expected", FREE)
    grader = StepGrader(grading, prospects)
    graded = list(grader.grade(events))
    assert len(graded) == len(events)
    known = [step for step in graded if step.verdict != "unknown"]
    for event, step in zip(events, graded, strict=True):
        if step.verdict == "unknown":
            continue
        try:
            before = oracle(game, event.before, goal, state.active, "expected")
            after = oracle(game, event.after, goal, state.active, "expected")
        except TooLargeError:
            return 0
        if before is None or after is None:  # the oracle gives up where another player chooses
            continue
        assert (numbers(step.before), numbers(step.after)) == (before, after), step.text
        change = tuple(b - a for b, a in zip(before, after, strict=True))
        by_chance = game.mover(event.before) == CHANCE
        assert step.verdict in (("drawn",) if by_chance else ("kept", "lost", "forced"))
        if by_chance:
            assert numbers(step.luck) == tuple(-level for level in change)
        else:
            assert change >= (0,) * len(goal), "a choice never gains"
            assert (step.verdict == "lost") == any(change)
            assert numbers(step.regret) == (change if any(change) else ())
    if len(known) < len(events) or not events:
        return 0
    start, end = prospects.of(events[0].before).worth, prospects.of(events[-1].after).worth
    assert start is not None
    sums = zip(start, grader.luck, grader.regret, strict=True)
    assert tuple(a + b - c for a, b, c in sums) == end
    first_out_of_reach(game, state, goal, events)
    return len(events)


def first_out_of_reach(
    game: Thunderstone, state: State, goal: tuple[str, ...], events: list[TurnEvent]
) -> None:
    """The first step after which not even the luckiest cards bring the best result."""
    try:
        peaks = [
            oracle(game, here, goal, state.active, "best")
            for here in (events[0].before, *(event.after for event in events))
        ]
    except TooLargeError:
        return
    if None in peaks:  # another player chooses
        return
    lost = next((number for number, worth in enumerate(peaks) if worth != peaks[0]), None)
    grading = grading_of(game, state, goal)
    found = out_of_reach(grading, events, grading.prospects("best", FREE))
    assert (found.number if found is not None else None) == lost


@pytest.mark.parametrize("first", SEEDS)
@pytest.mark.parametrize("kind", MAKERS)
def test_every_step_is_graded_as_the_oracle_says(kind: str, first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(f"{kind} {seed}")
        game, state = MAKERS[kind](random)
        place = "village" if kind in ("village", "town") else "dungeon"
        compared += graded_as_the_oracle_says(game, state, random_goal(random, place), random) > 0

    assert compared >= CHUNK * 0.4


def test_a_worth_that_is_not_known_is_empty() -> None:
    assert amounts(None) == ()
