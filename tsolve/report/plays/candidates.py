"""What a turn may be spent on, side by side, as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tsolve.model.answers import SolveAnswer
from tsolve.model.candidates import Candidate
from tsolve.report.page import Column, Page
from tsolve.report.words.numbers import amount, percent

_MOST = 6
"""Rows that are told in brief."""
_INDENT = 3


class _Row(NamedTuple):
    turn: str
    title: str
    brings: str
    chance: str
    worth: str


def show_candidates(page: Page, candidates: Sequence[Candidate], everything: bool = False) -> None:
    """Each with what it brings and its worth by the first level of the goal, the best first.

    Nothing where there is nothing to compare.
    """
    rows = [
        _Row(
            each.turn,
            each.title,
            each.outcome,
            percent(each.chance.value) if each.chance is not None else "",
            amount(each.worth[0]) + (" ?" if each.status == "undecided" else ""),
        )
        for each in candidates
    ]
    _show(page, rows, candidates[0].goal[0] if candidates else "", everything)
    if len(rows) > 1 and any(each.status == "undecided" for each in candidates):
        page.text("? not proved: more may be possible", _INDENT, 2, style="warn")


def show_turns(page: Page, solution: SolveAnswer) -> None:
    """The kinds of turn, each with the best of it."""
    rows = [_Row(each.turn, each.title, "", "", amount(each.worth[0])) for each in solution.turns]
    _show(page, rows, solution.goal[0], everything=True)


def _show(page: Page, rows: Sequence[_Row], level: str, everything: bool) -> None:
    """The columns that tell anything; in brief the first few rows."""
    if len(rows) < 2:
        return
    shown = rows if everything or len(rows) == _MOST + 1 else rows[:_MOST]
    heads = _Row("turn", "", "brings", "chance", level if "+" not in level else "worth")
    told = [
        number
        for number, cells in enumerate(zip(*rows, strict=True))
        if any(cells) and (number or len(set(cells)) > 1)  # one kind of turn need not be named
    ]
    right = ("chance", heads.worth)
    columns = [
        Column(heads[number], "right" if heads[number] in right else "left", heads[number] == "brings")
        for number in told
    ]
    page.table(columns, [[row[number] for number in told] for row in shown], _INDENT)
    if left := len(rows) - len(shown):
        page.text(f"{left} more (-v)", _INDENT)
