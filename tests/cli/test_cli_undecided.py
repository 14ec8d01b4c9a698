"""Undecided answers say what would decide them and what to write; once it is written they are decided."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import Tsolve
from tsolve import api
from tsolve.model.solved import SolvedAnswer

Write = Callable[..., str]

# Magic 2 + Attack 2 = 4 against Health 5; the Priest may draw one card, and nobody knows the deck.
DRAW = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Torch]
hall: [Nixie, none, none]
dungeon_deck: []
claims: [{defeats: Nixie}]
"""


def test_what_the_draw_would_have_to_bring(tsolve: Tsolve, write: Write) -> None:
    """One point is missing: a Militia brings it, a Torch does not. Titles are counted, not copies."""
    told = tsolve("check", write(DRAW)).out.splitlines()
    told = told[len(told) - 5 :]

    assert told[0] == "     Thyrian Squire 2 + Regian Priest 2 = 4     Health 5: 1 missing"
    assert told[1].startswith("   Enough: ")
    assert told[1].endswith("such as Militia, Iron Rations, Dagger.")
    assert told[2].startswith("   Not enough: the other ")
    assert told[2].endswith("such as Torch, Disease, Feayn Archer.")
    assert told[3:] == [
        "   Your deck is unknown, so no chance can be given. Write what you know:",
        "     deck: {rest: [4 x Militia, 2 x Torch]}  # or `owned`: all that is yours",
    ]
    words = " ".join(told[1:3]).replace(",", "").split()
    numbers = [int(word) for word in words if word.isdigit()]
    assert numbers[0] + numbers[2] == numbers[1]  # enough, of all, the others


def test_what_is_written_decides(tsolve: Tsolve, write: Write) -> None:
    """Of six cards the four Militia help: 4 in 6."""
    written = DRAW.replace("defeats: Nixie", "defeats: Nixie, chance: 2/3")
    assert tsolve("check", write(written)).code == 3

    decided = tsolve("check", write(written + "deck: {rest: [4 x Militia, 2 x Torch]}\n"))
    assert decided.code == 0
    assert "Write what you know" not in decided.out


def test_nothing_is_to_be_written_where_only_chance_is_open(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("check", write(DRAW + "deck: {rest: [4 x Militia, 2 x Torch]}\n"))

    assert ended.code == 3
    assert "4 in 6" in ended.out or "2 in 3 (67 %)" in ended.out
    assert "Write what you know" not in ended.out


TABLE = "game: thunderstone\nturn: dungeon\n"
UNKNOWN = {
    "own deck": (TABLE + "hand: [Regian Priest, Torch]\nhall: [Nixie, none, none]\n", ["deck"]),
    "below a known card": (
        TABLE + "hand: [Regian Priest, Disease, Torch]\ndeck: {top: [Torch]}\nhall: [Nixie, none, none]\n",
        ["deck"],
    ),
    "a card in the Hall": (
        TABLE + "hand: [Militia, Torch]\ndeck: []\nhall: [Nixie, Griffon, unknown]\n",
        ["hall"],
    ),
    "the hand of another player": (
        TABLE + "hand: [Chulian Looter, Militia, Torch]\ndeck: []\nhall: [Nixie, Griffon, none]\n",
        ["players"],
    ),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_the_key_to_write_is_that_of_the_very_unknown(case: str, tmp_path: Path) -> None:
    content, keys = UNKNOWN[case]
    answer = _solved(tmp_path, content)

    assert answer.verdict == "undecided"
    written = [yaml.safe_load(each.key) for each in answer.to_write]
    assert [key for each in written for key in each] == keys
    data = yaml.safe_load(content)
    for each in written:
        for key, value in each.items():
            data[key] = {**data[key], **value} if isinstance(data.get(key), dict) else value
    after = _solved(tmp_path, yaml.safe_dump(data))
    assert not after.to_write
    assert "unknown" not in " ".join(after.solution.left_out)


def test_the_dungeon_deck_where_strangers_may_come(tsolve: Tsolve, write: Write) -> None:
    """The Archmage sends a Monster away before the battle; who comes then nobody knows."""
    content = TABLE + "hand: [Elf Archmage, Thyrian Squire]\ndeck: []\nhall: [Nixie, Famine, Famine]\n"
    claims = "claims: [{defeats: Wraith}]\n"
    told = tsolve("check", write(content + claims)).out

    assert "The Dungeon Deck is unknown, so no chance can be given. Write what you know:" in told
    assert "     dungeon_deck: {rest: [2 x Griffon, Nixie]}  # or `monsters`: the groups\n" in told
    known = tsolve("check", write(content + claims + "dungeon_deck: {rest: [2 x Griffon, Nixie]}\n"))
    assert known.code == 1
    assert "Wraith does not stand in the Hall" in known.out


def test_a_choice_of_another_player_is_a_step(tmp_path: Path) -> None:
    """Everything is known but which of two different cards player 2 gives up."""
    others = "players: {others: [{hand: [Torch, Militia, Dagger], deck: []}]}\n"
    answer = _solved(
        tmp_path, TABLE + "hand: [Chulian Looter, Torch]\ndeck: []\nhall: [Nixie, none, none]\n" + others
    )

    for each in answer.to_write:
        assert each.is_choice
        assert each.what == "what player 2 chooses"
        assert each.key.startswith("line: [..., player 2 discards ")


def test_a_why_not_says_it_too(tsolve: Tsolve, write: Write) -> None:
    told = tsolve("why-not", write(DRAW), "defeat Nixie").out

    assert told.startswith("? undecided  Defeat Nixie.")
    assert "     deck: {rest: [4 x Militia, 2 x Torch]}  # or `owned`: all that is yours\n" in told


def test_quest_names_its_own_decks(tmp_path: Path) -> None:
    """The Shard draws a card in the Village; nobody knows the deck, and the file of the puzzle says it."""
    puzzle = Path("puzzles/quest/examples/qe-29-shard-used-in-the-village.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(puzzle)
    asked = {key: data[key] for key in ("game", "hand", "wounds", "location") if key in data}
    answer = _solved(tmp_path, yaml.safe_dump({**asked, "turn": "village"}))

    assert [each.key for each in answer.to_write] == [
        "deck: {rest: [4 x Adventurer, 2 x Lantern]}  # or `owned`: all that is yours",
        "village: [Shortsword, Magic Missile, Gorlandor]",
    ]
    deck, village = {"rest": ["4 x Adventurer", "2 x Lantern"]}, ["Shortsword"]
    written = {**asked, "turn": "village", "deck": deck, "village": village}
    assert _solved(tmp_path, yaml.safe_dump(written)).to_write == ()


def _solved(folder: Path, content: str) -> SolvedAnswer:
    file = folder / "asked.yaml"
    file.write_text(content, encoding="utf-8")
    return api.solve(api.load(file), file)


def test_the_goal_of_a_file_is_named(tsolve: Tsolve, write: Write) -> None:
    """Also in a short answer; not where another goal is asked for."""
    file = write(
        "game: thunderstone\nturn: dungeon\nhand: [Torch]\ndeck: []\nhall: [Nixie, none, none]\ngoal: xp\n"
    )

    for told in (tsolve("check", file).out, tsolve("check", "-q", file).out, tsolve("solve", file).out):
        assert "Proved, by the file's goal: xp." in " ".join(told.split())
    assert "by the file's goal" not in tsolve("solve", file, "--goal", "win").out
