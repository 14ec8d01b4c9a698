"""A position, and what may and may not be done in it."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.model.answers import LegalAction, PositionAnswer
from tsolve.model.refusal import Refusal
from tsolve.report.board import show_board
from tsolve.report.page import Column, Page

SHORT_LIST = 4
"""Actions of one kind that a short list shows."""


def show_position(page: Page, position: PositionAnswer) -> None:
    """The zones in their order, short ones beside each other."""
    page.heading(f"Position ({position.game}, printing {position.printing})")
    page.packed([f"{name}: {cards}" for name, cards in position.zones])
    show_board(page, position.board)


def show_legal(page: Page, actions: Iterable[LegalAction]) -> None:
    """Every legal action with the rulings that allow it."""
    rows = [(action.text, ", ".join(action.rulings)) for action in actions]
    page.heading(f"Legal ({len(rows)})")
    page.table((Column("", wraps=True), Column("", wraps=True, style="dim")), rows)


def show_legal_briefly(page: Page, actions: Iterable[LegalAction]) -> None:
    """The legal actions grouped by their verb, the first few of each."""
    groups: dict[str, list[str]] = {}
    for action in actions:
        verb, _, rest = action.text.partition(" ")
        groups.setdefault(verb, []).append(rest)
    page.heading(f"Legal ({sum(map(len, groups.values()))})")
    for verb, rests in groups.items():
        shown = "; ".join(rests[:SHORT_LIST])
        more = f"; and {len(rests) - SHORT_LIST} more" if len(rests) > SHORT_LIST else ""
        page.labelled(verb, shown + more, width=max(10, *(len(name) + 2 for name in groups)), style="good")


def show_refused(page: Page, refusals: Iterable[Refusal]) -> None:
    """What is not legal, with the reason; attempts that fail for the same reason stand together."""
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for refusal in refusals:
        groups.setdefault((refusal.reason, refusal.rulings), []).append(refusal.action)
    page.heading(f"Not legal ({sum(map(len, groups.values()))})")
    for (reason, rulings), actions in groups.items():
        page.text("; ".join(actions), indent=2, hang=2, style="bad")
        page.text(f"because {reason} {cites(rulings)}", indent=4, hang=2)


def cites(rulings: Iterable[str]) -> str:
    """The rulings in brackets."""
    shown = ", ".join(rulings)
    return f"[{shown}]" if shown else ""
