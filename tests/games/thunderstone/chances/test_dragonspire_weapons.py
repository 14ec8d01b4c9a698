"""The chances of small decks with the Weapons of Dragonspire, each hand searched in the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tests.games.thunderstone.builders import mixed_book
from tests.games.thunderstone.chances.test_against_search import (
    every_hand,
    look,
    searched_attack,
    searched_policy,
    searched_turn,
)
from tests.games.thunderstone.chances.test_dragonspire_hands import random_table, table_of
from tsolve.batch.tally import Outcome, Weight
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
    deck = [random.choice(QUIET) for _ in range(7)]
    monsters = list(table.monsters)
    wanted: list[dict[Outcome, Weight]] = [{} for _ in range(len(monsters) + 1)]
    for hand, number in every_hand(deck).items():
        start = table.position(game, hand, (), "dungeon")
        outcomes = [
            *(searched_attack(game, start, monster) for monster in monsters),
            searched_turn(game, start),
        ]
        for known, outcome in zip(wanted, outcomes, strict=True):
            known[outcome] = known.get(outcome, 0) + number
    assert list(look(table, deck).outcomes[: len(wanted)]) == wanted


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_hands_with_a_staff_or_an_axe(seed: int) -> None:
    random = Random(100 + seed)
    game = Thunderstone(mixed_book())
    table = table_of(game, "harpy", "half_ogre")
    deck = ["militia"] * 2 + random.sample(QUIET, 2) + random.sample(WITH_DRAWS, 3)
    monsters = list(table.monsters)
    wanted = [[Fraction(0)] * 2 for _ in monsters]
    for hand, number in every_hand(deck).items():
        rest = (Counter(deck) - Counter(hand)).elements()
        start = table.position(game, hand, rest, "dungeon")
        for sums, monster in zip(wanted, monsters, strict=True):
            for level, mean in enumerate(searched_policy(game, start, ("win", "value"), monster)):
                sums[level] += number * mean
    for sums, outcomes in zip(wanted, look(table, deck).outcomes, strict=False):
        for level, total in enumerate(sums):
            assert sum(weight * outcome[level] for outcome, weight in outcomes.items() if outcome) == total
