"""A budget ends every question in time with an answer that is true: what is said to be the best is the best,
what was found so far is no better, and the bound no worse; what was not judged says so.

Budgets are counted in steps, so that every machine stops at the same places.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from time import process_time

import pytest

from tests.games.thunderstone.large_positions import large_position, with_statements
from tsolve import api
from tsolve.budget import Budget, SpentError, allow
from tsolve.model.answers import CheckAnswer, SolveAnswer
from tsolve.model.solved import SolvedAnswer

CHUNKS, CHUNK = 8, 40
FEW = 20
"""Positions that are small enough to be solved without a limit as well."""
LONGEST_GAP = 0.5
"""The most processor seconds between two looks at the budget: a limit of 2 s has to hold within 3 s."""


class Watched(Budget):
    """A budget that knows how long nobody looked at it, in seconds of the processor."""

    def __init__(self, steps: int) -> None:
        super().__init__(steps=steps)
        self.longest_gap, self._last_look = 0.0, process_time()

    def count(self, steps: int) -> None:
        super().count(steps)
        now = process_time()
        self.longest_gap = max(self.longest_gap, now - self._last_look)
        self._last_look = now


@contextmanager
def watched(steps: int) -> Iterator[None]:
    """Everything inside has so many steps, and asks for them often enough.

    What the tests before this one left in memory is no part of the question: looking through it for garbage
    takes longer than anything that is measured here.
    """
    gc.collect()
    gc.freeze()
    try:
        budget = Watched(steps)
        with allow(budget):
            yield
        budget.count(0)
    finally:
        gc.unfreeze()
    assert budget.longest_gap < LONGEST_GAP


def opened(text: str) -> api.Opened:
    return api.loads(text.encode(), "p.yaml")


def solved(text: str) -> SolvedAnswer:
    position = opened(text)
    return api.in_full(position, api.solve(position, "p.yaml"))


def checked(text: str) -> CheckAnswer:
    position = opened(text)
    return api.in_full(position, api.check(position, "p.yaml"))


@pytest.mark.parametrize("first", range(0, CHUNKS * CHUNK, CHUNK))
def test_every_large_position_ends_in_time_with_an_answer(first: int) -> None:
    undecided = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        text, steps = large_position(random), int(10 ** random.uniform(2, 3.7))
        with watched(steps):
            if seed % 2:
                undecided += solved(text).solution.status == "undecided"
            else:
                checked(with_statements(random, text))
    assert undecided > CHUNK // 8, "the positions are too small, or the budgets too large"


@pytest.mark.parametrize("first", range(20_000, 20_000 + 3 * FEW, FEW))
def test_what_solve_says_in_a_hurry_is_true(first: int) -> None:
    hurried = 0
    for seed in range(first, first + FEW):
        random = Random(seed)
        text = large_position(random, 3, 6, 3)
        with allow(Budget(steps=200_000)) as budget:
            whole = solved(text)
        for _ in range(2):
            with allow(Budget(steps=int(budget.spent * random.random() ** 3))):
                found = solved(text)
            agrees(found.solution, whole.solution)
            _marks_agree(found, whole)
            hurried += found.solution.status != whole.solution.status
    assert hurried > 0


def agrees(found: SolveAnswer, whole: SolveAnswer) -> None:
    """Whether an answer that was found in a hurry is true, given one for which there was more time."""
    assert found.goal == whole.goal
    if found.status != "undecided":
        assert (found.status, found.objective) == (whole.status, whole.objective)
        assert (found.policy is None) == (whole.policy is None)
        assert found.policy is None or whole.policy is None or found.policy.worth == whole.policy.worth
        return
    if whole.status != "optimal":
        return
    best = worth(whole)
    assert found.turns or worth(found) is None or worth(found) <= best
    assert not found.bound or found.turns or tuple(found.bound) >= best
    if found.policy is not None and found.policy.high:
        levels = len(found.policy.high)
        assert tuple(Fraction(level.exact) for level in found.policy.high) >= best[:levels]


def worth(answer: SolveAnswer) -> tuple[Fraction, ...] | None:
    """What the best line or policy is worth, level by level; None where none was found."""
    if answer.policy is not None:
        return tuple(Fraction(level.exact) for level in answer.policy.worth)
    return tuple(map(Fraction, answer.objective)) if answer.best else None


def _marks_agree(found: SolvedAnswer | CheckAnswer, whole: SolvedAnswer | CheckAnswer) -> None:
    """What was examined comes out as it does without a limit; all else is said not to be examined."""
    if found.depends is not None and whole.depends is not None and found.depends.is_complete:
        named = {each.key for each in found.depends.keys}
        open_still = {*whole.depends.not_examined, *whole.depends.readers_not_examined}
        assert named <= {each.key for each in whole.depends.keys} | open_still or found.depends.undecided
    marks = {cited.id: cited.decisive for cited in whole.citations}
    for cited in found.citations:
        known_mark = marks.get(cited.id)
        assert None in (cited.decisive, known_mark) or cited.decisive == known_mark or _differ(found, whole)


def _differ(found: SolvedAnswer | CheckAnswer, whole: SolvedAnswer | CheckAnswer) -> bool:
    """Whether the two answers are about other lines, so that other rulings decide."""
    return (
        isinstance(found, SolvedAnswer)
        and isinstance(whole, SolvedAnswer)
        and (found.solution.best != whole.solution.best or found.solution.status != whole.solution.status)
    )


@pytest.mark.parametrize("first", range(30_000, 30_000 + 3 * FEW, FEW))
def test_what_check_says_in_a_hurry_is_true(first: int) -> None:
    hurried = 0
    for seed in range(first, first + FEW):
        random = Random(seed)
        text = with_statements(random, large_position(random, 3, 6, 3))
        position = opened(text)
        with allow(Budget(steps=200_000)) as budget:
            whole = api.check(position, "p.yaml")
        with allow(Budget(steps=int(budget.spent * random.random() ** 2))):
            found = api.check(position, "p.yaml")
        assert (found.position, found.legal, found.refused) == (whole.position, whole.legal, whole.refused)
        assert found.line == whole.line
        for claim, sure in zip(found.claims, whole.claims, strict=True):
            assert claim.text == sure.text
            assert claim.verdict in ("undecided", sure.verdict) or sure.verdict == "undecided"
            hurried += claim.verdict != sure.verdict
        sure_of = {each.what: (each.holds, each.undecided) for each in whole.expectations}
        for each in found.expectations:
            assert each.undecided or sure_of[each.what] == (each.holds, False) or sure_of[each.what][1]
        if found.solution is not None and whole.solution is not None:
            agrees(found.solution, whole.solution)
    assert hurried > 0


def test_a_budget_that_ends_before_the_second_proof_leaves_the_line_proved_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def spent(*_: object) -> None:
        raise SpentError

    monkeypatch.setattr("tsolve.games.thunderstone.planning.plan._Dungeon._rivals", spent)
    position = opened(
        "game: thunderstone\nturn: dungeon\nhand: [Militia, Torch]\nhall: [Ghost, none, none]\n"
    )

    answer = api.solve(position, "p.yaml").solution

    assert answer.status == "optimal"
    assert any("no time was left for the second proof" in note for note in answer.notes)
