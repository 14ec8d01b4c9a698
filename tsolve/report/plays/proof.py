"""How sure it is that a play is the best one."""

from __future__ import annotations

from collections.abc import Mapping

from tsolve.model.answers import SolveAnswer
from tsolve.model.wishes import Draws
from tsolve.report.page import Style

PROOFS: Mapping[str, tuple[str, Style]] = {
    "optimal": ("Proved.", "good"),
    "undecided": ("Not proved.", "warn"),
    "impossible": ("", "bad"),
}
"""Status of a best play -> what it says."""

_ON_AVERAGE: Mapping[Draws, str] = {
    "expected": "on average",
    "worst": "if the worst cards come",
    "best": "if the best cards come",
    "known": "without unknown cards",
}
"""Attitude to draws -> what a plan is best for."""


def how_sure(solution: SolveAnswer) -> str:
    """Whether a best play without chance is proved, in a sentence."""
    if solution.left_out and solution.status == "optimal":
        return "Best without an unknown card or choice."
    proof, _ = PROOFS[solution.status]
    return f"{proof.removesuffix('.')}, {_by_goal(solution)}." if proof and solution.goal_of_file else proof


def _by_goal(solution: SolveAnswer) -> str:
    return f"by the file's goal: {solution.goal_of_file}"


def attitude(solution: SolveAnswer) -> str:
    """For whom the plan is best, and whether that is proved: `on average, proved`."""
    assert solution.policy is not None
    proof = "proved" if solution.status == "optimal" else "not proved"
    if solution.left_out:
        proof = "among the plays that need no unknown card or choice"
    told = f"{_ON_AVERAGE[solution.policy.draws]}, {proof}"
    return f"{told}, {_by_goal(solution)}" if solution.goal_of_file else told


def best_word(solution: SolveAnswer) -> tuple[str, Style]:
    """What stands before the best play, and its style."""
    return ("best", "") if solution.status == "optimal" else ("best so far", "warn")
