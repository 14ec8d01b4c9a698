"""Steps and cards that go round in a circle: each is read, or refused at its place."""

from __future__ import annotations

import pytest

from tests.games.quest.files import opened, problems

RISING = "{kind: hero, level: 1, skill: 1, traits: [{kind: modifier, value: level, by: 1, %s}]}"
GLOWING = "{kind: item, traits: [{kind: modifier, value: light, by: 1, %s}]}"
BOOSTED = "{kind: item, skill_boost: 1, traits: [{kind: modifier, value: skill, by: 1, %s}]}"


@pytest.mark.parametrize(
    "card",
    [
        GLOWING % "when: {light_below: 3}",
        GLOWING % "each: {}",  # each Light
        RISING % "each: {of: Hero, level: true}",
        BOOSTED % "when: {wielder_skill: 3}",
    ],
)
def test_a_value_that_hangs_on_itself(card: str) -> None:
    found = problems(f"cards: {{Whim: {card}}}")
    assert [code for code, _ in found] == ["E423"]


def test_values_of_two_cards_that_hang_on_each_other() -> None:
    glowing, rising = GLOWING % "each: {of: Hero, level: true}", RISING % "when: {light_below: 3}"
    found = problems(f"cards: {{Whim: {glowing}, Moth: {rising}}}")
    assert [code for code, _ in found] == ["E423", "E423"]


@pytest.mark.parametrize(
    "card",
    [
        GLOWING % "each: {of: Hero}",
        RISING % "when: {light_below: 3}",
        BOOSTED % "when: {wielder_armed: true}",
        "{kind: spell, traits: [{kind: modifier, value: magic, by: 1, each: {}}]}",
    ],
)
def test_a_value_that_hangs_on_others(card: str) -> None:
    assert opened(f"hand: [Whim]\ncards: {{Whim: {card}}}").state.me.hand == ("whim",)


@pytest.mark.parametrize(
    "step",
    [
        "battle Giant Rat, with 2 Daggers",
        "battle Giant Rat with Whim with Whim",
        "give Dagger to Adventurer, with Whim",
        "buy Dagger, with with with with Whim by Whim to Whim",
    ],
)
def test_a_step_behind_which_words_mean_nothing(step: str) -> None:
    """What is behind the comma is not taken for the same step again and again."""
    text = f"turn: dungeon\nhand: [4 x Adventurer]\nline: ['{step}']"
    assert {code for code, _ in problems(text)} <= {"E302", "E323"} != set()
