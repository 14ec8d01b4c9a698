"""One question about many files: answers and failures in the order of the files, whoever worked on them."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from time import sleep

import pytest

from tsolve import batch as pools
from tsolve.batch import pool
from tsolve.cli.diff import Asked, Question, ask_each
from tsolve.cli.session import Failure
from tsolve.errors import Diagnostic, InputError

Answer = tuple[str, str, bytes, int]


@pytest.fixture(autouse=True)
def helpers_are_called_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "FIRST_LOOK", -1.0)
    monkeypatch.setattr(pools, "START_UP", -1.0)


def whoever_answers(asked: str, content: bytes, file: str) -> Answer:
    """A question, and the process that answers it."""
    if content == b"bad":
        raise InputError([Diagnostic("E302", f"no card in {file}")])
    sleep(0.01)
    return asked, file, content, os.getpid()


def is_interrupted(content: bytes, file: str) -> str:
    """A question during which somebody presses Ctrl-C."""
    if content == b"bad":
        raise KeyboardInterrupt
    return file


def ask(
    question: Question[Answer], files: list[str], jobs: int, heard: list[tuple[int, int]]
) -> Asked[Answer]:
    with pool(jobs, on_progress=lambda *told: heard.append(told), keeps=True) as helpers:
        return ask_each(question, files, helpers)


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_and_failures_in_order(jobs: int, tmp_path: Path) -> None:
    files = [str(tmp_path / f"{number}.yaml") for number in range(40)]
    for number, file in enumerate(files[:-1]):
        Path(file).write_text("bad" if number % 3 == 0 else f"good{number}")
    heard: list[tuple[int, int]] = []
    found, left_out = ask(partial(whoever_answers, "why"), files, jobs, heard)

    assert left_out == 0
    for number, (file, each) in enumerate(zip(files, found, strict=True)):
        if number % 3 == 0:  # the last one is not there at all
            assert isinstance(each, Failure)
            assert (each.kind, each.code, each.file) == ("input", 2, file)
            told = [diagnostic.message for diagnostic in each.diagnostics]
            assert told == ([f"no card in {file}"] if number < 39 else ["there is no such file"])
        else:
            assert isinstance(each, tuple)
            assert each[:3] == ("why", file, f"good{number}".encode())
    assert heard == [(number, 40) for number in range(1, 41)]


def test_an_interruption_keeps_the_answers_that_there_are(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a", "b", "c")]
    for file, content in zip(files, ("good", "good", "bad"), strict=True):
        Path(file).write_text(content)

    with pool(keeps=True) as alone:
        assert ask_each(is_interrupted, files, alone) == (files[:2], 1)
