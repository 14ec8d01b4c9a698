"""Answers as JSON: one document for a run, the same shape for every command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Generic, TypeVar, get_args

import msgspec

from tsolve.model.answers import SCHEMA_VERSION, CheckAnswer
from tsolve.model.diffs import DependenceAnswer, DiffAnswer
from tsolve.model.grades import GradeAnswer
from tsolve.model.hunts import HuntAnswer
from tsolve.model.lookups import (
    CardAnswer,
    CardsAnswer,
    LegalAnswer,
    RuleAnswer,
    RulesAnswer,
    SimulationAnswer,
)
from tsolve.model.odds import OddsAnswer
from tsolve.model.receipts import VerifyAnswer
from tsolve.model.regress import RegressAnswer
from tsolve.model.scores import ScoreAnswer
from tsolve.model.solved import SolvedAnswer
from tsolve.model.targets import TargetsAnswer
from tsolve.model.whynot import WhyNotAnswer
from tsolve.report.failures import ErrorAnswer
from tsolve.report.verdict import Verdict

A = TypeVar("A")

ANSWERS: dict[str, Any] = {
    "check": CheckAnswer,
    "solve": SolvedAnswer,
    "verify": VerifyAnswer,
    "why-not": WhyNotAnswer,
    "grade": GradeAnswer,
    "odds": OddsAnswer,
    "targets": TargetsAnswer,
    "legal": LegalAnswer,
    "score": ScoreAnswer,
    "hunt": HuntAnswer,
    "diff": DiffAnswer | DependenceAnswer,
    "regress": RegressAnswer,
    "simulate": SimulationAnswer,
    "rule": RuleAnswer | RulesAnswer,
    "card": CardAnswer,
    "cards": CardsAnswer,
}
"""Command -> the type of its answers."""


_OF_EACH = {"verdict": {"type": "string"}, "exit_code": {"type": "integer"}}
"""What every answer has besides the fields of its type."""


class Run(msgspec.Struct, Generic[A], frozen=True):
    """What a run of a command found: answers in the order of the files, and why one is missing."""

    command: str
    exit_code: int
    answers: tuple[A, ...]
    errors: tuple[ErrorAnswer, ...] = ()
    stopped_early: bool = False
    """Whether the run was ended by Ctrl-C or a time limit, so that this is only what was found by then."""
    schema_version: int = SCHEMA_VERSION


def as_json(run: Run[Any], verdicts: Sequence[Verdict]) -> str:
    """The run as indented JSON, each answer with its verdict. Keys stand in the order of the types; control
    characters are escaped.
    """
    told = msgspec.to_builtins(run)
    told["answers"] = [
        {"verdict": verdict.word, "exit_code": verdict.exit_code, **answer}
        for answer, verdict in zip(told["answers"], verdicts, strict=True)
    ]
    return json.dumps(told, indent=2, ensure_ascii=True) + "\n"


def output_schema(command: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a command's output, made from the types of the answers."""
    answers = ANSWERS[command]
    # mypy cannot see a type that is only known at run time
    schema = msgspec.json.schema(Run[answers])  # type: ignore[valid-type]
    for answer in get_args(answers) or (answers,):
        shape = schema["$defs"][answer.__name__]
        shape["properties"] = {**_OF_EACH, **shape["properties"]}
        shape["required"] = list(dict.fromkeys((*_OF_EACH, *shape["required"])))
    return schema
