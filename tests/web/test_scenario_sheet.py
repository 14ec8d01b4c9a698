"""What taps do on the page to a position that begins with a scenario: its map is brought, and only what has
happened since goes into the file.

Black Barrow has Guards in (6,8), (7,8) (elite) and (8,8) and a door in (7,7); behind it spike traps in (6,3)
and (6,4).
"""

from __future__ import annotations

import re

import pytest

from tests.web.test_sheet import after, data
from tsolve import api
from tsolve.api.form_completions import completed
from tsolve.web.answer_part import Shown
from tsolve.web.page import whole_page
from tsolve.web.sheet import new_sheet, sheet_of

CHOSEN = "game: gloomhaven\nscenario: Black Barrow\n"
OPENS, GONE = ("paint", "opened"), ("paint", "gone")


def tap(column: int, row: int) -> tuple[str, ...]:
    return ("tap", "map", str(column), str(row))


def hexes_on_the_page(text: str) -> set[str]:
    """What the hexes of the page are called, but for those where nothing is."""
    return set(
        re.findall(
            r'class="hex [^"]*"[^>]*|aria-label="(\d+,\d+: [^"]+)"', whole_page(sheet_of(text), Shown())
        )
    )


def test_a_scenario_is_chosen_by_a_part_of_its_name_or_by_its_number() -> None:
    new = new_sheet("gloomhaven")
    assert [each.key for each in new.filling.unanswered()] == ["scenario"]
    assert data(after(new.text, ("enter",), scenario="frozen"))["scenario"] == "Frozen Hollow"
    assert data(after(new.text, ("enter",), scenario="14"))["scenario"] == 14
    unclear = after(new.text, ("enter",), scenario="barrow")
    assert unclear.notes["scenario"].meant == ("Black Barrow", "Barrow Lair")


def test_the_rooms_that_are_seen_are_drawn() -> None:
    first, opened = (hexes_on_the_page(text) for text in (CHOSEN, f"{CHOSEN}opened: [G1b]\n"))
    assert {"6,8: Bandit Guard 1", "7,8: Bandit Guard 2", "7,7: closed door"} <= first
    assert {"7,7: open door", "6,3: trap", "5,3: closed door", "7,0: Bandit Archer 1"} <= opened - first


def test_figures_of_other_types_have_other_letters() -> None:
    """Vermling Scouts and Vermling Shamans begin alike."""
    page = whole_page(sheet_of("game: gloomhaven\nscenario: 52\nplayers: 3\n"), Shown())
    letters = re.findall(r"<span>([A-Z][A-Za-z]?\d)</span>", page)
    assert "VS1" in letters
    assert len(letters) == len(set(letters)) > 6


def test_a_tap_opens_a_door_and_another_shuts_it() -> None:
    sheet = after(CHOSEN, tap(7, 7), brush=OPENS)
    assert data(sheet)["opened"] == ["(7,7)"]
    assert data(after(sheet.text, tap(7, 7), brush=OPENS)) == data(sheet_of(CHOSEN))
    beside = after(CHOSEN, tap(7, 10), brush=OPENS)
    assert beside.text == CHOSEN
    assert beside.notes["map"].text == "a door opens: not in (7,10)"


def test_a_tap_takes_away_what_is_printed() -> None:
    sheet = after(f"{CHOSEN}opened: [G1b]\n", tap(6, 3), brush=GONE)
    assert data(sheet)["gone"] == ["(6,3)"]


def test_characters_come_onto_start_hexes() -> None:
    sheet = after(after(CHOSEN, ("enter",), characters="Brute").text, ("enter",), characters="Tinkerer, hp 5")
    assert data(sheet)["characters"] == {"Brute": {"at": [5, 11]}, "Tinkerer": {"at": [6, 11], "hp": 5}}
    assert sheet.brush == ("figure", "Tinkerer")


