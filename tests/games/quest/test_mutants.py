"""A wrong fact of Quest turns something red: of some cards each fact is changed, and a puzzle must notice.

`python -m tests.games.quest.mutants` does the same for every card.
"""

from __future__ import annotations

import pytest

from tests.games.quest.mutants import altered, mutants, puzzles, ruleset, survivors

SAMPLE = (
    *("adventurer", "dagger", "stormhand_1", "maul", "fireball", "shortspear", "shortbow"),
    *("mine", "crypt", "goblin_berserker", "goblin_warrior", "kobold_hero"),
)
"""Cards of each kind, at home in many puzzles."""
NOT_OBSERVABLE = {
    "goblin_berserker": {"keywords without Humanoid"},
    "goblin_warrior": {"keywords without Humanoid"},
    "kobold_hero": {"keywords without Humanoid"},
}
"""What nobody notices: no card that is known in full asks for it."""


def test_the_changes_of_a_card() -> None:
    """Numbers up and down, effects out; how many there are in the box is not asked."""
    assert {str(mutant) for mutant in mutants(ruleset().cards["mine"]) if mutant.card} == {
        *("level 1 -> 2", "level 1 -> 0", "health 1 -> 2", "health 1 -> 0"),
        *("armor 0 -> 1", "resistance 0 -> 1", "wounds 0 -> 1", "light_needed 0 -> 1", "xp 0 -> 1"),
        "rewards without iron_rations",
    }


def test_no_puzzle_is_red_under_the_true_facts() -> None:
    """Otherwise a puzzle that is red for no reason would catch every mutant: some of the quick ones."""
    rules = altered(ruleset().cards["mine"])
    asked = [puzzle for puzzle in puzzles() if puzzle.effort < 100][::20]
    assert not [puzzle.path for puzzle in asked if puzzle.red(rules)]


@pytest.mark.parametrize("card", SAMPLE)
def test_every_wrong_fact_is_noticed(card: str) -> None:
    assert {str(mutant) for mutant in survivors(card)} <= NOT_OBSERVABLE.get(card, set())
