"""`tsolve targets` and `tsolve score`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import Tsolve, Write
from tsolve.report.formats import output_schema

SWORDS = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Militia, Short Sword, Torch]
deck: []
hall: [Kingdom, Griffon, Nixie]
"""
# Only the Squire (Strength 6) can carry the Short Sword (4): 2 + 4 + Militia 1 = 7. The Torch covers Rank 1.
# Kingdom (Health 5). Griffon (Health 7), Rank 2: 7 - 2 = 5. Nixie (Health 5), Rank 3: 7 - 4 = 3.

TWO_NIXIES = """\
game: thunderstone
hand: [Outlands Khan, Militia]
deck: []
hall: [Nixie, unknown, Nixie]
"""
# Khan 7 + Militia 1 = 8 in the dark: 8 - 2 = 6 in Rank 1, 8 - 6 = 2 in Rank 3, against Health 5.

DARK = """\
game: thunderstone
turn: dungeon
hand: [2 x Outlands Khan]
deck: []
hall: [Griffon, none, Blink Dog]
"""
# 7 + 7 = 14, less 2 in Rank 1: 12 against Health 7. Blink Dog, Rank 3: penalty 3 + 1 of its own = 4.

NO_MAGIC = """\
game: thunderstone
turn: dungeon
hand: [Outlands Khan, Feayn Archer, Torch]
deck: []
hall: [Revenant, none, none]
"""
# Khan 7 alone: the Archer does not attack in Rank 1. Health 7 is reached, but without any Magic Attack.

GUARDIAN = """\
game: thunderstone
turn: dungeon
hand: [2 x Veteran Warrior, 2 x Short Sword]
deck: []
hall: [Pegasus, none, none]
guardians: [Guardian of Torment]
"""
# 3 + 3 + 4 + 4 = 14 against Health 14 in space 0, where it is not dark; in Rank 1 14 - 2 = 12 against 6.

