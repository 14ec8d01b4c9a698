"""A line of actions, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from tsolve.model.answers import LineAnswer, StepAnswer
from tsolve.model.trace import Entry
from tsolve.report.grounds.calculation import Tables
from tsolve.report.page import Page
from tsolve.report.words.sentences import sentence

_INSTEAD = 6


def line_heading(line: LineAnswer) -> str:
    """What to call the line before it is shown."""
    if line.undecided:
        return "The turn cannot be judged to its end"
    return "The turn" if line.legal else "The turn is not legal"


def show_outcome(page: Page, line: LineAnswer) -> None:
    """What the line came to."""
    page.text(line.outcome, indent=2, hang=2, style="good" if line.legal else "bad")


def show_line(page: Page, line: LineAnswer, tables: Tables, place: str, cited: bool = True) -> None:
    """The steps with what each brought about, then the calculation. `cited` adds the rulings of the steps.

    `place` names this line where other parts of the page refer to its calculation.
    """
    width = len(str(len(line.steps))) + 2
    tabled = line.calculation.rows if line.calculation is not None else ()
    for step in line.steps:
        if step.refusal is None:
            events = [entry for entry in step.entries if entry not in tabled]
            rulings = dict.fromkeys(ruling for entry in events for ruling in entry.rulings)
            text = _brought(step.text, events)
            rules = rulings if cited else ()
            page.labelled(f"{step.number}.", text, width=width, style="good", rules=rules)
        else:
            _show_refused(page, step, width, "NOT KNOWN" if line.undecided else "NOT LEGAL")
    if line.calculation is not None:
        page.blank()
        tables.show(line.calculation, place)


def _show_refused(page: Page, step: StepAnswer, width: int, verdict: str) -> None:
    assert step.refusal is not None
    place = f" (line {step.line})" if step.line is not None else ""
    page.labelled(f"{step.number}.", f"{step.text}: {verdict}{place}", width=width, style="bad")
    page.text(sentence(step.refusal.reason), 2 + width, 2, rules=step.refusal.rulings)
    if step.instead:
        more = f"; and {len(step.instead) - _INSTEAD} more" if len(step.instead) > _INSTEAD else ""
        page.text(f"Legal now: {'; '.join(step.instead[:_INSTEAD])}{more}", indent=2 + width, hang=2)


def _brought(step: str, entries: Iterable[Entry]) -> str:
    """The step and what it brought about; a card that the step names is not named again at once."""
    told: list[str] = []
    news = (entry for entry in entries if entry.subject or entry.note or entry.change)
    for subject, group in groupby(news, key=lambda entry: entry.called):
        for number, said in enumerate(map(_said, group)):
            if " " not in said:
                told.append(f"{subject} {said}".strip())  # a card and that it was drawn
            elif number or not subject or (not told and subject in step):
                told.append(said)
            else:
                told.append(f"{subject}: {said}")
    return f"{step} -> {'; '.join(told)}" if told else step


def _said(entry: Entry) -> str:
    """One thing that happened, without what it happened to."""
    changed = entry.change and entry.quantity != "value"  # there a comparison, told by the note
    numbers = f"{entry.quantity} {entry.before} -> {entry.after}" if changed else ""
    return f"{entry.note} ({numbers})" if entry.note and numbers else entry.note or numbers or entry.step
