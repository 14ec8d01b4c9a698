"""What a form knows once a scenario is chosen. Black Barrow has three rooms: L1a at the start, G1b behind
(7,7), I1b behind (5,3), which leads from G1b. With two characters Guards are printed in (6,8), (7,8), (8,8).
"""

from __future__ import annotations

import pytest

from tsolve.api.games import ruleset
from tsolve.api.positions import loads
from tsolve.errors import InputError
from tsolve.games.gloomhaven.writing import scenario_offers as offers
from tsolve.source.data import Data

RULES = ruleset("gloomhaven")
GUARDS = {"Bandit Guard 1": (6, 8), "Bandit Guard 2": (7, 8), "Bandit Guard 3": (8, 8)}


def keys(**more: Data) -> dict[str, Data]:
    return {"scenario": "Black Barrow", **more}


def test_who_stands_as_printed() -> None:
    """With four characters Guards are printed in each of the seven hexes of their row but (7,8)."""
    four: Data = {name: {"at": [4, 12]} for name in "abcd"}
    assert offers.standing(RULES, keys()) == GUARDS
    assert sorted(offers.standing(RULES, keys(characters=four)).values()) == [
        (4, 8),
        (5, 8),
        (6, 8),
        (8, 8),
        (9, 8),
        (10, 8),
    ]
    assert offers.standing(RULES, {"map": {"size": "3 x 3"}}) == {}


def test_the_dead_leave_the_others_their_numbers() -> None:
    left = offers.standing(RULES, keys(dead=["(6,8)"]))
    assert left == {name: hex_ for name, hex_ in GUARDS.items() if hex_ != (6, 8)}


def test_there_are_as_many_as_standees() -> None:
    """With three characters 7 Guards are printed in the first two rooms, but there are 6: the last one stays
    away, until one is dead.
    """
    three: Data = {name: {"at": [4, 12]} for name in "abc"}
    there = offers.standing(RULES, keys(characters=three, opened=["G1b"]))
    assert sum(name.startswith("Bandit Guard") for name in there) == 6
    there = offers.standing(RULES, keys(characters=three, opened=["G1b"], dead=["(4,8)"]))
    assert there["Bandit Guard 1"] == (7, 5)
    assert "Bandit Guard 2" in there


def test_who_has_moved_is_named_and_the_others_stay() -> None:
    moved: Data = {"Bandit Guard 2": {"from": [7, 8], "at": [7, 9]}}
    left = offers.standing(RULES, keys(monsters=moved))
    assert left == {name: hex_ for name, hex_ in GUARDS.items() if hex_ != (7, 8)}


def test_rooms_that_nobody_has_seen_and_the_doors_to_them() -> None:
    assert offers.rooms(RULES, keys(), "") == [
        ("G1b", "behind (5,3) (7,7)"),
        ("I1b", "behind (5,3)"),
        ("(7,7)", "door to G1b"),
    ]
    assert offers.rooms(RULES, keys(opened=["(7,7)"]), "") == [
        ("I1b", "behind (5,3)"),
        ("(5,3)", "door to I1b"),
    ]
    assert offers.of_rooms(RULES, keys(opened=["all"])) == "All rooms have been seen."


def test_what_is_printed_in_the_rooms_that_are_seen() -> None:
    assert offers.printed_things(RULES, keys(), "") == []
    there = offers.printed_things(RULES, keys(opened=["G1b"], gone=["(6,3)"]), "")
    assert there == [("(6,4)", "spike trap")]


def test_characters_come_in_by_the_start_and_others_into_the_last_room() -> None:
    assert offers.starts(RULES, keys())[0] == (5, 11)
    free = offers.free_hexes(RULES, keys(opened=["G1b"]))
    assert free[0] == (6, 0)
    assert not {(6, 3), (7, 7), (6, 5)} & set(free)


def test_cards_of_a_character_are_those_of_its_class_by_level() -> None:
    there = keys(
        characters={"Brute": {"at": [6, 11], "level": 2}, "Ann": {"at": [6, 12], "class": "Cragheart"}}
    )
    brute = [name for name, _ in offers.cards_of(RULES, there, "Brute: ")]
    assert "Trample" in brute
    assert brute.index("Fatal Advance") < brute.index("Brute Force")
    assert "Trample" not in [name for name, _ in offers.cards_of(RULES, there, "Brute: Trample, ")]
    assert ("Massive Boulder", "level 1, initiative 87") in offers.cards_of(RULES, there, "Ann: ")
    assert offers.cards_of(RULES, there, "Somebody: ") == ()


def test_types_on_the_map() -> None:
    assert offers.types_there(RULES, keys(opened=["G1b"]), "") == [
        ("Bandit Guard", ""),
        ("Bandit Archer", ""),
    ]


@pytest.mark.parametrize(
    ("place", "message", "help_"),
    [
        (
            "(11,11)",
            "where the map has no hex",
            "the nearest hexes of the opened rooms are (10,11) (10,12) (9,10); characters start in (5,11)",
        ),
        (
            "(6,2)",
            "in a room that nobody has opened (G1b)",
            'the door (7,7) opens it: write `opened: "(7,7)"`',
        ),
        ("(1,3)", "in a room that nobody has opened (I1b)", 'lead there: write `opened: "(7,7) (5,3)"`'),
    ],
)
def test_a_figure_outside_the_opened_rooms_is_told_what_to_write(
    place: str, message: str, help_: str
) -> None:
    with pytest.raises(InputError) as caught:
        loads(f'game: gloomhaven\nscenario: 1\ncharacters:\n  Brute: {{at: "{place}", hp: 6}}\n', "")
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("E314", f"Brute in {place}, {message}")
    assert help_ in found.help
