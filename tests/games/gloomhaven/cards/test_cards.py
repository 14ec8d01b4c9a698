"""Numbers that depend on the game: formulas, values by level, and where patterns come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve.errors import InputError
from tsolve.games.gloomhaven.abilities import load_areas
from tsolve.games.gloomhaven.cards import Card, Level, Monster, Statistics, value
from tsolve.games.gloomhaven.hexes import Hex, distance
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

RULESET = load_ruleset(rulesets_path() / "gloomhaven", Card)


@pytest.mark.parametrize(
    ("formula", "comes_to"),
    [(7, 7), ("7", 7), ("C", 3), ("8C", 24), ("1+C", 4), ("10+2C", 16), ("V", 2), ("3+X", 8)],
)
def test_formulas(formula: int | str, comes_to: int) -> None:
    """With 3 characters, 2 Vermling Scouts and 5 hexes moved."""
    assert value(formula, {"C": 3, "V": 2, "X": 5}) == comes_to


@pytest.mark.parametrize("formula", ["", "+", "1+", "C+1+", "8D", "8 C", "-1", "C8"])
def test_what_is_no_formula(formula: str) -> None:
    with pytest.raises(ValueError, match="is not a formula"):
        value(formula, {"C": 3})


def test_a_letter_without_a_value() -> None:
    with pytest.raises(KeyError):
        value("3+X", {"C": 3})


def test_a_value_for_each_level() -> None:
    levels = (Level(boss=Statistics(1)),) * 8
    boss = Monster("boss", levels, specials=(("heal 4/4/5/5/6/6/7/7, self", "shield 1"), ("move +0",)))

    assert [boss.special(1, level)[0] for level in range(8)] == [
        f"heal {amount}, self" for amount in (4, 4, 5, 5, 6, 6, 7, 7)
    ]
    assert boss.special(1, 5)[1] == "shield 1"
    assert boss.special(2, 0) == ("move +0",)
    assert boss.special(3, 0) == ()


def test_every_formula_of_a_boss_comes_to_a_number() -> None:
    """With 2 characters the Bandit Commander has 8 x 2 hit points at level 0; nobody has none."""
    letters = {"C": 2, "V": 0, "X": 0}
    bosses = [card.monster for card in RULESET.cards.values() if card.kind == "boss" and card.monster]
    for boss in bosses:
        for level in boss.levels:
            assert level.boss is not None
            assert value(level.boss.hp, letters) >= 12  # 6 x 2, the fewest that a boss has
            assert value(level.boss.attack, letters) >= 0
    commander = RULESET.cards["bandit_commander"].monster
    assert commander is not None
    assert commander.levels[0].boss is not None
    assert value(commander.levels[0].boss.hp, letters) == 16


def test_a_melee_area_begins_beside_the_attacker() -> None:
    """And no area holds a hex twice, or one on which the attacker stands."""
    for pattern in load_areas().values():
        assert len(set(pattern.hexes)) == len(pattern.hexes)
        if pattern.is_melee:
            body = pattern.body or (Hex(0, 0),)
            assert not set(body) & set(pattern.hexes)
            assert min(distance(each, part) for each in pattern.hexes for part in body) == 1
        else:
            assert pattern.body == ()


@pytest.mark.parametrize(
    ("area", "code"),
    [
        ("square: {hexes: [[0, 0, 0]]}", "E208"),
        ("square: {hexes: [[0, x]]}", "E204"),
        ("square: {hexes: [[0, 99]]}", "E205"),
        ("square: {hexes: [[0, 0]], form: square}", "E202"),
        ("square: {}", "E203"),
        ("- square", "E201"),
    ],
)
def test_a_damaged_file_of_areas(tmp_path: Path, area: str, code: str) -> None:
    (tmp_path / "areas.yaml").write_text(area, encoding="utf-8")

    with pytest.raises(InputError) as refused:
        load_areas((tmp_path,))

    assert {each.code for each in refused.value.diagnostics} == {code}


def test_a_folder_above_adds_areas_and_replaces_them(tmp_path: Path) -> None:
    (tmp_path / "areas.yaml").write_text(
        "triangle3: {hexes: [[0, 0]]}\ncross: {hexes: [[1, 0]], melee: true}\n", encoding="utf-8"
    )

    areas = load_areas((tmp_path, rulesets_path() / "gloomhaven"))

    assert areas["triangle3"].hexes == (Hex(0, 0),)
    assert areas["cross"].is_melee
    assert areas["disc7"] == load_areas()["disc7"]


def test_no_folder_has_areas(tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        load_areas((tmp_path,))

    assert refused.value.diagnostics[0].code == "E101"


def test_every_name_means_its_card() -> None:
    for card in RULESET.cards.values():
        for name in (card.name, card.id, *card.aliases):
            match = RULESET.names.resolve(name)
            assert getattr(match, "id", None) == card.id, name
