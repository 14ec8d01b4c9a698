"""A problem that CP-SAT called infeasible while it replaced variables before the search (ortools 9.15)."""

from __future__ import annotations

import pytest

from tsolve.solve import solve
from tsolve.solve.problem import Choice, Clamp, Linear, Option, Pick, Problem, Test, Total

BISHOP = Choice(
    "bishop",
    1,
    (
        Option("as it is", adds={"magic": 2}),
        Option("sword", adds={"magic": 5, "light": 1}),
        Option("sword, silent", adds={"silenced": 1}),
        Option("spear", adds={"magic": 2, "attack": 2}),
        Option("spear, silent", adds={"silenced": 1}),
    ),
)
MILITIA = Choice(
    "militia", 1, (Option("as it is", adds={"attack": 1}), Option("silent", adds={"silenced": 1}))
)
PROBLEM = Problem(
    "haunt",
    choices=(BISHOP, MILITIA),
    totals=(
        Total("attack", prefer="more"),
        Total("magic", prefer="more"),
        Total("light", prefer="more"),
        Total("silenced", low=1, high=1),
    ),
    terms=(
        Linear("shortage", ((-1, "light"),), 1),
        Clamp("penalty", "shortage", low=0),
        Linear("both", ((1, "attack"), (1, "magic"))),
        Linear("darkened", ((1, "both"), (-2, "penalty"))),
        Clamp("value", "darkened", low=0),
        Linear("over", ((1, "value"),), -4),
        Pick("won", Test("over", at_least=0), 1, 0),
        Clamp("short", "over", high=0),
        Pick("margin", Test("won", at_least=1), "over", 0),
        Pick("shortfall", Test("won", at_least=1), 0, "short"),
    ),
    objective=("margin", "shortfall"),
)


@pytest.mark.parametrize("backend", ["exact", "cpsat"])
@pytest.mark.parametrize("at_least", [None, (1, -1), (0, 0)])
def test_the_sword_wins_by_one(backend: str, at_least: tuple[int, ...] | None) -> None:
    """One of the two is silent. The Bishop with the sword: 5 and Light 1, so 5 - 4 = 1; all else is less."""
    found = solve(PROBLEM, backend, at_least)  # type: ignore[arg-type]
    assert found.solution is not None
    assert found.solution.objective == (1, 0)
    assert found.solution.counts == {"bishop": {"sword": 1}, "militia": {"silent": 1}}


def test_nothing_is_better() -> None:
    assert solve(PROBLEM, "cpsat", (1, 0)).solution is None
