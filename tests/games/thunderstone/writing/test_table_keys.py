"""Ranks, stacks of Heroes and what players hold, where people write them; several steps in one line."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.builders import problems
from tests.games.thunderstone.writing.test_plain_form import read, stock
from tsolve import api
from tsolve.games.thunderstone.state import UNSEEN


@pytest.mark.parametrize(
    ("text", "hall", "outside"),
    [
        ("rank 1: Ghost\nrank 2: Nixie\nrank 3: Griffon", ["ghost", "nixie", "griffon"], []),
        ("Rank 3: Griffon\nRank 1: Ghost", ["ghost", UNSEEN, "griffon"], []),
        ("rank_1: Ghost\nRANK-2: Nixie", ["ghost", "nixie", UNSEEN], []),
        ("hall rank 1: Ghost", ["ghost", UNSEEN, UNSEEN], []),
        ("szereg 1: Ghost\nszereg 2: none", ["ghost", "", UNSEEN], []),
        (
            "rank 0: Guardian of Night\nrank 1: Highwayman",
            ["highwayman", UNSEEN, UNSEEN],
            ["guardian_of_night"],
        ),
        (
            "hall: {0: Guardian of Night, 1: Highwayman}",
            ["highwayman", UNSEEN, UNSEEN],
            ["guardian_of_night"],
        ),
        ("hall: Nixie / Griffon / Sphinx", ["nixie", "griffon", "sphinx"], []),
        ("hall: Nixie; Griffon; Sphinx", ["nixie", "griffon", "sphinx"], []),
        ("hall: [Griffon, Thunderstone, Nixie]", ["griffon", "stone_of_mystery", "nixie"], []),
    ],
)
def test_the_hall(text: str, hall: list[str], outside: list[str]) -> None:
    state = read(f"hand: [Militia]\n{text}").state
    assert ([slot.card for slot in state.hall], [slot.card for slot in state.outside]) == (hall, outside)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rank 4: Ghost", "E202"),
        ("rank 1: Ghost\nhall: [Nixie, Griffon, Sphinx]", "E202"),
        ("1: Ghost\n2: Nixie", "E202"),
        ("heroes: [Elf Wizard]\nweapons: [Short Sword]", "E202"),
        ("hall: [Griffon, Thunderstone, Wind Fury]", "E303"),  # Dragonspire has two more
        ("hand: {Anna: [Militia], Torch: [Dagger]}", "E201"),
        ("xp: {Anna: 3, Ben: 1}\nhand: [Militia]", "E201"),  # whose hand?
        ("hand: {Anna: [Militia], Ben: [Torch]}\ndeck: []", "E201"),
    ],
)
def test_what_is_not_certain_is_refused(text: str, code: str) -> None:
    assert code in [each.code for each in problems(text)]


def test_stacks_of_heroes_beside_the_village() -> None:
    found = read("hand: [Militia]\nheroes: [Elf]\nvillage: {Lantern: 3}")

    assert stock("hand: [Militia]\nheroes: Elf\nvillage: {Lantern: 3}")["elf_sorcerer"] == 4
    assert "the stacks of Heroes in the Village in line 3" in found.remarks()[0]


@pytest.mark.parametrize(
    "text",
    [
        "hand: {Anna: [Militia], Ben: [Torch]}\nxp: {Anna: 3, Ben: 1}",
        "hands: {Ben: [Torch], Anna: [Militia]}\nplayers: [Anna, Ben]\nxp: {Anna: 3, Ben: 1}",
        "hands: {Ben: [Torch], Anna: [Militia]}\nplayer: Anna\nxp: {Anna: 3, Ben: 1}",
        "hand: [Militia]\nplayer: Anna\nxp: {Anna: 3, Ben: 1}\nplayers: [Anna, Ben]",
    ],
)
def test_what_players_hold(text: str) -> None:
    state = read(text).state
    me, other = state.players
    assert [member.card for member in state.party] == ["militia"]
    assert (me.xp, other.xp) == (3, 1)
    assert other.hand in (("torch",), None)


@pytest.mark.parametrize(
    ("step", "steps"),
    [
        ("buy Lantern and Spear", ["buy Lantern", "buy Spear"]),
        (
            "use Trainer on Militia, then buy a Lantern and level up Elf Wizard",
            ["use Trainer on Militia", "buy a Lantern", "level up Elf Wizard"],
        ),
        (
            "cast Banish, send Griffon down, then destroy Dagger",
            ["cast Banish, send Griffon down", "destroy Dagger"],
        ),
        ("use Trainer, destroy Militia; buy Lantern", ["use Trainer, destroy Militia", "buy Lantern"]),
        (
            "cast Banish, Griffon to the bottom, destroy Dagger",
            ["cast Banish, Griffon to the bottom", "destroy Dagger"],
        ),
    ],
)
def test_several_steps_in_one(step: str, steps: list[str]) -> None:
    hand = "Trainer, Militia, Elf Wizard, Banish, Dagger"
    village = "village: [Lantern, Spear]\nhall: [Griffon, Nixie, none]"
    position = api.loads(f"game: thunderstone\nhand: [{hand}]\n{village}\nline: ['{step}']\n")

    assert list(position.written.line) == steps
