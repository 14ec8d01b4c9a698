"""One puzzle judged, and what moved between two answers about it: rulings that fire, numbers that they
come to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve import api
from tsolve.errors import Diagnostic, DisagreementError, InputError, UndecidedError, UsageError, escape
from tsolve.model.regress import Difference, Judged, Judgement, Moved, Problem, Status, Verdict
from tsolve.source.reading import unreadable

if TYPE_CHECKING:
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.plays import Calculation
    from tsolve.model.trace import Entry


_REPLACES = ("multiply", "halve", "cancel", "floor")
_WHERE = re.compile(r"^(?:claim \d+|the best play): ")
_DETAILS = re.compile(r" \([^()]*\)$")


def difference(before: Judged, now: Judged, which: str) -> Difference:
    """What is otherwise now; `which` says what answer the earlier one is."""
    return Difference(
        which,
        tuple(sorted(now.fired - before.fired)),
        tuple(sorted(before.fired - now.fired)),
        tuple(_moved(before.figures, now.figures)),
    )


def _moved(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Moved]:
    """The figures that changed; a change that several calculations share is listed once."""
    told = set()
    for name in dict.fromkeys((*before, *now)):
        moved = Moved(name, before.get(name, ""), now.get(name, ""))
        alike = (_WHERE.sub("", name), moved.before, moved.after)
        if moved.before != moved.after and alike not in told:
            told.add(alike)
            yield moved


def figures(answer: CheckAnswer) -> dict[str, str]:
    """Outcomes and numbers of the line, the claims and the best play by name, in the order of the answer."""
    found: dict[str, str] = {}
    if answer.line is not None:
        found["the turn"] = answer.line.outcome
        found.update(_rows(answer.line.calculation))
    for number, claim in enumerate(answer.claims, start=1):
        found[f"claim {number}"] = f"{claim.verdict}: {claim.reason}"
        found.update(_rows(claim.calculation, f"claim {number}: "))
    if answer.solution is not None:
        found.update(_of_solution(answer))
    return found


def _of_solution(answer: CheckAnswer) -> Iterator[tuple[str, str]]:
    solution = answer.solution
    assert solution is not None
    if solution.policy is not None:
        yield "the best play: first", solution.policy.first
        for level, worth in zip(solution.policy.goal, solution.policy.worth, strict=False):
            yield f"the best play: {level}", worth.exact
        for each in solution.policy.chances:
            yield f"the best play: chance to {solution.policy.deed.do} {each.target}", each.chance.exact
        return
    for plan in solution.best[:1]:
        yield "the best play", plan.title
        for level, number in zip(plan.goal, plan.objective, strict=False):
            yield f"the best play: {level}", str(number)
        yield from _rows(plan.line.calculation, "the best play: ")


def _rows(table: Calculation | None, prefix: str = "") -> Iterator[tuple[str, str]]:
    """The rows of a calculation; equal cards that do the same are one figure."""
    if table is None:
        return
    rows: dict[str, list[Entry]] = {}
    for row in table.rows:
        note = _DETAILS.sub("", row.note)  # how it was reckoned may change with the number
        told = ", ".join(part for part in (row.subject, note) if part) or row.step
        rows.setdefault(f"{prefix}{told}: {row.quantity}", []).append(row)
    for name, entries in rows.items():
        yield name, _told(entries)
    yield f"{prefix}{table.title}", str(table.total)


def _told(entries: Sequence[Entry]) -> str:
    if entries[-1].step in _REPLACES:
        return f"{entries[-1].before} becomes {entries[-1].after}"
    return f"{sum(entry.change for entry in entries):+d}"


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
    from tsolve.report.mistakes import mistakes_as_text

    span = diagnostic.span
    help_ = f" ({diagnostic.help})" if diagnostic.help else ""
    return Problem(
        diagnostic.message + help_,
        diagnostic.code,
        span.line if span else None,
        span.column if span else None,
        mistakes_as_text((diagnostic,)),
    )
