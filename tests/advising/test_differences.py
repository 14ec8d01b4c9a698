"""Intervals of paired differences hold together, whoever looks at them when."""

from __future__ import annotations

from collections.abc import Callable
from math import isinf
from random import Random

import pytest

from tsolve.advising.differences import FIRST_LOOK, Table, doubt, interval, looks


def test_looks_double_and_end_with_all() -> None:
    assert looks(20) == [20]
    assert looks(32) == [32]
    assert looks(200) == [32, 64, 128, 200]
    assert looks(256) == [32, 64, 128, 256]


def test_what_all_looks_spend_is_no_more_than_there_is() -> None:
    """1/2 + 1/6 + 1/12 + ... = 1 - 1/(n + 1): of three pairs at a thousand looks 5 % less a thousandth."""
    spent = 3 * sum(doubt(look, pairs=3) for look in range(1, 1001))
    assert spent == pytest.approx(0.05 * (1 - 1 / 1001))


def test_an_interval_by_hand() -> None:
    """Eight differences, four of 2 and four of 4: mean 3, sum of squares 8. With t = 2.3646 (7 degrees, 97.5
    %) and a unit of 1 the spread is taken as (8 + 2.3646^2 / 2) / 7 = 1.5422, so the half width is
    2.3646 * sqrt(1.5422 / 8) = 1.0382.
    """
    found = interval([2.0, 4.0] * 4, 0.05)
    assert found.mean == 3
    assert found.high - found.mean == pytest.approx(1.0382, abs=2e-3)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)
    assert found.is_settled


def test_nothing_is_said_of_few_games() -> None:
    found = interval([5.0] * 7, 0.05)
    assert found.mean == 5
    assert isinf(found.low)
    assert isinf(found.high)


def _normal(random: Random) -> float:
    return random.gauss(0, 10)


def _skewed(random: Random) -> float:
    return random.expovariate(1 / 5) - 5


def _rarely_won(random: Random) -> float:
    return (random.random() < 0.05) - 0.05


def _rarely_much(random: Random) -> float:
    """30 points in 3 games of 100."""
    return 30.0 * (random.random() < 0.03) - 0.9


@pytest.mark.parametrize(
    ("difference", "unit"), [(_normal, 1.0), (_skewed, 1.0), (_rarely_won, 1.0), (_rarely_much, 15.0)]
)
def test_no_more_than_one_in_twenty_misses_at_any_look(
    difference: Callable[[Random], float], unit: float
) -> None:
    """Of 400 comparisons without a true difference at most 5 %, that is 20, claim one at any of five
    looks.
    """
    random, claimed = Random(33), 0
    for _ in range(400):
        games: list[float] = []
        settled = False
        for look, upto in enumerate(looks(16 * FIRST_LOOK), start=1):
            games += [difference(random) for _ in range(upto - len(games))]
            settled |= interval(games, doubt(look, 1), unit).is_settled
        claimed += settled
    assert claimed <= 20


def test_naive_looking_would_miss_more() -> None:
    random, claimed = Random(33), 0
    for _ in range(400):
        games: list[float] = []
        settled = False
        for upto in looks(16 * FIRST_LOOK):
            games += [random.gauss(0, 10) for _ in range(upto - len(games))]
            settled |= interval(games, 0.05, unit=0.0).is_settled
        claimed += settled
    assert claimed > 30


def test_all_pairs_together() -> None:
    """Five candidates that are alike, 200 times: together they claim a difference in at most 5 %."""
    random, claimed = Random(7), 0
    for _ in range(200):
        table = Table(5)
        for number in range(128):
            luck = random.gauss(0, 10)
            table.add([luck + random.gauss(0, 5) for _ in range(5)])
            if number + 1 in (32, 64, 128):
                table.look()
        claimed += any(table.beaten(range(5)))
    assert claimed <= 10


def test_a_real_difference_is_found() -> None:
    """2 points, with a standard deviation of 5 in pairs and of 21 apart: 128 pairs are enough."""
    random, table = Random(1), Table(2)
    for _ in range(128):
        luck = random.gauss(0, 15)
        table.add([luck + random.gauss(2, 3.5), luck + random.gauss(0, 3.5)])
    table.look()
    assert list(table.beaten((0, 1))) == [1]
    found = table.between(0, 1)
    assert found.low < 2 < found.high
    assert found.reversed() == table.between(1, 0)


def test_who_was_left_keeps_what_was_settled() -> None:
    """Later looks are stricter, but what an earlier look said holds on."""
    table = Table(3)
    for number in range(32):
        table.add([10.0 + number % 2, 0.0 + number % 3, 9.0 + number % 5])
    table.look()
    assert set(table.beaten((0, 1, 2))) >= {1}
    before = table.between(1, 0)
    for number in range(32):
        table.add([10.0 + number % 2, None, 9.0 + number % 5])
    table.look()
    assert table.between(1, 0) == before
