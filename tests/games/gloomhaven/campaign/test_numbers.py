"""The numbers of the campaign: each is read, each matters, and prices and levels come out as by plain
formulas.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.sweeping import seeds
from tsolve import api
from tsolve.api.positions import position_from
from tsolve.errors import InputError
from tsolve.games.gloomhaven.campaign import position
from tsolve.games.gloomhaven.campaign.numbers import FILE, Numbers, Table, load_numbers
from tsolve.games.gloomhaven.campaign.scenario import VALUES, recommended_level, value_at_level
from tsolve.games.gloomhaven.campaign.shop import Placed, buying_price, enhancement_price, selling_price
from tsolve.games.gloomhaven.campaign.state import Character, State
from tsolve.source.parse import parse
from tsolve.source.project import rulesets_path
from tsolve.source.tree import Node

OWN = rulesets_path() / "gloomhaven"
PUZZLES = sorted(Path("puzzles/gloomhaven/campaign").glob("*.yaml"))


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


NUMBERS = load_numbers()

PRICES = {
    **dict.fromkeys(("+1 move", "+1 range", "+1 push", "+1 pull", "+1 pierce", "+1 heal"), 30),
    **dict.fromkeys(("+1 attack", "+1 target", "+1 range of a summon", "+1 hit points of a summon"), 50),
    **dict.fromkeys(("muddle", "strengthen", "bless", "jump"), 50),
    **dict.fromkeys(("poison", "wound", "curse"), 75),
    **dict.fromkeys(("+1 shield", "+1 retaliate", "+1 move of a summon", "+1 attack of a summon"), 100),
    **dict.fromkeys(("immobilize", "a given element"), 100),
    **dict.fromkeys(("disarm", "any element"), 150),
}
"""The base prices of the table under WZMACNIANIE KART ZDOLNOŚCI, by price. (GH-15.13)"""


def table(doubled: str = "table", difficulty: str = "normal", solo: bool = False) -> Table:
    """The table of a group that plays so."""
    return Table(NUMBERS, {"doubled_sticker": doubled}, difficulty=difficulty, solo=solo)


def test_every_sticker_has_its_price() -> None:
    assert {each.name: each.price for each in NUMBERS.enhancing.stickers} == PRICES


@pytest.mark.parametrize("reading", ["table", "text"])
def test_enhancement_prices(reading: str) -> None:
    """base x (2 if several) + 25 x (level - 1) + 75 x stickers, over the whole range. By the text several
    allies double nothing.
    """
    for sticker, level, there in product(NUMBERS.enhancing.stickers, range(1, 10), range(4)):
        for several, aim in product((False, True), ("", "enemies", "allies")):
            factor = 2 if several and not (reading == "text" and aim == "allies") else 1
            expected = PRICES[sticker.name] * factor + 25 * (level - 1) + 75 * there
            placed = Placed(sticker, level, several, aim)
            assert enhancement_price(table(reading), placed, there).total == expected


def test_area_hexes() -> None:
    """The largest whole number that, as often as there are hexes, is not above 200; never doubled."""
    for hexes, level, there in product(range(1, 31), range(1, 10), range(4)):
        base = max(price for price in range(201) if price * hexes <= 200)
        placed = Placed(NUMBERS.enhancing.area, level, several=True, aims_at="enemies", hexes=hexes)
        expected = base + 25 * (level - 1) + 75 * there
        assert enhancement_price(table(), placed, there).total == expected


DIFFICULTIES = {"easy": -1, "normal": 0, "hard": 1, "very hard": 2}


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_recommended_level(number: int, difficulty: str) -> None:
    """All parties of up to four characters, with exact fractions."""
    for levels in combinations_with_replacement(range(1, 10), number):
        party = State(tuple(Character(f"C{at}", "class", "player", level) for at, level in enumerate(levels)))
        average = Fraction(sum(levels), number)
        expected = min(max(ceil(average / 2) + DIFFICULTIES[difficulty], 0), 7)
        found = recommended_level(table(difficulty=difficulty), party)
        assert found is not None
        assert found[0].total == expected
        assert sum(row.change for row in found[1]) == sum(levels)


def test_nobody_recommends_a_level_without_characters() -> None:
    assert recommended_level(table(), State(())) is None


GOLD = (2, 2, 3, 3, 4, 4, 5, 6)


@pytest.mark.parametrize("level", range(8))
def test_what_hangs_on_the_scenario_level(level: int) -> None:
    """Trap 2 + L, hazard half of it, completion 4 + 2L; alone one more for monsters, which end at 7."""
    plain = {
        "monster_level": level,
        "gold_per_token": GOLD[level],
        "trap_damage": 2 + level,
        "hazard_damage": (2 + level) // 2,
        "completion_experience": 4 + 2 * level,
    }
    alone = plain | {
        "monster_level": min(level + 1, 7),
        "trap_damage": 3 + level,
        "hazard_damage": (3 + level) // 2,
    }
    assert {name: value_at_level(table(), name, level).total for name in VALUES} == plain
    assert {name: value_at_level(table(solo=True), name, level).total for name in VALUES} == alone


def test_prices_of_items() -> None:
    """Each band is four wide and the first one begins with 3, on either side of 0: (distance + 1) // 4."""
    for reputation, printed in product(range(-20, 21), range(100)):
        band = (abs(reputation) + 1) // 4
        expected = max(printed - band if reputation > 0 else printed + band, 0)
        assert buying_price(table(), reputation, printed, "ring").total == expected
        assert selling_price(printed, "ring").total == (printed - printed % 2) / 2


