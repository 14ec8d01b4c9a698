"""`tsolve show`, and maps of hexes wherever they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from tests.cli.conftest import HAND, Tsolve, Write
from tsolve.report.formats import output_schema

TURN = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, 2 x Thyrian Squire, Short Sword]
deck: {top: [Torch], rest: unknown}
hall: [Blink Dog, unknown, none]
line: [equip Short Sword on Regian Priest, attack Blink Dog]
"""
# By the cards: Blink Dog has Health 3, 1 XP, 2 VP and Light -1; Regian Priest Magic Attack 2 and Strength 4;
# Thyrian Squire Attack 2 and Strength 6; Short Sword Attack 4 and Weight 4.

QUEST = """\
game: quest
turn: dungeon
hand: [4 x Adventurer, Dagger, Lantern]
wounds: 1
tokens: {iron_rations: 2}
dungeon: {Mine: Goblin Berserker, Abandoned Gate: face down}
"""
# Goblin Berserker has health 4, and the Mine adds 1.


def test_the_table_is_drawn(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("show", write(TURN))

    assert ended.code == 0
    assert ended.out.splitlines()[0] == "Thunderstone, printing 1.4: Dungeon turn, player 1 of 2, 0 XP"
    assert "| Blink Dog              | ?                      | nobody                 |" in ended.out
    assert "| Health 3  1 XP  2 VP   |" in ended.out
    assert "2 x Thyrian Squire (Attack 2, Strength 6)" in " ".join(ended.out.split())
    assert " Weapons       Short Sword (Attack 4, Weight 4)\n" in ended.out
    assert " Deck          Torch, then ?\n" in ended.out


def test_the_table_after_a_step(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("show", write(TURN), "--after", "1")

    assert ended.out.splitlines()[0].endswith("0 XP, after 1 step")
    assert "Regian Priest (Magic 2, Strength 4) with Short Sword" in ended.out
    assert "Weapons" not in ended.out


@pytest.mark.parametrize(
    ("steps", "says"),
    [("2", "step 2 is not legal: "), ("3", "the file has 2 steps, not 3"), ("-1", "--after")],
)
def test_a_step_that_there_is_not(steps: str, says: str, tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("show", write(TURN), "--after", steps)  # Blink Dog is dark: Light Penalty 2

    assert ended.code == 2
    assert says in ended.err


def test_rooms_and_what_lies_on_the_player_board(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("show", write(QUEST))

    assert "Dungeon turn, player 1 of 2, 0 XP, 1 Wound " in " ".join(ended.out.split())
    assert "| > Mine" in ended.out
    assert "| Health 4 + 1  2 XP" in ended.out
    assert "| a card that lies face down" in ended.out
    assert "0 | * The Wilderness" in ended.out
    assert " Tokens   2 x Iron Rations\n" in ended.out


def test_nothing_is_judged(tsolve: Tsolve, write: Write) -> None:
    name = write(HAND + "claims: [{total: 99, against: Nixie}]\n")

    assert tsolve("check", name).code == 1
    assert tsolve("show", name).code == 0
    assert "99" not in tsolve("show", name).out


def test_in_brief_whose_turn_it_is(tsolve: Tsolve, write: Write) -> None:
    assert tsolve("show", "-q", write("game: thunderstone\nturn: rest\nxp: 2\n")).out == (
        "Thunderstone, printing 1.4: Rest turn, player 1 of 2, 2 XP\n"
    )


def test_figures_follow_the_reading(tsolve: Tsolve, write: Write) -> None:
    other = tsolve("show", write(TURN), "--printing", "pl-1.4", "--format", "json").json["answers"][0]

    assert other["position"]["printing"] == "pl-1.4"
    assert other["position"]["board"][0]["places"][0] == {
        "name": "Rank 1",
        "cost": "Light 1",
        "holds": "Blink Dog",
        "figures": ["Health 3", "1 XP", "2 VP"],
        "lines": ["Light -1", "cannot be attacked while there is a Light Penalty"],
    }


# Seals lie between the penguin on (1,1) and the fish on (3,3). The only way in three steps leads below them.
ICE = """\
game: floes
floes:
- "....."
- ".pss."
- "..s.."
- ". .f."
"""
PLAYED = ICE + "line: [step to 1 2, step to 2 3]\n"
SHOWN = r"""
    0   1   2   3   4
   ___     ___     ___
0 /   \___/   \___/   \
  \___/ + \___/   \___/
1 / + \___/ ^ \___/   \
  \___/P* \___/ ^ \___/
2 / + \___/ ^ \___/   \
  \___/ + \___/   \___/
3 /   \___/   \___/   \
  \___/   \___/ @ \___/
              \___/
""".strip("\n").splitlines()
# The line ends on (2,3), in its second step.
AFTER = {5: "P* ", 7: " 1 ", 8: "(2)"}


def ends(drawn: Mapping[str, Any]) -> list[tuple[int, int, str]]:
    """The hexes in which ways end, with the numbers of their steps."""
    return [
        (cell["column"], cell["row"], mark["text"])
        for cell in drawn["cells"]
        for mark in cell.get("marks", ())
        if mark["kind"] == "end"
    ]


def without_sight(line: str) -> str:
    """Sight is drawn elsewhere; on this map it only covers blanks and lower edges."""
    return line.replace("\\·__", "\\___").replace("_·_", "___").replace("__·", "___").replace("·", " ")


@pytest.mark.usefixtures("toys")
def test_show_draws_the_map(tsolve: Tsolve, write: Write) -> None:
    found = tsolve("show", write(ICE))

    assert found.code == 0
    lines = found.out.splitlines()[1 : 1 + len(SHOWN)]
    assert [without_sight(line)[:23].rstrip() for line in lines] == SHOWN
    meant = ("Pingu", "P Pingu, * acts, + within reach, ^ seal, @ fish,", "· sight")
    assert all(any(line.endswith(each) for line in lines) for each in meant), found.out
    assert found.out.endswith("\n\n Steps  0\n")
    assert all(len(line) <= 80 for line in found.out.splitlines())


@pytest.mark.usefixtures("toys")
def test_show_in_ascii_and_in_colour(tsolve: Tsolve, write: Write) -> None:
    assert tsolve("show", write(ICE), env={"PYTHONIOENCODING": "ascii"}).out.isascii()
    assert "\x1b[1mP*\x1b[0m" in tsolve("show", write(ICE), env={"FORCE_COLOR": "1"}).out


@pytest.mark.usefixtures("toys")
def test_check_marks_what_the_line_does(tsolve: Tsolve, write: Write) -> None:
    file = write(PLAYED)
    told = tsolve("check", file, "--verbose").out.splitlines()
    (answer,) = tsolve("check", file, "--format", "json").json["answers"]

    begin = told.index("    0   1   2   3   4")
    for line, inside in AFTER.items():
        assert f"/{inside}\\" in told[begin + line]
    assert ends(answer["position"]["map"]) == [(2, 3, "2")]
    assert "Pingu" not in tsolve("check", file).out  # the map is no part of the brief answer


@pytest.mark.usefixtures("toys")
def test_a_best_play_is_marked_on_the_map(tsolve: Tsolve, write: Write) -> None:
    file = write(ICE)
    (asked,) = tsolve("check", file, "--format", "json").json["answers"]
    run = tsolve("solve", file, "--format", "json").json

    assert ends(asked["position"]["map"]) == ends(run["answers"][0]["map"]) == [(3, 3, "3")]
    assert "(3)" in tsolve("solve", file, "--verbose").out
    jsonschema.validate(run, output_schema("solve"))
    jsonschema.validate(tsolve("show", file, "--format", "json").json, output_schema("show"))


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("command", ["check", "solve", "show"])
def test_pictures_and_pages_have_the_map(tsolve: Tsolve, write: Write, tmp_path: Path, command: str) -> None:
    svg, html = tmp_path / "map.svg", tmp_path / "map.html"
    page = () if command == "show" else ("--html", str(html))

    assert tsolve(command, write(ICE), "--svg", str(svg), *page).code == 0

    texts = [each.text for each in ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert {"P*", "Pingu", "seal", "fish"} <= set(texts)
    assert ("within reach" in texts) is (command == "show")
    if page:
        told = html.read_text(encoding="utf-8")
        assert "P*</text>" in told
        assert len(told.encode()) < 40_000


@pytest.mark.usefixtures("toys")
def test_a_hostile_name_breaks_out_nowhere(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    svg = tmp_path / "map.svg"
    found = tsolve("show", write(ICE + 'name: "<b>]]>&amp; \\u202e ::error::"\n'), "--svg", str(svg))

    assert (found.code, "\u202e" in found.out) == (0, False)
    title = ElementTree.parse(svg).find(".//{http://www.w3.org/2000/svg}desc")
    assert title is not None
    assert "<b>]]>&amp;" in (title.text or "")


@pytest.mark.usefixtures("toys")
def test_a_game_without_a_map_has_none(tsolve: Tsolve, write: Write) -> None:
    pond = write("game: hop\nfrog: a1\nleaves: [b1]\n")

    assert "map" not in tsolve("show", pond, "--format", "json").json["answers"][0]["position"]


_POSITION = """
game: gloomhaven
turn: Guard 1
monsters: {{Guard 1: {{at: [0, 0], stats: {{hp: 5, move: 3, attack: 2}}}}}}
ability_cards: {{Guard: {{initiative: 30, do: [move +0, attack +0]}}}}
characters: {{Brute: {{at: {brute}, hp: 8, initiative: 15}}}}
map: {map_}
"""
NO_FOCUS = "Guard 1 has no focus: it neither moves nor attacks."


@pytest.mark.parametrize(
    ("map_", "brute", "told"),
    [
        # Along a corridor there is one way, and 3 points lead to (3,0);
        # the hex to attack from is before the Brute.
        ("{size: 10000 x 1}", "[9999, 0]", "goes to (3,0) on its way to (9998,0)"),
        ('{hexes: "(0,0) (-9999,-9999) (9999,9999)"}', "[9999, 9999]", NO_FOCUS),
        ('{hexes: "(0,0) (1,0) (500,3)"}', "[500, 3]", NO_FOCUS),
        # (-1,-1) is a neighbour of (0,0), and (-2,-1) one of (-1,-1): from there the Brute is beside it.
        ('{hexes: "(0,0) (-1,-1) (-2,-1) (-3,-2)"}', "[-3, -2]", "goes to (-2,-1)"),
    ],
)
def test_a_turn_on_such_a_map(
    tsolve: Tsolve, write: Write, tmp_path: Path, map_: str, brute: str, told: str
) -> None:
    file = write(_POSITION.format(map_=map_, brute=brute))
    picture, html = tmp_path / "map.svg", tmp_path / "map.html"

    ended = tsolve("check", file, "--svg", str(picture), "--html", str(html))
    shown = tsolve("show", file)

    assert ended.code == shown.code == 0
    assert told in " ".join(ended.out.split())
    assert picture.stat().st_size < 100_000
    assert html.stat().st_size < 200_000
    assert max(map(len, shown.out.splitlines())) <= 80
