"""Diagnostic codes for a person."""

from __future__ import annotations

from tsolve.model.explanations import Example, ExplanationAnswer, ExplanationsAnswer
from tsolve.report.page import Column, Page


def show_explanation(page: Page, answer: ExplanationAnswer) -> None:
    """What it means, a mistake that gives it, the same mended, and where more is written."""
    example = answer.example
    if answer.note:
        page.text(answer.note, style="warn")
    page.labelled(answer.code, answer.title, indent=0, width=6, style="bold")
    page.text(answer.text, indent=3)
    for name, text in example.beside.items():
        _show_file(page, f"Beside it, in {name}", text)
    _show_file(page, _titled("Wrong", example), example.wrong)
    _show_file(page, _titled("Right", example), example.right)
    page.blank()
    if example.file:
        page.text(f"Seen by: {example.command}", indent=3, style="dim")
    page.text(f"More: {', '.join(f'docs/{name}' for name in example.pages)}", indent=3, style="dim")


def show_explanations(page: Page, answer: ExplanationsAnswer) -> None:
    """All codes with their titles."""
    page.table(
        (Column("", style="bold"), Column("", wraps=True)),
        ((row.code, row.title) for row in answer.codes),
        indent=0,
    )
    page.blank()
    page.text("`tsolve explain CODE` tells more, with an example.", style="dim")


def _titled(word: str, example: Example) -> str:
    if not example.file:
        return f"{word}, typed"
    return f"{word}, in {example.file}"


def _show_file(page: Page, title: str, text: str) -> None:
    page.blank()
    page.text(title, indent=3, style="bold")
    page.verbatim("".join(f"     {line}\n" for line in text.splitlines()))
