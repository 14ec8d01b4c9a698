"""`tsolve new`: a position file from answers to questions."""

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
        'There is no "Xyzzy"',
        "Which one? Dwarf Guardian, Dwarf Janissary, Dwarf Sentinel",
        "{total: 16, against: Uyril Unending}",
        '"nothing of the sort" is no claim; write',
        "dispute.yaml is written.",
    ):
        assert said in ended.out
    assert (tmp_path / "dispute.yaml").read_text() == (
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
    assert "the maximum is 8" in ended.out
    assert "Nixie is defeated: 6 against Health 5" in ended.out


def test_a_file_that_is_there_is_kept(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "dispute.yaml").write_text("mine")
    kept = tsolve("new", "dispute.yaml", stdin=b"n\n")
    assert (kept.code, (tmp_path / "dispute.yaml").read_text()) == (1, "mine")
    assert "dispute.yaml exists. Replace it in the end? [y/N]" in kept.out
    assert kept.err == "Nothing is written.\n"

    tsolve("new", "dispute.yaml", stdin=f"y\n{DISPUTE}n\n".encode())
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
Mine: Goblin Berserker

mine
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
        "dungeon": {"Mine": "Goblin Berserker"},
        "champion": "Mine",
        "claims": [{"defeats": "Goblin Berserker"}],
        "wounds": 1,
        "tokens": {"lantern": 2},
    }


def test_a_comma_in_a_name_is_part_of_it(tsolve: Tsolve) -> None:
    """Nobody has published what Baalok does, so his room is left out, and the one behind it is kept."""
    typed = "\n4 Adventurer\n\nempty\nMine: Baalok, the Flesh Weaver, Throne Room: Goblin Shaman\n\n"
    ended = tsolve("new", "--game", "quest", "mine.yaml", stdin=typed.encode())

    assert "no source gives these facts of Baalok, the Flesh Weaver:" in ended.out
    assert "Kept: {Throne Room: Goblin Shaman}." in ended.out


def test_what_cannot_be_is_asked_for_again(tsolve: Tsolve, tmp_path: Path) -> None:
    """What is wrong is told at once, and only that is asked once more."""
    typed = "\n100 Polearm\nPolearm\n\nempty\nNixie, none, none\n\n\n\nn\n"
    ended = tsolve("new", "--game", "thunderstone", "many.yaml", stdin=typed.encode())

    assert ended.code == 0
    assert "at most 99 copies" in ended.out
    assert api.data_of(api.load(tmp_path / "many.yaml"))["hand"] == ["Polearm"]


def test_what_is_sound_on_a_line_is_kept(tsolve: Tsolve, tmp_path: Path) -> None:
    """Behind a Rank that cannot be so nobody moves up."""
    typed = """\

Militia, 100 Torch, Dagger

empty
Nixie, 20 x Nixie, Kingdom
none, Kingdom
Xyz

n


n
"""
    ended = tsolve("new", "--game", "thunderstone", "kept.yaml", stdin=typed.encode())

    assert ended.code == 0
    for said in ("at most 99 copies", "Kept: [Nixie, unknown, unknown].", '"Xyz" is no claim'):
        assert said in ended.out
    data = api.data_of(api.load(tmp_path / "kept.yaml"))
    assert (data["hand"], data["hall"]) == (["Militia", "Dagger"], ["Nixie", "none", "Kingdom"])


def test_a_far_guess_needs_a_yes(tsolve: Tsolve, tmp_path: Path) -> None:
    """`Torches` is a little like the Forces of a Treasure; an empty line does not take it."""
    typed = "v\n\n\n\n\nMaul, 3 Torches\n\n\n6 gold\n\n\nn\n"
    ended = tsolve("new", "--game", "quest", "far.yaml", stdin=typed.encode())

    assert "Orb of Opposing Forces? [y/N]" in ended.out
    assert (ended.code, api.data_of(api.load(tmp_path / "far.yaml"))["village"]) == (0, {"Maul": 1})


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
        ("Nothing is claimed so far.", "\r"),
        ("Anything else", "\r"),
    ):
        terminal.until(asked)
        terminal.type(line)
    terminal.until("Judge it now?")
    terminal.type("n\r")

    assert terminal.ended() == 0
    assert "2 x Dwarf Guardian" in (tmp_path / "made.yaml").read_text()


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 1)])
@pytest.mark.parametrize("saved", [True, False])
def test_control_c_and_control_d_offer_to_save(
    key: str, code: int, saved: bool, tmp_path: Path, environment: dict[str, str]
) -> None:
    terminal = Terminal(["new", "--game", "quest", "made.yaml"], tmp_path, environment)
    terminal.until("[dungeon]")
    terminal.type("\r")
    terminal.until("  >")
    terminal.type("2 x Adventurer\r\r")
    terminal.until("Deck.")
    terminal.until("  >")
    terminal.type(key)
    terminal.until("hand: [2 x Adventurer]")
    terminal.until("Save this as made.yaml? [Y/n]")
    terminal.type("\r" if saved else "n\r")
    terminal.until("made.yaml is written, as far as it goes." if saved else "Nothing is written.")

    assert terminal.ended() == (0 if saved else code)
    kept = {each.name: each.read_text() for each in tmp_path.iterdir()}
    text = "# tsolve check made.yaml\ngame: quest\nturn: dungeon\nhand: [2 x Adventurer]\n"
    assert kept == ({"made.yaml": text} if saved else {})


def test_what_was_typed_is_shown_at_the_end_of_a_pipe(tsolve: Tsolve) -> None:
    ended = tsolve("new", "--game", "thunderstone", "made.yaml", stdin=b"\nMilitia, Torch\n")

    assert (ended.code, ended.err) == (1, "Nothing is written.\n")
    assert ended.out.endswith("game: thunderstone\nturn: dungeon\nhand: [Militia, Torch]\n")


def test_a_way_back(tsolve: Tsolve, tmp_path: Path) -> None:
    """What was typed stays where nothing else is; at the end an answer is changed by its name."""
    typed = """\
<

Militia
Torch
undo
Dagger

<
back
village

empty
none, none, none
8 x Torch

show
5 gold

hand
2 x Torch


n
"""
    ended = tsolve("new", "--game", "thunderstone", "back.yaml", stdin=typed.encode())

    assert (ended.code, ended.err) == (0, "")
    for said in (
        "This is the first question.",
        "Left: [Militia].",
        "So far: [Militia, Dagger]. An empty line keeps it.",
        "Turn: dungeon, village, rest, undecided? [dungeon] village",
    ):
        assert said in ended.out
    data = api.data_of(api.load(tmp_path / "back.yaml"))
    assert (data["turn"], data["hand"], data["claims"]) == ("village", ["2 x Torch"], [{"gold": 5}])
    assert data["village"] == {"Torch": 8}


@pytest.mark.parametrize("game", ["thunderstone", "quest", "gloomhaven"])
def test_no_card_is_called_like_an_order(game: str) -> None:
    from tsolve.written.talk import ORDERS

    assert not [word for word in ORDERS if api.ruleset(game).names.knows(word)]


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
