"""Chances and means: exact fractions, confidence intervals, bounds of what was cut short."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from tests.batch.works import CountCards
from tsolve.batch import pool
from tsolve.model.odds import Estimate
from tsolve.turns.odds.hands import Deal, Estimator, Tally, difference, look

KINDS, COPIES = ("a", "b", "c"), (4, 5, 3)
DEAL = Deal(KINDS, COPIES, 6)


def estimator(deal: Deal) -> Estimator:
    with pool() as helpers:
        found, complete = look(helpers, CountCards("a"), deal)
    return Estimator(deal, found, complete)


def count(outcome: tuple[int, ...]) -> int:
    return outcome[0]


def test_exact() -> None:
    found = estimator(DEAL)
    # two of four a and four of the other eight: 6 * 70 / 924
    assert found.chance(0, lambda outcome: outcome == (2,)).exact == str(Fraction(6 * 70, comb(12, 6)))
    assert found.mean(0, count) == Estimate(2.0, 2.0, 2.0, "2")  # 6 cards * 4/12
    assert found.chance(1, lambda outcome: outcome == (1,)).exact == "1/2"
    assert (found.method, found.share) == ("exact", 1)


@pytest.mark.parametrize("seed", range(5))
def test_the_interval_of_a_sample_holds_the_truth(seed: int) -> None:
    found = estimator(Deal(KINDS, COPIES, 6, samples=2000, seed=seed))
    assert found.method == "sample"
    chance = found.chance(0, lambda outcome: outcome == (2,))
    mean = found.mean(0, count)
    assert chance.low is not None and chance.high is not None  # noqa: PT018
    assert mean.low is not None and mean.high is not None  # noqa: PT018
    assert chance.low < 420 / 924 < chance.high
    assert mean.low < 2 < mean.high
    assert chance.high - chance.low < 0.05  # 2 * 1.96 * sqrt(0.25 / 2000) = 0.044
    assert not chance.exact


def test_a_sample_is_not_biased() -> None:
    """The mean of many estimates comes nearer to the truth than any of their intervals is wide.

    Each estimate deviates by sqrt(p (1 - p) / 50) = 0.0704 with p = 5/11, the mean of 200 by 0.005.
    """
    estimates = [
        estimator(Deal(KINDS, COPIES, 6, samples=50, seed=seed)).chance(0, lambda outcome: outcome == (2,))
        for seed in range(200)
    ]
    assert abs(sum(each.value for each in estimates) / 200 - 5 / 11) < 3 * 0.005


def test_every_card_is_as_likely() -> None:
    """Chi square over the kinds of the first hands: 6 * 3000 cards from 4 + 5 + 3."""
    drawn = [0, 0, 0]
    for start in range(0, 3000, 200):
        for hand, _ in Deal(KINDS, COPIES, 6, samples=3000, seed=9).share(start):
            for number, kind in enumerate(KINDS):
                drawn[number] += hand.count(kind)
    wanted = [18_000 * copies / 12 for copies in COPIES]
    assert sum((a - b) ** 2 / b for a, b in zip(drawn, wanted, strict=True)) < 9.21  # 1 % with 2 degrees


def test_cut_short() -> None:
    """300 of 924 ways were looked at; 100 of them fit; whatever the others are, the truth lies between."""
    tally = Tally([{(0,): 200, (3,): 100}], hands=7, weight=300)
    found = Estimator(DEAL, tally, complete=False)
    chance = found.chance(0, lambda outcome: outcome == (3,))
    assert (chance.low, chance.high) == (float(Fraction(100, 924)), float(Fraction(724, 924)))
    assert found.mean(0, count) == Estimate(300 / 924, 300 / 924, None)
    assert found.share == 300 / 924
    nothing = Estimator(DEAL, Tally([]), complete=False).chance(0, lambda outcome: outcome == (3,))
    assert (nothing.low, nothing.high) == (0, 1)


def test_differences() -> None:
    half, third = Estimate(0.5, 0.5, 0.5, "1/2"), Estimate(1 / 3, 1 / 3, 1 / 3, "1/3")
    assert difference(half, third).exact == "-1/6"
    between = difference(Estimate(0.2, 0.2, 0.5), Estimate(0.3, 0.3, 0.7))  # bounds of what was cut short
    assert (between.low, between.high) == (pytest.approx(0.3 - 0.5), pytest.approx(0.7 - 0.2))
    sampled = difference(Estimate(0.5, 0.47, 0.53), Estimate(0.6, 0.56, 0.64))
    assert sampled.low == pytest.approx(0.1 - 0.05)  # 0.03 and 0.04 are the sides of a right triangle
    assert sampled.high == pytest.approx(0.1 + 0.05)
    assert difference(Estimate(1.0, 1.0, None), half).high is None
