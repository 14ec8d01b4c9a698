"""A claim with a mistake that is found while it is judged, such as a name that nobody has: the others are
judged all the same. The mistake of an only claim is one of the file.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from tsolve.errors import InputError
from tsolve.judging.claims import ClaimJudge
from tsolve.model.answers import ClaimAnswer
from tsolve.model.facts import worded

S = TypeVar("S")
A = TypeVar("A")


class JudgedAlone(ClaimJudge[S, A]):
    """Judges a claim; one that cannot be understood is undecided and says what is wrong with it."""

    def judge(self) -> ClaimAnswer:
        try:
            return super().judge()
        except InputError as error:
            if len(getattr(self.position.written, "claims", ())) == 1:
                raise
            told = (
                f"{each.message}; {each.help}" if each.help else each.message for each in error.diagnostics
            )
            reason = f"this claim is not understood: {'; '.join(told)}"
            line = self.span.line if self.span is not None else None
            return ClaimAnswer(_as_written(self.claim), "undecided", reason, (), None, (), line)


def _as_written(claim: msgspec.Struct) -> str:
    """A claim by its keys, for one whose names mean nothing."""
    said = msgspec.to_builtins(claim)
    return ", ".join(f"{key.replace('_', ' ')}: {_told(value)}" for key, value in said.items())


def _told(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_told(each)}" for name, each in value.items())
    return worded(tuple(map(_told, value))) if isinstance(value, list | tuple) else str(value)
