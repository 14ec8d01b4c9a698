"""What a party is told about its turns and rounds within a limit: what the play reaches on average, what no
play exceeds, and for how many figures it says what they do. `--seconds=60` for another limit.
"""

from __future__ import annotations

import gc
from pathlib import Path
from time import process_time
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.clock import Clock
from benchmarks.row import Row
from tsolve import api
from tsolve.budget import within
from tsolve.model.answers import SolveAnswer

POSITIONS = Path(__file__).parent / "positions" / "rounds"
"""Two to four characters: `small_2_2` is two against two monsters, `char_3_6` the turn of one of three."""
SECONDS = 10.0
COUNTED = ("kills", "damage")
"""Levels of the goal; damage is what monsters lose of their hit points."""


class Found(NamedTuple):
    """What an answer says of one level of the goal."""

    low: float
    high: float | None
    """None where the answer names no bound."""


def rows(option: str = "") -> list[Row]:
    """The figures of every position, by processor time: a machine that is busy otherwise changes nothing."""
    seconds = float(option.partition("=")[2] or SECONDS)
    with patch("tsolve.budget.monotonic", Clock()):
        return [row for path in sorted(POSITIONS.glob("*.yaml")) for row in _rows_of(path, seconds)]


def _rows_of(path: Path, seconds: float) -> list[Row]:
    position = api.load(str(path))
    gc.collect()
    started = process_time()
    with within(seconds):
        solution = api.solve(position, path.name).solution
    taken = process_time() - started
    figures = {each.name for each in position.state.figures}
    acting = {text.partition(": ")[0] for text in _steps(solution)} & figures
    found = [Row(f"{path.stem}: proved", float(solution.status == "optimal"), "")]
    for level in COUNTED:
        low, high = _found(solution, level)
        found.append(Row(f"{path.stem}: {level} reached", low, level))
        if high is not None:
            found += [
                Row(f"{path.stem}: {level} at most", high, ""),
                Row(f"{path.stem}: gap in {level}", high - low, ""),
            ]
    found.append(Row(f"{path.stem}: figures in the plan of {len(figures)}", len(acting), ""))
    allowed = seconds + 1
    found.append(Row(f"{path.stem}: processor", taken, "s", f"<= {allowed}", taken <= allowed))
    return found


def _found(solution: SolveAnswer, level: str) -> Found:
    for each in solution.between:
        if each.level == level:
            return Found(each.low.value, each.high.value)
    at = solution.goal.index(level)
    policy = solution.policy
    if policy is None:
        reached = solution.objective[at] if solution.objective else 0
        return Found(reached, solution.bound[at] if solution.bound else None)
    known = policy.worth if solution.status == "optimal" else policy.high
    return Found(policy.worth[at].value, known[at].value if at < len(known) else None)


def _steps(solution: SolveAnswer) -> list[str]:
    """The steps of the line, or of a policy those before the first draw."""
    policy = solution.policy
    steps = policy.nodes[0].steps if policy is not None else [s for p in solution.best for s in p.line.steps]
    return [step.text for step in steps]
