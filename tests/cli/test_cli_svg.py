"""`--svg FILE` of show, check and solve."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import HAND, Tsolve

Write = Callable[[str], str]
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
