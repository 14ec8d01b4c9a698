"""Any number of a monster, a boss or an ability card that were another one would differ from the tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from tests.games.gloomhaven.cards.facts import facts
from tests.games.gloomhaven.cards.tables import ABILITY_CARDS, MONSTERS, STATISTICS, listed
from tests.games.gloomhaven.cards.test_card_facts import as_a_row, expected
from tests.games.gloomhaven.texts import ROOT, read
from tsolve.games.gloomhaven.abilities import load_areas
from tsolve.games.gloomhaven.cards import LEVELS, AbilityCard, Card, Monster
from tsolve.games.gloomhaven.writing.ability_text import read_ability

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
