"""Which modifier cards of one attack are drawn, and which apply."""

from __future__ import annotations

import pytest

from tsolve.games.gloomhaven.modifiers import Drawing, Way, compared, parse, result, way_of


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


@pytest.mark.parametrize(
    ("advantage", "disadvantage", "way"),
    [
        (False, False, "normal"),
        (True, False, "advantage"),
        (False, True, "disadvantage"),
        (True, True, "normal"),
    ],
)
def test_advantage_and_disadvantage_cancel(advantage: bool, disadvantage: bool, way: Way) -> None:
    """GH-6.14. GH-E31: a strengthened attacker with range 2 beside its target: one card."""
    assert way_of(advantage, disadvantage) == way


def test_one_card_where_nothing_is_special() -> None:
    assert texts(dealt(way_of(True, True), "-1")) == ["-1"]  # GH-E31
    with pytest.raises(ValueError, match="no more cards"):
        dealt("normal", "-1").with_card("+1")


@pytest.mark.parametrize(
    ("cards", "applied"),
    [
        (["rolling +1", "-1"], ["rolling +1", "-1"]),
        (["rolling +1", "rolling stun", "null"], ["rolling +1", "rolling stun", "null"]),
    ],
)
def test_rolling_cards_keep_drawing(cards: list[str], applied: list[str]) -> None:
    """GH-6.16"""
    drawing = dealt("normal", *cards)
    assert texts(drawing) == applied
    assert drawing.rulings == ("GH-6.16",)


@pytest.mark.parametrize(
    ("cards", "applied"),
    [
        (["+1", "-1"], ["+1"]),
        (["-1", "+1"], ["+1"]),
        (["rolling +1", "-1"], ["rolling +1", "-1"]),  # one rolling: added to the other
        (["-1", "rolling +1"], ["-1", "rolling +1"]),
        (["null", "rolling stun"], ["null", "rolling stun"]),
        (["rolling +1", "rolling +1", "-2"], ["rolling +1", "rolling +1", "-2"]),  # both: draw on, add all
        (
            ["rolling +1", "rolling stun", "rolling +1", "x2"],
            ["rolling +1", "rolling stun", "rolling +1", "x2"],
        ),
    ],
)
def test_advantage(cards: list[str], applied: list[str]) -> None:
    """GH-6.12"""
    assert texts(dealt("advantage", *cards)) == applied


@pytest.mark.parametrize(
    ("cards", "applied"),
    [
        (["+1", "-1"], ["-1"]),
        (["-1", "+1"], ["-1"]),
        (["rolling +1", "-1"], ["-1"]),  # GH-E32
        (["x2", "rolling muddle"], ["x2"]),
        (["rolling +1", "rolling +1", "+2"], ["+2"]),  # only the first that does not roll
        (["rolling +1", "rolling +1", "rolling +1", "null"], ["null"]),
    ],
)
def test_disadvantage(cards: list[str], applied: list[str]) -> None:
    """GH-6.13"""
    assert texts(dealt("disadvantage", *cards)) == applied


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
