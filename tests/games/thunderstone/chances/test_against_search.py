"""The chances of small decks against every single hand, each searched exhaustively in the engine."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.games.thunderstone.builders import book
from tests.games.thunderstone.chances.held_to_search import (
    every_hand,
    hold_with_draws,
    hold_without_draws,
    look,
    searched_attack,
    searched_mean_gold,
    without,
)
from tests.games.thunderstone.planning.random_positions import random_game
from tsolve.cardkit import piles
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.odds import Quantities
from tsolve.games.thunderstone.judging.odds_hand import Table, fights
from tsolve.games.thunderstone.state import Slot

PLAIN = (
    *(
        "militia",
        "militia",
        "thyrian_squire",
        "elf_wizard",
        "dwarf_guardian",
        "feayn_sniper",
        "outlands_warrior",
    ),
    *("dagger", "short_sword", "flaming_sword", "spear", "iron_rations", "goodberries", "feast"),
    *("torch", "lantern", "fireball", "battle_fury", "disease", "griffon", "selurin_magician"),
    *("barkeep", "pawnbroker", "trainer", "militia", "torch", "dagger"),
)
DRAWING = (
    "regian_priest",
    "regian_cleric",
    "magical_aura",
    "chalice_quester",
    "disease",
    "banish",
    "town_guard",
)


def random_table(random: Random) -> tuple[Thunderstone, Table]:
    """A Hall of three Monsters above two that are known, under random readings."""
    game = random_game(random, 0.1)
    monsters = sorted(game.book.monsters - {"tyxr_the_old", "archduke_of_pain"})
    hall = tuple(Slot(random.choice(monsters), breached=rank == 1) for rank in (1, 2, 3))
    below = piles.known(tuple(random.choice(monsters) for _ in range(2)))
    return game, Table(game.book.cards, dict(game.book.readings), hall, below, ())


@pytest.mark.parametrize("seed", range(12))
def test_hands_without_draws(seed: int) -> None:
    random = Random(seed)
    game, table = random_table(random)
    hold_without_draws(game, table, [random.choice(PLAIN) for _ in range(7)])


@pytest.mark.parametrize("seed", range(8))
def test_hands_that_draw(seed: int) -> None:
    random = Random(1000 + seed)
    game, table = random_table(random)
    often, seldom = random.sample(sorted(set(PLAIN)), 2)
    hold_with_draws(game, table, [often] * 4 + [seldom] * 2 + random.sample(DRAWING, 2))


@pytest.mark.parametrize("deck", [["town_guard"], ["town_guard", "barkeep"], ["town_guard", "town_guard"]])
@pytest.mark.parametrize("total", ["5", "7"])
def test_gold_with_draws(deck: list[str], total: str) -> None:
    """The mean of the most gold against exhaustive search of every visit."""
    game = Thunderstone(book(town_guard_total=total))
    table = Table(game.book.cards, dict(game.book.readings), (Slot(), Slot(), Slot()), piles.EMPTY, ())
    deck = [*deck, "torch", "torch", "dagger", "lightstone_gem", "militia", "militia", "militia"]
    mean = Fraction(0)
    for hand, number in every_hand(deck).items():
        visit = table.position(game, hand, without(deck, hand), "village")
        mean += number * searched_mean_gold(game, visit)
    found = look(table, deck).outcomes[Quantities(0).gold]
    assert sum(weight * outcome[0] for outcome, weight in found.items()) == mean


def test_only_villagers_and_the_stone_never_matter_to_a_battle() -> None:
    facts = book().cards
    idle = {card for card in facts if not fights(facts[card])}
    assert idle == {"barkeep", "pawnbroker", "town_guard", "trainer", "stone_of_mystery"}


def test_villagers_change_nothing_in_a_hand() -> None:
    """They are left away before a battle is looked at: the search finds the same with them."""
    random = Random(3)
    game, table = random_table(random)
    for _ in range(10):
        fighters = [random.choice(PLAIN[:21]) for _ in range(3)]
        for monster in table.monsters:
            whole = table.position(game, [*fighters, "barkeep", "trainer"], (), "dungeon")
            part = table.position(game, fighters, (), "dungeon")
            assert searched_attack(game, whole, monster) == searched_attack(game, part, monster)
