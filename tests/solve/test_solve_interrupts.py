"""Ctrl-C belongs to Python again once CP-SAT has worked."""

from __future__ import annotations

import signal
import threading

import pytest

from tsolve.solve import Choice, Linear, Option, Problem, Total, solve
from tsolve.solve.cpsat import optima_cpsat

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
