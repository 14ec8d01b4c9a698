"""The chances of small decks against the Monsters of Dragonspire, each hand searched in the engine."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import mixed_book
from tests.games.thunderstone.chances.held_to_search import hold_with_draws, hold_without_draws, look
from tests.games.thunderstone.chances.test_against_search import PLAIN
from tsolve.cardkit import piles
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.odds_hand import Table
from tsolve.games.thunderstone.state import Slot

NEW = (
    *("veteran_warrior", "chulian_rat", "gorinth_amateur", "standard_bearer", "ember", "choking_smoke"),
    *("barkeep", "barkeep"),
)
ACTING = ("cutthroat", "fire_giant", "blaze", "disease", "regian_priest", "town_guard")


def table_of(game: Thunderstone, *monsters: str) -> Table:
    hall = (*(Slot(monster, True) for monster in monsters), Slot(), Slot())[:3]
    return Table(game.book.cards, dict(game.book.readings), hall, piles.EMPTY, ())


def random_table(random: Random) -> tuple[Thunderstone, Table]:
    game = Thunderstone(mixed_book())
    facts = game.book.cards
    monsters = sorted(
        m for m in game.book.monsters if facts[m].set == "dragonspire" and not facts[m].is_guardian
    )
    return game, table_of(game, *(random.choice(monsters) for _ in range(3)))


@pytest.mark.parametrize("seed", range(6))
def test_hands_without_draws(seed: int) -> None:
    random = Random(seed)
    game, table = random_table(random)
    hold_without_draws(game, table, [random.choice((*PLAIN, *NEW)) for _ in range(7)])


@pytest.mark.parametrize("seed", [0, 4, 5, 9])
def test_hands_with_trophies_that_have_to_act(seed: int) -> None:
    random = Random(seed)
    game, table = random_table(random)
    often, seldom = random.sample(sorted({*PLAIN, *NEW}), 2)
    hold_with_draws(game, table, [often] * 3 + [seldom] * 2 + random.sample(ACTING, 2))


def test_gold_without_any_other_use_counts() -> None:
    """Wind Fury has 7, or 14 before less than 5 gold; a Barkeep is worth 1 and does nothing else here.

    Two Knights 4 + 4, Gem 3 and Barkeeps 1 + 1: 8 against 7. Five of the six cards: without a Barkeep or the
    Gem it is 14, against 4 + 4 and the Militia's 1 + 2 at most; without a Knight 4 + 1 + 1 against 7.
    """
    game = Thunderstone(mixed_book())
    table = table_of(game, "wind_fury")
    deck = ["thyrian_knight", "thyrian_knight", "lightstone_gem", "barkeep", "barkeep", "militia"]
    found = look(table, deck).outcomes[0]
    won = sum(weight for outcome, weight in found.items() if outcome and outcome[0])
    assert won == 1  # the hand without the Militia
