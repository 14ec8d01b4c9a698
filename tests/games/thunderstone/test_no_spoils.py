"""What a purchase is refused with after a victory."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened
from tsolve.turns.line import play_line

HAND = """\
turn: dungeon
hand: [{hero}, Militia, Torch, Dagger]
deck: []
hall: [Griknack Goblin, none, none]
village: {{Short Sword: 2, Iron Rations: 1}}
"""
FIGHT = ["equip Dagger on {hero}", "attack Griknack Goblin"]
# Torch 2 + Dagger 1 = 3 gold; the Short Sword costs 6. The Janissary's Spoils buy Weapons only (TS-14.1).


@pytest.mark.parametrize(
    ("hero", "card", "says"),
    [
        ("Dwarf Janissary", "Short Sword", "Short Sword costs 6, you have 3 gold"),
        ("Dwarf Janissary", "Iron Rations", "these Spoils buy a Weapon only, and Iron Rations is not one"),
        ("Thyrian Knight", "Short Sword", "this victory brings no Spoils that buy a card"),
    ],
)
def test_what_keeps_spoils_from_buying(hero: str, card: str, says: str) -> None:
    line = [*(step.format(hero=hero) for step in FIGHT), f"buy {card}"]
    answer = play_line(opened(HAND.format(hero=hero)), line).answer

    assert not answer.legal
    assert answer.steps[-1].refusal is not None
    assert answer.steps[-1].refusal.reason == says
