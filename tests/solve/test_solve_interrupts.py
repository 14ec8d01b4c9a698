"""Ctrl-C belongs to Python while CP-SAT works, and afterwards."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

import pytest

from tsolve.budget import Budget, allow
from tsolve.solve import cpsat, solve
from tsolve.solve.cpsat import optima_cpsat
from tsolve.solve.problem import Choice, Linear, Option, Problem, Total

PROBLEM = Problem(
    "p",
    choices=(Choice("hero", 2, (Option("strikes", {}, {"attack": 2}), Option("rests", {}, {}))),),
    totals=(Total("attack"),),
    terms=(Linear("value", ((1, "attack"),)),),
    objective=("value",),
)


def test_an_interrupt_is_one() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert solve(PROBLEM, backend="cpsat").solution is not None
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert len(optima_cpsat(PROBLEM, (4,), 5)) == 1
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_leave_signals_alone() -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(solve(PROBLEM, backend="cpsat").solution))
    thread.start()
    thread.join()
    assert found[0] is not None


class SearchUntilStopped:
    """CP-SAT with a search that takes for ever: it begins only once it is told to stop."""

    def __init__(self) -> None:
        self.real: Any = REAL()
        self.stopped = threading.Event()

    def __getattr__(self, name: str) -> object:
        return getattr(self.real, name)

    def stop_search(self) -> None:
        self.stopped.set()

    def solve(self, proto: object) -> object:
        assert self.stopped.wait(30), "nobody has stopped the search"
        return self.real.solve(proto)


REAL = cpsat.helper.SolveWrapper


def test_an_interrupt_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat.helper, "SolveWrapper", SearchUntilStopped)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            solve(PROBLEM, backend="cpsat")
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_a_budget_that_is_stopped_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat.helper, "SolveWrapper", SearchUntilStopped)
    budget = Budget()
    timer = threading.Timer(0.2, budget.stop)
    timer.start()
    with allow(budget):
        solve(PROBLEM, backend="cpsat")
    timer.join()
