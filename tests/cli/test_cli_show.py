"""`tsolve show`: the table that a file describes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import HAND, Tsolve

Write = Callable[[str], str]

TURN = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, 2 x Thyrian Squire, Short Sword]
deck: {top: [Torch], rest: unknown}
hall: [Blink Dog, unknown, none]
line: [equip Short Sword on Regian Priest, attack Blink Dog]
"""
# By the cards: Blink Dog has Health 3, 1 XP, 2 VP and Light -1; Regian Priest Magic Attack 2 and Strength 4;
# Thyrian Squire Attack 2 and Strength 6; Short Sword Attack 4 and Weight 4.

QUEST = """\
game: quest
turn: dungeon
hand: [4 x Adventurer, Dagger, Lantern]
wounds: 1
tokens: {iron_rations: 2}
dungeon: {Mine: Goblin Berserker, Abandoned Gate: face down}
"""
# Goblin Berserker has health 4, and the Mine adds 1.


def test_the_table_is_drawn(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("show", write(TURN))

    assert ended.code == 0
    assert ended.out.splitlines()[0] == "Thunderstone, printing 1.4: Dungeon turn, player 1 of 2, 0 XP"
    assert "| Blink Dog              | ?                      | nobody                 |" in ended.out
    assert "| Health 3  1 XP  2 VP   |" in ended.out
    assert "2 x Thyrian Squire (Attack 2, Strength 6)" in " ".join(ended.out.split())
    assert " Weapons       Short Sword (Attack 4, Weight 4)\n" in ended.out
    assert " Deck          Torch, then ?\n" in ended.out


def test_the_table_after_a_step(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("show", write(TURN), "--after", "1")

    assert ended.out.splitlines()[0].endswith("0 XP, after 1 step")
    assert "Regian Priest (Magic 2, Strength 4) with Short Sword" in ended.out
    assert "Weapons" not in ended.out


@pytest.mark.parametrize(
    ("steps", "says"),
    [("2", "step 2 is not legal: "), ("3", "the file has 2 steps, not 3"), ("-1", "--after")],
)
def test_a_step_that_there_is_not(steps: str, says: str, tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("show", write(TURN), "--after", steps)  # Blink Dog is dark: Light Penalty 2

    assert ended.code == 2
    assert says in ended.err


def test_rooms_and_what_lies_on_the_player_board(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("show", write(QUEST))

    assert "Dungeon turn, player 1 of 2, 0 XP, 1 Wound " in " ".join(ended.out.split())
    assert "| > Mine" in ended.out
    assert "| Health 4 + 1  2 XP" in ended.out
    assert "| a card that lies face down" in ended.out
    assert "0 | * The Wilderness" in ended.out
    assert " Tokens   2 x Iron Rations\n" in ended.out


def test_nothing_is_judged(tsolve: Tsolve, write: Write) -> None:
    name = write(HAND + "claims: [{total: 99, against: Nixie}]\n")

    assert tsolve("check", name).code == 1
    assert tsolve("show", name).code == 0
    assert "99" not in tsolve("show", name).out


def test_in_brief_whose_turn_it_is(tsolve: Tsolve, write: Write) -> None:
    assert tsolve("show", "-q", write("game: thunderstone\nturn: rest\nxp: 2\n")).out == (
        "Thunderstone, printing 1.4: Rest turn, player 1 of 2, 2 XP\n"
    )


def test_figures_follow_the_reading(tsolve: Tsolve, write: Write) -> None:
    other = tsolve("show", write(TURN), "--printing", "pl-1.4", "--format", "json").json["answers"][0]

    assert other["position"]["printing"] == "pl-1.4"
    assert other["position"]["board"][0]["places"][0] == {
        "name": "Rank 1",
        "cost": "Light 1",
        "holds": "Blink Dog",
        "figures": ["Health 3", "1 XP", "2 VP"],
        "lines": ["Light -1", "cannot be attacked while there is a Light Penalty"],
    }


def test_cards_of_ones_own_are_shown(tsolve: Tsolve, write: Write) -> None:
    own = "cards: {Gloom: {kind: monster, health: 11, xp: 4, vp: 1}}\n"
    ended = tsolve("show", write(TURN.replace("none]", "Gloom]") + own), "-v")

    assert "| Health 11  4 XP  1 VP  |" in ended.out
    assert "Gloom (home-made)" in ended.out


def test_wrong_files_are_told_as_everywhere(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("show", write("game: thunderstone\nhand: [Regian Preist]\n"))

    assert ended.code == 2
    assert 'did you mean "Regian Priest"?' in ended.err
