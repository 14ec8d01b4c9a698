"""One question about many files: answers and failures in the order of the files, whoever worked on them."""

from __future__ import annotations

import os
from functools import partial
from time import sleep

import pytest

from tsolve.cli.asking import ask_each
from tsolve.cli.failing import Failure
from tsolve.diagnostics import Diagnostic
from tsolve.errors import InputError
from tsolve.suite import sharing

HERE = os.getpid()


@pytest.fixture(autouse=True)
def helpers_are_called_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "FIRST_LOOK", 0.0)
    monkeypatch.setattr(sharing, "START_UP", -1.0)


def whoever_answers(asked: str, file: str) -> tuple[str, str, int]:
    """A question, and the process that answers it."""
    if file.startswith("bad"):
        raise InputError([Diagnostic("TS302", f"no card in {file}")])
    sleep(0.01)
    return asked, file, os.getpid()


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_and_failures_in_order(jobs: int) -> None:
    files = [f"{'bad' if number % 3 == 0 else 'good'}{number}" for number in range(40)]
    heard: list[tuple[int, int]] = []
    found = ask_each(partial(whoever_answers, "why"), files, jobs, lambda *told: heard.append(told))

    for file, each in zip(files, found, strict=True):
        if file.startswith("bad"):
            assert isinstance(each, Failure)
            assert (each.kind, each.code, each.file) == ("input", 2, file)
            assert [diagnostic.message for diagnostic in each.diagnostics] == [f"no card in {file}"]
        else:
            assert isinstance(each, tuple)
            assert each[:2] == ("why", file)
    assert heard == [(number, 40) for number in range(1, 41)]


def test_standard_input_is_read_by_this_process() -> None:
    files = ["-", *(f"good{number}" for number in range(3))]
    first, *_ = ask_each(partial(whoever_answers, "why"), files, 2)

    assert first == ("why", "-", HERE)
