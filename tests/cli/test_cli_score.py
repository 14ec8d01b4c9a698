"""`tsolve score`, and lines that end the game."""

from __future__ import annotations

from collections.abc import Callable

import jsonschema
import pytest

from tests.cli.conftest import Tsolve
from tsolve.report.formats import output_schema

Write = Callable[..., str]

TABLE = """\
game: thunderstone
turn: dungeon
hand: [5 x Militia, Torch]
deck: [Goodberries]
hall: [Nixie, Stone of Mystery, none]
players: {others: [{hand: [2 x Pegasus], deck: [Militia], discard: [Griknack Goblin]}]}
"""
"""Five Militia (5) and a Torch against the Nixie in Rank 1 (Health 5): defeated, and the Stone is taken.

Before: Goodberries 1 against Pegasus 2 + 2 and Goblin 1. After: Goodberries 1 + Nixie 1 + Stone 3 = 5 to 5.
"""


def test_points_as_they_stand(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("score", write(TABLE), "--format", "json")
    jsonschema.validate(ended.json, output_schema("score"))
    (answer,) = ended.json["answers"]

    assert ended.code == 0
    assert [each["points"] for each in answer["players"]] == [1, 5]
    assert answer["winners"] == [2]
    assert not answer["over"]
    assert answer["players"][0]["worthless"] == [["Militia", 5], ["Torch", 1]]
    rows = [(each["card"], each["copies"], each["points"]) for each in answer["players"][1]["cards"]]
    assert rows == [("Pegasus", 2, 4), ("Griknack Goblin", 1, 1)]
    assert "TS-17.2" in [each["id"] for each in answer["citations"]]


def test_points_after_the_line_and_the_tie(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("score", write(TABLE + "line: [attack Nixie]\n"), "--quiet")

    assert ended.code == 0
    assert ended.out == (
        "position.yaml: score: Player 1 wins. Player 1 has 5 points, player 2 5 points. "
        "Players 1 and 2 are tied, and player 1 owns the Thunderstone.\n"
    )


def test_a_shared_victory_of_a_game_that_nobody_has_ended(tsolve: Tsolve, write: Write) -> None:
    others = "players: {others: [{hand: [Griknack Goblin], deck: []}]}"
    ended = tsolve("score", write(f"game: thunderstone\nhand: [Nixie]\ndeck: []\n{others}\n"), "--quiet")

    assert "Player 1 and player 2 would share the victory now" in ended.out
    assert "none of them owns the Thunderstone" in ended.out


def test_what_nobody_knows_is_not_counted(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("score", write("game: thunderstone\nhand: [Nixie]\ndeck: []\n"))

    assert ended.code == 3
    assert "Nobody can tell who wins." in ended.out
    assert "player 2 at least 0 points" in ended.out
    assert "Player 2's hand and deck are not known in full" in " ".join(ended.out.split())


def test_a_line_that_is_not_legal_is_not_counted(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("score", write(TABLE + "line: [buy Torch]\n"))

    assert ended.code == 1
    assert "Step 1 is not legal" in ended.out
    assert "Player 1:" not in ended.out


def test_a_stone_that_scores_by_the_other_players(tsolve: Tsolve, write: Write) -> None:
    """Stone of Scorn 1 + 4, since the other owns a Monster and this player none."""
    others = "players: {others: [{hand: [Nixie], deck: []}]}"
    file = write(f"game: thunderstone\nhand: [Stone of Scorn]\ndeck: []\n{others}\n")
    ended = tsolve("score", "-v", file)

    assert "Player 1 has 5 points, player 2 1 point." in ended.out
    assert "+4 VP when every other player owns more Monsters: +4" in " ".join(ended.out.split())
    assert "+4 VP" not in tsolve("score", file).out


ENDS = (
    "This ends the game: player 1 takes Stone of Mystery; player 1 wins as owner of the Thunderstone, "
    "with 5 points to 5."
)


@pytest.mark.parametrize("command", ["solve", "check"])
def test_the_headline_says_that_the_game_ends(tsolve: Tsolve, write: Write, command: str) -> None:
    ended = tsolve(command, write(TABLE))
    told = " ".join(ended.out.split())

    assert "Nixie is defeated: 5 against Health 5; 1 XP, 1 VP. This ends the game:" in told
    assert ENDS in told
    assert ENDS in " ".join(tsolve("check", write(TABLE + "line: [attack Nixie]\n")).out.split())


def test_a_lost_battle_that_ends_the_game(tsolve: Tsolve, write: Write) -> None:
    """Three Militia (3) do not defeat the Nixie: she goes, the Stone comes, and nobody takes it: 0 to 5."""
    table = TABLE.replace("5 x Militia", "3 x Militia").replace("[Goodberries]", "[]")
    told = " ".join(tsolve("solve", write(table)).out.split())

    assert "Nixie is not defeated: 3 against Health 5. This ends the game:" in told
    assert "nobody takes Stone of Mystery; player 2 wins, with 5 points to 0" in told


def test_unknown_cards_leave_the_end_open(tsolve: Tsolve, write: Write) -> None:
    table = TABLE.replace("deck: [Militia], ", "")
    told = " ".join(tsolve("check", write(table + "line: [attack Nixie]\n")).out.split())

    assert "This ends the game: player 1 takes Stone of Mystery. " in told


def test_one_player_alone(tsolve: Tsolve, write: Write) -> None:
    alone = write(TABLE.partition("players:")[0] + "players: {others: 0}\n")
    told = [tsolve(command, alone).out for command in ("check", "solve", "score")]
    told += [tsolve("why-not", alone, "defeat Nixie").out, tsolve("simulate", "--players", "1", "-q").out]

    assert all("solo rules" in each for each in told)
    assert "solo rules" not in tsolve("check", write(TABLE)).out


def test_a_thunderstone_in_the_hand_is_a_what_if(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve(
        "check",
        write(
            TABLE.replace("Torch]", "Torch, Stone of Mystery]").replace(
                "Stone of Mystery, none", "none, none"
            )
        ),
    )

    assert ended.code == 0
    assert "aking Stone of Mystery ends the game, so no turn follows" in " ".join(ended.out.split())


def test_several_files_end_with_a_count(tsolve: Tsolve, write: Write) -> None:
    good, unknown = write(TABLE, "good.yaml"), write(TABLE.partition("players:")[0], "unknown.yaml")
    ended = tsolve("score", good, unknown, "-q")

    assert ended.code == 3
    assert ended.out.endswith("2 files: 1 counted, 1 undecided\n")
