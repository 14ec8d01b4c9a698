"""Findings as annotations that GitHub Actions shows beside the lines of a file."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.diagnostics import Diagnostic, escape
from tsolve.model.answers import CheckAnswer
from tsolve.report.answers.summary import brief_answer


def annotate(answer: CheckAnswer) -> Iterator[str]:
    """An annotation for each illegal step, doubtful claim and failed expectation; then the verdict."""
    if answer.line is not None and not answer.expects("line"):
        for step in answer.line.steps:
            if step.refusal is not None:
                rulings = ", ".join(step.refusal.rulings)
                message = f"step {step.number}, {step.text}: {step.refusal.reason} [{rulings}]"
                yield command("error", message, answer.file, step.line, title="not legal")
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
    """An order to GitHub's runner; `level` is `error`, `warning` or `notice`."""
    places = {"file": file, "line": line, "col": column, "title": title}
    given = ",".join(f"{name}={_property(str(value))}" for name, value in places.items() if value)
    return f"::{level} {given}::{_data(message)}"


def _data(text: str) -> str:
    return escape(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
