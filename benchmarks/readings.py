"""What all readings cost beside the answer under one: `diff --all`, dependence, marks, a suite judged cold.

Seconds are of the processor, in a process that is warm; ratios and counted steps are to be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from time import process_time
from typing import NamedTuple

from benchmarks.row import Row
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.suite import collect
from tsolve.suite.judging import judge
from tsolve.worlds.verdict import verdict_of

PUZZLES = Path(__file__).parents[1] / "puzzles"
EXAMPLES = PUZZLES / "thunderstone" / "examples"
EVERY = 20
"""Of the suite every so many-th puzzle is measured."""


class Spent(NamedTuple):
    """What some work took."""

    seconds: float
    steps: int

    def to(self, other: Spent) -> float:
        """How many times the other's seconds."""
        return self.seconds / other.seconds


def rows() -> list[Row]:
    """The examples under all readings, and a sample of the suite with and without what is said about it."""
    examples = [api.load(str(file)) for file in sorted(EXAMPLES.glob("*.yaml"))]
    alone = _spent(verdict_of, examples)
    everywhere = _spent(api.dependence, examples)
    sample = sorted(PUZZLES.rglob("*.yaml"))[::EVERY]
    position = [api.load(str(file)) for file in sample]
    checked = [api.check(each) for each in position]
    check = _spent(api.check, position)
    depends = _spent(lambda pair: api.depending(*pair), zip(position, checked, strict=True))
    marks = _spent(
        lambda pair: api.with_decisive(*pair),
        zip(position, map(api.depending, position, checked), strict=True),
    )
    cold = _spent(lambda file: judge(str(file), collect.content(file) or b""), sample)
    return [
        Row(f"{len(examples)} examples under their own readings", alone.seconds, "s"),
        Row("diff --all of the same", everywhere.seconds, "s"),
        Row("diff --all, to the answers alone", everywhere.to(alone), "times"),
        Row("diff --all, thousands of steps counted", everywhere.steps / 1000, "steps"),
        Row(f"check of {len(sample)} puzzles", check.seconds, "s"),
        Row("what they depend on, to the check", depends.to(check), "times"),
        Row("which rulings are decisive, to the check", marks.to(check), "times"),
        Row("regress of the same, nothing remembered", cold.seconds * 1000 / len(sample), "ms each"),
    ]


def _spent(work: Callable[..., object], items: Iterable[object]) -> Spent:
    listed = list(items)
    started = process_time()
    with allow(Budget()) as budget:
        for item in listed:
            work(item)
    return Spent(process_time() - started, budget.spent)
