"""Ctrl-C held back: it comes once, afterwards, and never to a process that was started meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from tsolve.process import interrupts_held_back


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, as it does in a fresh Python."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def goes_on(during: Callable[[], None]) -> bool:
    """Whether what holds an interrupt back goes on to its end when it comes; afterwards it must come."""
    reached = False

    def held_back() -> None:
        nonlocal reached
        with interrupts_held_back():
            during()
            reached = sum(range(100_000)) > 0  # time enough for Python to hear of it

    with pytest.raises(KeyboardInterrupt):
        held_back()
    return reached


def test_an_interrupt_waits_for_the_end() -> None:
    assert goes_on(lambda: os.kill(os.getpid(), signal.SIGINT))


def test_several_are_one() -> None:
    calls: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: calls.append(number))
    with interrupts_held_back():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        assert calls == []
    assert calls == [signal.SIGINT]


def test_an_interrupt_that_another_thread_hears_waits_too() -> None:
    """A mask belongs to one thread: a thread started before may still hear of the interrupt."""
    asked, sent = threading.Event(), threading.Event()

    def other() -> None:
        asked.wait()
        signal.raise_signal(signal.SIGINT)
        sent.set()

    def ask() -> None:
        asked.set()
        assert sent.wait(10)

    thread = threading.Thread(target=other)
    thread.start()
    assert goes_on(ask)
    thread.join()


def test_one_inside_another_ends_with_the_outer() -> None:
    def inner() -> None:
        with interrupts_held_back():
            os.kill(os.getpid(), signal.SIGINT)

    assert goes_on(inner)


def test_an_error_of_the_body_is_passed_on() -> None:
    with pytest.raises(ValueError, match="wrong"), interrupts_held_back():
        raise ValueError("wrong")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_solver_is_loaded_whole() -> None:
    """An interrupt while compiled code was loaded came out as "ImportError: initialization failed"."""
    script = """
import builtins, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
real = builtins.__import__
def interrupted(name, *rest):
    if name.startswith("ortools"):
        signal.raise_signal(signal.SIGINT)
    return real(name, *rest)
builtins.__import__ = interrupted
try:
    import tsolve.solve.cpsat
except KeyboardInterrupt:
    print("interrupted")
import sys
print("ortools.sat.python.cp_model_helper" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["interrupted", "True"], done.stderr


def test_a_process_started_meanwhile_does_not_hear_it() -> None:
    script = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('still here')"
    with interrupts_held_back():
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "still here\n"
