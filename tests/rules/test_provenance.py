"""How sure the facts of cards are: the word agrees with what is listed, in every game."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.api.games import GAMES, ruleset


@pytest.mark.parametrize("game", GAMES)
def test_the_word_agrees_with_the_facts_that_are_in_doubt(game: str) -> None:
    for card in ruleset(game).cards.values():
        provenance = card.provenance
        match provenance.confidence:
            case "confirmed":
                assert not provenance.single_fields, card.id
                assert not provenance.uncertain, card.id
            case "single":
                assert provenance.single_fields or not provenance.uncertain, card.id
            case "disputed":
                assert provenance.uncertain, card.id
                assert not provenance.single_fields, card.id


def test_a_card_that_is_only_disputed_does_not_rest_on_one_source() -> None:
    """Four sources tell the Trophy of Uyril Unending; of its kind one says otherwise."""
    assert api.card("Uyril Unending", game="thunderstone").confidence == "disputed"
