"""`tsolve new`: a position made line by line through a pipe, and at a terminal with completion."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Tsolve
from tsolve import api

pty = pytest.importorskip("pty")

DISPUTE = """\
thunderstone

Regian Preist
y
Thyrian Squire, short sword
2 x Pochodnia
Xyzzy
Dwarf

empty
Kingdom, Uyril, Nixie
16 vs Uyril
nothing of the sort
Nixie is defeated


"""
"""Regian Priest 2 magic, Squire 2 and Short Sword 4: 8, with Light 2 in every Rank but the third."""


def test_what_is_typed_becomes_a_file(tsolve: Tsolve, tmp_path: Path) -> None:
    ended = tsolve("new", "dispute.yaml", stdin=f"{DISPUTE}n\n".encode())

    assert (ended.code, ended.err) == (0, "")
    for said in (
        "Regian Priest? [Y/n]",
        "2 x Torch",
        'Nobody knows "Xyzzy"',
        "Which one? Dwarf Guardian, Dwarf Janissary, Dwarf Sentinel",
        "{total: 16, against: Uyril Unending}",
        '"nothing of the sort" is no claim; write',
        "dispute.yaml is written.",
    ):
        assert said in ended.out
    assert (tmp_path / "dispute.yaml").read_text() == (
        "# yaml-language-server: $schema=thunderstone.schema.json\n"
        "# tsolve check dispute.yaml\n"
        "game: thunderstone\n"
        "turn: dungeon\n"
        "hand: [Regian Priest, Thyrian Squire, Short Sword, 2 x Torch]\n"
        "deck: []  # what is left, in no known order\n"
        "hall: [Kingdom, Uyril Unending, Nixie]  # Ranks 1, 2 and 3\n"
        "claims:\n"
        "- {total: 16, against: Uyril Unending}\n"
        "- {defeats: Nixie}\n"
    )


def test_it_is_judged_at_once(tsolve: Tsolve) -> None:
    """Uyril in Rank 2: 8, not 16. Nixie in Rank 3: 8 - 2 for the missing Light against 5."""
    ended = tsolve("new", "dispute.yaml", stdin=f"{DISPUTE}y\n".encode())

    assert ended.code == 1
    assert "the most is 8" in ended.out
    assert "Nixie is defeated: 6 against Health 5" in ended.out


def test_a_file_that_is_there_is_kept(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "dispute.yaml").write_text("mine")
    kept = tsolve("new", "dispute.yaml", stdin=f"{DISPUTE}n\n".encode())
    assert (kept.code, (tmp_path / "dispute.yaml").read_text()) == (1, "mine")
    assert "dispute.yaml exists. Replace it? [y/N]" in kept.out
    assert kept.err == "Nothing is written.\n"

    tsolve("new", "dispute.yaml", stdin=f"{DISPUTE}y\nn\n".encode())
    assert "Uyril Unending" in (tmp_path / "dispute.yaml").read_text()


def test_an_end_before_the_end_writes_nothing(tsolve: Tsolve, tmp_path: Path) -> None:
    lines = DISPUTE.splitlines(keepends=True)
    for count in (0, 1, 5, len(lines) - 1):
        ended = tsolve("new", "dispute.yaml", stdin="".join(lines[:count]).encode())
        assert (ended.code, ended.err) == (1, "Nothing is written.\n")
        assert not (tmp_path / "dispute.yaml").exists()


def test_a_position_of_quest(tsolve: Tsolve, tmp_path: Path) -> None:
    """4 Adventurers and a Dagger bring 5 against 4 + 1 in the Mine."""
    typed = """\

4 Adventurer
Dagger

empty
mine
Mine: Goblin Berserker

Goblin Berserker is defeated

tokens
2 lantern

wounds
1

y
"""
    ended = tsolve("new", "--game", "quest", "mine.yaml", stdin=typed.encode())

    assert (ended.code, ended.err) == (0, "")
    data = api.data_of(api.load(tmp_path / "mine.yaml"))
    assert data == {
        "game": "quest",
        "turn": "dungeon",
        "hand": ["4 x Adventurer", "Dagger"],
        "deck": [],
        "champion": "Mine",
        "dungeon": {"Mine": "Goblin Berserker"},
        "claims": [{"defeats": "Goblin Berserker"}],
        "wounds": 1,
        "tokens": {"lantern": 2},
    }


def test_what_cannot_be_is_asked_for_again(tsolve: Tsolve, tmp_path: Path) -> None:
    """A box has 3 Polearms at most; what is wrong is told, and only that is asked once more."""
    typed = "\n99 Polearm\n\nempty\nNixie, none, none\n\n\nPolearm\n\nn\n"
    ended = tsolve("new", "--game", "thunderstone", "many.yaml", stdin=typed.encode())

    assert ended.code == 0
    assert "but the box holds" in ended.out
    assert api.data_of(api.load(tmp_path / "many.yaml"))["hand"] == ["Polearm"]


def test_what_is_wanted_besides(tsolve: Tsolve, tmp_path: Path) -> None:
    typed = """\
