"""`--html` and `--svg`: the files that are written beside an answer."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import HAND, Tsolve, Write

TURN = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Torch]
deck: {rest: [4 x Militia, 4 x Torch]}
hall: [Nixie, none, none]
line: [attack Nixie]
"""
COMMANDS = ("check", "solve")


@pytest.fixture
def hand(tmp_path: Path) -> str:
    (tmp_path / "hand.yaml").write_text(HAND)
    return "hand.yaml"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_answer_says_where_its_page_is(tsolve: Tsolve, tmp_path: Path, hand: str, command: str) -> None:
    plain = tsolve(command, hand)
    ended = tsolve(command, "--html", "page.html", hand)

    assert ended.code == plain.code
    assert ended.out.removeprefix(plain.out).split() == ["page:", "page.html"]
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")


def test_a_page_is_whole_whatever_else_is_printed(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    for name, options in (("a", ()), ("b", ("-q",)), ("c", ("-v", "--explain", "--sources"))):
        tsolve("check", *options, "--html", f"{name}.html", hand)

    assert len({(tmp_path / f"{name}.html").read_text() for name in "abc"}) == 1


def test_nothing_is_replaced_unasked(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    (tmp_path / "page.html").write_text("mine")

    refused = tsolve("check", "--html", "page.html", hand)

    assert (refused.code, refused.out) == (2, "")
    assert "page.html exists; --force overwrites it" in refused.err
    assert (tmp_path / "page.html").read_text() == "mine"
    assert tsolve("check", "--html", "page.html", "--force", hand).code == 0
    assert "<title>" in (tmp_path / "page.html").read_text()


def test_the_position_is_never_replaced(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    refused = tsolve("check", "--html", hand, "--force", hand)

    assert refused.code == 2
    assert "one of the input files" in refused.err
    assert (tmp_path / hand).read_text() == HAND


def test_a_page_may_go_to_standard_output(tsolve: Tsolve, hand: str) -> None:
    ended = tsolve("check", "--html", "-", hand)

    assert ended.code == 0
    assert ended.out.startswith("<!doctype html>")
    assert ended.out.endswith("</html>\n")


def test_standard_input_is_told_in_the_page(tsolve: Tsolve) -> None:
    ended = tsolve("check", "--html", "-", "-", stdin=HAND.encode())

    assert "hall: [Pegasus, Pegasus, Pegasus]" in ended.out


def test_a_page_beside_json(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    ended = tsolve("check", "--format", "json", "--html", "page.html", hand)

    assert json.loads(ended.out)["answers"]
    assert (tmp_path / "page.html").exists()
    refused = tsolve("check", "--format", "json", "--html", "-", hand)
    assert refused.code == 2
    assert refused.json["errors"][0]["message"] == "--html - goes with text only: name a file"


def test_several_files_have_no_common_page(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    refused = tsolve("check", "--html", "page.html", hand, hand)

    assert refused.code == 2
    assert "give one FILE with --html" in refused.err
    assert not (tmp_path / "page.html").exists()


def test_a_mistake_in_the_file_leaves_no_page(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("game: thunderstone\nhandd: []\n")

    assert tsolve("check", "--html", "page.html", "bad.yaml").code == 2
    assert not (tmp_path / "page.html").exists()


def test_a_page_and_a_receipt_have_a_file_each(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    refused = tsolve("check", "--html", "one", "--receipt", "./one", "--force", hand)

    assert (refused.code, refused.err) == (
        2,
        "every --html, --svg and --receipt needs a file of its own\n",
    )
    assert not (tmp_path / "one").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("grade",),
        ("legal",),
        ("odds",),
        ("odds", "--event", "Torch"),
        ("score",),
        ("show",),
        ("targets",),
        ("why-not", "defeat Nixie"),
    ],
)
def test_every_kind_of_answer_has_a_page(tsolve: Tsolve, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "turn.yaml").write_text(TURN)
    command, *rest = arguments
    options = rest if command == "odds" else []
    queries = rest if command == "why-not" else []

    ended = tsolve(command, *options, "--html", "-", "turn.yaml", *queries)

    assert (ended.code in (0, 1, 3), ended.err) == (True, "")
    assert ended.out.startswith("<!doctype html>")
    assert "the position file" in ended.out.lower()


def test_several_queries_have_no_common_page(tsolve: Tsolve, hand: str) -> None:
    refused = tsolve("why-not", "--html", "page.html", hand, "defeat Pegasus", "attack nobody")

    assert refused.code == 2
    assert "give one QUERY with --html" in refused.err


SVG = "{http://www.w3.org/2000/svg}"

BANISHED = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Short Sword]
deck: []
hall: [Kingdom, Uyril Unending, Nixie]
line: [equip Short Sword on Thyrian Squire, attack Uyril Unending]
"""
# Short Sword 4 + Thyrian Squire 2 + Magic Attack 2 - 4 (Rank 2, no Light) = 4 against Health 9


def told(path: Path) -> list[str]:
    return [each.text or "" for each in ElementTree.parse(path).iter(f"{SVG}text")]


@pytest.mark.parametrize("command", ["show", "check", "solve"])
def test_a_picture_is_written(command: str, tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    ended = tsolve(command, write(HAND), "--svg", "table.svg")

    assert ended.code == 0
    assert ended.out.endswith("picture: table.svg\n")
    assert "Pegasus" in told(tmp_path / "table.svg")
    assert (tmp_path / "table.svg").stat().st_size < 8_000


def test_the_battle_is_shown_as_it_begins(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    tsolve("check", write(BANISHED), "--svg", "battle.svg")
    drawn = (tmp_path / "battle.svg").read_text(encoding="utf-8")

    assert 'class="target"' in drawn
    assert {"with Short Sword", "Light Penalty 4", "Health 9"} <= set(told(tmp_path / "battle.svg"))


def test_so_it_is_where_a_claim_names_the_battle(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    claimed = BANISHED.partition("line:")[0] + "claims: [{total: 8, against: Uyril Unending}]\n"
    ended = tsolve("check", write(claimed), "--svg", "battle.svg")

    assert ended.code == 1
    assert told(tmp_path / "battle.svg")[0] == "refuted"
    assert 'class="target"' in (tmp_path / "battle.svg").read_text(encoding="utf-8")


def test_a_room_is_framed(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    quest = (
        "game: quest\nturn: dungeon\nhand: [4 x Adventurer, Dagger, Lantern]\n"
        "dungeon: {Mine: Goblin Berserker}\n"
        "line: [give Dagger to Adventurer, move to the Mine, battle Goblin Berserker]\n"
    )
    tsolve("check", write(quest), "--svg", "mine.svg")

    assert "Mine (you)" in told(tmp_path / "mine.svg")
    assert 'class="target"' in (tmp_path / "mine.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["show", "check", "solve"])
def test_nothing_is_overwritten(command: str, tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    name = write(HAND)
    (tmp_path / "kept.svg").write_text("mine")

    ended = tsolve(command, name, "--svg", "kept.svg")
    assert ended.code == 2
    assert "kept.svg exists; --force overwrites it" in ended.err
    assert (tmp_path / "kept.svg").read_text() == "mine"

    assert tsolve(command, name, "--svg", name, "--force").code == 2
    assert (tmp_path / name).read_text(encoding="utf-8") == HAND

    assert tsolve(command, name, "--svg", "kept.svg", "--force").code == 0
    assert (tmp_path / "kept.svg").read_text(encoding="utf-8").startswith("<svg")


def test_one_picture_shows_one_position(tsolve: Tsolve, write: Write) -> None:
    name = write(HAND)
    ended = tsolve("check", name, name, "--svg", "two.svg")

    assert ended.code == 2
    assert "give one FILE with --svg" in ended.err


def test_who_lies_face_down_stays_hidden(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    quest = (
        "game: quest\nturn: dungeon\nchampion: Abyssal Temple\nhand: [3 x Adventurer]\n"
        "dungeon: {Air Temple: none, Water Temple: none, Fire Temple: none, Earth Temple: none, "
        "Abyssal Temple: face down}\n"
        "line: [battle the Monster that lies face down, reveal Kobold Grunt]\n"
    )
    ended = tsolve("check", write(quest), "--svg", "hidden.svg")

    assert ended.code == 0
    assert "a card that lies face down" in told(tmp_path / "hidden.svg")
    assert (tmp_path / "hidden.svg").read_text(encoding="utf-8").count('class="target"') == 1


@pytest.mark.parametrize("command", ["show", "check", "solve", "odds"])
def test_a_picture_goes_into_a_file(command: str, tsolve: Tsolve, write: Write) -> None:
    ended = tsolve(command, write(HAND), "--svg", "-")

    assert ended.code == 2
    assert "name one with --svg" in ended.err
