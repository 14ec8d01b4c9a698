"""What shells are told when somebody presses Tab."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Ended, Tsolve
from tsolve.api import set_up

POSITION = """
game: thunderstone
turn: dungeon
hand: [Militia, Torch]
deck: []
hall: [Suffering, Kingdom, Nixie]
"""
QUEST = "game: quest\nhand: [Dagger\n"  # broken


def bash(tsolve: Tsolve, *written: str, **more: str) -> Ended:
    """What bash is told; it takes `=` and `:` for words of their own."""
    asked = {"COMP_WORDS": "\n".join(("tsolve", *written)), "COMP_CWORD": str(len(written))}
    return tsolve(env={"_TSOLVE_COMPLETE": "complete_bash", **asked, **more})


@pytest.fixture
def files(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(POSITION)
    (tmp_path / "quest.yaml").write_text(QUEST)
    (tmp_path / "table.yaml").write_text(
        set_up(1, 2, game="gloomhaven", selection={"scenario": ["1"]}).position
    )


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (("ca",), ["card", "cards"]),
        (("card", "uyr"), [r"Uyril\ Unending"]),
        (("card", "Uyril", "Un"), ["Unending"]),
        (("card", '"Uyr'), ["Uyril Unending"]),
        (("card", "zela"), [r"Żelazne\ racje"]),  # in another language where English has none
        (("card", "--game", "thunderstone", "Gobl"), [r"Griknack\ Goblin"]),  # a part of a name
        (("card", "--game", ""), ["thunderstone", "quest", "gloomhaven"]),
        (("ask", '"2 Torch, Uyr'), ["2 Torch, Uyril Unending"]),
        (("ask", '"Militia vs griknack'), ["Militia vs Griknack Goblin"]),
        (("ask", "Militia", "vs", "griknack"), [r"Griknack\ Goblin"]),
        (("rule", "ts-10.1"), ["TS-10.1"]),
        (("rule", "zero"), ["zero_rule"]),
        (("check", "x.yaml", "--printing", ""), ["1.4", "pl-1.4", "it-1.0", "dragonspire"]),
        (("check", "quest.yaml", "--printing", ""), ["first-edition"]),
        (("check", "--printing", "=", "pl"), ["pl-1.4"]),
        (("check", "--interpretation", "light_f"), ["light_factor=2", "light_factor=1"]),
        (("check", "--interpretation", "light_factor", "="), ["2", "1"]),
        (("check", "--interpretation", "light_factor", "=", "1"), ["1"]),
        (("solve", "x.yaml", "--target", ""), ["Suffering", "Kingdom", "Nixie"]),
        (("solve", "x.yaml", "--target", "k"), ["Kingdom"]),
        (("solve", "quest.yaml", "--target", r"Goblin\ K"), [r"Goblin\ King"]),
        (("odds", "x.yaml", "--with", "Polea"), ["Polearm"]),
        (("simulate", "--game", "quest", "--players", ""), ["random", "greedy", "planner"]),
        (("simulate", "--game", "thunderstone", "--players", "quick,gr"), ["quick,greedy"]),
        (("simulate", "table.yaml", "--players", "p"), ["planner"]),
        (("setup", "--game", "quest", "--players", ""), []),
        (("hunt", "light_f"), ["light_factor", "light_factor=2", "light_factor=1"]),
        (("diff", "x.yaml", "--between", "printing", ":", "it"), ["it-1.0"]),
        (("explain", "E302"), ["E302"]),
        (("vocabulary", "draw_p"), ["draw_per_kin"]),
        (("vocabulary", "--game", "quest", "before"), ["before", "before_is_after"]),
        (("cards", "--kind", "thund"), ["thunderstone"]),
        (("cards", "--class", "cler"), ["cleric"]),
        (("card", "zeppelin"), []),
        (("nosuchcommand", ""), None),
        (("check", "missing.yaml", "--printing", "xx"), []),
        (("card", "'never closed"), []),
    ],
)
@pytest.mark.usefixtures("files")
def test_bash(tsolve: Tsolve, written: tuple[str, ...], told: list[str] | None) -> None:
    ended = bash(tsolve, *written)
    assert (ended.code, ended.err) == (0, "")
    assert told is None or [line for line in ended.out.splitlines() if line] == told


def test_the_players_language_goes_first(tsolve: Tsolve) -> None:
    assert r"Elf\ Czarodziej" in bash(tsolve, "card", "Elf", LANG="pl_PL.UTF-8").out.splitlines()


def test_other_shells_hear_the_english_name(tsolve: Tsolve) -> None:
    asked = {
        "_TYPER_COMPLETE_ARGS": "tsolve card Krasno",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    fish = tsolve(env={**asked, "_TSOLVE_COMPLETE": "complete_fish"})
    assert "Krasnolud Obrońca\t= Dwarf Sentinel" in fish.out.splitlines()
    zsh = tsolve(env={**asked, "_TSOLVE_COMPLETE": "complete_zsh"})
    assert '"Krasnolud Obrońca":"= Dwarf Sentinel"' in zsh.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(tsolve: Tsolve, shell: str) -> None:
    ended = tsolve(env={"_TSOLVE_COMPLETE": f"source_{shell}"})
    assert (ended.code, ended.err) == (0, "")
    assert f"_TSOLVE_COMPLETE=complete_{shell}" in ended.out


@pytest.mark.parametrize("instruction", ["nonsense", "complete_nosuchshell", "complete_bash", ""])
def test_nothing_is_said_of_what_goes_wrong(tsolve: Tsolve, instruction: str) -> None:
    ended = tsolve(env={"_TSOLVE_COMPLETE": instruction, "COMP_CWORD": "x"})
    assert (ended.code, ended.err) == (0, "")
