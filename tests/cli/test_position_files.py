"""`tsolve check FOLDER`, and `--watch`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Tsolve

# A Militia brings 1, in the dark of Rank 1 nothing: 0 against 4. With a Torch 1, with three more Militia 4.
LOST = """\
game: thunderstone
turn: dungeon
hand: [Militia]
deck: []
hall: [Griknack Goblin, none, none]
claims: [{defeats: Griknack Goblin}]
"""
WON = LOST.replace("[Militia]", "[4 x Militia, Torch]")
QUEST = "game: quest\nlocation: Bazaar\nhand: [2 x Lantern]\nline: [buy Potion]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three positions of two games, and what is none."""
    files = {
        "a.yaml": LOST,
        "deep/er/b.yml": WON,
        "deep/quest.yaml": QUEST,
        "deep/flow.yaml": "{game: thunderstone, hand: [Militia], deck: [], hall: [none, none, none]}",
        "cards/lamps.yaml": "cards: []\n",
        "notes.yaml": "about: the game of last week\n",
        "broken.yaml": "[what",
        "readme.md": "game: thunderstone\n",
        ".hidden/c.yaml": "game: nothing\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_all_positions_below_are_judged(tsolve: Tsolve) -> None:
    ended = tsolve("check", ".", "--format", "json")

    assert [answer["file"] for answer in ended.json["answers"]] == [
        "a.yaml",
        "deep/flow.yaml",
        "deep/quest.yaml",
        "deep/er/b.yml",
    ]
    assert (ended.code, ended.err) == (1, "")


@pytest.mark.usefixtures("folder")
def test_the_rest_is_named_and_the_verdicts_counted(tsolve: Tsolve) -> None:
    *_, others, tally = filter(None, tsolve("check", ".").out.splitlines())

    assert others == "Not judged, since no game is named: broken.yaml, cards/lamps.yaml, notes.yaml"
    assert tally.startswith("4 files: ")
    assert "1 refuted" in tally


def test_a_mistake_in_one_keeps_no_other_from_being_judged(tsolve: Tsolve, folder: Path) -> None:
    (folder / "deep" / "quest.yaml").write_text("game: quest\nhnad: []\n")
    ended = tsolve("check", "deep", "-q")

    assert ended.code == 2
    assert "deep/quest.yaml:2:1: error E202" in ended.err
    assert "3 files: " in ended.out


@pytest.mark.usefixtures("folder")
def test_files_and_folders_are_judged_once(tsolve: Tsolve) -> None:
    ended = tsolve("check", "deep/er/b.yml", "deep/er", "--format", "json")

    assert [answer["file"] for answer in ended.json["answers"]] == ["deep/er/b.yml"]


@pytest.mark.usefixtures("folder")
def test_a_folder_without_positions(tsolve: Tsolve) -> None:
    ended = tsolve("check", "cards")

    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "cards: there is no position file in this folder or below\n"


@pytest.mark.usefixtures("folder")
def test_a_receipt_covers_one_position(tsolve: Tsolve) -> None:
    assert tsolve("check", "deep", "--receipt", "r.json").code == 2
    assert tsolve("check", "deep/er", "--receipt", "r.json").code == 0


@contextmanager
def watching(folder: Path, environment: dict[str, str], *arguments: str) -> Iterator[Callable[[str], None]]:
    """A watch in the folder; waits until a text was shown so many times."""
    shown = folder / "shown"
    with shown.open("w") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "tsolve", "check", "--watch", *arguments],
            cwd=folder,
            env={**environment, "PYTHONPATH": str(ROOT)},
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    process_of[folder] = process

    def wait(text: str, times: int = 1) -> None:
        end = time.monotonic() + 60
        while shown.read_text().count(text) < times:
            assert process.poll() is None, shown.read_text()
            assert time.monotonic() < end, shown.read_text()
            time.sleep(0.02)

    try:
        yield wait
    finally:
        process.kill()
        process.wait()


process_of: dict[Path, subprocess.Popen[bytes]] = {}


def end(folder: Path) -> int:
    time.sleep(0.1)
    process_of[folder].send_signal(signal.SIGINT)
    return process_of[folder].wait(30)


def test_a_change_is_judged_and_the_last_verdict_is_the_exit_code(
    folder: Path, environment: dict[str, str]
) -> None:
    with watching(folder, environment, "a.yaml") as wait:
        wait("refuted")
        saved = folder / "a.yaml.new"  # as editors save
        saved.write_text(WON)
        (folder / "a.yaml").unlink()
        time.sleep(0.5)
        os.rename(saved, folder / "a.yaml")
        wait("confirmed")
        assert end(folder) == 0


def test_a_mistake_is_told_and_waited_for(folder: Path, environment: dict[str, str]) -> None:
    with watching(folder, environment, "a.yaml") as wait:
        wait("refuted")
        (folder / "a.yaml").write_text(LOST.replace("hand", "hnad"))
        wait("error E202")
        assert end(folder) == 2


def test_a_new_file_in_a_folder_is_judged(folder: Path, environment: dict[str, str]) -> None:
    with watching(folder, environment, "deep/er") as wait:
        wait("is defeated")
        (folder / "deep/er/c.yaml").write_text(LOST)
        wait("2 files: ")
        assert end(folder) == 1


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("arguments", [["-"], ["a.yaml", "--format", "json"], ["a.yaml", "--receipt", "r"]])
def test_what_cannot_be_watched(arguments: list[str], tsolve: Tsolve) -> None:
    ended = tsolve("check", "--watch", *arguments)

    assert ended.code == 2
    assert "it goes with files and text only" in ended.out + ended.err
