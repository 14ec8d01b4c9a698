"""The Heroes that a hand of known cards may hold, counted by every choice of single cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.games.thunderstone.files import opened
from tsolve.games.thunderstone.turn.other_players import likely_cards

THEIRS = ("Militia", "Elf Wizard", "Torch", "Dagger", "Thyrian Squire")


@pytest.mark.parametrize("seed", range(10))
def test_every_hand_is_counted(seed: int) -> None:
    random = Random(seed)
    cards = random.choices(THEIRS, k=random.randint(7, 10))
    file = opened(
        "turn: dungeon\nhand: [Selurin Theurge]\ndeck: []\nhall: [Nixie, none, none]\n"
        f"players: {{others: [{{owned: [{', '.join(cards)}]}}]}}\n"
    )

    def is_hero(card: str) -> bool:
        return file.book.card(card).is_hero

    ids = [file.card(name) for name in cards]
    counted = Counter(tuple(sorted(filter(is_hero, hand))) for hand in combinations(ids, 6))
    assert likely_cards(file.state.players[1], is_hero) == counted
