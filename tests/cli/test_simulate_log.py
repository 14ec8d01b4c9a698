"""`tsolve simulate --log`: games written into a folder."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Tsolve
from tsolve import api

GAME = ("simulate", "--log", "games", "--quiet", "--jobs", "1")


def test_each_game_has_a_file(tsolve: Tsolve, tmp_path: Path) -> None:
    ended = tsolve(*GAME, "--seed", "4", "--games", "2")

    assert (ended.code, ended.err) == (0, "")
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["game-4.yaml", "game-5.yaml"]
    table = api.set_up(4).position
    written = (tmp_path / "games" / "game-4.yaml").read_text()
    assert written.startswith(f"{table}turns:\n- player: 1\n  line: [")
    # player 2 shows six cards when its first turn begins
    second = api.data_of(api.load(tmp_path / "games" / "game-4.yaml"))["turns"][1]
    assert second["player"] == 2
    assert sum(int(name.split(" x ")[0]) if " x " in name else 1 for name in second["hand"]) == 6


def test_nothing_is_overwritten(tsolve: Tsolve, tmp_path: Path) -> None:
    file = tmp_path / "games" / "game-1.yaml"
    file.parent.mkdir()
    file.write_text("mine")

    kept = tsolve(*GAME, "--games", "2")
    assert (kept.code, file.read_text()) == (2, "mine")
    assert kept.err == "games/game-1.yaml exists; --force overwrites it\n"
    assert not (file.parent / "game-0.yaml").exists()

    assert tsolve(*GAME, "--games", "2", "--force").code == 0
    assert file.read_text() != "mine"


def test_where_nothing_can_be_written(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "games").write_text("no folder")
    ended = tsolve(*GAME)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "games: no folder can be made here: File exists\n"


def test_a_game_is_played_on(tsolve: Tsolve, tmp_path: Path) -> None:
    """The log begins with the table of the file, as it says it, and not with what it asks."""
    (tmp_path / "table.yaml").write_text(api.set_up(3).position + "claims: []\n")
    assert tsolve(*GAME, "table.yaml").code == 0
    written = api.data_of(api.load(tmp_path / "games" / "game-0.yaml"))
    turns = written.pop("turns")
    assert {**written, "claims": []} == api.data_of(api.load(tmp_path / "table.yaml"))

    # a log is played on from its end: random players add nothing to a game that is over
    assert tsolve("simulate", "games/game-0.yaml", "--log", "again", "--quiet").code == 0
    again = api.data_of(api.load(tmp_path / "again" / "game-0.yaml"))
    assert again["turns"] == turns


def test_a_program_reads_the_log(tsolve: Tsolve, tmp_path: Path) -> None:
    answer = tsolve("simulate", "--log", "games", "--format", "json").json["answers"][0]
    assert answer["games"][0]["log"] == (tmp_path / "games" / "game-0.yaml").read_text()
