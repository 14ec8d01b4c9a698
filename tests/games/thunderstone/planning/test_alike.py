"""What is taken for equal among positions of one turn: attacks that are alike, and positions passed over
because one that was met is at least as good.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from functools import partial
from random import Random

import pytest

from tests.games.thunderstone.planning.asked_positions import in_dungeon
from tests.games.thunderstone.planning.dragonspire_parts import features, village
from tests.games.thunderstone.planning.drawing_positions import ready_before_cards_leave
from tests.games.thunderstone.planning.random_positions import (
    Dealt,
    dungeon_position,
    goal_of_the_end,
    random_goal,
)
from tests.games.thunderstone.planning.test_free_hall import moving_hall
from tsolve.budget import SpentError
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Leaf, Value, leaves, search_engine
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.situations import Explorer, _Search
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target

DEALS = {
    "base": partial(dungeon_position, cards=4),
    "moving": moving_hall,
    "ready": ready_before_cards_leave,
    "features": partial(in_dungeon, features, cards=4),
    "village": partial(in_dungeon, village, cards=4),
}
LIMIT = 2_000
"""Positions of one oracle."""
MOST = 400
"""Attacks in a turn that is looked at."""


def goal_of(random: Random) -> tuple[str, ...]:
    return random.choice((random_goal, goal_of_the_end))(random, "dungeon")


def alike(random: Random, dealt: Dealt) -> int:
    """How many pairs of attacks that are alike were found to be worth the same."""
    game, state = dealt
    goal = goal_of(random)
    evaluator = Evaluator(game, goal)
    explorer = Explorer(game, state)
    classes: dict[Hashable, list[Leaf]] = defaultdict(list)
    situations = [situation for level in explorer.levels() for situation in level.situations]
    for leaf in leaves(game, situations, goal, ANYBODY)[:MOST]:
        classes[evaluator.symmetry_key(leaf.situation.state, leaf.rank)].append(leaf)
    several = [some for some in classes.values() if len(some) > 1]
    pairs = [random.sample(some, 2) for some in random.sample(several, min(3, len(several)))]
    for pair in pairs:
        try:
            one, other = (searched(game, leaf, goal) for leaf in pair)
        except TooLargeError:
            continue
        assert one == other, [leaf.situation.line for leaf in pair]
    return len(pairs)


def searched(game: Thunderstone, leaf: Leaf, goal: tuple[str, ...]) -> Value | None:
    """The best worth of an attack, by every line of the engine that reveals nothing more."""
    found = search_engine(game, leaf.situation, goal, Target(rank=leaf.rank), LIMIT, quiet=True)
    return None if found is None else found.value


@pytest.mark.parametrize("name", DEALS)
def test_attacks_that_are_alike_are_worth_the_same(name: str) -> None:
    randoms = [Random(seed) for seed in range(60)]
    assert sum(alike(random, DEALS[name](random)) for random in randoms) >= 5


class Everything:
    """Remembers positions, and knows only equal ones again."""

    def __init__(self, game: Thunderstone) -> None:
        self.game = game
        self._met: set[Hashable] = set()

    @property
    def count(self) -> int:
        """How many positions were new."""
        return len(self._met)

    def is_new(self, state: State) -> bool:
        """Whether no equal position was met."""
        before = len(self._met)
        self._met.add(self.game.key(state))
        return len(self._met) > before


def best(explorer: Explorer, evaluator: Evaluator) -> tuple[Value | None, int, bool]:
    """The best worth of any attack, the number of situations, and whether all were looked at."""
    found = [situation for level in explorer.levels() for situation in level.situations]
    ends = (evaluator.best(situation.state) for situation in found)
    worths = [end.value for end in ends if end is not None]
    return max(worths, default=None), len(found), explorer.complete


def passed_over(random: Random, dealt: Dealt) -> int:
    """How many situations were passed over, and nothing better with them."""
    game, state = dealt
    evaluator = Evaluator(game, goal_of(random))
    plain = _Search(game, state)
    plain._seen = Everything(game)  # type: ignore[assignment]
    try:
        least, some, _ = best(Explorer(game, state), evaluator)
        most, all_, complete = best(Explorer(game, state, search=plain), evaluator)
    except (SpentError, TooLargeError):
        return 0
    if not complete:
        return 0
    assert least == most
    return all_ - some


@pytest.mark.parametrize("name", DEALS)
def test_nothing_better_is_passed_over(name: str) -> None:
    randoms = [Random(seed) for seed in range(100, 150)]
    passed = sum(passed_over(random, DEALS[name](random)) for random in randoms)
    assert passed >= (10 if name in ("moving", "ready") else 0)
