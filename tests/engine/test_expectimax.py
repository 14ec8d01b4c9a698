"""The exhaustive search over chance against values reckoned by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.engine.toys import ME, Tree, TwoBalls, Urn, UrnState
from tsolve.engine import UNKNOWN
from tsolve.engine.search import Attitude, best_policy
from tsolve.errors import TooLargeError

Values = dict[str, tuple[int, ...]]

COIN = Tree({"start": {"bet": "coin", "keep": "two"}}, {"coin": {"heads": 1, "tails": 1}})
COIN_VALUES: Values = {"heads": (5,), "tails": (1,), "two": (2,)}


@pytest.mark.parametrize(
    ("attitude", "worth", "first"),
    [
        ("expected", 3, "bet"),  # (5 + 1) / 2 = 3 > 2
        ("worst", 2, "keep"),  # min(5, 1) = 1 < 2
        ("best", 5, "bet"),
        ("known", 2, "keep"),
    ],
)
def test_a_coin(attitude: Attitude, worth: int, first: str) -> None:
    found = best_policy(COIN, "start", COIN_VALUES.get, ME, attitude)

    assert found is not None
    assert (found.worth, found.first) == ((worth,), first)
    assert found.skipped_draws == (attitude == "known")
    assert not found.left_out


def test_a_weighted_event_and_the_exact_mean() -> None:
    game = Tree({}, {"die": {"six": 1, "other": 5}})
    values: Values = {"six": (6, 0), "other": (0, 1)}

    found = best_policy(game, "die", values.get, ME)

    # (1 * 6 + 5 * 0) / 6 = 1 and (1 * 0 + 5 * 1) / 6 = 5/6: each level by itself.
    assert found is not None
    assert (found.worth, found.first) == ((Fraction(1), Fraction(5, 6)), None)


def test_means_are_compared_level_by_level() -> None:
    game = Tree(
        {"start": {"wide": "wide", "narrow": "narrow", "sure": "sure"}},
        {"wide": {"high": 1, "low": 1}, "narrow": {"up": 1, "down": 1}},
    )
    values: Values = {"high": (2, 0), "low": (0, 9), "up": (2, 4), "down": (0, 4), "sure": (0, 99)}

    found = best_policy(game, "start", values.get, ME)

    # wide (1, 9/2), narrow (1, 4), sure (0, 99): the first level ties, the second one decides.
    assert found is not None
    assert (found.worth, found.first) == ((1, Fraction(9, 2)), "wide")


def urn_value(state: UrnState) -> tuple[int, ...] | None:
    return (state[2],) if state[3] == "over" else None


@pytest.mark.parametrize(
    ("red", "blue", "attitude", "worth"),
    [
        # One of each: dare 1/2 * 1 = 1/2, then stop.
        (1, 1, "expected", Fraction(1, 2)),
        # 4 red, 1 blue. With 3 red and the last two balls left 1/2 * 4 = 2 < 3: stop at 3.
        # With 2 red, three balls left: 2/3 * 3 = 2, no better than to stop at 2.
        # With 1 red, four left: 3/4 * 2 = 3/2 > 1. With none, five left: 4/5 * 3/2 = 6/5.
        (4, 1, "expected", Fraction(6, 5)),
        (4, 1, "worst", 0),
        (4, 1, "best", 4),
        (4, 1, "known", 0),
        (4, 0, "known", 4),  # one colour only: nothing is left to chance
    ],
)
def test_an_urn_and_when_to_stop(red: int, blue: int, attitude: Attitude, worth: Fraction) -> None:
    found = best_policy(Urn(), (red, blue, 0, "choose"), urn_value, ME, attitude)

    assert found is not None
    assert found.worth == (worth,)


def test_two_of_five_without_replacement() -> None:
    def value(state: UrnState) -> tuple[int, ...] | None:
        return (int(state[2] == 2), int(state[2] >= 1), state[2]) if state[3] == "over" else None

    found = best_policy(TwoBalls(), (3, 2, 0, "first"), value, ME)

    # C(3,2) / C(5,2) = 3/10; 1 - C(2,2) / C(5,2) = 9/10; mean of the hypergeometric 2 * 3/5 = 6/5.
    assert found is not None
    assert found.worth == (Fraction(3, 10), Fraction(9, 10), Fraction(6, 5))


GAPS = Tree(
    {"start": {"ask": "other", "look": "dark", "risk": "draw", "keep": "one"}, "other": {"give": "ten"}},
    {"draw": {"nine": 1, "dark": 1}},
    {"other": 1, "dark": UNKNOWN},
)
GAP_VALUES: Values = {"one": (1,), "nine": (9,), "ten": (10,)}


@pytest.mark.parametrize(
    ("attitude", "worth", "first"),
    [("expected", 1, "keep"), ("worst", 1, "keep"), ("known", 1, "keep"), ("best", 9, "risk")],
)
def test_lines_without_a_value_are_not_taken_and_that_is_said(
    attitude: Attitude, worth: int, first: str
) -> None:
    # Another player's choice (10), an unknown card, and a draw of 9 or of the unknown card.
    found = best_policy(GAPS, "start", GAP_VALUES.get, ME, attitude)

    assert found is not None
    assert (found.worth, found.first, found.left_out) == ((worth,), first, True)


def test_no_line_at_all() -> None:
    assert best_policy(GAPS, "dark", GAP_VALUES.get, ME) is None


def test_actions_can_be_skipped() -> None:
    found = best_policy(COIN, "start", COIN_VALUES.get, ME, skip=lambda _, action: action == "bet")

    assert found is not None
    assert (found.worth, found.first, found.left_out) == ((2,), "keep", False)


def test_equal_positions_count_once_and_too_many_are_refused() -> None:
    # 3 red, 2 blue: the start, one red drawn, one blue drawn; the ends have their value at once.
    def value(state: UrnState) -> tuple[int, ...] | None:
        return (state[2],) if state[3] == "over" else None

    found = best_policy(TwoBalls(), (3, 2, 0, "first"), value, ME, limit=3)

    assert found is not None
    assert len(found.known) == 3
    with pytest.raises(TooLargeError):
        best_policy(TwoBalls(), (3, 2, 0, "first"), value, ME, limit=2)
