"""Student's quantiles against printed tables."""

import pytest

from tsolve.players.student import t_quantile

# (probability, degrees of freedom, quantile)
TABLE = [
    (0.975, 1, 12.7062),
    (0.975, 2, 4.3027),
    (0.975, 5, 2.5706),
    (0.975, 10, 2.2281),
    (0.975, 29, 2.0452),
    (0.975, 31, 2.0395),
    (0.995, 31, 2.7440),
    (0.9995, 31, 3.6335),
    (0.975, 120, 1.9799),
    (0.975, 1000, 1.9623),
]


@pytest.mark.parametrize(("probability", "freedom", "quantile"), TABLE)
def test_quantiles_are_those_of_the_tables(probability: float, freedom: int, quantile: float) -> None:
    assert t_quantile(probability, freedom) == pytest.approx(quantile, abs=1e-4)


@pytest.mark.parametrize("probability", [0.9, 0.975, 0.9999])
def test_the_sum_and_the_expansion_meet(probability: float) -> None:
    """Below 300 degrees of freedom a finite sum is solved, from there on a series is added up."""
    assert t_quantile(probability, 299) > t_quantile(probability, 300) > t_quantile(probability, 301)
