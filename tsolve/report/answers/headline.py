"""The head of an answer: its weightiest verdict, the reasons for it, and the sum that it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from tsolve.report.page import Blank, Block, Heading, Paragraph, Style, Sum, Verdict

_WEIGHTIEST: Sequence[Style] = ("bad", "warn", "good", "", "bold", "dim", "rule")
"""Styles of verdicts in the order in which they make a headline."""
_REASON = 3
"""How far reasons are set in at most; what leads to a sum stands deeper."""


class Head(NamedTuple):
    """What an answer begins with in a picture or on a web page."""

    verdict: Verdict
    reasons: Sequence[Block]
    """What follows it at once."""
    sum: Sum | None
    """The first one behind it, else the first of all."""
    others: Sequence[Block]
    """All else, the sum among it."""


def head_of(blocks: Sequence[Block]) -> Head:
    """The weightiest verdict, the first of several; without one the first text stands for it."""
    told = [block for block in blocks if not isinstance(block, Blank)]
    sums = [block for block in told if isinstance(block, Sum)]
    verdicts = [block for block in told if isinstance(block, Verdict)]
    if not verdicts:
        first = next((block for block in told if isinstance(block, Heading | Paragraph)), Paragraph(""))
        style: Style = first.style if first.style in _WEIGHTIEST[:3] else ""
        others = [block for block in told if block is not first]
        return Head(Verdict("", first.text, style), (), sums[0] if sums else None, others)
    verdict = min(verdicts, key=lambda block: _WEIGHTIEST.index(block.style))
    place = told.index(verdict)
    reasons = list(takewhile(_is_reason, told[place + 1 :]))
    before, after = told[:place], told[place + 1 + len(reasons) :]
    sums = [block for block in (*after, *before) if isinstance(block, Sum)]
    others = [*after, *before]
    if any(isinstance(block, Verdict) for block in others):  # what else is claimed comes before all sums
        others = [*(block for block in others if not isinstance(block, Sum)), *sums]
    return Head(verdict, reasons, sums[0] if sums else None, others)


def _is_reason(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.indent <= _REASON
