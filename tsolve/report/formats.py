"""Answers for other programs: JSON, one document for a run, with the same shape for every command; chances as
CSV; and annotations that GitHub Actions shows beside the lines of a file.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from importlib import import_module
from io import StringIO
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec

from tsolve.diagnostics import suggest
from tsolve.errors import Diagnostic, UnknownNameError, escape
from tsolve.model.advice import AdviceAnswer
from tsolve.model.answers import SCHEMA_VERSION, CheckAnswer
from tsolve.model.asked import AnyAsked
from tsolve.model.diffs import DependenceAnswer, DiffAnswer, HuntAnswer
from tsolve.model.grades import GradeAnswer, ScoreAnswer
from tsolve.model.log_grades import LogGradeAnswer
from tsolve.model.lookups import (
    CardsAnswer,
    Found,
    SimulationAnswer,
)
from tsolve.model.odds import DeckOdds, Estimate, OddsAnswer, Row
from tsolve.model.plays import SetupAnswer, ShowAnswer
from tsolve.model.receipts import VerifyAnswer
from tsolve.model.regress import RegressAnswer
from tsolve.model.solved import LegalAnswer, SolvedAnswer, TargetsAnswer
from tsolve.model.verdicts import Answer
from tsolve.model.why_not import WhyNotAnswer
from tsolve.report.answers.check import brief_answer
from tsolve.report.mistakes import ErrorAnswer

A = TypeVar("A", bound=Answer)

DIALECT = "https://json-schema.org/draft/2020-12/schema"

ANSWERS: dict[str, Any] = {
    "check": CheckAnswer,
    "solve": SolvedAnswer,
    "ask": AnyAsked,
    "verify": VerifyAnswer,
    "why-not": WhyNotAnswer,
    "grade": GradeAnswer | LogGradeAnswer,
    "odds": OddsAnswer,
    "advise": AdviceAnswer,
    "targets": TargetsAnswer,
    "legal": LegalAnswer,
    "show": ShowAnswer,
    "score": ScoreAnswer,
    "hunt": HuntAnswer,
    "diff": DiffAnswer | DependenceAnswer,
    "regress": RegressAnswer,
    "simulate": SimulationAnswer,
    "setup": SetupAnswer,
    "rule": Found,
    "card": Found,
    "cards": CardsAnswer,
    "vocabulary": Found,
    "explain": Found,
}
"""Command -> the type of its answers."""


class Run(msgspec.Struct, Generic[A], frozen=True):
    """The result of a run of a command: answers in the order of the files, and errors for missing ones."""

    command: str
    exit_code: int
    answers: tuple[A, ...]
    errors: tuple[ErrorAnswer, ...] = ()
    stopped_early: bool = False
    """Whether Ctrl-C or a time limit ended the run, so that answers may be missing."""
    schema_version: int = SCHEMA_VERSION


def as_json(run: Run[A]) -> str:
    """The run as indented JSON, each answer with its verdict. Keys are in the order of the types' fields;
    control characters are escaped.
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
    for name in (
        "tsolve.model.hexmaps",
        "tsolve.model.logs",
        "tsolve.model.odds",
    ):  # answers name these without loading them
        import_module(name)
    answers = ANSWERS[command]
    # mypy cannot see a type that is only known at run time
    schema = msgspec.json.schema(Run[answers])  # type: ignore[valid-type]
    _, run = schema["$ref"].rsplit("/", 1)
    parts = json.dumps([shape for name, shape in schema["$defs"].items() if name != run])
    for answer in get_args(answers) or (answers,):
        shape = schema["$defs"][answer.__name__]
        judged = {"verdict": msgspec.json.schema(_words(answer)), "exit_code": {"type": "integer"}}
        shape["properties"] = {**judged, **shape["properties"]}
        if f'"#/$defs/{answer.__name__}"' not in parts:  # as a part of another answer it has no verdict
            shape["required"] = list(dict.fromkeys((*judged, *shape["required"])))
    schema["$ref"], schema["$defs"]["Run"] = "#/$defs/Run", schema["$defs"].pop(run)
    told = schema["$defs"]["Run"]["properties"]
    told["command"] = {"const": command}
    told["schema_version"] = {"const": SCHEMA_VERSION}
    return {"$schema": DIALECT, "$id": f"urn:tsolve:output:{command}:{SCHEMA_VERSION}", **schema}


def _words(answer: type[Answer]) -> Any:
    """The words that the verdict of such an answer may be."""
    if "verdict" in answer.__struct_fields__:
        return get_type_hints(answer)["verdict"]
    return get_type_hints(answer.verdict.fget)["return"]  # type: ignore[attr-defined]


