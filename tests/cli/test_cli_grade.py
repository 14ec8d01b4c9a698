"""`tsolve grade` as a real process: exit codes, what is printed, JSON, the width of a page."""

from __future__ import annotations

from collections.abc import Callable

import jsonschema
import pytest

from tests.cli.conftest import Tsolve
from tsolve.report.formats import output_schema

Write = Callable[..., str]

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


def test_verbosely_all_levels_of_the_goal(tsolve: Tsolve, write: Write) -> None:
    out = tsolve("grade", write(BADLY), "-v", env={"COLUMNS": "120"}).out
    assert "  choices       win -1, points -3, shortfall 2 more, xp -1, vp -3, margin -2\n" in out
    assert "  luck          none\n" in out
    assert "after step 1 (a choice)" in out


def test_luck_is_told_apart(tsolve: Tsolve, write: Write) -> None:
    out = tsolve("grade", write(DRAW), env={"COLUMNS": "120"}).out
    assert out.startswith("  graded     Bad luck (-25 % to win), no mistake. Kingdom is not defeated")
    assert "     25 % at the start - 25 % luck = 0 %\n" in out


def test_json(tsolve: Tsolve, write: Write) -> None:
    told = tsolve("grade", write(DRAW), "--format=json").json
    jsonschema.validate(told, output_schema("grade"))
    answer = told["answers"][0]
    assert (told["schema_version"], answer["schema_version"]) == (3, 3)
    assert answer["luck"] == [{"exact": "-1/4", "value": -0.25}]
    assert [step["verdict"] for step in answer["steps"]] == ["kept", "drawn", "kept"]


def test_another_goal(tsolve: Tsolve, write: Write) -> None:
    told = tsolve("grade", write(BADLY), "--goal", "xp,value", "--format=json").json["answers"][0]
    assert [level["exact"] for level in told["gave_away"]] == ["1", "4"], "1 XP; 7 - 3"


def test_quiet_prints_the_headline(tsolve: Tsolve, write: Write) -> None:
    out = tsolve("grade", write(WELL), "--quiet").out
    assert out == "graded: No mistake. Kingdom is defeated: 7 against Health 5; 1 XP, 3 VP.\n"


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("case", ["played badly", "bad luck", "not legal", "unknown card"])
def test_the_page_is_as_wide_as_asked(columns: int, case: str, tsolve: Tsolve, write: Write) -> None:
    out = tsolve("grade", write(CASES[case][0]), env={"COLUMNS": str(columns)}).out
    assert max(map(len, out.splitlines())) <= columns
    assert "\x1b" not in out
