"""`tsolve play`: a game at the keyboard, in real processes."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ended, Tsolve
from tests.cli.test_new import Terminal
from tsolve import api

TABLE = """\
game: thunderstone
sets: [base]
turn: undecided
hand: [2 x Militia, Dagger, 2 x Iron Rations, Torch]
deck: {top: [3 x Militia, Torch, Dagger, Militia], rest: []}
hall: [Deadbone Troll (set up), Succubus, Nixie]
dungeon_deck: {top: [Griffon], rest: [2 x Pegasus]}
village: {Feast: 8, Barkeep: 8, Polearm: 2, Warhammer: 3, Militia: 5}
players:
  others:
  - {hand: [4 x Militia, 2 x Dagger], deck: {rest: [6 x Militia]}}
"""
"""Gold: 1 of the Dagger, 4 of the Iron Rations, 2 of the Torch: 7. The next cards are known."""


def played(run: Tsolve, *typed: str, arguments: tuple[str, ...] = ()) -> Ended:
    lines = "".join(f"{line}\n" for line in typed)
    return run("play", "game.yaml", *arguments, stdin=lines.encode())


def begun(run: Tsolve, folder: Path, *typed: str, arguments: tuple[str, ...] = ()) -> Ended:
    (folder / "table.yaml").write_text(TABLE)
    return played(run, *typed, arguments=("--table", "table.yaml", "--seed", "1", *arguments))


def log(folder: Path) -> Mapping[str, Any]:
    return api.data_of(api.load(folder / "game.yaml"))


FEAST = {
    "player": 1,
    "line": ["visit the Village", "go on to the purchases", "buy Feast", "go on to levelling up"],
}


def test_a_turn_in_words_is_written_down(process: Tsolve, tmp_path: Path) -> None:
    ended = begun(process, tmp_path, "buy Feast", "", "quit")

    assert (ended.code, ended.err) == (0, "")
    assert "  1 visit the Village, 2 enter the Dungeon, 3 rest\n" in ended.out
    assert "Hand the keyboard to player 2, who presses Enter." in ended.out
    assert ended.out.endswith("The game so far is in game.yaml: tsolve play game.yaml goes on.\n")
    found = log(tmp_path)
    (turn,) = found["turns"]
    assert turn["line"] == [*FEAST["line"], "end the turn"]
    assert {key: value for key, value in found.items() if key != "turns"} == api.data_of(
        api.load(tmp_path / "table.yaml")
    )
    assert process("check", "game.yaml", "--quiet").code == 0


def test_by_numbers_it_is_the_same(process: Tsolve, tmp_path: Path) -> None:
    by_words = begun(process, tmp_path, "buy Feast", "", "quit")
    written = (tmp_path / "game.yaml").read_text()
    assert (
        "buy: 1 Feast, 2 Barkeep, 3 Polearm, 4 Warhammer, 5 Militia"
        in begun(process, tmp_path, "1", "1", "", "quit", arguments=("--force",)).out
    )
    assert (by_words.code, (tmp_path / "game.yaml").read_text()) == (0, written)


def test_what_is_no_step_is_told(process: Tsolve, tmp_path: Path) -> None:
    typed = ("buy banana", "attack nobody", "99", "", "help", "why", "attack Rat", "quit")
    ended = begun(process, tmp_path, *typed)

    for told in (
        'unknown card "banana"',
        "There are the numbers 1 to 3.",
        "undo: takes your last choice back",
        "Write the step, too: why buy NAME.",
    ):
        assert told in ended.out
    assert log(tmp_path)["turns"] == []


def test_undo_brings_the_same_again(process: Tsolve, tmp_path: Path) -> None:
    """Everything is taken back up to the last choice, also in the log; chance brings the same cards."""
    first = begun(process, tmp_path, "undo", "enter the Dungeon", "undo", "quit")
    assert "There is nothing to take back." in first.out
    assert "Taken back." in first.out
    assert log(tmp_path)["turns"] == []

    attack = ("attack Succubus", "", "rest", "destroy nothing", "", "quit")
    begun(process, tmp_path, *attack, arguments=("--force",))
    once = (tmp_path / "game.yaml").read_text()
    again = (*attack[:2], "undo", "", *attack)
    begun(process, tmp_path, *again, arguments=("--force",))
    assert (tmp_path / "game.yaml").read_text() == once
    assert len(log(tmp_path)["turns"]) == 2


def test_questions_are_answered(process: Tsolve, tmp_path: Path) -> None:
    """7 gold buys the Polearm for 7; two need 14."""
    typed = ("visit the Village", "?", "why buy Polearm and Feast", "why level up Militia", "show", "quit")
    ended = begun(process, tmp_path, *typed)

    assert "You buy Polearm for 7 of 7 gold. Proved." in ended.out
    assert "Dungeon Deck" in ended.out
    assert log(tmp_path)["line"] == ["visit the Village", "go on to the purchases"]


def test_a_begun_turn_is_played_on(process: Tsolve, tmp_path: Path) -> None:
    """A turn that is not over stands as `line`; nothing that chance brought comes again otherwise."""
    begun(process, tmp_path, "buy Feast", "", "enter the Dungeon", "quit")
    assert log(tmp_path)["line"] == ["enter the Dungeon"]

    ended = played(process, "attack Succubus", "", "quit", arguments=("--seed", "5"))
    assert ended.code == 0
    found = log(tmp_path)
    assert [turn["player"] for turn in found["turns"]] == [1, 2]
    assert found["turns"][1]["line"][:2] == ["enter the Dungeon", "attack Succubus"]
    assert "line" not in found


def test_the_end_of_what_is_typed_loses_nothing(process: Tsolve, tmp_path: Path) -> None:
    typed = ("buy Feast", "", "enter the Dungeon", "attack Succubus", "", "rest")
    lines: list[list[str]] = []
    for count in range(len(typed) + 1):
        assert begun(process, tmp_path, *typed[:count], arguments=("--force",)).code == 0
        found = log(tmp_path)
        lines.append([*(step for turn in found["turns"] for step in turn["line"]), *found.get("line", ())])
    assert all(later[: len(before)] == before for before, later in pairwise(lines))
    assert lines[-1][-1] == "rest"


def test_hands_of_others_are_not_shown(process: Tsolve, tmp_path: Path) -> None:
    ended = begun(process, tmp_path, "show", "quit")
    assert "Player 2" in ended.out
    assert "hand ?" in ended.out
    assert "2 x Dagger (" not in ended.out


def test_against_the_computer(process: Tsolve, tmp_path: Path) -> None:
    ended = begun(process, tmp_path, "buy Feast", "quit", arguments=("--players", "me,random"))
    assert ended.code == 0
    assert "Hand the keyboard" not in ended.out
    assert "player 2: " in ended.out
    assert [turn["player"] for turn in log(tmp_path)["turns"]] == [1, 2]


def test_the_end_of_a_game_is_told(process: Tsolve, tmp_path: Path) -> None:
    """Succubus goes, and the Stone behind it comes to Rank 1: player 2 owns nothing that counts, and nobody
    has the Stone.
    """
    (tmp_path / "table.yaml").write_text(TABLE.replace("Succubus, Nixie", "Stone of Mystery, Nixie"))
    arguments = ("--table", "table.yaml", "--seed", "1")
    ended = played(process, "attack Deadbone Troll", arguments=arguments)
    assert (ended.code, ended.err) == (0, "")
    assert "The game is over.\n  player 1: 0 points\n  player 2: 0 points\n" in ended.out
    assert ended.out.endswith("The game is in game.yaml: tsolve check game.yaml\n")
    assert played(process).out.endswith("The game is in game.yaml: tsolve check game.yaml\n")
    assert process("check", "game.yaml", "--quiet").code == 0


def test_a_file_that_is_there_is_kept(process: Tsolve, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(TABLE)
    for arguments in ((), ("--first-game",), ("--table", "table.yaml")):
        (tmp_path / "table.yaml").write_text(TABLE)
        kept = played(process, "n", arguments=arguments)
        assert (kept.code, kept.err, file.read_text()) == (1, "Nothing is written.\n", TABLE)
    assert played(process, "y", "quit").code == 0
    assert file.read_text() == f"{TABLE}turns: []\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--players", "me,gredy"), 'no player is called "gredy"; there are: me (somebody at the keyboard)'),
        (("--players", "greedy,random", "--table", "table.yaml"), "nobody sits at the keyboard"),
        (("--players", "0"), "--players 0: 1 to 20 people play"),
        (("--players", "me,me,me", "--table", "table.yaml"), "3 players are named, and 2 play"),
        (("--table", "table.yaml", "--first-game"), "a position from a file has its own cards"),
        (("--table", "missing.yaml"), "missing.yaml:1:1: error E101: there is no such file"),
        (("--table", "game.yaml"), "game.yaml: this is one of the input files"),
        (("--use", "dragons=3"), 'a game is not set up with "dragons"'),
    ],
)
def test_what_cannot_be_played(
    process: Tsolve, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    (tmp_path / "table.yaml").write_text(TABLE)
    if "game.yaml" in arguments:
        (tmp_path / "game.yaml").write_text(TABLE)
    ended = played(process, "1", arguments=arguments)
    assert ended.code == 2
    assert told in ended.err
    assert "Traceback" not in ended.err


def test_ctrl_c_keeps_the_log(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text(TABLE)
    running = subprocess.Popen(
        [sys.executable, "-m", "tsolve", "play", "game.yaml", "--table", "table.yaml"],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(b"visit the Village\n")
    running.stdin.flush()
    told = b""
    while told.count(b"> ") < 2:
        ready, _, _ = select.select([running.stdout], [], [], 30)
        assert ready, told
        told += os.read(running.stdout.fileno(), 4096)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (130, b"")
    assert b"The game so far is in game.yaml" in out
    assert log(tmp_path)["line"] == ["visit the Village", "go on to the purchases"]


def test_at_a_terminal_steps_are_completed_and_hands_covered(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """What player 1 saw is pushed out of sight; what was done meanwhile is told."""
    (tmp_path / "table.yaml").write_text(TABLE)
    terminal = Terminal(["play", "game.yaml", "--table", "table.yaml"], tmp_path, environment)
    terminal.until("player 1 >")
    terminal.type("enter t\t")
    terminal.until("he Dungeon")
    terminal.type("\r")
    terminal.until("attack: ")
    terminal.until("player 1 >")
    terminal.type("attack Succubus\r")
    terminal.until("\r\n\r\n\r\n\r\n")
    terminal.until("Hand the keyboard to player 2")
    terminal.type("\r")
    terminal.until("player 1: attack Succubus")
    terminal.until("player 2 >")
    terminal.type("\x03")
    terminal.until("The game so far is in game.yaml")
    assert terminal.ended() == 130
    assert [turn["player"] for turn in log(tmp_path)["turns"]] == [1]


def test_a_log_of_gloomhaven_goes_on(process: Tsolve, tmp_path: Path) -> None:
    """A party chooses together: nobody hands the keyboard on, and a round that has begun is a line."""
    arguments = ("--game", "gloomhaven", "--use", "scenario=1", "--use", "characters=Brute,Spellweaver")
    cards = ("Brute plays Trample and Shield Bash", "Spellweaver plays Mana Bolt and Frost Armor")
    ended = played(process, *cards, "1", "quit", arguments=(*arguments, "--seed", "3"))
    assert (ended.code, ended.err) == (0, "")
    assert "Hand the keyboard" not in ended.out
    begun_round = log(tmp_path)["line"]
    assert begun_round[:2] == list(cards)

    ended = played(process, *("1" for _ in range(12)))
    assert (ended.code, ended.err) == (0, "")
    found = log(tmp_path)
    steps = [*(step for turn in found["turns"] for step in turn["line"]), *found.get("line", ())]
    assert steps[: len(begun_round)] == begun_round
    assert len(steps) > len(begun_round) + 10


def test_a_log_of_quest_goes_on(process: Tsolve, tmp_path: Path) -> None:
    arguments = ("--game", "quest", "--players", "me,random", "--seed", "3")
    first = played(process, "go to Bazaar", *("1" for _ in range(6)), arguments=arguments)
    before = log(tmp_path)
    ended = played(process, *("1" for _ in range(25)), arguments=("--players", "me,random"))
    assert (first.code, ended.code, ended.err) == (0, 0, "")
    found = log(tmp_path)
    assert len(found["turns"]) > len(before["turns"]) > 0
    assert found["turns"][: len(before["turns"])] == before["turns"]


def test_the_first_turn_of_quest_goes_on(process: Tsolve, tmp_path: Path) -> None:
    """The hands of others are drawn as the game begins; they are no steps of the turn that is saved."""
    table = ("--game", "quest", "--seed", "4", "--out", "game.yaml")
    assert process("setup", *table).code == 0
    assert played(process, "y", "enter the Dungeon", "quit").code == 0
    assert log(tmp_path)["line"] == ["enter the Dungeon"]
    assert process("check", "game.yaml").code == 0
    assert played(process, "pass", "quit").code == 0
    assert list(log(tmp_path)["line"])[:2] == ["enter the Dungeon", "pass"]


def test_players_are_called_by_their_names(process: Tsolve, tmp_path: Path) -> None:
    table = TABLE.replace("sets:", "player: Ann\nsets:").replace("- {hand", "- {name: Bo, hand")
    (tmp_path / "table.yaml").write_text(table)
    ended = played(process, "buy Feast", "", "", "quit", arguments=("--table", "table.yaml", "--seed", "1"))
    assert "Ann > " in ended.out
    assert "Hand the keyboard to Bo" in ended.out


def test_what_is_unknown_is_asked_for(process: Tsolve, tmp_path: Path) -> None:
    """With real cards: nobody but the players knows the decks."""
    (tmp_path / "game.yaml").write_text("game: thunderstone\nhall: [Succubus, Nixie, Griffon]\n")
    drawn = ("draw Militia", "draw Militia", "2 x Dagger", "draw Dagger", "draw Torch", "draw Torch")
    ended = played(process, "y", "rest", *drawn, "draw Iron Rations", "quit")

    assert (ended.code, ended.err) == (0, "")
    assert "An unknown card comes next. Type what came" in ended.out
    (turn,) = log(tmp_path)["turns"]
    assert turn["line"] == ["rest", "destroy nothing"]
    assert turn["drew"] == ["2 x Militia", "Dagger", "2 x Torch", "Iron Rations"]


@pytest.mark.parametrize("keys", ["campaign: {}", "attacks: [Brute attacks 3 vs Bandit Guard 1]"])
def test_what_is_no_whole_game(process: Tsolve, tmp_path: Path, keys: str) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(f"game: gloomhaven\n{keys}\n")
    for ended in (played(process, "y"), process("simulate", "game.yaml")):
        assert ended.code == 2
        assert "a whole game begins with a scenario" in ended.err
    assert file.read_text() == f"game: gloomhaven\n{keys}\n"