_FORMULAS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""How a formula begins in a spreadsheet, also in full-width characters."""
COLUMNS = ("deck", "quantity", "about", "outcome", "enough", "value", "low", "high", "exact")


def as_csv(answer: OddsAnswer) -> str:
    """A line for every chance and mean, after a line of heads."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for deck in answer.decks:
        writer.writerows(_rows(deck))
    for event in answer.events:
        for each in event.by[: event.within]:
            known = each.chance
            numbers = (known.value, known.low, known.high, known.exact)
            where = (_cell(event.deck), event.unit, _cell(event.event))
            writer.writerow((*where, each.after, "", *numbers))
    return text.getvalue()


def _cell(text: str) -> str:
    """The text, changed if a spreadsheet would take it for a formula."""
    shown = escape(text)
    return f"'{shown}" if shown.startswith(_FORMULAS) else shown


def _rows(deck: DeckOdds) -> Iterator[tuple[object, ...]]:
    def row(
        quantity: str, about: str, estimate: Estimate, outcome: object = "", enough: object = ""
    ) -> tuple[object, ...]:
        ends = ("" if end is None else end for end in (estimate.low, estimate.high))
        texts = (_cell(deck.title), quantity, _cell(about))
        return (*texts, outcome, enough, estimate.value, *ends, estimate.exact)

    for where, figure in deck.figures():
        about, limit = ("", None) if where is None else (where.called, where.threshold)
        distribution = figure.distribution
        if distribution is None:
            yield row(figure.id, about, figure.estimate, _reached(where))
            continue
        yield row(f"mean {figure.id}", about, figure.estimate)
        for bar in distribution.bars:
            outcome = "none" if bar.number is None else bar.number
            yield row(figure.id, about, bar.chance, outcome, "" if limit is None else int(bar.enough))
    yield row("left out", "", deck.left_out)


def _reached(row: Row | None) -> object:
    """The number that a row is about, such as a price, if it has no distribution of its own."""
    if row is None or row.threshold is None or any(figure.distribution for figure in row.figures):
        return ""
    return row.threshold.number


def annotate(answer: CheckAnswer) -> Iterator[str]:
    """An annotation for each illegal step, doubtful claim and failed expectation; then the verdict."""
    if answer.line is not None and not answer.expects("line"):
        for step in answer.line.steps:
            if step.refusal is not None:
                rulings = ", ".join(step.refusal.rulings)
                message = f"step {step.number}, {step.text}: {step.refusal.reason} [{rulings}]"
                yield command("error", message, answer.file, step.line, title="not legal")
    for turn in answer.log.turns if answer.log and not answer.expects("log") else ():
        for fault in turn.faults:
            level, title = ("warning", "undecided") if fault.undecided else ("error", "not legal")
            told = f"turn {turn.number}, {fault.refusal.action or turn.called}: {fault.refusal.reason}"
            yield command(level, told, answer.file, fault.line, title=title)
    for claim in answer.claims if not answer.expects("claims") else ():
        if claim.verdict != "confirmed":
            level = "error" if claim.verdict == "refuted" else "warning"
            title = f"claim {claim.verdict}"
            yield command(level, f"{claim.text}: {claim.reason}", answer.file, claim.line, title=title)
    for each in answer.expectations:
        if not each.holds:
            message = f"{each.what}: expected {each.expected}, found {each.found}"
            level, title = ("warning", "undecided") if each.undecided else ("error", "fails")
            yield command(level, message, answer.file, each.line, title=f"expectation {title}")
    said = brief_answer(answer) if answer.only_asks else answer.verdict
    yield f"tsolve: {escape(f'{answer.file}: {said}')}"


def annotate_problem(diagnostic: Diagnostic) -> str:
    """A problem of the input as an annotation."""
    message = diagnostic.message + (f" ({diagnostic.help})" if diagnostic.help else "")
    span = diagnostic.span
    if span is None:
        return command("error", message, title=diagnostic.code)
    return command("error", message, span.file, span.line, span.column, diagnostic.code)


def command(
    level: str,
    message: str,
    file: str = "",
    line: int | None = None,
    column: int | None = None,
    title: str = "",
) -> str:
    """A command to GitHub's runner; `level` is `error`, `warning` or `notice`."""
    places = {"file": file, "line": line, "col": column, "title": title}
    given = ",".join(f"{name}={_property(str(value))}" for name, value in places.items() if value)
    return f"::{level} {given}::{_data(message)}"


def _data(text: str) -> str:
    return escape(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
