"""The hand of a character of whom a file tells the class and the level only. (GH-2.13)"""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.cards.bench import table
from tsolve import api
from tsolve.errors import InputError
from tsolve.games.gloomhaven.endurance import rounds_of
from tsolve.games.gloomhaven.position import ScenarioPosition


def position(class_: str, rest: str) -> ScenarioPosition:
    found = api.loads(
        f"game: gloomhaven\nmap: {{size: 3 x 2}}\nuntil: round\n"
        f"characters: {{{class_}: {{at: [0, 0], hp: 5, {rest}}}}}\n"
        "monsters: {Living Bones 1: {at: [2, 0]}}\nability_cards: {Living Bones: 523}\n"
    )
    assert isinstance(found, ScenarioPosition)
    return found


def cards_of(class_: str, level: int) -> set[str]:
    """By the table: those of level 1 and X, and of the levels up to this one; no packs."""
    return {
        row["name"]
        for row in table("class_cards")
        if row["class"] == class_
        and row["level"] != "M"
        and (row["level"] == "X" or int(row["level"]) <= level)
    }


@pytest.mark.parametrize("row", table("classes"), ids=lambda row: row["name"])
@pytest.mark.parametrize("level", [1, 4, 9])
def test_all_cards_of_a_class_up_to_a_level(row: dict[str, str], level: int) -> None:
    found = position(row["name"], f"level: {level}, plays: choose")
    (held,) = found.laid.state.held

    cards, size = cards_of(row["name"], level), int(row["hand_size"])
    assert set(held.hand) == cards
    assert held.surplus == len(cards) - size
    told = f"{row['name']} chooses among all {len(cards)} cards up to level {level}"
    assert any(note.startswith(told) and f"room for {size} " in note for note in found.remarks())


@pytest.mark.parametrize("row", table("classes"), ids=lambda row: row["name"])
def test_hit_points_and_hand_size_of_each_level(row: dict[str, str]) -> None:
    for level in range(1, 10):
        found = position(row["name"], f"level: {level}, plays: choose")
        assert found.laid.state.figure(row["name"]).max_hp == int(row[str(level)])


def test_cards_that_are_elsewhere_are_not_in_the_hand() -> None:
    """The Brute has 13 cards of level 1 and X: less 2 and 1 there are 10, of which 10 - 3 fit its hand."""
    found = position(
        "Brute", "level: 1, hand: all, plays: choose, discarded: [Trample, Skewer], lost: [Wall of Doom]"
    )
    (held,) = found.laid.state.held

    assert (len(held.hand), held.surplus) == (10, 3)
    assert not {"Trample", "Skewer", "Wall of Doom"} & set(held.hand)


def test_a_hand_lasts_as_long_as_there_is_room_for_cards() -> None:
    """A Brute with 10 cards: 5 rounds, a rest leaves 9: 4, 8 after the next: 4, then 7, 6, 5, 4, 3, 2 with
    3, 3, 2, 2, 1, 1 rounds: 5 + 4 + 4 + 3 + 3 + 2 + 2 + 1 + 1 = 25, whatever it leaves at home.
    """
    (held,) = position("Brute", "level: 9, plays: choose").laid.state.held

    assert len(held.hand) > 10
    assert rounds_of(held) == 25


def test_a_hand_of_an_unknown_class_or_level_is_refused() -> None:
    for rest, lacking in (("hand: all, plays: choose", "its `level`"),):
        with pytest.raises(InputError) as caught:
            position("Brute", rest)
        assert lacking in str(caught.value)
    with pytest.raises(InputError) as caught:
        position("Somebody", "hand: all, plays: choose, level: 1")
    assert "its class" in str(caught.value)