def test_a_printed_monster_is_moved_hurt_and_killed() -> None:
    """It is told where it has come from, so that the other two stay where they are."""
    sheet = after(CHOSEN, tap(7, 8), tap(7, 9), brush=OPENS)
    assert data(sheet)["monsters"] == {"Bandit Guard 2": {"at": [7, 9], "from": [7, 8]}}
    hurt = after(sheet.text, ("trait", "monsters", "Bandit Guard 1", "hp", "3"))
    assert data(hurt)["monsters"] == {
        "Bandit Guard 2": {"at": [7, 9], "from": [7, 8]},
        "Bandit Guard 1": {"at": [6, 8], "from": [6, 8], "hp": 3},
    }
    killed = after(hurt.text, ("drop", "monsters", "Bandit Guard 2"), ("drop", "monsters", "Bandit Guard 3"))
    assert data(killed)["dead"] == ["(7,8)", "(8,8)"]
    assert list(killed.filling.brought) == []
    assert killed.form is not None
    assert not killed.form.mistakes


def test_a_monster_that_stands_there_is_named_to_say_more() -> None:
    known = after(CHOSEN, ("enter",), monsters="bandit guard 2, hp 4")
    assert data(known)["monsters"] == {"Bandit Guard 2": {"at": [7, 8], "from": [7, 8], "hp": 4}}
    looked_at = after(CHOSEN, ("enter",), monsters="Bandit Guard 3")
    assert (looked_at.text, looked_at.open) == (CHOSEN, "Bandit Guard 3")


def test_the_map_stays_where_something_is_wrong() -> None:
    wrong = f"{CHOSEN}characters:\n  Brute: {{at: [1, 3]}}\n  Tinkerer: {{at: [6, 11]}}\n"
    sheet = sheet_of(wrong)
    assert sheet.position is None
    assert {"7,7: closed door", "6,11: Tinkerer"} <= hexes_on_the_page(wrong)
    assert "the doors (7,7) (5,3) lead there" in whole_page(sheet, Shown())


def test_what_setup_writes_can_be_played_on() -> None:
    """A Guard moves, and behind the door that opens the others of its type stand."""
    choices = {"scenario": ["1"], "characters": ["Brute", "Spellweaver"], "level": ["2"]}
    text = api.set_up(3, game="gloomhaven", selection=choices).position
    sheet = sheet_of(text)
    assert sheet.kind == "scenario"
    assert sheet.form is not None
    assert not sheet.form.mistakes
    (first, *_) = data(sheet)["monsters"]  # type: ignore[misc, union-attr]
    moved = after(text, ("move", str(first), "6", "9"), ("enter",))
    opened = after(moved.text, tap(7, 7), brush=OPENS)
    assert sum(name.startswith("Bandit Guard") for name in opened.filling.brought) == 2
    assert "until: round" in opened.text


@pytest.mark.parametrize(
    ("key", "typed", "offered"),
    [
        ("scenario", "frozen", "Frozen Hollow"),
        ("scenario", "14", "Frozen Hollow"),
        ("opened", "G", "G1b"),
        ("opened", "(7,", "(7,7)"),
        ("dead", "Bandit", "(6,8)"),
        ("plays", "Brute: ", "Brute: Trample"),
        ("plays", "Brute: Trample, eye", "Brute: Trample, Eye for an Eye"),
        ("hand", "Brute: Leap", "Brute: Leaping Cleave"),
        ("items", "Brute: Hide", "Brute: Hide Armor"),
        ("ability_cards", "Ban", "Bandit Guard"),
        ("turn", "bandit guard 3", "Bandit Guard 3"),
    ],
)
def test_what_may_be_typed_is_offered(key: str, typed: str, offered: str) -> None:
    form = sheet_of(f"{CHOSEN}characters: {{Brute: {{at: [6, 11]}}}}\n").form
    assert form is not None
    field = next(each for each in form.filling.asked() if each.key == key)
    assert offered in [text for text, _ in completed(form, field, typed)]
