"""A receipt held against what is derived now."""

from __future__ import annotations

from tsolve.model.receipts import FileChange, SaidOtherwise, VerifyAnswer
from tsolve.report.page import Page, Style

_SAID: dict[str, tuple[str, str, Style]] = {
    "identical": ("identical", "The answer is the same, and so is all that it rests on.", "good"),
    "unchanged": ("the same", "The answer is the same, although something else has changed.", "good"),
    "changed": ("different", "The answer is different.", "bad"),
}
_WIDTH = 12


def show_receipt(page: Page, answer: VerifyAnswer) -> None:
    """Whether the answer is the same, what has changed, and which parts of the answer are otherwise."""
    word, said, style = _SAID[answer.status]
    page.verdict(word, said, style, answer.file)
    page.text(f"{answer.command} of {answer.position}: {answer.now}", indent=2, hang=2)
    for change in answer.changes:
        page.labelled("changed", _changed(change), width=_WIDTH, style="warn")
    if answer.status == "changed" and not answer.changes:
        page.labelled("changed", "nothing that the answer was derived from", width=_WIDTH, style="warn")
    told = {difference.what for difference in answer.differences}
    for difference in answer.differences:
        if difference.what == "trace" and "events" in told:
            continue  # which is the same, in words
        page.labelled("otherwise", _otherwise(difference), width=_WIDTH)


def _changed(change: FileChange) -> str:
    if change.what == "position":
        return "the position was edited"
    if change.what == "code":
        return "the code of tsolve"
    if change.what == "ruleset":
        how = {"edited": "was edited", "missing": "is no longer there", "new": "is new"}[change.how]
        return f"the ruleset: {change.name} {how}"
    names = {
        "version": "the version of tsolve",
        "printing": "the printing",
        "interpretation": f"the reading of {change.name}",
    }
    return f"{names[change.what]}: {change.before or 'none'} -> {change.after or 'none'}"


def _otherwise(difference: SaidOtherwise) -> str:
    if difference.what == "trace":
        return "the events behind the answer, their order, or the rules behind them"
    return f"{difference.what}: {difference.before or 'nothing'} -> {difference.after or 'nothing'}"
