"""The beginning of an answer: its weightiest verdict, the reasons for it, its sum."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from tsolve.report.page import Blank, Block, Heading, Labelled, Paragraph, Style, Sum, Verdict

_WEIGHTIEST: Sequence[Style] = ("bad", "warn", "good", "", "bold", "dim", "rule")
"""Styles of verdicts, the first for a headline first."""
_REASON = 3
"""The greatest indent of reasons; steps towards a sum are indented more."""


class Head(NamedTuple):
    """The beginning of an answer in a picture or on a web page."""

    verdict: Verdict
    reasons: Sequence[Block]
    """The texts right after the verdict."""
    sum: Sum | None
    """The first sum after the verdict, else the first of all."""
    others: Sequence[Block]
    """All other blocks, including the sum."""


def head_of(blocks: Sequence[Block]) -> Head:
    """The most important verdict, or the first of several; without any, the first text takes its place."""
    told = [block for block in blocks if not isinstance(block, Blank)]
    sums = [block for block in told if isinstance(block, Sum)]
    verdicts = [block for block in told if isinstance(block, Verdict)]
    if not verdicts:
        kinds = Heading | Paragraph | Labelled
        first = next((block for block in told if isinstance(block, kinds)), Paragraph(""))
        style: Style = first.style if first.style in _WEIGHTIEST[:3] else ""
        others = [block for block in told if block is not first]
        label = f"{first.label}: " if isinstance(first, Labelled) else ""
        return Head(Verdict("", f"{label}{first.text}", style), (), sums[0] if sums else None, others)
    verdict = min(verdicts, key=lambda block: _WEIGHTIEST.index(block.style))
    place = told.index(verdict)
    reasons = list(takewhile(_is_reason, told[place + 1 :]))
    before, after = told[:place], told[place + 1 + len(reasons) :]
    sums = [block for block in (*after, *before) if isinstance(block, Sum)]
    others = [*after, *before]
    if any(isinstance(block, Verdict) for block in others):  # other claims come before all sums
        others = [*(block for block in others if not isinstance(block, Sum)), *sums]
    return Head(verdict, reasons, sums[0] if sums else None, others)


def _is_reason(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.indent <= _REASON
