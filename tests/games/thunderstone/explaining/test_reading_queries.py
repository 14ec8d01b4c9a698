"""Texts and the typed queries that they mean."""

from __future__ import annotations

import pytest

from tsolve.errors import UsageError
from tsolve.games.thunderstone.why_not.queries import (
    Act,
    Attack,
    Buy,
    Defeat,
    Equip,
    LevelUp,
    Query,
    Reach,
    read_query,
)

MEANT: dict[str, Query] = {
    "attack Blink Dog": Attack("Blink Dog"),
    "Attack the Blink Dog!": Attack("Blink Dog"),
    "fight Blink Dog in Rank 2": Attack("Blink Dog", 2),
    "attack Rank 2": Attack("", 2),
    "attack the Monster in Rank 3": Attack("", 3),
    "defeat Uyril Unending": Defeat("Uyril Unending"),
    "beat  Uyril   Unending?": Defeat("Uyril Unending"),
    "slay Kingdom in rank 1": Defeat("Kingdom", 1),
    "equip Polearm on Militia": Equip("Polearm", "Militia"),
    "equip Militia with Polearm": Equip("Polearm", "Militia"),
    "buy Flaming Sword": Buy("Flaming Sword"),
    "buy a Torch": Buy("Torch"),
    "level up Militia to Elf Wizard": LevelUp("Militia", "Elf Wizard"),
    "level Militia up to Elf Wizard": LevelUp("Militia", "Elf Wizard"),
    "level up Militia": LevelUp("Militia"),
    "reach attack 14": Reach("attack", 14),
    "reach attack value 14 against the Kingdom": Reach("attack", 14, "Kingdom"),
    "get 3 magic attack against Sphinx": Reach("magic", 3, "Sphinx"),
    "reach light 2": Reach("light", 2),
    "make 7 gold": Reach("gold", 7),
    "reach experience 3": Reach("xp", 3),
    "use Banish": Act("use Banish"),
    "attack nobody": Act("attack nobody"),
    "throw Spear": Act("throw Spear"),
}


@pytest.mark.parametrize("text", MEANT)
def test_a_text_means(text: str) -> None:
    assert read_query(text) == MEANT[text]


@pytest.mark.parametrize("text", ["", " ", "?", "reach", "reach attack", "reach the stars", "x" * 301])
def test_what_makes_no_sense(text: str) -> None:
    with pytest.raises(UsageError):
        read_query(text)
