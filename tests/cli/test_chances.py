"""`tsolve grade` and `tsolve odds`."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import time
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from tests.cli.conftest import Tsolve, Write
from tests.cli.processes import needs_proc, start, wait_for_helpers, wait_for_nobody
from tsolve.report.formats import output_schema

# Squire 2 + Short Sword 4 + Militia 1 = 7 against Health 5 with the Torch in Rank 1; without the Sword 3.
HAND = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Militia, Short Sword, Torch]
deck: []
hall: [Kingdom, Griffon, Nixie]
"""
WELL = HAND + "line: [equip Short Sword on Thyrian Squire, attack Kingdom]\n"
BADLY = HAND + "line: [attack Kingdom]\n"
# One of 4 cards wins: 2 + 4 = 6 against 5.
DRAW = """\
game: thunderstone
turn: dungeon
goal: win
hand: [Regian Priest, Torch]
deck: {rest: [Short Sword, 3 x Iron Rations]}
hall: [Kingdom, Griffon, Nixie]
line: [use Regian Priest (draw 1 card), draw Iron Rations, attack Kingdom]
"""
CASES = {
    "played well": (WELL, 0),
    "played badly": (BADLY, 0),
    "bad luck": (DRAW, 0),
    "not legal": (HAND + "line: [equip Short Sword on Militia, attack Kingdom]\n", 1),
    "no line": (HAND, 2),
    "an empty line": (HAND + "line: []\n", 2),
    "a goal of another place": (WELL + "goal: gold\n", 2),
    "no action": (HAND + "line: [sing a song]\n", 2),
    "unknown card": (DRAW.replace("{rest: [Short Sword, 3 x Iron Rations]}", "unknown"), 3),
    "a draw that is not told": (DRAW.replace("draw Iron Rations, ", ""), 3),
}


@pytest.mark.parametrize("case", CASES)
def test_exit_code(case: str, tsolve: Tsolve, write: Write) -> None:
    content, code = CASES[case]
    ended = tsolve("grade", write(content))
    assert (ended.code, bool(ended.err)) == (code, code == 2), ended


def test_a_file_without_a_line_says_what_to_do(tsolve: Tsolve, write: Write) -> None:
    assert "add `line:`" in tsolve("grade", write(HAND)).err


def test_what_a_choice_gave_away(tsolve: Tsolve, write: Write) -> None:
    out = tsolve("grade", write(BADLY), env={"COLUMNS": "120"}).out
    assert out.startswith(
        "  graded     One mistake (-100 % to win). Kingdom is not defeated: 3 against Health 5."
    )
    assert "     100 % at the start - 100 % choices = 0 %\n" in out
    assert "first equip Short Sword on Thyrian Squire: 100 % to win" in " ".join(out.split())
    assert "   Idle, but needed for the best play: Short Sword.\n" in out


def test_luck_is_told_apart(tsolve: Tsolve, write: Write) -> None:
    out = tsolve("grade", write(DRAW), env={"COLUMNS": "120"}).out
    assert out.startswith("  graded     Bad luck (-25 % to win), no mistake. Kingdom is not defeated")
    assert "     25 % at the start - 25 % luck = 0 %\n" in out


def test_another_goal(tsolve: Tsolve, write: Write) -> None:
    told = tsolve("grade", write(BADLY), "--goal", "xp,value", "--format=json").json["answers"][0]
    assert [level["exact"] for level in told["gave_away"]] == ["1", "4"], "1 XP; 7 - 3"


def test_quiet_prints_the_headline(tsolve: Tsolve, write: Write) -> None:
    out = tsolve("grade", write(WELL), "--quiet").out
    assert out == "graded: No mistake. Kingdom is defeated: 7 against Health 5; 1 XP, 3 VP.\n"


STARTER = """\
game: thunderstone
deck: {rest: [6 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations]}
hall: [Griknack Goblin, none, none]
village: {Short Sword: 8, Fireball: 8}
"""
"""490 of 924 hands defeat the Goblin: puzzles/thunderstone/odds/goblin-in-rank-one.yaml says how."""

BOTH = STARTER + "sets: [base, dragonspire]\n"

