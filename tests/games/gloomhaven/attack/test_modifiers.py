"""Modifier cards as text, and what text is refused."""

from __future__ import annotations

import pytest

from tsolve.errors import InputError
from tsolve.games.gloomhaven.modifiers import NAMED, Effect, Modifier, parse, reduced


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
        ("+1 stunn", "E209", '"stunn" is nothing that a modifier card brings'),
        ("rolling x2", "E209", '"x2" is nothing'),
        ("x2 stun", "E209", '"x2" is nothing'),
        ("+1 +1", "E209", r'"\+1" is nothing'),
        ("+1 add", "E209", '"add" is nothing'),
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


def test_reduced_randomness() -> None:
    """GH-16.1: 2x and bless count as +2, null and curse as -2; the others stay what they are."""
    assert {name: reduced(card).number for name, card in NAMED.items()} == {
        "x2": 2,
        "bless": 2,
        "null": -2,
        "curse": -2,
    }
    assert all(reduced(card).kind == "number" for card in NAMED.values())
    assert reduced(parse("rolling +1 stun")) == parse("rolling +1 stun")
