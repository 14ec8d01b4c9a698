"""A level of a goal may be a weighted sum of levels: `4*points+2*worth`.

Weights are whole numbers above zero, so that everything stays exact and more of a good thing is never worse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from tsolve.errors import UsageError

if TYPE_CHECKING:
    from tsolve.solve.problem import Linear

MOST = 99
"""The greatest weight."""


def read_level(text: str) -> str:
    """A level as it is written, in its plain form: no spaces, no weight of 1. Raises UsageError."""
    parts = [_part(part, text) for part in text.split("+")]
    names = [name for _, name in parts]
    if len(set(names)) < len(names):
        raise UsageError(f'"{text}" names a level twice')
    return "+".join(name if weight == 1 else f"{weight}*{name}" for weight, name in parts)


def _part(part: str, text: str) -> tuple[int, str]:
    weight, times, name = (word.strip() for word in part.rpartition("*"))
    if not times:
        return 1, name
    if not (weight.isascii() and weight.isdecimal() and len(weight) <= 2 and int(weight)):
        raise UsageError(f'"{text}": a weight is a whole number from 1 to {MOST}, as in 2*points')
    return int(weight), name


@cache
def parts_of(level: str) -> tuple[tuple[int, str], ...]:
    """The weights and names that make up a level in its plain form."""
    return tuple(_part(part, level) for part in level.split("+"))


def weighted(goal: tuple[str, ...], values: Mapping[str, int], otherwise: int = 0) -> tuple[int, ...]:
    """The worth by the goal, with `values` for single levels and `otherwise` for the rest."""
    worth = []
    for level in goal:
        sum_ = 0
        for weight, name in parts_of(level):
            sum_ += weight * values.get(name, otherwise)
        worth.append(sum_)
    return tuple(worth)


def goal_terms(goal: tuple[str, ...], sources: Mapping[str, tuple[int, str]]) -> Iterator[Linear]:
    """One term `goal <level>` for each level; a single level is a factor times a total or a term.

    A level without a source counts 0.
    """
    from tsolve.solve.problem import Linear  # goals are also read where nothing is solved

    for level in goal:
        factors = Counter[str]()
        for weight, name in parts_of(level):
            if name in sources:
                factor, id_ = sources[name]
                factors[id_] += weight * factor
        yield Linear(f"goal {level}", tuple((factor, id_) for id_, factor in factors.items()))


def objective(goal: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of these terms."""
    return tuple(f"goal {level}" for level in goal)
