"""How much of an answer is told. The layers add up: together they say all that is known."""

from __future__ import annotations

import msgspec


class Detail(msgspec.Struct, frozen=True):
    """Which layers are told besides the verdict, the reason that decides, and the numbers that matter."""

    verbose: bool = False
    """The sum card by card, each step with what it brings about, what is legal."""
    explain: bool = False
    """The rules in words, the deciding ones first, and the open points with their readings."""
    sources: bool = False
    """Where the rules are written."""


BRIEF = Detail()
WHOLE = Detail(verbose=True, explain=True, sources=True)
