"""Modifier decks: what is drawn, discarded, leaves, comes back and is shuffled in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tsolve.cardkit import piles
from tsolve.errors import InputError
from tsolve.games.gloomhaven.modifiers import (
    MONSTERS,
    Deck,
    Supplied,
    after_round,
    discarded,
    drawn,
    modifier_cards,
    shuffled_in,
    standard,
    supply_left,
)


def test_the_standard_deck() -> None:
    """GH-6.17: 20 cards; their numbers come to 0 in all."""
    deck = standard()

    assert Counter(deck.cards()) == {"+0": 6, "+1": 5, "-1": 5, "+2": 1, "-2": 1, "x2": 1, "null": 1}
    assert len(deck.cards()) == 20
    assert [segment.order for segment in deck.draw] == ["shuffled"]
    assert deck.discards == ()


def test_a_deck_of_ones_own(tmp_path: Path) -> None:
    """A folder may say otherwise what everybody begins with; a card that is none is told with its place."""
    file = tmp_path / "modifiers.yaml"
    file.write_text("standard: {2x: 1, x2: 1, miss: 2}\nbless: 10\ncurse: 10\n", encoding="utf-8")
    assert Counter(standard(modifier_cards(tmp_path)).cards()) == {"x2": 2, "null": 2}

    other = tmp_path / "other"
    other.mkdir()
    (other / "modifiers.yaml").write_text("standard: {stun: 1}\nbless: 1\ncurse: 1\n", encoding="utf-8")
    with pytest.raises(InputError, match=r'modifiers.yaml:1:.*"stun" is no modifier card'):
        modifier_cards(other)


def test_a_card_is_drawn_and_then_discarded() -> None:
    """GH-6.17: without replacement."""
    deck = drawn(standard(), "+2")

    assert "+2" not in dict(piles.outcomes(deck.coming))
    assert len(deck.cards()) == 19
    assert discarded(deck, ["+2"]).discards == ("+2",)
    with pytest.raises(ValueError, match="not in tuple"):
        drawn(deck, "+2")


def test_bless_and_curse_leave_when_drawn() -> None:
    """GH-6.18"""
    deck = Deck(piles.known(("bless", "curse", "+1")))
    for card in ("bless", "curse", "+1"):
        deck = discarded(drawn(deck, card), [card])

    assert deck == Deck((), ("+1",))


def test_an_empty_deck_is_reshuffled_when_a_card_is_needed() -> None:
    """GH-6.19: the next card comes from the discards, and not before."""
    deck = discarded(Deck(piles.EMPTY), ("+1", "-1"))
    assert deck.draw == ()

    left = drawn(deck, "-1")
    assert left == Deck(piles.shuffled(("+1",)))


def test_a_card_on_the_table_is_not_shuffled_in() -> None:
    """The last card was drawn for this attack: the second one of an advantage comes from the others."""
    deck = drawn(Deck(piles.known(("+2",)), ("+0",)), "+2")

    assert piles.outcomes(deck.coming) == [("+0", 1)]
    assert discarded(drawn(deck, "+0"), ["+2", "+0"]) == Deck((), ("+0", "+2"))


@pytest.mark.parametrize("card", ["x2", "null"])
def test_x2_and_null_ask_for_a_reshuffle(card: str) -> None:
    """GH-6.20, for each deck by default (key.reshuffle)."""
    deck = discarded(drawn(standard(), card), [card])
    assert deck.reshuffles

    assert after_round(deck, "Brute") == standard()
    assert after_round(deck, MONSTERS) == standard()
    assert after_round(deck, MONSTERS, "monsters_deck") == standard()
    kept = after_round(deck, "Brute", "monsters_deck")
    assert kept.discards == (card,)
    assert not kept.reshuffles


@pytest.mark.parametrize("card", ["+1", "bless", "curse", "rolling +1"])
def test_other_cards_do_not_ask_for_a_reshuffle(card: str) -> None:
    deck = discarded(drawn(Deck(piles.known((card, "+0"))), card), [card])

    assert not deck.reshuffles
    assert after_round(deck, MONSTERS) == deck


def test_a_reshuffle_is_asked_for_until_the_end_of_the_round() -> None:
    """Cards drawn after the x2 change nothing about it, an empty deck in between neither."""
    deck = Deck(piles.known(("x2", "+1")))
    for card in ("x2", "+1", "+1"):
        deck = discarded(drawn(deck, card), [card])

    assert deck.reshuffles
    assert after_round(deck, MONSTERS) == Deck(piles.shuffled(("+1", "x2")))


def test_a_curse_is_shuffled_into_what_is_to_come() -> None:
    """GH-8.11: the discards are not part of it, and a card that was known to come next is not any more."""
    deck = shuffled_in(Deck(piles.known(("+1", "-1")), ("+0",)), "curse")
    assert deck == Deck(piles.shuffled(("+1", "-1", "curse")), ("+0",))

    assert shuffled_in(Deck((), ("+0",)), "bless", 2) == Deck(piles.shuffled(("bless", "bless")), ("+0",))
    assert shuffled_in(Deck(piles.UNKNOWN, ("+0",)), "curse") == Deck(piles.UNKNOWN, ("+0",))


def test_an_unknown_deck_stays_unknown() -> None:
    deck = Deck(piles.stacked(piles.known(("x2",)), piles.UNKNOWN))

    deck = discarded(drawn(deck, "x2"), ["x2"])
    assert after_round(deck, MONSTERS) == Deck(piles.UNKNOWN)


CURSED = Deck(piles.shuffled(("curse",) * 4 + ("bless",)), ("+0",))
TWICE = {"Brute": CURSED, "Tinkerer": CURSED, MONSTERS: CURSED}


@pytest.mark.parametrize(
    ("card", "whose", "reading", "left"),
    [
        ("curse", "Brute", "ten_for_characters", 2),  # 10 - 4 - 4
        ("curse", "Brute", "ten_for_each_deck", 6),  # 10 - 4
        ("curse", MONSTERS, "ten_for_characters", 6),  # their own ten
        ("curse", MONSTERS, "ten_for_each_deck", 6),
        ("bless", "Brute", "ten_for_characters", 7),  # 10 - 1 - 1 - 1: one supply for all
        ("bless", MONSTERS, "ten_for_each_deck", 7),
    ],
)
def test_supplies_of_ten(card: Supplied, whose: str, reading: str, left: int) -> None:
    """GH-8.11, key.curse_supply"""
    assert supply_left(card, whose, TWICE, reading) == left


def test_a_drawn_curse_can_come_again() -> None:
    """GH-6.18: it left the deck."""
    full = Deck(piles.known(("curse",) * 10))
    assert supply_left("curse", MONSTERS, {MONSTERS: full}) == 0
    assert supply_left("curse", MONSTERS, {MONSTERS: shuffled_in(full, "curse", 3)}) == 0

    after = discarded(drawn(full, "curse"), ["curse"])
    assert supply_left("curse", MONSTERS, {MONSTERS: after}) == 1
