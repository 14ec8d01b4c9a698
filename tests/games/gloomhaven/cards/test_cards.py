"""The cards of monsters: what the ruleset holds, how they are cited and told, and that each number
matters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.games.gloomhaven.cards.bench import ABILITY_CARDS, MONSTERS, STATISTICS, listed
from tests.games.gloomhaven.cards.test_card_facts import as_a_row, expected, facts
from tests.games.gloomhaven.test_rules import ROOT, read
from tsolve import api
from tsolve.errors import InputError, UnknownNameError
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.cards import LEVELS, AbilityCard, Card, Level, Monster, Statistics, value
from tsolve.games.gloomhaven.hexes import Hex, distance
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.model.lookups import RuleAnswer
from tsolve.report.lookups import show_found
from tsolve.report.page import Page
from tsolve.report.text.layout import lay_out
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


@pytest.mark.parametrize(
    ("ruling", "name"), [("card.archer_537", "Archer 537"), ("card.bandit_archer", "Bandit Archer")]
)
def test_a_cited_card_is_found(ruling: str, name: str) -> None:
    answer = api.rule(ruling)

    assert isinstance(answer, RuleAnswer)
    assert (answer.id, answer.title) == (ruling, name)
    page = Page()
    show_found(page, answer)
    assert f'tsolve card "{name}"' in lay_out(page)


def test_a_card_that_there_is_not() -> None:
    with pytest.raises(UnknownNameError):
        api.rule("card.archer_599")


@pytest.mark.parametrize(
    ("name", "piece", "words"),
    [
        (  # the card: hp 10, move 4, attack 3; elite hp 11, move 3, attack 4, muddle, shield 2
            "Bandit Guard",
            "level 4",
            "normal 10 hp, move 4, attack 3; elite 11 hp, move 3, attack 4, shield 2, muddle",
        ),
        (
            "Bandit Archer",
            "level 1",
            "normal 5 hp, move 2, attack 2, range 4; elite 7 hp, move 2, attack 3, range 5",
        ),
        ("Inox Bodyguard", "level 3", "10C hp, move 3, attack 2+C"),
        ("Inox Bodyguard", "immune to", "disarm, poison, muddle, stun"),
        ("Guard 524", "abilities", "shield 1; retaliate 2"),
        ("Guard 524", "initiative", "15, reshuffled"),
        ("Guard 525", "initiative", "30"),
    ],
)
def test_a_piece_of_a_card(name: str, piece: str, words: str) -> None:
    answer = api.card(name, game="gloomhaven")

    assert {each.name: each.text for each in answer.effects}[piece] == words


Place = tuple[str | int, ...]

PATTERNS = load_areas()
FACTS = ("monster", "ability")
"""What of a card is a fact; the rest is its name and where the facts come from."""
DIGITS = re.compile("[0-9]+")


def cards(file: str) -> list[dict[str, Any]]:
    """The cards of a file of the ruleset as plain data."""
    data = read(ROOT / "cards" / f"{file}.yaml")
    assert isinstance(data, dict)
    found: list[dict[str, Any]] = data["cards"]
    return found


def numbers(value: object, place: Place = ()) -> Iterator[tuple[Place, object]]:
    """Each number within plain data, with its place and what stands there with a 1 more."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from numbers(each, (*place, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from numbers(each, (*place, index))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield place, value + 1
    elif isinstance(value, str):
        for match in DIGITS.finditer(value):
            yield place, f"{value[: match.start()]}{int(match[0]) + 1}{value[match.end() :]}"


def mutants(card: dict[str, Any]) -> Iterator[tuple[Place, dict[str, Any]]]:
    """The card with one number changed, for each of its numbers."""
    for fact in FACTS:
        for place, changed in numbers(card.get(fact, {}), (fact,)):
            mutant = deepcopy(card)
            inside: Any = mutant
            for key in place[:-1]:
                inside = inside[key]
            inside[place[-1]] = changed
            yield place, mutant


def agrees(data: dict[str, Any]) -> bool:
    """Whether a card can be read and says what the tables say."""
    try:
        card = msgspec.convert(data, Card)
        if card.ability is not None:
            return _ability_agrees(card.name, card.ability)
        assert card.monster is not None
        return _monster_agrees(card, card.monster) and _specials_agree(card.name, card.monster)
    except (ValueError, LookupError):  # of msgspec too
        return False


def _ability_agrees(name: str, printed: AbilityCard) -> bool:
    (row,) = (row for row in ABILITY_CARDS if f"{row['deck']} {row['number']}" == name)
    told = [facts(read_ability(text, PATTERNS)) for text in printed.do]
    numbers_told = str(printed.number), str(printed.initiative)
    return (*numbers_told, told) == (row["number"], row["initiative"], listed(row["do"]))


def _monster_agrees(card: Card, monster: Monster) -> bool:
    (of_monster,) = (row for row in MONSTERS if row["name"] == card.name)
    if of_monster["standees"] != str(monster.standees):
        return False
    for row in (row for row in STATISTICS if row["name"] == card.name):
        cells = {key: cell for key, cell in row.items() if key not in ("name", "level", "rank")}
        if as_a_row(getattr(monster.levels[int(row["level"])], row["rank"])) != cells:
            return False
    return True


def _specials_agree(name: str, monster: Monster) -> bool:
    (row,) = (row for row in MONSTERS if row["name"] == name)
    for number in range(1, len(monster.specials) + 1):
        for level in range(LEVELS) if row[f"special_{number}"] else ():
            told = [facts(read_ability(text, PATTERNS)) for text in monster.special(number, level)]
            if told != [expected(each, level) for each in listed(row[f"special_{number}"])]:
                return False
    return True


@pytest.mark.parametrize(("file", "least"), [("monsters", 2000), ("bosses", 350), ("ability-cards", 1000)])
def test_every_mutated_number_differs_from_the_tables(file: str, least: int) -> None:
    tried = 0
    for card in cards(file):
        assert agrees(card), card["id"]
        for place, mutant in mutants(card):
            tried += 1
            assert not agrees(mutant), (card["id"], *place)
    assert tried >= least
