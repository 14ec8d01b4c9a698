"""No attack comes to more than the bounds that are found without a search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tests.games.thunderstone.builders import mixed_book, position
from tests.games.thunderstone.planning.asked_positions import (
    features,
    heroes,
    in_dungeon,
    in_dungeon_by_chance,
    monsters,
    village,
    weapons,
)
from tests.games.thunderstone.planning.random_positions import (
    Dealt,
    dungeon_draws,
    dungeon_position,
    ready_before_cards_leave,
)
from tests.games.thunderstone.planning.test_bounds import walk
from tests.games.thunderstone.planning.test_own_cards import position as with_own_cards
from tests.games.thunderstone.planning.test_policy import moving_hall
from tests.games.thunderstone.random_cards import own_ruleset
from tests.sweeping import seeds
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.bounds import UNBOUNDED
from tsolve.games.thunderstone.planning.dungeon import leaves, search_engine
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.planning.party_bounds import battle_bounds, turn_bounds
from tsolve.games.thunderstone.planning.situations import Explorer
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target


def own_cards(random: Random) -> Dealt:
    rules, own = own_ruleset(random)
    return with_own_cards(random, rules, own, "dungeon")


DEALS: dict[str, Callable[[Random], Dealt]] = {
    "base": partial(dungeon_position, cards=4),
    "draws": partial(dungeon_draws, cards=2),
    "ready": ready_before_cards_leave,
    "moving": moving_hall,
    "own cards": own_cards,
    **{part.__name__: partial(in_dungeon, part, cards=4) for part in (features, heroes, village, weapons)},
    **{
        f"{part.__name__} by chance": partial(in_dungeon_by_chance, part, cards=3)
        for part in (features, heroes, monsters, village, weapons)
    },
}
AIMS = ("total", "magic", "light", "xp", "win")
LIMIT = 1_500
"""Positions of one oracle."""
MOST = 12
"""Attacks of one turn that are searched."""


def bounded(random: Random, deal: Callable[[Random], Dealt]) -> int:
    """How many bounds were compared with the most that the engine finds by trying everything."""
    game, state = deal(random)
    if random.random() < 0.5:
        state = random.choice([each for each in walk(random, game, state) if not each.todo])
    compared = 0
    bounds = turn_bounds(game, state, ANYBODY)
    for aim in AIMS if bounds else ():
        try:
            found = best_policy(
                game, state, lambda here, aim=aim: battle_result(game.book, here, (aim,)), 0, "best", LIMIT
            )
        except TooLargeError:
            continue
        if found is not None:
            compared += bounds.get(aim, UNBOUNDED) < UNBOUNDED
            assert found.worth[0] <= bounds.get(aim, UNBOUNDED), (aim, state)
    situations = [each for level in Explorer(game, state).levels() for each in level.situations]
    met = leaves(game, situations, ("lost",), ANYBODY)
    for leaf in random.sample(met, min(len(met), MOST)):
        least = battle_bounds(game, leaf.situation.state, leaf.rank)
        aim = random.choice(AIMS)
        try:
            attack = search_engine(game, leaf.situation, (aim,), Target(rank=leaf.rank), LIMIT, quiet=True)
        except TooLargeError:
            continue
        if attack is not None:
            compared += least.get(aim, UNBOUNDED) < UNBOUNDED
            assert attack.value[0] <= least.get(aim, UNBOUNDED), (aim, leaf)
    return compared


@pytest.mark.parametrize("name", DEALS)
def test_no_attack_comes_to_more(name: str) -> None:
    assert sum(bounded(Random(seed), DEALS[name]) for seed in seeds(8, 150)) >= 8


@pytest.mark.parametrize(
    ("hand", "deck", "aim", "most"),
    [
        (["Militia", "Dagger", "Torch"], [], "total", 2),  # 1 + 1
        (["Militia", "Dagger", "Torch"], [], "light", 1),
        (["Militia", "Feast", "Torch"], [], "total", 2),  # 1, and 1 by the Feast
        (["Militia", "Feast"], [], "total", 0),  # the same 2, and 2 less in the dark
        (["Militia", "Dagger", "Dagger", "Torch"], [], "total", 2),  # who carries one Weapon
        (["Regian Priest", "Torch"], ["Fireball"], "magic", 5),  # 2 of the Priest, and 3 that he may draw
        (["Militia", "Disease"], [], "xp", 0),  # the Nixie (Health 5) cannot be defeated
        (["Banish", "Torch"], [], "light", 1),  # the Hall may change, which brings no Light
    ],
)
def test_bounds_are_sums_of_what_lies_there(hand: list[str], deck: list[str], aim: str, most: int) -> None:
    game = Thunderstone(mixed_book())
    state = game.apply(position(hand, ["Nixie"], deck=deck), Visit("dungeon"))

    assert turn_bounds(game, state, ANYBODY)[aim] == most