v
Militia, torch

empty
none, none, none
8 x Torch, Dagger

I can buy Torch

x
3
monsters
Enchanted


n
"""
    ended = tsolve("new", "--game", "thunderstone", "shop.yaml", stdin=typed.encode())

    assert (ended.code, ended.err) == (0, "")
    assert api.data_of(api.load(tmp_path / "shop.yaml")) == {
        "game": "thunderstone",
        "turn": "village",
        "hand": ["Militia", "Torch"],
        "deck": [],
        "hall": ["none", "none", "none"],
        "village": {"Torch": 8, "Dagger": 1},
        "claims": [{"can": "buy Torch"}],
        "monsters": ["Enchanted"],
        "xp": 3,
    }


def test_a_folder_is_no_file(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    ended = tsolve("new", "folder", stdin=b"")

    assert (ended.code, ended.out) == (2, "")
    assert "this is a folder" in ended.err


class Terminal:
    """A process of tsolve at a terminal of its own."""

    def __init__(self, arguments: list[str], folder: Path, environment: dict[str, str]) -> None:
        self.ours, theirs = pty.openpty()
        before = signal.signal(
            signal.SIGINT, signal.default_int_handler
        )  # else the child would ignore it, too
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tsolve", *arguments],
                cwd=folder,
                env={**environment, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "LANG": "pl_PL.UTF-8"},
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                start_new_session=True,
            )
        finally:
            signal.signal(signal.SIGINT, before)
        os.close(theirs)
        self.shown = ""

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def until(self, words: str) -> None:
        """Wait until the terminal shows these words; what was shown before does not count any more."""
        end = time.monotonic() + 30
        while words not in self.shown:
            assert time.monotonic() < end, self.shown
            if not select.select([self.ours], [], [], 5)[0]:
                continue
            try:
                self.shown += os.read(self.ours, 4096).decode(errors="replace")
            except OSError:  # it has ended
                break
        assert words in self.shown
        self.shown = self.shown.partition(words)[2]

    def ended(self) -> int:
        code = self.process.wait(timeout=60)
        os.close(self.ours)
        return code


def test_names_are_completed_at_a_terminal(tmp_path: Path, environment: dict[str, str]) -> None:
    """In the player's language, with the English name beside."""
    terminal = Terminal(["new", "--game", "thunderstone", "made.yaml"], tmp_path, environment)
    terminal.until("[dungeon]")
    terminal.type("\r")
    terminal.until("  >")
    terminal.type("2 Krasnolud Str\t")
    terminal.until("nik")
    terminal.type("\r")
    terminal.until("2 x Dwarf Guardian")
    for asked, line in (
        ("  >", "\r"),
        ("Deck.", "empty\r"),
        ("Hall", "none, none, none\r"),
        ("claimed?", "\r"),
        ("Anything else", "\r"),
    ):
        terminal.until(asked)
        terminal.type(line)
    terminal.until("Judge it now?")
    terminal.type("n\r")

    assert terminal.ended() == 0
    assert "2 x Dwarf Guardian" in (tmp_path / "made.yaml").read_text()


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 1)])
def test_control_c_and_control_d_write_nothing(
    key: str, code: int, tmp_path: Path, environment: dict[str, str]
) -> None:
    terminal = Terminal(["new", "--game", "quest", "made.yaml"], tmp_path, environment)
    terminal.until("[dungeon]")
    terminal.type("\r")
    terminal.until("  >")
    terminal.type(key)
    terminal.until("Nothing is written.")

    assert terminal.ended() == code
    assert list(tmp_path.iterdir()) == []


def test_a_place_is_not_taken_by_who_stands_behind(tsolve: Tsolve, tmp_path: Path) -> None:
    """Smok is a group, Nimfa nobody: what is typed behind them belongs to the Ranks behind theirs."""
    typed = "thunderstone\n\nMilitia\n\nempty\nSmok, Nixie, none\nNixie, Nimfa, Uyril\nnone\nUyril\n\n\nn\n"
    ended = tsolve("new", "places.yaml", stdin=typed.encode())

    for said in (
        "Which one? Ebon Fume, Mythlurian, Skaladak, Tyxr the Old, Uyril Unending",
        "Go on from there: Smok, Nixie, none.",
        "Go on from there: Nimfa, Uyril.",
    ):
        assert said in ended.out
    assert "hall: [Nixie, none, Uyril Unending]" in (tmp_path / "places.yaml").read_text()
