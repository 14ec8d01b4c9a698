"""What is suggested for a name that no card has."""

from __future__ import annotations

import pytest

from tsolve.api.games import ruleset
from tsolve.diagnostics import Diagnostics
from tsolve.rules.near_names import ENGLISH, LONGEST, Name, Near, languages_in, near, told
from tsolve.turns.card_names import meant, resolve

NAMES = [
    Name("Short Sword", ("Short Sword",)),
    Name("Flaming Sword", ("Flaming Sword",)),
    Name("Krótki Miecz = Short Sword", ("Krótki Miecz", "Krótkiego Miecza")),
    Name("King's Guard", ("King's Guard",)),
    Name("Grass", ("Grass",)),
]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sword", "cards with sword: Short Sword, Flaming Sword"),
        ("SWORDS", "cards with swords: Short Sword, Flaming Sword"),
        ("sword short", 'did you mean "Short Sword"?'),
        ("flam", "cards with flam: Flaming Sword"),
        ("grasses", 'did you mean "Grass"?'),
        ("amin", "cards with amin: Flaming Sword"),
        ("kings", "cards with kings: King's Guard"),
        ("gra", 'did you mean "Grass"?'),
        ("gras", 'did you mean "Grass"?'),
        ("Shrot Sword", 'did you mean "Short Sword"?'),
        ("swrod", "cards with sword: Short Sword, Flaming Sword"),
        ("miecza", "cards with miecza: Krótki Miecz = Short Sword"),
        ("Krutki Miecz", 'did you mean "Krótki Miecz" = Short Sword?'),
        ("Sword of Doom", "cards with sword: Short Sword, Flaming Sword"),
        ("zeppelin", ""),
        ("", ""),
        ("•", ""),
        ("sword" * LONGEST, ""),
    ],
)
def test_words_go_before_slips(text: str, hint: str) -> None:
    assert told(near(text, NAMES)) == hint


def test_long_lists_end_with_how_many_more() -> None:
    found = Near("lamp", tuple(f"Lamp {number}" for number in range(11)))
    assert told(found).endswith("Lamp 6, Lamp 7, and 3 more")


@pytest.mark.parametrize(
    ("texts", "languages"),
    [
        (["hand", "Ochotnik", "2 x Pochodnia"], ("pl",)),
        (["attack Nixie", "Militia", "Pochodnia"], (ENGLISH, "pl")),
        (["turn", "dungeon"], ()),
    ],
)
def test_a_file_names_cards_in_its_languages(texts: list[str], languages: tuple[str, ...]) -> None:
    found = languages_in(ruleset("thunderstone"), texts)
    assert found == languages


def test_the_readers_language_goes_first() -> None:
    rules = ruleset("thunderstone")
    assert "Elf Wizard" in rules.read_by(lambda: (ENGLISH,)).near_cards("Elf")
    assert "Elf Czarodziej = Elf Wizard" in rules.read_by(lambda: ("pl",)).near_cards("Elf")
    assert "Żelazne racje = Iron Rations" in rules.read_by(lambda: (ENGLISH,)).near_cards("Racje")


def test_the_cards_of_a_group_are_named_in_the_readers_language() -> None:
    rules = ruleset("thunderstone")
    assert "Elf Wizard, Elf Sorcerer" in meant(rules.read_by(lambda: (ENGLISH,)), "Elf")
    assert "Elf Czarodziej = Elf Wizard, " in meant(rules.read_by(lambda: ("pl",)), "Elf")


@pytest.mark.parametrize(
    "written",
    [
        "3 Militia",
        "3xMilitia",
        "Militia (3)",
        "Militia * 3",
        "(3) Militia",
        "three Militia",
        "Three Militias",
    ],
)
def test_how_several_are_written_is_told(written: str) -> None:
    found = Diagnostics()
    resolve(ruleset("thunderstone"), written, found, None)
    assert found.items[0].help == 'write "3 x Militia" for that many, "third Militia" for one of them'