WIDE = """\
game: thunderstone
deck:
  rest: [5 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations, 2 x Thyrian Squire, 2 x Elf Wizard, 2 x Spear,
    2 x Short Sword, 2 x Flaming Sword, 2 x Fireball, Lorigg Thief, Battle Fury]
hall: [Griffon, Suffering, Uyril Unending]
"""

LONG = ("--limit", "1", "--samples", "3000000", "--workers", "2")
"""A sample that takes minutes."""


def chance(deck: Any, figure: str) -> Any:
    """The estimate of a figure about the first Monster."""
    (found,) = [each for each in deck["sections"][0]["rows"][0]["figures"] if each["id"] == figure]
    return found["estimate"]


def test_what_a_person_reads(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("odds", write(STARTER))
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("  odds       Griknack Goblin defeated: 35 in 66 (53.0 %), about even.\n")
    assert "   Exact: all 924 hands of 6.\n" in ended.out
    assert max(map(len, ended.out.splitlines())) <= 80


def test_verbosely_all_figures_and_charts(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("odds", write(STARTER), "-v")
    words = " ".join(ended.out.split())
    assert "27 different hands of 6, dealt in 924 ways; exact" in words
    assert "Griknack Goblin 1 4" in words
    assert "53.0 % 35/66" in words
    assert "Short Sword 6 37.0 % 57/154" in words
    assert "█" in ended.out
    assert max(map(len, ended.out.splitlines())) <= 80


def test_quietly_the_chance_alone(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("odds", write(STARTER), "-q")
    assert ended.out == "odds: Griknack Goblin defeated: 35 in 66 (53.0 %), about even.\n"


def test_json_of_odds(tsolve: Tsolve, write: Write) -> None:
    told = tsolve("odds", write(STARTER), "--with", "Torch", "--format", "json").json
    jsonschema.validate(told, output_schema("odds"))
    (answer,) = told["answers"]
    before, after = answer["decks"]
    assert chance(before, "defeated")["exact"] == "35/66"
    assert chance(after, "defeated")["exact"] == str(Fraction(826, 1716))
    assert (before["method"], before["share"], before["looked"]) == ("exact", 1, 27)
    (goblin,) = [each for each in answer["changes"] if each["what"] == "Griknack Goblin defeated"]
    assert goblin["difference"]["exact"] == str(Fraction(826, 1716) - Fraction(35, 66))


def test_csv(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("odds", write(STARTER), "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ended.out)))
    attack = [row for row in rows if row["quantity"] == "attack"]
    assert sum(Fraction(row["exact"]) for row in attack) == 1
    assert sum(Fraction(row["exact"]) for row in attack if row["enough"] == "1") == Fraction(35, 66)
    (gold,) = [row for row in rows if row["quantity"] == "mean gold"]
    assert (gold["value"], gold["exact"]) == ("5.0", "5")


def test_the_cards_in_hand(tsolve: Tsolve, write: Write) -> None:
    """Six Militia in hand leave six cards, which are dealt whole; with them it is the starting deck."""
    file = write(
        "game: thunderstone\nhand: [6 x Militia]\ndeck: [2 x Dagger, 2 x Torch]\n"
        "discard: [2 x Iron Rations]\nhall: [Griknack Goblin, none, none]\n"
    )
    without = tsolve("odds", file)
    words = " ".join(without.out.split())
    assert "The cards in hand are not counted" in words
    assert "the order of the deck is not used" in words
    assert "Exact: there is one hand." in words
    assert tsolve("odds", file, "--format", "json").json["answers"][0]["decks"][0]["different"] == 1
    whole = tsolve("odds", file, "--all-cards", "--format", "json").json["answers"][0]
    assert chance(whole["decks"][0], "defeated")["exact"] == "35/66"


def test_another_hall(tsolve: Tsolve, write: Write) -> None:
    """Six Militia, all dealt: 6 - 2 in Rank 1 against the Goblin's 4, 6 - 4 in Rank 2."""
    file = write("game: thunderstone\ndeck: [6 x Militia]\n")
    for hall, value in (("Griknack Goblin, none, none", 4), ("none, griknack goblin, unknown", 2)):
        deck = tsolve("odds", file, "--against", hall, "--format", "json").json["answers"][0]["decks"][0]
        assert chance(deck, "attack")["exact"] == str(value)
        assert chance(deck, "defeated")["exact"] == str(int(value >= 4))


# The picture


def test_a_picture(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    file = write(STARTER)
    assert tsolve("odds", file, "--svg", "odds.svg").code == 0
    root = ElementTree.parse(tmp_path / "odds.svg").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "4: 40.9 % 9/22" in titles  # 28 + 2 * 140 + 70 of 924 by the puzzle: the others make 5
    before = (tmp_path / "odds.svg").read_bytes()
    again = tsolve("odds", file, "--svg", "odds.svg")
    assert (again.code, again.out) == (2, "")
    assert "odds.svg exists; --force overwrites it" in again.err
    assert (tmp_path / "odds.svg").read_bytes() == before
    assert tsolve("odds", file, "--with", "Torch", "--svg", "odds.svg", "--force").code == 0
    assert (tmp_path / "odds.svg").read_bytes() != before


def test_a_picture_never_replaces_what_was_read(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    file = write(STARTER)
    (tmp_path / "link.svg").symlink_to(file)
    (tmp_path / "house").mkdir()
    own = tmp_path / "house" / "ruleset.yaml"
    own.write_text("extends: thunderstone\nid: house\ntitle: House\n")
    before = own.read_bytes()
    for path in (file, f"./{file}", "link.svg"):
        ended = tsolve("odds", file, "--svg", path, "--force")
        assert (ended.code, ended.out) == (2, "")
        assert f"{path}: this is one of the input files, which are never overwritten" in ended.err
    house = write(STARTER.replace("game: thunderstone", "game: house"), "house.yaml")
    ended = tsolve("odds", house, "--ruleset-path", "house", "--svg", "house/ruleset.yaml", "--force")
    assert (ended.code, "never overwritten" in ended.err) == (2, True)
    assert (tmp_path / file).read_text() == STARTER
    assert own.read_bytes() == before


# Interruptions


@needs_proc
def test_ctrl_c(environment: dict[str, str], write: Write, tsolve: Tsolve, tmp_path: Path) -> None:
    """The answer of a part: a sample whose interval holds the exact chance."""
    file = write(WIDE)
    process = start(["odds", file, "--format", "json", *LONG], environment, tmp_path)
    wait_for_helpers(process)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (3, "")
    deck: Any = json.loads(out)["answers"][0]["decks"][0]
    assert 0 < deck["share"] < 1
    assert deck["looked"] % 200 == 0
    low, high = (chance(deck, "defeated")[end] for end in ("low", "high"))
    exact = tsolve("odds", file, "--format", "json").json["answers"][0]["decks"][0]
    value = chance(exact, "defeated")[
        "value"
    ]  # 95 of 100 intervals hold it; where this one ends is not fixed
    assert low - 0.06 < value < high + 0.06
    wait_for_nobody(process.pid)


def test_a_time_limit(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("odds", write(WIDE), "--time-limit", "1", "--workers", "1", *LONG[:4], "--format", "json")
    assert (ended.code, ended.err) == (3, "")
    deck = ended.json["answers"][0]["decks"][0]
    assert deck["method"] == "sample"
    assert 0 < deck["share"] < 1


# Bad input


@pytest.mark.parametrize(
    ("text", "arguments", "says"),
    [
        ("game: thunderstone\n", (), "which are unknown"),
        ("game: thunderstone\ndeck: {top: [Torch], rest: unknown}\n", (), "which are unknown"),
        ("game: thunderstone\ndeck: []\n", (), "no card in the deck"),
        (STARTER, ("--with", "Torhc"), 'did you mean "Torch"?'),
        (STARTER, ("--without", "Fireball"), "the deck has no Fireball to leave out"),
        (STARTER, ("--without", "3 x Torch"), "the deck has only 2 x Torch to leave out"),
        (STARTER, ("--with", "14 x Torch"), "the box holds 15"),
        (STARTER, ("--with", "99999999999999999999 x Disease"), "at most 99"),
        (STARTER, ("--with", "Stone of Mystery"), "cannot be added to a deck"),
        (STARTER, ("--against", "Nixie"), "the Hall has 3 Ranks, not 1"),
        (STARTER, ("--against", "Nixie, Torch, none"), "Torch cannot stand in the Hall"),
        (BOTH, ("--against", "Guardian of Night, Nixie, none"), "Guardian of Night does not stay in Rank 1"),
        (STARTER, ("--against", "Stone of Mystery, Nixie, none"), "in Rank 1 ends the game"),
        (STARTER, ("--against", "Nixxie, none, none"), 'did you mean "Nixie"?'),
        (STARTER, ("--against", "2 Nixie, none, none"), 'unknown card "2 Nixie"'),
        (STARTER, ("--limit", "0"), "--limit"),
        (STARTER, ("--workers", "many"), "--workers"),
        (STARTER, ("--format", "xml"), "--format"),
        (STARTER, ("--interpretation", "light_factor=9"), "light_factor"),
        (STARTER.replace("rest", "rset"), (), "position.yaml:2:"),
    ],
)
def test_bad_input(text: str, arguments: tuple[str, ...], says: str, tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("odds", write(text), *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert says in " ".join(ended.err.split())
    assert "Traceback" not in ended.err


def test_what_is_not_known_is_undecided(tsolve: Tsolve, write: Write) -> None:
    """Banish brings a Monster that nobody knows."""
    file = write("game: thunderstone\ndeck: [Banish, 5 x Militia]\nhall: [Nixie, none, none]\n")
    ended = tsolve("odds", file)
    assert ended.code == 3
    assert "In 100.0 % of the hands some play meets an unknown card" in " ".join(ended.out.split())
    quick = tsolve("odds", file, "--no-draws")
    assert quick.code == 0
    assert "cards that could draw or change the Hall are not used" in " ".join(quick.out.split())


def test_events(tsolve: Tsolve, write: Write) -> None:
    # Militia and Torch: 924 hands, less 1 without Militia, less 210 without a Torch (nobody lacks both).
    file = write(STARTER)
    ended = tsolve("odds", file, "--event", "Militia and a Light source")
    assert (ended.code, ended.err) == (0, "")
    assert "Militia and a Light source, next hand: 713 in 924 (77.2 %), likely." in ended.out

    answer = tsolve("odds", file, "--event", "Torch", "--hands", "2", "--format", "json")
    (found,) = json.loads(answer.out)["answers"]
    jsonschema.validate(json.loads(answer.out), output_schema("odds"))
    assert [each["chance"]["exact"] for each in found["events"][0]["by"]] == ["17/22", "1"]

    table = tsolve("odds", file, "--event", "Torch", "--event", "2 x Dagger", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(table.out)))
    assert [(row["about"], row["exact"]) for row in rows] == [("Torch", "17/22"), ("2 x Dagger", "5/22")]


def test_when_events_come_about(tsolve: Tsolve, write: Write) -> None:
    # Two of four cards before the packet of three: the first Griffon comes with card 1, 2 or 3, on average
    # 5/3 (4 + 1 over 2 + 1); the Thunderstone with card 5, 6 or 7.
    deck = "{rest: [2 x Griffon, 2 x Nixie], packet: [2 x Pegasus, Stone of Mystery]}"
    file = write(f"game: thunderstone\ndungeon_deck: {deck}\n")
    ended = tsolve("odds", file, "--event", "Griffon comes", "--event", "the Thunderstone comes")

    assert "Griffon comes: on average with refill 1.67, at the latest with refill 3." in ended.out
    words = "not before refill 5, on average with refill 6, at the latest with refill 7."
    assert words in " ".join(ended.out.split())


def test_events_that_make_no_sense(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("odds", write(STARTER), "--event", "Tortch and Dager")

    assert (ended.code, ended.out) == (2, "")
    assert '--event:1:1: error E302: unknown card "Tortch"' in ended.err
    assert '--event:1:12: error E302: unknown card "Dager"' in ended.err
