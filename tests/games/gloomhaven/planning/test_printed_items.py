"""The best turns and rounds with items that no sum counts: against a plain search without bounds."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.gloomhaven.planning.printed_hands import CLASSES, position
from tests.games.gloomhaven.planning.test_plan import ATTITUDES
from tests.games.gloomhaven.planning.test_printed_hands import SMALL, compared
from tests.sweeping import seeds

ITEMS = {
    "Boots of Quickness": "",
    "Boots of Speed": "",
    "Chain Hood": "",
    "Dampening Ring": "",
    "Drakescale Boots": "",
    "Flea-Bitten Shawl": "",
    "Fueled Falchion": "",
    "Horned Helm": "",
    "Iron Helmet": "",
    "Magma Waders": "",
    "Master's Lute": "soothsinger",
    "Phasing Idol": "summoner",
    "Psychic Knife": "mindthief",
    "Skullbane Axe": "",
    "Stone Charm": "cragheart",
    "Unstable Explosives": "",
    "Volatile Elixir": "",
}
"""The items, and the class that has use for one."""


@pytest.mark.parametrize("item", ITEMS)
def test_the_plain_search_finds_nothing_better_with_an_item(item: str) -> None:
    random = Random(f"hands with {item}")
    wanted, done, tried = len(seeds(3, 60)), 0, 0
    while done < wanted:
        is_round, class_ = tried % 3 == 2, ITEMS[item] or random.choice(CLASSES)
        text = position(random, class_, is_round=is_round, item=item)
        if item == "Skullbane Axe":
            text = text.replace("Guard", "Living Bones")
        if item == "Dampening Ring":
            text = text.replace("attack +0]", '"attack +0 with fire (+2)"]')
            text = text.replace("elements: {", "elements: {fire: strong, ").replace(", fire: waning", "")
            text = text.replace("fire: strong, fire: strong", "fire: strong")
        done += compared(text, random.choice(ATTITUDES), 2 * SMALL if is_round else SMALL)
        tried += 1
        assert tried < 80 * wanted, "hardly any position is small enough"
