"""JSON output: valid by the schema made from the types, in a stable order, readable back; every answer has
a verdict, and every verdict an exit code.
"""

from __future__ import annotations

import inspect
import json
from typing import get_args

import jsonschema
import msgspec
import pytest

from tests.report.made_up import ILLEGAL, LEGAL, SOLUTION, check
from tsolve.errors import Diagnostic, Span
from tsolve.model.answers import CheckAnswer
from tsolve.model.lookups import SimulationAnswer
from tsolve.model.verdicts import EXIT_CODES, Answer, Word
from tsolve.report.formats import ANSWERS, Run, as_json, output_schema
from tsolve.report.mistakes import ErrorAnswer, as_answer

SPAN = Span("x.yaml", 3, 5, 3, 9, "hand: [x]")
DIAGNOSTIC = Diagnostic("E302", "unknown", SPAN, "help", "x", (("here", SPAN),))
ERROR = ErrorAnswer("input", "1 problem", "x.yaml", (as_answer(DIAGNOSTIC),))
RUN: Run[CheckAnswer] = Run("check", 2, (check(LEGAL, ("confirmed",), SOLUTION), check(ILLEGAL)), (ERROR,))


def test_valid_by_its_schema() -> None:
    told = json.loads(as_json(RUN))
    jsonschema.validate(told, output_schema("check"))
    place = {"file": "x.yaml", "line": 3, "column": 5, "end_line": 3, "end_column": 9}
    assert told["errors"][0]["diagnostics"][0]["place"] == place
    empty: Run[SimulationAnswer] = Run("simulate", 0, (SimulationAnswer(()),))
    jsonschema.validate(json.loads(as_json(empty)), output_schema("simulate"))


@pytest.mark.parametrize("command", ANSWERS)
def test_every_command_has_a_schema(command: str) -> None:
    schema = output_schema(command)
    jsonschema.Draft202012Validator.check_schema(schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"command": command}, schema)


def test_reads_back_as_it_was() -> None:
    assert msgspec.json.decode(as_json(RUN), type=Run[CheckAnswer]) == RUN


def test_order_of_the_keys() -> None:
    told = json.loads(as_json(RUN))
    assert list(told) == ["command", "exit_code", "answers", "errors", "stopped_early", "schema_version"]
    assert list(told["answers"][0])[:5] == ["verdict", "exit_code", "file", "position", "legal"]
    assert told["schema_version"] == told["answers"][0]["schema_version"] == 3


def test_each_answer_has_a_verdict_and_each_error_a_code() -> None:
    told = json.loads(as_json(RUN))

    assert [(each["verdict"], each["exit_code"]) for each in told["answers"]] == [
        ("holds", 0),
        ("refuted", 1),
    ]
    assert [each["exit_code"] for each in told["errors"]] == [2]
    required = output_schema("check")["$defs"]["CheckAnswer"]["required"]
    assert {"verdict", "exit_code", "file"} <= set(required)


def test_only_ascii_so_that_no_terminal_is_reached() -> None:
    text = as_json(Run("check", 0, (check(file="\x1b\u202eŁ.yaml"),)))
    assert text.isascii()
    assert "\x1b" not in text
    assert json.loads(text)["answers"][0]["file"] == "\x1b\u202eŁ.yaml"


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
