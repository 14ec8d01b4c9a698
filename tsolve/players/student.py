"""Student's t, for intervals around means of games."""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

_ALMOST_NORMAL = 300
"""From so many degrees of freedom on an expansion around the normal quantile is exact to nine digits."""


@lru_cache(maxsize=1024)
def t_quantile(probability: float, freedom: int) -> float:
    """The number that Student's t, with so many degrees of freedom, stays below with this probability, which
    is more than a half.
    """
    if freedom >= _ALMOST_NORMAL:
        return _expanded(probability, freedom)
    low, high = 0.0, 1.0
    while _below(high, freedom) < probability:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _below(middle, freedom) < probability else (low, middle)
    return high


def _expanded(probability: float, freedom: int) -> float:
    """The expansion of Cornish and Fisher. (Abramowitz and Stegun, 26.7.5)"""
    z = NormalDist().inv_cdf(probability)
    s = z * z
    terms = (
        z,
        z * (s + 1) / 4,
        z * ((5 * s + 16) * s + 3) / 96,
        z * (((3 * s + 19) * s + 17) * s - 15) / 384,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def _below(t: float, freedom: int) -> float:
    """The chance that Student's t lies below t: a finite sum for whole degrees of freedom.
    (Abramowitz and Stegun, 26.7.3 and 26.7.4)
    """
    angle = atan(t / sqrt(freedom))
    square, odd = cos(angle) ** 2, freedom % 2
    term, total = (cos(angle), 0.0) if odd else (1.0, 0.0)
    for number in range(1, (freedom + 1) // 2 if odd else freedom // 2 + 1):
        total += term
        term *= square * (2 * number / (2 * number + 1) if odd else (2 * number - 1) / (2 * number))
    within = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return (1 + within) / 2
