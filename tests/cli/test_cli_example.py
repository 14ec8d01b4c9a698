"""`tsolve example`: positions that come with the package, each judged by hand here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Tsolve
from tsolve import api

JUDGED = {
    # Attack 14 (Sword 4, Polearm 6, Squire 2, Battle Fury 2 x 1) + Magic Attack 2 - Light Penalty 4.
    "dispute": (1, ("refuted", "confirmed"), 12),
    # Squire 2 + Militia 1 + Short Sword 4; the Torch covers Rank 1.
    "turn": (0, ("confirmed",), 7),
    # Brute 3 + 2 with a Weapon, Dagger 1; an unarmed Wizard brings no Magic Attack, but Light for Rank 1.
    "dragonspire": (1, ("refuted",), 6),
    # 4 Adventurers + Dagger 1 against 4, and 1 more in the Mine.
    "quest-dungeon": (0, ("confirmed",), 5),
    # 4 gold buy the Potion, which heals one Wound; the Village heals the other.
    "quest-village": (0, (), None),
    # The Guard needs 3 steps to attack the Brute and 5 round the obstacle to the Tinkerer.
    "gloomhaven-monster": (1, ("refuted", "confirmed"), None),
    "gloomhaven-turn": (0, (), None),
    # Without a draw two Squires and a Militia bring 5 against the Nixie's 5.
    "draw": (0, (), 5),
    "village": (0, (), None),
    "odds": (0, (), None),
}
"""The exit code, the verdicts of the claims, and the total."""


@pytest.mark.parametrize("name", [each.name for each in api.examples()])
def test_every_example_is_judged(name: str, tsolve: Tsolve, tmp_path: Path) -> None:
    code, verdicts, total = JUDGED[name]
    tsolve("example", name)
    assert (tmp_path / f"{name}.yaml").read_text(encoding="utf-8") == api.example(name).text
    ended = tsolve("check", f"{name}.yaml", "--format", "json")
    (answer,) = ended.json["answers"]

    assert ended.code == code
    assert tuple(claim["verdict"] for claim in answer["claims"]) == verdicts
    assert total is None or f"{total} against" in ended.out or f'"total": {total}' in ended.out


def test_what_can_be_bought(tsolve: Tsolve) -> None:
    """Three Militia bring no gold, two Torches 2 each, a Dagger 1: 5 in all, and Banish costs 4."""
    tsolve("example", "village")

    assert "You buy Banish for 4 of 5 gold" in tsolve("solve", "village.yaml").out


@pytest.mark.parametrize("name", [each.name for each in api.examples()])
def test_commands_in_an_example_run(name: str, tsolve: Tsolve) -> None:
    found = api.example(name)
    tsolve("example", name)
    commands = [line.removeprefix("#   tsolve ") for line in found.text.splitlines() if line[:4] == "#   "]

    assert commands
    for command in commands:
        *words, quoted = command.replace('"', " ").split("  ") if '"' in command else (command, "")
        arguments = [word for part in words for word in part.split()] + ([quoted.strip()] if quoted else [])
        assert tsolve(*arguments).code in (0, 1, 3), command


@pytest.mark.parametrize("each", api.examples(), ids=lambda each: each.name)
def test_every_example_names_its_schema(each: api.Example) -> None:
    first, about = each.text.splitlines()[:2]

    game = next(game for game in ("quest", "gloomhaven", "thunderstone") if f"game: {game}" in each.text)
    assert first == f"# yaml-language-server: $schema={game}.schema.json"
    assert about == f"# {each.about}"


def test_a_file_is_replaced_only_by_force(tsolve: Tsolve, tmp_path: Path) -> None:
    file = tmp_path / "turn.yaml"
    file.write_text("mine")

    refused = tsolve("example", "turn")
    assert (refused.code, refused.err) == (2, "turn.yaml exists; --force replaces it\n")
    assert file.read_text() == "mine"
    assert tsolve("example", "turn", "--force").code == 0
    assert file.read_text(encoding="utf-8") == api.example("turn").text


def test_elsewhere_and_printed(tsolve: Tsolve, tmp_path: Path) -> None:
    assert "first.yaml is written" in tsolve("example", "turn", "--out", "first.yaml").out
    assert tsolve("check", "first.yaml").code == 0
    assert tsolve("example", "turn.yaml", "--out", "-").out == api.example("turn").text
    assert not (tmp_path / "turn.yaml").exists()


def test_they_are_listed(tsolve: Tsolve) -> None:
    listed = tsolve("example").out

    assert all(each.name in listed and each.about[:40] in listed for each in api.examples())
    assert 'did you mean "turn"' in tsolve("example", "tern").err


def test_they_come_with_the_package() -> None:
    """Data beside the code, so that a wheel has it."""
    shown = subprocess.run(
        [sys.executable, "-c", "from tsolve.api import shipped; print(shipped._FOLDER)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert Path(shown.strip()).is_relative_to(ROOT / "tsolve")
