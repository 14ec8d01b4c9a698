"""The chances of small decks with the Weapons of Dragonspire, each hand searched in the engine."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import mixed_book
from tests.games.thunderstone.chances.held_to_search import hold_with_draws, hold_without_draws
from tests.games.thunderstone.chances.test_dragonspire_hands import random_table, table_of
from tsolve.games.thunderstone.game import Thunderstone

QUIET = (
    *("guardian_blade", "recurve_bow", "skullbreaker", "toryn_gauntlet", "toryn_gauntlet", "dagger", "spear"),
    *("militia", "veteran_warrior", "amazon_huntress", "elf_wizard", "dwarf_guardian", "iron_rations"),
    "torch",
)
WITH_DRAWS = ("bluefire_staff", "frost_giant_axe", "fireball", "battle_fury", "magical_aura", "belzur_curate")


@pytest.mark.parametrize("seed", range(6))
def test_hands_without_draws(seed: int) -> None:
    random = Random(seed)
    game, table = random_table(random)
    hold_without_draws(game, table, [random.choice(QUIET) for _ in range(7)])


@pytest.mark.parametrize("seed", range(4))
def test_hands_with_a_staff_or_an_axe(seed: int) -> None:
    random = Random(100 + seed)
    game = Thunderstone(mixed_book())
    table = table_of(game, "harpy", "half_ogre")
    hold_with_draws(game, table, ["militia"] * 2 + random.sample(QUIET, 2) + random.sample(WITH_DRAWS, 3))
