"""What nothing in a turn can bring, proved without a search; verdicts by hand."""

from __future__ import annotations

import pytest

from tests.games.quest.files import verdicts
from tsolve.budget import Budget, allow

RICH = """
    turn: dungeon
    hand: [Stormhand 2, Shortsword, Dagger, Lantern, Adventurer, Silverhelm 1{more}]
    deck: []
    wounds: 1
    tokens: {{iron_rations: 1, lantern: 1, potion: 1}}
    dungeon:
      {{Mine: {mine}, Abandoned Gate: none, Crypt: none, Sunken Well: none, Vault: none, Throne Room: none}}
    village: [Hammer]
    treasure_deck: [Flying Death]
    claims: [{{can: {step}}}]
    """


def _verdict(step: str, more: str = "", mine: str = "Goblin Berserker") -> str:
    """The verdict that a short search comes to: a search of the whole turn takes a hundred times as much."""
    with allow(Budget(steps=20_000)):
        return verdicts(RICH.format(step=step, more=more, mine=mine))[0]


@pytest.mark.parametrize(
    ("step", "more", "mine"),
    [
        ("put Dagger on the deck", ", Future Vision", "Goblin Berserker"),  # by its text
        ("choose Goblin Berserker", ", Orb of Opposing Forces", "Goblin Berserker"),
        ("buy Hammer", ", Gorlandor 2", "Goblin Berserker"),  # Spoils: 1 + 1 + 2 gold, 3 is its price
    ],
)
def test_a_text_brings_it(step: str, more: str, mine: str) -> None:
    assert _verdict(step) == "refuted"
    assert _verdict(step, more, mine) != "refuted"


@pytest.mark.parametrize("step", ["use Shortsword on Adventurer", "give Lantern to Adventurer", "accept"])
def test_nothing_brings_it(step: str) -> None:
    """The Shortsword's ability serves nobody, a Lantern boosts nobody, and no text offers anything."""
    assert _verdict(step) == "refuted"


def test_a_monster_that_takes_cards() -> None:
    """No room within 2 Light takes a card; a Hobgoblin Sergeant takes a Hero with physical attack."""
    assert _verdict("discard Adventurer") == "refuted"
    assert _verdict("discard Adventurer", mine="Hobgoblin Sergeant") != "refuted"
