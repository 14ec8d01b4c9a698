"""`tsolve advise`."""

from __future__ import annotations

import jsonschema
import pytest

from tests.cli.conftest import Tsolve, Write
from tsolve.report.formats import output_schema

TABLE = """\
game: thunderstone
owned: [5 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations, Outlands Warrior, Lantern]
hand: [Outlands Warrior, Lantern, Torch, Dagger, Militia, Iron Rations]
discard: [2 x Militia, Dagger, Torch]
monsters: [Ooze, Humanoid, Abyssal]
stones: [Stone of Mystery]
hall: [Griknack Goblin, Green Blob, Grudgebeast]
village: {Militia: 18, Torch: 11, Short Sword: 8, Polearm: 8}
players: {others: [{owned: [6 x Militia, 2 x Dagger, 2 x Torch, 2 x Iron Rations]}]}
"""
"""The gold is Warrior 2, Lantern 3, Torch 2, Dagger 1: 8. A Polearm costs 7."""
FEW = ("--worlds", "8", "--shuffles", "1", "--players", "random")


def test_nothing_is_named_where_nothing_is_settled(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("advise", write(TABLE), *FEW)
    assert ended.code == 3
    assert "Not settled between" in ended.out
    assert "buy Polearm" in ended.out
    assert "attack Griknack Goblin" in ended.out
    assert "in 8 worlds" in ended.out
    assert "proved" not in ended.out.replace("not proved", "")


def test_one_line(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("advise", write(TABLE), *FEW, "-q")
    assert len(ended.out.splitlines()) == 1
    assert ended.out.startswith("advice: Not settled between")


def test_all_the_figures(tsolve: Tsolve, write: Write) -> None:
    told = tsolve("advise", write(TABLE), *FEW, "-v").out
    assert "games" in told
    assert "Standard deviation of a difference" in told


def test_json(tsolve: Tsolve, write: Write) -> None:
    told = tsolve("advise", write(TABLE), *FEW, "--format", "json").json
    jsonschema.validate(told, output_schema("advise"))
    (answer,) = told["answers"]
    assert answer["verdict"] == "undecided"
    assert answer["games"] == 8 * len(answer["candidates"])
    assert answer["seed"] == 0
    assert {each["place"] for each in answer["candidates"]} == {"first", "not settled"}


def test_the_same_seed_gives_the_same_answer(tsolve: Tsolve, write: Write) -> None:
    file = write(TABLE)
    one = tsolve("advise", file, *FEW, "--seed", "4", "--format", "json").out
    assert tsolve("advise", file, *FEW, "--seed", "4", "--format", "json", "--jobs", "3").out == one
    assert tsolve("advise", file, *FEW, "--seed", "5", "--format", "json").out != one


def test_no_time_at_all(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("advise", write(TABLE), "--time-limit", "0.001")
    assert ended.code == 3
    assert "No game was played to its end in time." in ended.out
    assert tsolve("advise", write(TABLE), "--time-limit", "0.001", "--format", "json").json["answers"]


def test_which_card_is_better(tsolve: Tsolve, write: Write) -> None:
    """A Polearm (Attack +2, for Strength 4) makes this deck stronger, as each of these players plays it."""
    ended = tsolve("advise", write(TABLE), "--with", "Polearm", "--worlds", "64", "--players", "quick")
    assert ended.code == 0
    assert ended.out.splitlines()[0].startswith("✓ advice     With Polearm: at least")
    assert "as it is" in ended.out
    assert ended.out.index("settled to be worse:") < ended.out.index("as it is")


def test_each_figure_has_its_interval(tsolve: Tsolve, write: Write) -> None:
    """Of the first candidate its chance to win; of each other one also what it is behind."""
    out = tsolve("advise", write(TABLE), *FEW).out
    first, *others = out.split("to win, %")[1].split("8 worlds")[0].splitlines()[1:-1]
    assert first.count(" to ") == 1
    assert {each.count(" to ") for each in others} == {2}


REFUSED = {
    "own deck": (
        TABLE.replace("owned: [5 x Militia", "seen: [] #"),
        "your deck",
    ),
    "village": (TABLE.replace("village:", "# "), "the Village is not known"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_missing_is_told(tsolve: Tsolve, write: Write, what: str) -> None:
    text, told = REFUSED[what]
    ended = tsolve("advise", write(text), *FEW)
    assert ended.code == 2
    assert told in ended.err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--with", "Polearn"), "Polearm"),
        (("--players", "nobody"), 'no player is called "nobody"'),
        (("--players", "quick,quick,quick"), "3 players are named"),
        (("--worlds", "3"), "8"),
    ],
)
def test_wrong_options(tsolve: Tsolve, write: Write, options: tuple[str, ...], told: str) -> None:
    ended = tsolve("advise", write(TABLE), *options)
    assert ended.code == 2
    assert told in ended.err


def test_a_game_that_says_nothing_else_has_no_cards_to_add(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("advise", write("game: gloomhaven\n"), "--with", "Torch")
    assert ended.code == 2
