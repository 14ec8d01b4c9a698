"""Rules and cards of Thunderstone Quest are found without its name."""

from __future__ import annotations

from copy import copy

import pytest

from tsolve import api
from tsolve.api import lookups
from tsolve.errors import UsageError
from tsolve.model.lookups import RuleAnswer


def test_what_the_usual_game_does_not_know_is_looked_up_in_others() -> None:
    rule = api.rule("QUEST-5.9")
    assert isinstance(rule, RuleAnswer)
    assert rule.id == "QUEST-5.9"
    assert api.card("Goblin Berserker").id == "goblin_berserker"
    assert api.card("Кинжал").id == "dagger"


@pytest.mark.parametrize(
    ("query", "ruling"),
    [
        ("level_up_level", "key.level_up_level"),
        ("key.level_up_level", "key.level_up_level"),
        ("gold_stays", "key.gold_stays"),
        ("below_zero", "key.below_zero"),
        ("hero_with_attack", "key.hero_with_attack"),
        ("magic_card", "key.magic_card"),
        ("goblin_king", "card.goblin_king"),
    ],
)
def test_an_id_goes_before_similar_words_of_another_game(query: str, ruling: str) -> None:
    rule = api.rule(query)
    assert isinstance(rule, RuleAnswer)
    assert rule.id == ruling


def test_a_card_goes_before_several_that_are_called_so_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards of the usual game are called Goblin Berserker, too: the game that has one of them answers."""
    usual = copy(api.ruleset("thunderstone"))
    several = usual.names.extended((card, "Goblin Berserker") for card in ("torch", "dagger"))
    monkeypatch.setattr(usual, "_names", lambda: several)
    find = lookups.ruleset
    monkeypatch.setattr(lookups, "ruleset", lambda game: usual if game is None else find(game))
    assert api.card("Goblin Berserker").id == "goblin_berserker"


def test_a_reading_of_the_game_that_knows_the_point() -> None:
    rule = api.rule("gold_stays", interpretations={"gold_stays": "no"})
    assert isinstance(rule, RuleAnswer)
    assert [option.id for option in rule.options if option.holds] == ["no"]


def test_a_name_of_both_games_means_the_usual_one() -> None:
    """The Dagger of Thunderstone is a basic card, that of Quest a Weapon."""
    kinds = {fact.value for fact in api.card("Dagger").facts if fact.name == "kind"}
    assert kinds == {"basic"}
    kinds = {fact.value for fact in api.card("Dagger", game="quest").facts if fact.name == "kind"}
    assert kinds == {"weapon"}


def test_what_nobody_knows_is_refused_with_the_usual_games_help() -> None:
    with pytest.raises(UsageError, match='unknown card "Adventurr"'):
        api.card("Adventurr")
    with pytest.raises(UsageError, match="no rule"):
        api.rule("QUEST-5.9", game="thunderstone")


def test_the_title_of_a_hero_is_told_its_lowest_level_first() -> None:
    with pytest.raises(UsageError, match="cards with stormhand: Stormhand 1, Stormhand 2"):
        api.card("Stormhand", game="quest")


def test_facts_that_are_false_are_not_told() -> None:
    told = {fact.name: fact.value for fact in api.card("Mine").facts}
    assert "treasure" not in told
    assert told["Light needed"] == "0"
