"""Cards of one's own that make no sense, and the ruleset's own cards, which do."""

from __future__ import annotations

import pytest

from tests.games.quest.files import opened, problems
from tsolve.games.quest.cards import Card
from tsolve.games.quest.lint_cards import nonsense
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

CARDS = load_ruleset(rulesets_path() / "quest", Card).cards


def test_the_ruleset_makes_sense() -> None:
    """But for the commas that three names have as they are printed."""
    found = [each for each in nonsense(CARDS, list(CARDS), {}) if each.code != "E425"]
    assert found == []


@pytest.mark.parametrize(
    ("card", "code"),
    [
        ("{kind: monster, level: 1, xp: 2}", "E422"),  # no health
        ("{kind: hero, level: 1}", "E422"),  # no Skill
        ("{kind: weapon, physical_boost: 2}", "E422"),  # no requirement
        ("{kind: room, level: 1}", "E422"),  # no Light needed
        ("{kind: spell, health: 3}", "E423"),
        ("{kind: item, requirement: 3}", "E423"),
        ("{kind: spell, aim: {kind: reveal}}", "E423"),
        ("{kind: spell, traits: [{kind: immune, to: magic}]}", "E423"),
        ("{kind: spell, traits: [{kind: refilled_face_down}]}", "E423"),
        ("{kind: spell, traits: [{kind: modifier, value: armor, by: 1, to: others}]}", "E423"),
        ("{kind: spell, traits: [{kind: modifier, value: magic, by: 1, when: {wielder: Dwarf}}]}", "E423"),
        ("{kind: spell, traits: [{kind: modifier, value: magic, by: 1, when: {armed: true}}]}", "E423"),
        ("{kind: spell, abilities: [{phase: village, do: []}]}", "E208"),  # does nothing
        (
            "{kind: monster, level: 1, health: 3, xp: 1, abilities: [{phase: dungeon, do: [{kind: draw}]}]}",
            "E423",
        ),
        ("{kind: spell, keywords: [Arkane]}", "E427"),
        ("{kind: spell, traits: [{kind: modifier, value: magic, by: 1, each: {of: Wizzard}}]}", "E427"),
    ],
)
def test_cards_that_make_no_sense(card: str, code: str) -> None:
    assert {found for found, _ in problems(f"cards: {{Whim: {card}}}")} == {code}


def test_a_name_that_cannot_be_read() -> None:
    assert {code for code, _ in problems("cards: {2 x Whim: {kind: spell}}")} == {"E425"}


def test_a_card_that_makes_sense() -> None:
    text = "hand: [Whim]\ncards: {Whim: {kind: spell, magic: 2, keywords: [Arcane, Whimsical]}}"
    assert opened(text).state.me.hand == ("whim",)


def test_the_rules_need_some_cards() -> None:
    few = {card_id: card for card_id, card in CARDS.items() if card_id != "giant_rat"}
    assert [(each.code, each.message) for each in nonsense(few, (), CARDS)] == [
        ("E402", 'the rules need a card with the id "giant_rat"')
    ]
