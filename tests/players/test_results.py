"""Intervals of what games come to, against tables and by hand."""

from math import sqrt

import pytest

from tsolve.players.results import mean_of, share


def test_wilsons_interval_by_hand() -> None:
    # z = 1.96, z^2 = 3.8415; 8 of 10: middle (0.8 + 0.19207) / 1.38415 = 0.71674,
    # reach 1.96 / 1.38415 * sqrt(0.016 + 0.0096037) = 1.41603 * 0.16001 = 0.22658
    found = share(8, 10)
    assert found.value == 0.8
    assert (found.low, found.high) == (pytest.approx(0.4902, abs=1e-4), pytest.approx(0.9433, abs=1e-4))


def test_wilsons_interval_keeps_to_0_and_1() -> None:
    none, every = share(0, 5), share(5, 5)
    assert (none.low, every.high) == (0.0, 1.0)
    assert none.high == pytest.approx(0.4345, abs=1e-4)  # z^2 / (5 + z^2) = 3.8415 / 8.8415


def test_students_interval_by_hand() -> None:
    # 1, 2, 3: mean 2, deviation 1; with 2 degrees of freedom 4.3027 / sqrt(3)
    found = mean_of([1, 2, 3])
    assert found.value == 2
    assert found.high == pytest.approx(2 + 4.3027 / sqrt(3), abs=1e-3)
    assert found.low == pytest.approx(2 - 4.3027 / sqrt(3), abs=1e-3)


def test_one_game_has_no_interval() -> None:
    assert (mean_of([7]).low, mean_of([7]).high) == (None, None)
