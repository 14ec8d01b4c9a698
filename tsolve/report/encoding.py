"""Answers as JSON: one document for a run, the same shape for every command."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec

from tsolve.diagnostics import suggest
from tsolve.errors import UnknownNameError
from tsolve.model.answers import SCHEMA_VERSION, CheckAnswer
from tsolve.model.diffs import DependenceAnswer, DiffAnswer, HuntAnswer
from tsolve.model.grades import GradeAnswer, ScoreAnswer
from tsolve.model.lookups import (
    CardAnswer,
    CardsAnswer,
    ExplanationAnswer,
    ExplanationsAnswer,
    KindAnswer,
    LegalAnswer,
    RuleAnswer,
    RulesAnswer,
    SimulationAnswer,
    VocabularyAnswer,
)
from tsolve.model.odds import OddsAnswer
from tsolve.model.positions import SetupAnswer, ShowAnswer
from tsolve.model.receipts import VerifyAnswer
from tsolve.model.regress import RegressAnswer
from tsolve.model.solved import SolvedAnswer, TargetsAnswer
from tsolve.model.verdicts import Answer
from tsolve.model.why_not import AskAnswer, WhyNotAnswer
from tsolve.report.mistakes import ErrorAnswer

A = TypeVar("A", bound=Answer)

DIALECT = "https://json-schema.org/draft/2020-12/schema"

ANSWERS: dict[str, Any] = {
    "check": CheckAnswer,
    "solve": SolvedAnswer,
    "ask": AskAnswer,
    "verify": VerifyAnswer,
    "why-not": WhyNotAnswer,
    "grade": GradeAnswer,
    "odds": OddsAnswer,
    "targets": TargetsAnswer,
    "legal": LegalAnswer,
    "show": ShowAnswer,
    "score": ScoreAnswer,
    "hunt": HuntAnswer,
    "diff": DiffAnswer | DependenceAnswer,
    "regress": RegressAnswer,
    "simulate": SimulationAnswer,
    "setup": SetupAnswer,
    "rule": RuleAnswer | RulesAnswer,
    "card": CardAnswer,
    "cards": CardsAnswer,
    "vocabulary": KindAnswer | VocabularyAnswer,
    "explain": ExplanationAnswer | ExplanationsAnswer,
}
"""Command -> the type of its answers."""


class Run(msgspec.Struct, Generic[A], frozen=True):
    """What a run of a command found: answers in the order of the files, and why one is missing."""

    command: str
    exit_code: int
    answers: tuple[A, ...]
    errors: tuple[ErrorAnswer, ...] = ()
    stopped_early: bool = False
    """Whether the run was ended by Ctrl-C or a time limit, so that this is only what was found by then."""
    schema_version: int = SCHEMA_VERSION


def as_json(run: Run[A]) -> str:
    """The run as indented JSON, each answer with its verdict. Keys stand in the order of the types; control
    characters are escaped.
    """
    told = msgspec.to_builtins(run)
    told["answers"] = [
        {"verdict": answer.verdict, "exit_code": answer.exit_code, **fields}
        for answer, fields in zip(run.answers, told["answers"], strict=True)
    ]
    return json.dumps(told, indent=2, ensure_ascii=True) + "\n"


def output_schema(command: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a command's output, made from the types of the answers.

    Raises UnknownNameError for a command that writes no JSON.
    """
    if command not in ANSWERS:
        near = suggest(command, ANSWERS) or f"these do: {', '.join(ANSWERS)}"
        raise UnknownNameError(f'there is no JSON output of "{command}"; {near}')
    for name in ("tsolve.model.hexmaps", "tsolve.model.odds"):  # which answers name without loading them
        import_module(name)
    answers = ANSWERS[command]
    # mypy cannot see a type that is only known at run time
    schema = msgspec.json.schema(Run[answers])  # type: ignore[valid-type]
    for answer in get_args(answers) or (answers,):
        shape = schema["$defs"][answer.__name__]
        judged = {"verdict": msgspec.json.schema(_words(answer)), "exit_code": {"type": "integer"}}
        shape["properties"] = {**judged, **shape["properties"]}
        shape["required"] = list(dict.fromkeys((*judged, *shape["required"])))
    _, run = schema["$ref"].rsplit("/", 1)
    told = schema["$defs"][run]["properties"]
    told["command"] = {"const": command}
    told["schema_version"] = {"const": SCHEMA_VERSION}
    return {"$schema": DIALECT, "$id": f"urn:tsolve:output:{command}:{SCHEMA_VERSION}", **schema}


def _words(answer: type[Answer]) -> Any:
    """The words that the verdict of such an answer may have."""
    if "verdict" in answer.__struct_fields__:
        return get_type_hints(answer)["verdict"]
    return get_type_hints(answer.verdict.fget)["return"]  # type: ignore[attr-defined]
