"""The planner against the search where Judgement takes from all Heroes at once. (A-02, A-34, A-46)"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.games.thunderstone.builders import book, position
from tests.games.thunderstone.planning.agreement import plan_agrees
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State

CARDS = [
    "Militia",
    "Elf Wizard",
    "Selurin Warlock",
    "Thyrian Squire",
    "Feayn Archer",
    "Dwarf Guardian",
    "Dagger",
    "Flaming Sword",
    "Fireball",
    "Iron Rations",
    "Disease",
    "Goodberries",
]
READINGS = list(
    product(("floor", "negative", "negative_at_last"), ("hero_with_weapon", "hero_only", "party_total"))
)


def entering(game: Thunderstone, random: Random) -> State:
    hand = random.choices(CARDS, k=random.randint(1, 4))
    start = position([*hand, "Lightstone Gem"], ["Judgement"], deck=[], dungeon=["Nixie"])
    return game.apply(start, game.legal_actions(start)[1])


@pytest.mark.parametrize(("zero_rule", "bonus"), READINGS)
def test_one_choice_for_all(zero_rule: str, bonus: str) -> None:
    game = Thunderstone(book(judgement_choice="one_for_all", zero_rule=zero_rule, judgement_bonus=bonus))
    random = Random(f"{zero_rule} {bonus}")
    compared = sum(plan_agrees(game, entering(game, random), ("value", "lost")) for _ in range(40))
    assert compared >= 30
