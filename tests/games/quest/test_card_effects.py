"""What the cards of the ruleset do: the same as the cards typed by hand for the worked examples."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.games.quest.later import LATER
from tests.games.quest.table import CARDS, typed
from tsolve.games.quest.cards import Card, Missing
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

RULESET = load_ruleset(rulesets_path() / "quest", Card)
TYPED = sorted(CARDS.keys() - {"vision"})
NUMBERS = (
    *("level", "cost", "gold", "physical", "magic", "physical_boost", "magic_boost", "skill", "skill_boost"),
    *("requirement", "light", "vp", "health", "armor", "resistance", "wounds", "xp", "light_needed"),
)


@pytest.mark.parametrize("card", sorted(set(TYPED) - typed(LATER).keys()))
def test_the_numbers_typed_by_hand(card: str) -> None:
    """Where the table says nothing, the card prints nothing that counts."""
    typed, found = CARDS[card], RULESET.cards[card]
    assert found.kind == typed.kind
    assert {name: getattr(found, name) or 0 for name in NUMBERS} == {
        name: getattr(typed, name) or 0 for name in NUMBERS
    }
    assert (found.classes, found.rewards) == (typed.classes, typed.rewards)


@pytest.mark.parametrize("card", TYPED)
def test_the_effects_typed_by_hand(card: str) -> None:
    """Traits and abilities, in any order."""
    typed, found = CARDS[card], RULESET.cards[card]
    assert set(found.traits) == set(typed.traits)
    assert found.abilities == typed.abilities


def test_no_card_of_unknown_text_has_abilities() -> None:
    """Unknown stays unknown: the text that a source tells may stand beside numbers that none does."""
    unknown = [card for card in RULESET.cards.values() if "abilities" in card.missing]
    assert unknown
    assert not [card.id for card in unknown if card.abilities or card.before or card.after or card.alerts]


def test_the_words_for_missing_facts() -> None:
    """Each names a field of the card."""
    assert set(get_args(Missing)) <= set(Card.__struct_fields__)
