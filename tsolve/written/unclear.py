"""Sentences that look like a claim and are none: what is told of them, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tsolve.diagnostics import Hint
from tsolve.source.decode import NotUnderstoodError
from tsolve.source.tree import shortened


def unclear(text: str, apart: Sequence[str]) -> NotUnderstoodError | None:
    """Why a sentence is no claim, whatever its words mean; None for most. `apart` are verbs that always begin
    a deed of their own.
    """
    return _two_deeds(text, apart) or _in_place_of(text)


def _two_deeds(text: str, apart: Sequence[str]) -> NotUnderstoodError | None:
    """`can buy Lamp and attack Ogre`: each may be possible, but not both."""
    known = "|".join(map(re.escape, apart))
    shape = rf"\b(?:can|cannot|can't|could|may)\b.+?(?:,| and| then|;) (?:then |also )*(?:{known}) .+"
    if not known or re.search(shape, text, re.IGNORECASE) is None:
        return None
    help_ = "write one step behind each dash of `line`, and claim what comes of it"
    return NotUnderstoodError(f'"{shortened(text)}" asks for several things at once', help_, is_final=True)


def _in_place_of(text: str) -> NotUnderstoodError | None:
    """`can attack Ogre instead of Troll`."""
    first, _, other = text.partition(" instead of ")
    if not other:
        return None
    help_ = Hint(f'write "{shortened(first)}", and the other thing as a claim of its own', first)
    return NotUnderstoodError(f'"{shortened(text)}" compares two things', help_, is_final=True)


def of_duty(text: str) -> str:
    """What to write of something that must be done; empty for a sentence about anything else."""
    if re.search(r"\b(?:must|ha(?:ve|s) to|need to|needs to)\b", text, re.IGNORECASE) is None:
        return ""
    return "write what can be done, or what cannot: `can STEP`, `cannot STEP`"


def cannot_be(query: str) -> Hint:
    """What may be meant by somebody who says that something is not done, where no claim says so."""
    return Hint(f'write "cannot {query}" if it cannot be done', f"cannot {query}")
