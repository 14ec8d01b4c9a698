"""The leaves of a search against the exhaustive search over the engine, where nothing more is revealed."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.planning.drawing_positions import dungeon_draws, village_draws
from tests.games.thunderstone.planning.random_positions import dungeon_position, random_goal, village_position
from tsolve.engine.search import TooLargeError, best_line
from tsolve.games.thunderstone.actions import Action, Attack, Equip, Pass, Use, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.planning.situations import reveals
from tsolve.games.thunderstone.state import State

CHUNK = 40
SEEDS = range(30_000, 30_240, CHUNK)
LIMIT = 3_000
MAKERS = {
    "dungeon": lambda random: dungeon_position(random, cards=6),
    "village": lambda random: village_position(random, cards=5),
    "dungeon with cards that draw": lambda random: dungeon_draws(random, cards=4),
    "village with cards that draw": lambda random: village_draws(random, cards=3),
}


def oracle(
    game: Thunderstone, state: State, goal: tuple[str, ...], target: str = ""
) -> tuple[int, ...] | None:
    """The best worth without revealing more, by trying everything."""

    def skip(here: State, action: Action) -> bool:
        if target and not here.todo and isinstance(action, Attack):
            return here.hall[action.rank - 1].card != target
        nobody = bool(target) and not here.todo and isinstance(action, Pass)
        return nobody or reveals(game, here, action)

    result = battle_result if state.turn == "dungeon" else visit_result
    found = best_line(game, state, lambda here: result(game.book, here, goal), LIMIT, skip)
    return None if found is None else found.value


def agree(game: Thunderstone, state: State, goal: tuple[str, ...], target: str = "") -> bool:
    """Compare; False when the position is too large for the oracle."""
    try:
        expected = oracle(game, state, goal, target)
    except TooLargeError:
        return False
    reached = Evaluator(game, goal).best(state, target)

    assert (None if reached is None else reached.value) == expected, [m.card for m in state.party]
    if reached is not None and "win" in goal:
        assert reached.won == bool(reached.value[goal.index("win")])
    if reached is not None and target:
        assert reached.target == target
    return True


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("first", SEEDS)
def test_the_best_end_of_a_turn_equals_the_search(kind: str, first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = MAKERS[kind](random)
        compared += agree(game, state, random_goal(random, state.turn))

    assert compared >= CHUNK * 0.8


def test_hands_that_are_partly_prepared() -> None:
    compared = 0
    for seed in range(32_000, 32_080):
        random = Random(seed)
        game, state = dungeon_position(random, cards=6)
        for _ in range(random.randint(1, 3)):
            actions = (
                [] if state.todo else [a for a in game.legal_actions(state) if isinstance(a, (Use, Equip))]
            )
            quiet = [action for action in actions if not reveals(game, state, action)]
            state = game.apply(state, random.choice(quiet)) if quiet else state
        if not state.todo:
            compared += agree(game, state, random_goal(random, "dungeon"))

    assert compared >= 70


def test_one_evaluator_serves_many_hands() -> None:
    """What it remembers of one hand must not leak into another."""
    random = Random(5)
    game, _ = dungeon_position(random, cards=3, odd=0.0)
    goal = random_goal(random, "dungeon")
    shared = Evaluator(game, goal)
    for _ in range(60):
        _, state = dungeon_position(random, cards=3, odd=0.0)
        assert shared.best(state) == Evaluator(game, goal).best(state)


def test_a_target_among_others() -> None:
    compared = attacked = 0
    for seed in range(31_000, 31_060):
        random = Random(seed)
        game, state = dungeon_position(random, cards=4)
        target = random.choice(state.hall).card
        compared += agree(game, state, random_goal(random, "dungeon"), target)
        attacked += Evaluator(game, ("value",)).best(state, target) is not None

    assert compared >= 45
    assert attacked >= 45


def test_a_rest() -> None:
    for seed in range(40):
        random = Random(seed)
        game, state = dungeon_position(random, cards=6)
        resting = game.apply(replace(state, turn="", step="choose"), Visit("rest"))
        assert agree(game, resting, random_goal(random, "rest"))