def test_levels_and_thresholds() -> None:
    """A level needs 45, 50, 55 and so on more than the one before. The checks rise by 4, 5, 6, 7, 8, 9, 11
    and 14. The first 14 items come with level 1, seven with each later one.
    """
    needed = [0]
    for step in range(45, 85, 5):
        needed.append(needed[-1] + step)
    assert list(NUMBERS.experience) == needed
    level, left = 1, [4, 5, 6, 7, 8, 9, 11, 14]
    missing = left[0]
    for checks in range(100):
        if checks and left:
            missing -= 1
            if missing == 0:
                level, left = level + 1, left[1:]
                missing = left[0] if left else 0
        assert NUMBERS.prosperity_level(checks) == level
    assert list(NUMBERS.last_items) == [14 + 7 * more for more in range(9)]


def test_perks_of_checkmarks() -> None:
    assert [NUMBERS.perks_for(marks) for marks in range(25)] == [min(marks, 18) // 3 for marks in range(25)]


Place = tuple[str | int, ...]


def _numbers(value: Any, place: Place = ()) -> Iterator[Place]:
    """The places of all numbers."""
    if isinstance(value, int):
        yield place
    elif isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(inner, (*place, key))


PLAIN = msgspec.json.decode(msgspec.json.encode(load_numbers()))
PLACES = list(_numbers(PLAIN))


@cache
def _trees() -> tuple[Node, ...]:
    return tuple(parse(path.read_bytes(), str(path)) for path in PUZZLES)


def _changed(place: Place, by: int) -> Numbers | None:
    """The numbers with one of them changed; None where they are refused."""
    numbers = deepcopy(PLAIN)
    inner = numbers
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] += by
    try:
        return msgspec.convert(numbers, Numbers)
    except msgspec.ValidationError:
        return None


def _is_red(tree: Node) -> bool:
    """Whether a puzzle fails; one that cannot be read any more does."""
    try:
        return api.check(position_from(tree)).exit_code != 0
    except InputError:
        return True


def test_every_number_is_changed() -> None:
    """Levels 9, new characters 1, scenario levels 8 x 4, difficulties 4, solo 1, reputation 2 and its bands
    11 x 2, items 9, prosperity 9, donation 3, checkmarks 2, retirement 2, events 2, what reputation opens 8,
    achievements 3, enhancing 9 + 4 + 1 + 1 + 25.
    """
    assert len(PLACES) == 9 + 1 + 32 + 4 + 1 + 2 + 22 + 9 + 9 + 3 + 2 + 2 + 2 + 8 + 3 + 40


@pytest.mark.parametrize("by", [(1, -1)[at] for at in seeds(1, 2)])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
def test_a_changed_number_is_noticed(place: Place, by: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = _changed(place, by)
    if numbers is None:
        return
    monkeypatch.setattr(position, "load_numbers", lambda _: numbers)

    assert any(map(_is_red, _trees())), f"no puzzle tests {place}"
