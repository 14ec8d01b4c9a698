"""`campaign.yaml`: read from the folders of a ruleset, key by key, and refused where it makes no sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve.errors import InputError
from tsolve.games.gloomhaven.campaign.numbers import FILE, load_numbers
from tsolve.source.project import rulesets_path

OWN = rulesets_path() / "gloomhaven"


def test_a_folder_above_replaces_what_it_says(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("new_character_gold: 20\n")
    found = load_numbers((tmp_path, OWN))
    assert found.new_character_gold == 20
    assert found.experience == load_numbers().experience


def test_a_ruleset_needs_the_numbers(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        load_numbers((tmp_path,))
    assert [each.code for each in error.value.diagnostics] == ["E101"]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("E210", "experience: [0, 45, 95, 150, 150, 275, 345, 420, 500]"),
        ("E210", "prosperity: [1, 4, 9, 15, 22, 30, 39, 50, 64]"),
        ("E208", "experience: [0, 45]"),
        ("E208", "last_items: [14, 21]"),
        ("E210", "price_modifiers: [{from: -18, price: 4}]"),
        ("E210", "price_modifiers: []"),
        ("E205", "new_character_gold: -3"),
        ("E203", "donation: {gold: 10}"),
    ],
)
def test_numbers_that_make_no_sense(code: str, text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text + "\n")
    with pytest.raises(InputError) as error:
        load_numbers((tmp_path, OWN))
    assert {each.code for each in error.value.diagnostics} == {code}


def test_polish_names_of_achievements() -> None:
    numbers = load_numbers()
    assert numbers.achievement("starożytna  technologia") == "Ancient Technology"
    assert numbers.achievement("drake aided") == "The Drake Aided"
    assert numbers.achievement("Something  Else") == "Something Else"
