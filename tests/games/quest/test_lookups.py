"""Rules and cards of Thunderstone Quest are found without its name."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import UsageError
from tsolve.model.lookups import RuleAnswer


def test_what_the_usual_game_does_not_know_is_looked_up_in_others() -> None:
    rule = api.rule("QUEST-5.9")
    assert isinstance(rule, RuleAnswer)
    assert rule.id == "QUEST-5.9"
    assert api.card("Goblin Berserker").id == "goblin_berserker"
    assert api.card("Кинжал").id == "dagger"


def test_a_name_of_both_games_means_the_usual_one() -> None:
    """The Dagger of Thunderstone is a basic card, that of Quest a Weapon."""
    kinds = {fact.value for fact in api.card("Dagger").facts if fact.name == "kind"}
    assert kinds == {"basic"}
    kinds = {fact.value for fact in api.card("Dagger", game="quest").facts if fact.name == "kind"}
    assert kinds == {"weapon"}


def test_what_nobody_knows_is_refused_with_the_usual_games_help() -> None:
    with pytest.raises(UsageError, match='unknown card "Adventurr"'):
        api.card("Adventurr")
    with pytest.raises(UsageError, match="no ruling"):
        api.rule("QUEST-5.9", game="thunderstone")


def test_facts_that_are_false_are_not_told() -> None:
    told = {fact.name: fact.value for fact in api.card("Mine").facts}
    assert "treasure" not in told
    assert told["Light needed"] == "0"
