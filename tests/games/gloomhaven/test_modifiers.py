"""Modifier cards as text, their decks, and which of the cards drawn for an attack apply."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tsolve.cardkit import piles
from tsolve.errors import InputError
from tsolve.games.gloomhaven.modifiers import (
    MONSTERS,
    NAMED,
    Deck,
    Drawing,
    Effect,
    Modifier,
    Way,
    after_round,
    compared,
    discarded,
    drawn,
    modifier_cards,
    parse,
    result,
    shuffled_in,
    standard,
    supply_left,
    way_of,
)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("+1", Modifier("number", 1)),
        ("-2", Modifier("number", -2)),
        ("+0", Modifier("number", 0)),
        ("x2", Modifier("double", name="x2")),
        ("null", Modifier("null", name="null")),
        ("bless", Modifier("double", name="bless")),
        ("curse", Modifier("null", name="curse")),
        ("rolling +1", Modifier("number", 1, rolling=True)),
        ("rolling pierce 3", Modifier("number", 0, True, (Effect("pierce", 3),))),
        ("rolling muddle", Modifier("number", 0, True, (Effect("muddle"),))),
        ("rolling push 2", Modifier("number", 0, True, (Effect("push", 2),))),
        ("rolling +2 fire", Modifier("number", 2, True, (Effect("fire"),))),
        ("rolling fire air", Modifier("number", 0, True, (Effect("fire"), Effect("air")))),
        ("+1 curse", Modifier("number", 1, False, (Effect("curse"),))),
        ("rolling curse", Modifier("number", 0, True, (Effect("curse"),))),
        ("+0 add target", Modifier("number", 0, False, (Effect("add target"),))),
        ("+0 add target stun", Modifier("number", 0, False, (Effect("add target"), Effect("stun")))),
        ("rolling push 99", Modifier("number", 0, True, (Effect("push", 99),))),
        ("+99", Modifier("number", 99)),
        ("-10", Modifier("number", -10)),
        ("+0 refresh item", Modifier("number", 0, False, (Effect("refresh item"),))),
        ("+0 heal 2 stun", Modifier("number", 0, False, (Effect("heal", 2), Effect("stun")))),
    ],
)
def test_a_card_is_read_and_written_alike(text: str, card: Modifier) -> None:
    assert parse(text) == card
    assert str(card) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2x", "x2"),
        ("Miss", "null"),
        ("BLESS", "bless"),
        ("1", "+1"),
        ("−1", "-1"),
        ("  Rolling   +1 ", "rolling +1"),
        ("rolling fire, air", "rolling fire air"),
        ("rolling +0 stun", "rolling stun"),
        ("-0", "+0"),
        ("+01", "+1"),
    ],
)
def test_other_spellings_mean_the_same_card(text: str, written: str) -> None:
    assert str(parse(text)) == written


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "E209", "an empty text is no modifier card"),
        ("rolling", "E209", '"rolling" is no modifier card'),
        ("stun", "E209", '"stun" is no modifier card'),
        ("+1 stunn", "E209", '"stunn" is no effect of a modifier card'),
        ("rolling x2", "E209", '"x2" is no effect'),
        ("x2 stun", "E209", '"x2" is no effect'),
        ("+1 +1", "E209", r'"\+1" is no effect'),
        ("+1 add", "E209", '"add" is no effect'),
        ("rolling pierce", "E209", '"pierce" needs a number from 1 on'),
        ("rolling pierce 0", "E209", '"pierce" needs a number from 1 on'),
        ("rolling pierce -1", "E209", '"pierce" needs a number from 1 on'),
        ("rolling pierce ²", "E209", '"pierce" needs a number from 1 on'),
        ("+100", "E205", "larger than 99"),
        ("rolling push 100", "E205", "larger than 99"),
        ("+" + "9" * 10_000, "E205", r'the number of "\+9+\.\.\." is larger'),
    ],
)
def test_another_text_is_refused(text: str, code: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as raised:
        parse(text)

    assert [each.code for each in raised.value.diagnostics] == [code]


def test_what_is_refused_is_told_how_to_write() -> None:
    for text, told in (("stun", "+0 stun or rolling stun"), ("+1 stunn", '"stun"'), ("+1 moon", "write +1")):
        with pytest.raises(InputError) as raised:
            parse(text)
        assert told in raised.value.diagnostics[0].help


def test_what_adds_nothing() -> None:
    """What doubles or cancels has no number of its own, and an effect without a number happens once."""
    assert [card.number for card in NAMED.values()] == [0, 0, 0, 0]
    assert [effect.number for effect in parse("+1 stun fire").effects] == [1, 1]


def test_only_pierce_pierces() -> None:
    assert parse("rolling pierce 3").pierce == 3
    assert parse("+0 pierce 1 push 2").pierce == 1
    assert parse("+1 push 2").pierce == 0


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


def test_a_card_on_the_table_is_not_shuffled_in() -> None:
    """The last card was drawn for this attack: the second one of an advantage comes from the others."""
    deck = drawn(Deck(piles.known(("+2",)), ("+0",)), "+2")

    assert piles.outcomes(deck.coming) == [("+0", 1)]
    assert discarded(drawn(deck, "+0"), ["+2", "+0"]) == Deck((), ("+0", "+2"))


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


def test_a_drawn_curse_can_come_again() -> None:
    """GH-6.18: it left the deck."""
    full = Deck(piles.known(("curse",) * 10))
    assert supply_left("curse", MONSTERS, {MONSTERS: full}) == 0
    assert supply_left("curse", MONSTERS, {MONSTERS: shuffled_in(full, "curse", 3)}) == 0

    after = discarded(drawn(full, "curse"), ["curse"])
    assert supply_left("curse", MONSTERS, {MONSTERS: after}) == 1


def dealt(way: Way, *cards: str, value: int = 3, is_reduced: bool = False) -> Drawing:
    """A drawing that took exactly these cards and needs no more."""
    drawing = Drawing(way, value, is_reduced=is_reduced)
    for card in cards:
        assert drawing.needs_card
        drawing = drawing.with_card(card)
    assert not drawing.needs_card
    return drawing


def texts(drawing: Drawing) -> list[str]:
    return [str(card) for card in drawing.applied]


def test_one_card_where_nothing_is_special() -> None:
    assert texts(dealt(way_of(True, True), "-1")) == ["-1"]  # GH-E31
    with pytest.raises(ValueError, match="no more cards"):
        dealt("normal", "-1").with_card("+1")


def test_which_rules_decided() -> None:
    assert dealt("normal", "+1").rulings == ()
    assert dealt("advantage", "+1", "+0").rulings == ("GH-6.12", "GH-6.15")
    assert dealt("advantage", "+1", "rolling +1").rulings == ("GH-6.12",)
    assert dealt("disadvantage", "+1", "+0").rulings == ("GH-6.13", "GH-6.15")
    assert dealt("disadvantage", "rolling +1", "+1").rulings == ("GH-6.13",)


@pytest.mark.parametrize(
    ("one", "other", "value", "expected"),
    [
        ("+2", "+1", 3, 1),
        ("-2", "-1", 3, -1),
        ("+0", "+0", 3, 0),
        ("x2", "+2", 3, 1),  # 6 against 5
        ("x2", "+2", 2, 0),  # 4 against 4
        ("x2", "+2", 1, -1),  # 2 against 3
        ("bless", "+1", 0, -1),  # 0 against 1
        ("x2", "-1", 0, 1),  # 0 against -1
        ("x2", "-1", -1, 0),  # -2 against -2
        ("null", "-2", 1, -1),  # 0 against -1, yet null is the worst card
        ("curse", "-2", 1, -1),
        ("x2", "null", 0, 1),  # 0 against 0, yet null is the worst card
        ("null", "curse", 3, 0),
        ("bless", "x2", 3, 0),
        ("+1 stun", "+1", 3, 1),
        ("+1 stun", "+0", 3, 1),
        ("+0 stun", "+2", 3, None),
        ("+1 stun", "+1 fire", 3, None),
        ("+0 muddle", "+2 stun", 3, None),
        ("+1 stun", "+0 stun", 3, 1),
        ("+0 push 2", "+0 push 1", 3, 1),
        ("+0 push 1", "+0 stun push 2", 3, -1),
        ("+0 push 2", "+0 push 1 stun", 3, None),
        ("+0 stun", "null", 3, 1),
        ("x2", "+0 stun", 3, None),
        ("+0 stun", "-2", 3, 1),
    ],
)
def test_better_and_worse(one: str, other: str, value: int, expected: int | None) -> None:
    """GH-6.15. The cases with effects are those of the published questions and answers, and their like."""
    assert compared(parse(one), parse(other), value) == expected
    mirrored = None if expected is None else -expected
    assert compared(parse(other), parse(one), value) == mirrored


@pytest.mark.parametrize("way", ["advantage", "disadvantage"])
@pytest.mark.parametrize("cards", [("+2", "+0 stun"), ("+0 stun", "+2"), ("+1 fire", "+1 stun")])
def test_what_nobody_can_tell_is_the_first_drawn(way: Way, cards: tuple[str, str]) -> None:
    """GH-6.15"""
    assert texts(dealt(way, *cards)) == [cards[0]]


def test_of_equal_cards_the_first_drawn() -> None:
    assert texts(dealt("advantage", "x2", "+2", value=2)) == ["x2"]
    assert texts(dealt("disadvantage", "+2", "x2", value=2)) == ["+2"]


def test_reduced_randomness_changes_what_is_worse() -> None:
    """GH-16.1: null counts as -2, which is no worse than -2 and better than nothing at all."""
    assert texts(dealt("disadvantage", "-2", "null", is_reduced=True)) == ["-2"]
    assert texts(dealt("disadvantage", "-2", "null")) == ["null"]
    (bless,) = dealt("advantage", "bless", "+1", is_reduced=True).applied
    assert (bless.kind, bless.number, str(bless)) == ("number", 2, "bless")
    assert texts(dealt("disadvantage", "x2", "+2 stun", value=9, is_reduced=True)) == ["x2"]


def test_without_the_variant_null_is_null() -> None:
    (null,) = Drawing("normal", 3).with_card("null").applied
    assert (null.kind, null.number) == ("null", 0)


def test_results() -> None:
    """GH-6.8"""
    assert [result(parse(card), 3) for card in ("+1", "-2", "x2", "bless", "null", "curse")] == [
        4,
        1,
        6,
        6,
        0,
        0,
    ]
