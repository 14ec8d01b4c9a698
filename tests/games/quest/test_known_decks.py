"""Decks as people know them: what is owned, what is played with, less what lies elsewhere."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.quest.files import opened
from tsolve import api
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer
from tsolve.errors import InputError

OWNED = "[6 x Adventurer, 2 x Lantern, 2 x Thunderstone Shard, 2 x Dagger]"
ROOMS = "dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}"
GRUNTS = ("goblin_shaman", "goblin_berserker", "goblin_warrior", "goblin_ettin", "goblin_potion_tester")


def deck(text: str, level: int = 1) -> Counter[str]:
    return Counter(piles.contents(opened(text).state.monsters[level - 1]))


def test_the_deck_is_what_is_owned_and_lies_nowhere_else() -> None:
    """12 cards, 5 in hand and 3 discarded: 4 are left."""
    me = opened(
        f"owned: {OWNED}\nhand: [4 x Adventurer, Lantern]\ndiscard: [Adventurer, Dagger, Thunderstone Shard]"
    ).state.me
    assert me.deck == piles.shuffled(("adventurer", "lantern", "thunderstone_shard", "dagger"))


def test_the_hand_of_another_player_has_as_many_cards_as_hit_points() -> None:
    """4 Wound tokens take 2 of 6 hit points by the usual reading, 4 where every one takes one."""
    file = opened(f"players: {{others: [{{owned: {OWNED}, wounds: 4}}]}}")
    left = ("adventurer",) * 6 + ("lantern",) * 2 + ("thunderstone_shard",) * 2 + ("dagger",) * 2
    assert file.state.players[1].deck == piles.layered(left, Layer(8))
    other = file.under({**file.readings, "hp_per_wound": "every_one"})
    assert other.state.players[1].deck == piles.layered(left, Layer(10))


def test_the_first_deck_holds_its_group_and_one_key() -> None:
    """10 Goblins less 2 in rooms and 1 defeated: 7, and the Guardian Key of level 1."""
    left = deck(f"monsters: [Goblin Grunts]\nseen: [Goblin Warrior]\n{ROOMS}")
    assert left == Counter(
        {**dict.fromkeys(GRUNTS, 2), "goblin_berserker": 1, "goblin_warrior": 0, "guardian_key": 1}
    )


def test_the_keys_hang_on_a_reading() -> None:
    file = opened(f"monsters: [Goblin Grunts]\n{ROOMS}")
    there = file.under({**file.readings, "guardian_keys": "two_each"})
    assert [piles.contents(each.state.monsters[0]).count("guardian_key") for each in (file, there)] == [1, 2]


def test_keys_that_were_found_are_gone() -> None:
    """Six keys, one, two and three: of the two that were found level 2 lost one and level 3 the other."""
    groups = "monsters: [Goblin Grunts, Hobgoblin Brutes, Goblin King's Guard]\nkeys: 2\n"
    found = "monster_decks: {level_1: {keys: 1}, level_2: {keys: 1}}\n"
    assert [deck(groups + found, level)["guardian_key"] for level in (1, 2, 3)] == [1, 1, 2]


def test_where_the_keys_went_must_be_said() -> None:
    groups = "monsters: [Goblin Grunts]\nkeys: 1\n"
    with pytest.raises(InputError, match="how many Guardian Keys the deck of level 1 holds"):
        opened(groups)
    assert deck(groups + "monster_decks: {level_1: {keys: 0}}")["guardian_key"] == 0


def test_a_monster_that_went_under_its_deck() -> None:
    pile = opened(
        "monsters: [Goblin Grunts]\nmonster_decks: {level_1: {bottom: [Goblin Ettin]}}"
    ).state.monsters[0]
    assert [(segment.order, len(segment.cards)) for segment in pile] == [("shuffled", 10), ("known", 1)]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("owned: [Adventurer]\nhand: [Dagger]", 3, "Dagger lies here, and is not among `owned`"),
        ("owned: [Adventurer, Dagger]\ndeck: [Dagger]", 2, "owned, and written nowhere: Adventurer"),
        (
            f"monsters: [Kobold Skirmishers]\n{ROOMS}",
            3,
            "Goblin Berserker lies here, and is not among `monsters`",
        ),
        ("monsters: [Goblin Grunts]\nseen: [3 x Goblin Ettin]", 3, "3 x Goblin Ettin, but the box holds 2"),
        ("monsters: [Goblin Grunts, Kobold Skirmishers]", 2, "a game has one group of each level"),
        ("monsters: [Dragon Whelps]", 2, "no source names the Monsters of the group Dragon Whelps"),
        ("monsters: [Goblins]", 2, 'unknown group "Goblins"'),
        ("seen: [Goblin Ettin]", 2, "`seen` says nothing without `monsters`"),
        (
            "monsters: [Goblin Grunts]\nmonster_decks: {level_1: [Goblin Ettin]}",
            2,
            "played with, and written nowhere",
        ),
        ("monsters: [Goblin Grunts]\nmonster_decks: {level_1: {keys: 2}}", 3, "how many Guardian Keys"),
    ],
)
def test_what_does_not_add_up_is_told_where_it_stands(text: str, line: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        api.loads(f"game: quest\n{text}".encode(), "position.yaml")
    first = caught.value.diagnostics[0]
    assert words in first.message
    assert first.span is not None
    assert first.span.line == line
