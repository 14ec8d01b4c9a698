"""Every answer has a verdict, and every verdict an exit code."""

from __future__ import annotations

import inspect
from typing import get_args

import pytest

from tsolve.model.verdicts import EXIT_CODES, Answer, Word
from tsolve.report.formats import ANSWERS, output_schema

TYPES = [each for answers in ANSWERS.values() for each in get_args(answers) or (answers,)]


def test_every_word_has_an_exit_code() -> None:
    assert set(EXIT_CODES) == set(get_args(Word))


@pytest.mark.parametrize("answer", TYPES, ids=lambda each: each.__name__)
def test_every_answer_has_a_verdict(answer: type[Answer]) -> None:
    assert issubclass(answer, Answer)
    assert inspect.getdoc(answer)


@pytest.mark.parametrize("command", ANSWERS)
def test_the_schema_lists_the_verdicts(command: str) -> None:
    for answer in get_args(ANSWERS[command]) or (ANSWERS[command],):
        shape = output_schema(command)["$defs"][answer.__name__]
        assert set(shape["properties"]["verdict"]["enum"]) <= set(EXIT_CODES)
