"""The answer about a position file in one line, however long: the verdict, and what it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.model.answers import CheckAnswer, ClaimAnswer
from tsolve.report.page import Page

_MOST_TOLD = 3
"""The most steps, claims and expectations that are named; of more, only the number."""


def show_check_in_a_line(page: Page, answer: CheckAnswer) -> None:
    """The file and its answer in one line, however long."""
    page.line(f"{answer.file}: {in_one_line(answer)}")


def in_one_line(answer: CheckAnswer) -> str:
    """The best play for a file that only asks; else the verdict, with what fails or what holds."""
    if answer.only_asks:
        from tsolve.report.answers.check import brief_answer  # late: files with claims do not need it

        return brief_answer(answer)
    texts = [*(_doubts(answer) if not answer.holds else _held(answer))]
    more = f"; and {len(texts) - _MOST_TOLD} more" if len(texts) > _MOST_TOLD else ""
    said = "; ".join(text.rstrip(".") for text in texts[:_MOST_TOLD])
    return f"{answer.told}: {said[:1].upper()}{said[1:]}{more}." if said else answer.told


def _doubts(answer: CheckAnswer) -> Iterator[str]:
    """What is not as stated; first what decides the verdict."""
    for each in answer.expectations:
        if not each.holds:
            yield f"{each.what}: expected {each.expected}, found {each.found}"
    if answer.log and not answer.expects("log"):
        from tsolve.report.answers.log import wrong_in_a_line  # few files have a log

        yield from wrong_in_a_line(answer.log)
    line = answer.line if not answer.expects("line") else None
    for step in line.steps if line is not None else ():
        if line is not None and step.refusal is not None:
            yield f"step {step.number} of {line.given}, {step.text}: {step.refusal.reason}"
    if line is not None and line.undecided and all(step.refusal is None for step in line.steps):
        yield line.undecided
    if not answer.expects("claims"):
        for verdict in ("refuted", "undecided"):
            for claim in answer.claims:
                if claim.verdict == verdict:
                    open_ = "" if verdict == answer.verdict else f"{verdict}: "
                    yield f"{open_}{_with_reason(claim)}"


def _with_reason(claim: ClaimAnswer) -> str:
    return f"{claim.text}: {claim.reason}" if claim.reason else claim.text


def _held(answer: CheckAnswer) -> Iterator[str]:
    """What holds in the file: all expectations of a puzzle, or the turn, or the claims."""
    if answer.expectations:
        all_ = len(answer.expectations)
        yield f"all {all_} expectations hold" if all_ > 1 else "the expectation holds"
        return
    if answer.log:
        from tsolve.report.answers.log import told_in_short

        yield told_in_short(answer.log)
    if answer.line is not None:
        yield answer.line.outcome
    for claim in answer.claims:
        yield claim.text
