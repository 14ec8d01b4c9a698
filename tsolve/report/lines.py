"""A line of actions, step by step."""

from __future__ import annotations

from collections.abc import Mapping

from tsolve.model.answers import LineAnswer, StepAnswer
from tsolve.model.trace import Entry
from tsolve.report.calculation import show_calculation
from tsolve.report.page import Page
from tsolve.report.positions import cites

_INSTEAD = 6


def show_line(page: Page, line: LineAnswer, titles: Mapping[str, str], detailed: bool) -> None:
    """The steps, what the line came to, and its calculation. `detailed` adds what each step brought about."""
    width = len(str(len(line.steps))) + 3
    tabled = line.calculation.rows if line.calculation is not None else ()
    for step in line.steps:
        _show_step(page, step, width, detailed, tabled)
    page.text(line.outcome, indent=2, hang=2, style="good" if line.legal else "bad")
    if line.calculation is not None:
        page.blank()
        show_calculation(page, line.calculation, titles)


def _show_step(page: Page, step: StepAnswer, width: int, detailed: bool, tabled: tuple[Entry, ...]) -> None:
    place = f" (line {step.line})" if step.line is not None else ""
    if step.refusal is not None:
        page.labelled(f"{step.number}.", f"{step.text}: NOT LEGAL{place}", width=width, style="bad")
        page.text(f"because {step.refusal.reason} {cites(step.refusal.rulings)}", indent=2 + width, hang=2)
        if step.instead:
            more = f"; and {len(step.instead) - _INSTEAD} more" if len(step.instead) > _INSTEAD else ""
            page.text(f"legal instead: {'; '.join(step.instead[:_INSTEAD])}{more}", indent=2 + width, hang=2)
        return
    page.labelled(f"{step.number}.", f"{step.text}{place if detailed else ''}", width=width, style="good")
    if detailed:
        for entry in step.entries:
            if entry in tabled:
                continue
            page.text(_said(entry), indent=2 + width, hang=2, style="dim")


def _said(entry: Entry) -> str:
    """One thing that happened, in a line."""
    changed = entry.change and entry.step != "battle"  # there a comparison, told by the note
    numbers = f"{entry.quantity} {entry.before} -> {entry.after}" if changed else ""
    parts = [part for part in (entry.subject or entry.step, numbers, entry.note) if part]
    return f"{': '.join(parts[:2])}{', ' + parts[2] if len(parts) > 2 else ''} {cites(entry.rulings)}"
