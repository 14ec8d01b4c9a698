"""One puzzle judged: the one way in which `regress`, the pytest plugin and our own tests do it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tsolve import api
from tsolve.diagnostics import escape
from tsolve.errors import DisagreementError, InputError, UndecidedError, UsageError
from tsolve.model.regress import Judged, Judgement, Problem, Status, Verdict
from tsolve.source.reading import unreadable
from tsolve.suite.difference import figures

if TYPE_CHECKING:
    from tsolve.diagnostics import Diagnostic
    from tsolve.model.answers import CheckAnswer

_STATUS: dict[int, Status] = {0: "holds", 1: "refuted", 3: "undecided"}
_OF_CLAIM: dict[str, Verdict] = {"confirmed": "holds", "refuted": "refuted", "undecided": "undecided"}


def judge(
    file: str,
    content: bytes,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> Judged:
    """Judge a puzzle of which the content is given; `printing` and `interpretations` override what it says.

    Whatever goes wrong is part of the answer.
    """
    try:
        opened = api.loads(content, file, printing, interpretations)
        answer, exercised = api.exercise(opened, file)
    except InputError as error:
        return Judged(file, "wrong", problems=tuple(map(_problem, error.diagnostics)))
    except UndecidedError as error:
        return _unjudged(file, "undecided", f"undecided: {error}")
    except UsageError as error:
        return _unjudged(file, "wrong", str(error))
    except Exception as error:
        return _unjudged(file, "internal", _internal(file, error))
    return Judged(
        file,
        _STATUS[answer.exit_code],
        opened.position.title,
        opened.position.about,
        opened.ruleset.id,
        tuple(_judgements(answer, opened)),
        exercised=exercised,
        figures=figures(answer),
    )


def unread(file: str, error: OSError) -> Judged:
    """The answer about a file that cannot be read."""
    return Judged(file, "wrong", problems=tuple(map(_problem, unreadable(file, error).diagnostics)))


def _judgements(answer: CheckAnswer, opened: api.Opened) -> Iterator[Judgement]:
    """The expectations; then the claims, and the line, where no expectation is about them."""
    for each in answer.expectations:
        status: Verdict = "holds" if each.holds else "undecided" if each.undecided else "refuted"
        yield Judgement(each.what, status, each.expected, each.found, each.path, each.line, each.right)
    if not answer.expects("claims"):
        for index, claim in enumerate(answer.claims):
            path = ("claims", index)
            what, found = f"claims {index + 1}: {claim.text}", f"{claim.verdict}: {claim.reason}"
            stated = opened.decoded.span(*path).line
            yield Judgement(what, _OF_CLAIM[claim.verdict], "confirmed", found, path, stated)
    if answer.line is not None and not answer.expects("line"):
        played = answer.line
        status = "undecided" if played.undecided else "holds" if played.legal else "refuted"
        broken = next((step for step in played.steps if step.refusal is not None), None)
        line = broken.line if broken is not None else None
        found = played.undecided or played.outcome
        yield Judgement("line", status, "legal", found, ("line",), line or opened.decoded.span("line").line)


def _unjudged(file: str, status: Status, message: str) -> Judged:
    return Judged(file, status, problems=(Problem(message, text=f"{escape(file)}: {escape(message)}\n"),))


def _internal(file: str, error: Exception) -> str:
    what = (
        "solver and engine disagree"
        if isinstance(error, DisagreementError)
        else f"{type(error).__name__}: {error}"
    )
    return f"internal error: {what}; `tsolve check {file}` shows more"


def _problem(diagnostic: Diagnostic) -> Problem:
    from tsolve.report.mistakes.mistakes import mistakes_as_text

    span = diagnostic.span
    help_ = f" ({diagnostic.help})" if diagnostic.help else ""
    return Problem(
        diagnostic.message + help_,
        diagnostic.code,
        span.line if span else None,
        span.column if span else None,
        mistakes_as_text((diagnostic,)),
    )
