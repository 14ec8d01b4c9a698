"""Searches: over chance, against values reckoned by hand; branch and bound, against the exhaustive search."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from tests.engine.toys import ME, Tree, TwoBalls, Urn, UrnState
from tsolve.engine import UNKNOWN, Arrival, explore
from tsolve.engine.search import Attitude, best_line, best_policy
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
    die = Tree({}, {"die": {"six": 1, "other": 5}})
    found = best_policy(die, "die", {"six": (6, 0), "other": (0, 1)}.get, ME)
    # (1 * 6 + 5 * 0) / 6 = 1 and (1 * 0 + 5 * 1) / 6 = 5/6: each level by itself.
    assert found is not None
    assert (found.worth, found.first) == ((Fraction(1), Fraction(5, 6)), None)


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


def test_actions_can_be_skipped_and_there_may_be_no_line() -> None:
    found = best_policy(COIN, "start", COIN_VALUES.get, ME, skip=lambda _, action: action == "bet")

    assert found is not None
    assert (found.worth, found.first, found.left_out) == ((2,), "keep", False)
    assert best_policy(GAPS, "dark", GAP_VALUES.get, ME) is None


def test_two_of_five_without_replacement() -> None:
    """Equal positions count once (the start, one red drawn, one blue drawn); too many are refused."""

    def value(state: UrnState) -> tuple[int, ...] | None:
        return (int(state[2] == 2), int(state[2] >= 1), state[2]) if state[3] == "over" else None

    found = best_policy(TwoBalls(), (3, 2, 0, "first"), value, ME, limit=3)

    # C(3,2) / C(5,2) = 3/10; 1 - C(2,2) / C(5,2) = 9/10; mean of the hypergeometric 2 * 3/5 = 6/5.
    assert found is not None
    assert found.worth == (Fraction(3, 10), Fraction(9, 10), Fraction(6, 5))
    assert len(found.known) == 3
    with pytest.raises(TooLargeError):
        best_policy(TwoBalls(), (3, 2, 0, "first"), value, ME, limit=2)


def random_tree(random: Random) -> tuple[Tree, Values]:
    """Positions in layers; each leads to some of the next layer, and those of the last one have worths."""
    layers = [[f"{depth}-{number}" for number in range(random.randint(1, 4))] for depth in range(5)]
    choices = {
        here: {f"to {there}": there for there in random.sample(below, random.randint(1, len(below)))}
        for above, below in pairwise(layers)
        for here in above
    }
    return Tree(choices, {}), {end: (random.randint(0, 3), random.randint(0, 3)) for end in layers[-1]}


def best_below(tree: Tree, values: Values, slack: Callable[[], int]) -> Values:
    """A bound for every position: the best that lies below it, and some more."""
    bounds = dict(values)

    def bound(here: str) -> tuple[int, ...]:
        if here not in bounds:
            first, second = max(bound(there) for there in tree.choices[here].values())
            bounds[here] = first, second + slack()
        return bounds[here]

    for here in tree.choices:
        bound(here)
    return bounds


@pytest.mark.parametrize("seed", range(60))
def test_bounds_change_no_line(seed: int) -> None:
    random = Random(seed)
    tree, values = random_tree(random)
    bounds = best_below(tree, values, lambda: random.choice((0, 0, 1)))
    unknown = {here for here in bounds if random.random() < 0.2}
    whole = best_line(tree, "0-0", values.get)

    found = best_line(tree, "0-0", values.get, most=lambda here: None if here in unknown else bounds[here])

    assert whole is not None
    assert found is not None
    assert (found.value, found.line) == (whole.value, whole.line)
    assert found.positions <= whole.positions


@pytest.mark.parametrize("seed", range(60))
def test_lines_may_go_round(seed: int) -> None:
    """On random graphs with circles the best line ends at the best position that can be reached at all."""
    random = Random(seed)
    places = [str(number) for number in range(12)]
    values = {here: (random.randint(0, 9),) for here in places[9:]}
    ways = {here: dict(zip("abc", random.sample(places, 3), strict=True)) for here in places[:9]}
    near, reached = ["0"], {"0"}
    while near:
        new = set(ways.get(near.pop(), {}).values()) - reached
        reached |= new
        near += new

    found = best_line(Tree(ways, {}), "0", values.get)

    best = max((values[here] for here in reached & values.keys()), default=None)
    assert (found.value if found else None) == best


def test_it_spares_what_cannot_be_better_and_gives_up_past_its_limit() -> None:
    tree = Tree({"start": {"a": "good", "b": "poor"}, "poor": {"c": "less", "d": "least"}}, {})
    values = {"good": (3,), "less": (2,), "least": (1,)}
    bounds = {"start": (3,), "poor": (2,)}

    found = best_line(tree, "start", values.get, most=bounds.get)

    assert found is not None
    assert (found.value, found.line, found.positions) == ((3,), ("a",), 1)
    chain = Tree({"start": {"a": "next"}, "next": {"b": "end"}}, {})
    with pytest.raises(TooLargeError):
        best_line(chain, "start", {"end": (1,)}.get, limit=1)


GAME = Tree(
    choices={
        "start": {"long": "a", "short": "b", "back": "start"},
        "a": {"on": "c"},
        "b": {"on": "c", "away": "d"},
        "c": {"round": "start", "on": "e"},
    },
    events={},
)


def test_each_position_comes_once_by_a_shortest_line() -> None:
    found = list(explore(GAME, Arrival("start"), GAME.legal_actions))
    # both a and b lead to c in two actions: the line found first is kept
    assert found == [
        Arrival("start", ()),
        Arrival("a", ("long",)),
        Arrival("b", ("short",)),
        Arrival("c", ("long", "on")),
        Arrival("d", ("short", "away")),
        Arrival("e", ("long", "on", "on")),
    ]
    found = list(explore(GAME, Arrival("b", ("before",)), lambda state: ["on"] if state == "b" else []))
    assert found == [Arrival("b", ("before",)), Arrival("c", ("before", "on"))]


def test_nothing_is_played_before_it_is_asked_for() -> None:
    asked: list[str] = []

    def moves(state: str) -> list[str]:
        asked.append(state)
        return GAME.legal_actions(state)

    walk = explore(GAME, Arrival("start"), moves)
    assert next(walk).state == "start"
    assert asked == []
    assert next(walk).state == "a"
    assert asked == ["start"]