DRAW = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Torch]
deck: {rest: [2 x Torch, 3 x Militia, Dagger]}
hall: [Nixie, Griffon, none]
"""
# Magic 2 + Attack 2 = 4. Of 6 cards Militia and Dagger add 1, a Torch covers one point of darkness more.
# Nixie, Rank 1 (covered): 5 with 4 cards, 4 with 2: 14/3 on average, enough (Health 5) in 4 of 6 cases.
# Griffon (Health 7), Rank 2: 4 + 1 - 2 = 3 with 4 cards, 4 with a Torch: 10/3 on average, never enough.


@pytest.fixture
def found(tsolve: Tsolve, write: Write) -> Callable[..., list[dict[str, Any]]]:
    """The targets of a position as JSON, by the exit code that is expected."""

    def ask(text: str, *options: str, code: int = 0) -> list[dict[str, Any]]:
        ended = tsolve("targets", write(text), "--format", "json", *options)
        assert (ended.code, ended.err) == (code, "")
        jsonschema.validate(ended.json, output_schema("targets"))
        targets: list[dict[str, Any]] = ended.json["answers"][0]["targets"]
        return targets

    return ask


Found = Callable[..., list[dict[str, Any]]]


def test_each_target_with_its_value_and_what_it_needs(found: Found) -> None:
    targets = found(SWORDS)

    assert [(each["name"], each["where"], each["outcome"]) for each in targets] == [
        ("Kingdom", "Rank 1", "certain"),
        ("Griffon", "Rank 2", "impossible"),
        ("Nixie", "Rank 3", "impossible"),
    ]
    assert [(each["value"]["most"], each["needed"]["number"]) for each in targets] == [(7, 5), (5, 7), (3, 5)]
    assert all(each["value"]["proved"] and each["calculation"] for each in targets)
    assert [step["text"] for step in targets[1]["plan"]["line"]["steps"]] == [
        "equip Short Sword on Thyrian Squire",
        "attack Griffon",
    ]


def test_the_text_says_first_what_can_be_done(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("targets", write(SWORDS))

    assert [line.split() for line in ended.out.splitlines()] == [
        ["Monster", "best", "needed", "defeated", "VP", "XP"],
        ["Kingdom", "Rank", "1", "7", "5", "yes,", "+2", "3", "1", "best"],
        ["Griffon", "Rank", "2", "5", "7", "no,", "-2", "4", "2"],
        ["Nixie", "Rank", "3", "3", "5", "no,", "-2", "1", "1"],
    ]
    whole = tsolve("targets", write(SWORDS), "-v").out
    assert "Kingdom in Rank 1: can be defeated\n  Attack Value  7 against Health 5: Attack +7\n" in whole
    assert "TS-10.2 What the penalty costs" in tsolve("targets", write(SWORDS), "--sources").out


def test_what_is_missing_stands_in_the_row_and_its_rule_below(tsolve: Tsolve, write: Write) -> None:
    dark = " ".join(tsolve("targets", write(DARK)).out.split())
    assert "Blink Dog Rank 3 no - no 2 1" in dark
    assert "Light 4 in Rank 3" in dark
    assert "TS-10.5" in dark

    assert "7 7 no: no Magic Attack" in " ".join(tsolve("targets", write(NO_MAGIC)).out.split())


def test_where_cards_are_drawn_the_chance_stands_in_the_row(tsolve: Tsolve, write: Write) -> None:
    """14/3 = 4.67 on average, from 4 to 5; enough in 4 of 6 cases."""
    words = " ".join(tsolve("targets", write(DRAW)).out.split())
    assert "Nixie Rank 1 4.67 (4 to 5) 5 2 in 3 (67 %) 1 1" in words
    assert "Griffon Rank 2 3.33 (3 to 4) 7 no, -3 4 2" in words


def test_quietly_one_line(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("targets", write(SWORDS), "--quiet")

    assert ended.out == (
        "Kingdom in Rank 1: can be defeated; Attack Value 7 against Health 5."
        " Griffon in Rank 2: cannot be defeated; Attack Value 5 against Health 7."
        " Nixie in Rank 3: cannot be defeated; Attack Value 3 against Health 5.\n"
    )


def test_two_of_a_name_and_a_card_that_nobody_has_seen(found: Found) -> None:
    first, unknown, third = found(TWO_NIXIES, code=3)

    assert (first["name"], first["outcome"], first["value"]["most"]) == ("Nixie in Rank 1", "certain", 6)
    assert (third["name"], third["outcome"], third["value"]["most"]) == ("Nixie in Rank 3", "impossible", 2)
    assert (unknown["where"], unknown["outcome"], unknown["attackable"]) == ("Rank 2", "undecided", False)
    assert unknown["refusal"]["rulings"] == ["TS-7.4"]


def test_guardians_outside_the_hall(found: Found) -> None:
    told = [(each["where"], each["outcome"], each["value"]["most"]) for each in found(GUARDIAN)]

    assert told == [("Rank 1", "certain", 12), ("space 0", "certain", 14)]


def test_another_goal_chooses_another_line_but_changes_no_verdict(found: Found) -> None:
    """No line loses a card here, so that the value decides among the lines shown."""
    targets = found(SWORDS, "--goal", "lost,value")

    assert [each["plan"]["goal"] for each in targets] == [["lost", "total"]] * 3
    assert [each["plan"]["objective"] for each in targets] == [[0, 7], [0, 5], [0, 3]]
    assert [each["outcome"] for each in targets] == ["certain", "impossible", "impossible"]


def test_no_time_is_told(found: Found) -> None:
    targets = found(DRAW, "--time-limit", "0.001", code=3)

    # whether the Nixie can be defeated is not known yet; the Griffon is beyond the bounds of any play
    assert [(each["outcome"], bool(each["reason"])) for each in targets] == [
        ("undecided", True),
        ("impossible", False),
    ]


def test_other_turns_and_goals_are_refused(tsolve: Tsolve, write: Write) -> None:
    visit = tsolve("targets", write(SWORDS.replace("turn: dungeon", "turn: village")))
    assert (visit.code, "Dungeon turn" in visit.err) == (2, True)

    goal = tsolve("targets", write(SWORDS), "--goal", "fame")
    assert (goal.code, '"fame" is not a level' in goal.err) == (2, True)


def test_all_of_solve_has_the_targets(tsolve: Tsolve, write: Write) -> None:
    file = write(SWORDS)
    page = tsolve("solve", file, "--all").out.partition("What can be reached\n")[2].partition("\n\n")[0]
    told = " ".join(f"{line.strip()}." for line in page.splitlines())
    assert f"{told}\n" == tsolve("targets", file, "-q").out
    told = tsolve("solve", file, "--all", "--format", "json").json
    jsonschema.validate(told, output_schema("solve"))
    (alone,) = tsolve("targets", file, "--format", "json").json["answers"]
    (usual,) = tsolve("solve", file, "--format", "json").json["answers"]

    assert told["answers"][0]["targets"]["targets"] == alone["targets"]
    assert "targets" not in usual


def test_another_turn_has_none(tsolve: Tsolve, write: Write) -> None:
    told = write(f"{SWORDS}village: {{}}\n")  # else nothing would be proved of the visit
    ended = tsolve("solve", told, "--all", "--turn", "village", "--format", "json")

    assert (ended.code, "targets" in ended.json["answers"][0]) == (0, False)


LARGE = """\
game: thunderstone
turn: dungeon
hand: [3 x Regian Priest, 3 x Quartermaster, 4 x Short Sword, 3 x Iron Rations, 3 x Torch, 2 x Cabal Sage]
deck: {rest: [4 x Militia, 3 x Torch, 2 x Fireball, 2 x Magical Aura, 3 x Dagger]}
hall: [Judgement, Hydra, Blink Dog]
dungeon_deck: [Ghost, Tormentor, Griffon]
"""


@pytest.mark.parametrize("limit", ["0.001", "0.2"])
@pytest.mark.parametrize("command", [("targets",), ("solve", "--all")])
def test_a_limit_leaves_targets_undecided(
    command: tuple[str, ...], limit: str, tsolve: Tsolve, write: Write
) -> None:
    ended = tsolve(*command, write(LARGE), "--format", "json", "--time-limit", limit)

    assert (ended.code, ended.json["errors"]) == (3, [])


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
        "Player 1 and player 2 are tied, and player 1 owns the Thunderstone.\n"
    )


def test_a_shared_victory_of_a_game_that_nobody_has_ended(tsolve: Tsolve, write: Write) -> None:
    others = "players: {others: [{hand: [Griknack Goblin], deck: []}]}"
    ended = tsolve("score", write(f"game: thunderstone\nhand: [Nixie]\ndeck: []\n{others}\n"), "--quiet")

    assert "Player 1 and player 2 would share the victory now" in ended.out
    assert "none of them owns the Thunderstone" in ended.out


def test_what_nobody_knows_is_not_counted(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("score", write("game: thunderstone\nhand: [Nixie]\ndeck: []\n"))

    assert ended.code == 3
    assert "It is unknown who wins." in ended.out
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
