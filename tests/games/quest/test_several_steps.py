"""A text that says at once what a card does in two steps is told how to write them. (QUEST-0.18)"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.turns.copied import played, steps_told

DUNGEON = """
game: quest
turn: dungeon
hand: [3 x Adventurer, Snow Trekking Tools, Lantern, Future Vision, Orb of Opposing Forces, Rien's Ring]
deck: [8 x Adventurer]
tokens: {iron_rations: 2, lantern: 1}
village: {Gorlandor 2: 1, Scathian 2: 1}
cards: {Snow Trekking Tools: {gold: 1, physical: 0, magic: 0, skill_boost: 1, light: 0, vp: 1}}
dungeon: {Abandoned Gate: Goblin Berserker, Mine: Goblin Warrior}
"""
REAPER = """
game: quest
turn: dungeon
hand: [Adventurer, Gorlandor 2, The Reaper]
deck: []
dungeon: {Abandoned Gate: Goblin Berserker, Mine: Goblin Warrior}
"""
SAID = [
    (DUNGEON, "use Snow Trekking Tools discarding Lantern", ["use Snow Trekking Tools", "discard Lantern"]),
    (
        DUNGEON,
        "use Snow Trekking Tools, give up Lantern, draw Adventurer",
        ["use Snow Trekking Tools", "give up Lantern", "draw Adventurer"],
    ),
    (
        DUNGEON,
        "use Future Vision putting Lantern on the deck",
        ["use Future Vision", "put Lantern on the deck"],
    ),
    (
        DUNGEON,
        "use Orb of Opposing Forces on Goblin Warrior",
        ["use Orb of Opposing Forces", "choose Goblin Warrior"],
    ),
    (DUNGEON, "use Rien's Ring to borrow Gorlandor 2", ["use Rien's Ring", "borrow Gorlandor 2"]),
    (DUNGEON, "move to Abandoned Gate and battle", ["move to Abandoned Gate", "battle"]),
    (
        DUNGEON,
        "move to Mine, battle Goblin Warrior",
        ["move to Mine", "battle Goblin Warrior"],
    ),
]


@pytest.mark.parametrize(("table", "text", "steps"), SAID)
def test_the_steps_are_told_in_words_that_work(
    table: str, text: str, steps: list[str], tmp_path: Path
) -> None:
    assert steps_told(tmp_path, table, text) == steps


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # QUEST-2.2: a Hero wields only what his Skill suffices for, and nobody wields The Reaper yet.
        ("use The Reaper destroying Adventurer", "nobody wields The Reaper"),
        ("use The Reaper, destroy Adventurer, choose Goblin Warrior", "nobody wields The Reaper"),
    ],
)
def test_what_is_illegal_in_steps_as_well_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    assert played(tmp_path, REAPER, [text]) == [reason]
