"""What a diagnostic code means, as data."""

from __future__ import annotations

import msgspec

from tsolve.model.verdicts import Answer


class Example(msgspec.Struct, frozen=True):
    """A mistake that gives a code, and the same mended."""

    wrong: str
    """What the file holds; where there is no `file`, lines for a shell."""
    right: str
    pages: tuple[str, ...]
    """Where more is written, under docs/."""
    file: str = "position.yaml"
    command: str = "tsolve check position.yaml"
    """What is run on the file."""
    beside: dict[str, str] = {}
    """Other files that it needs, by their names."""


class ExplanationAnswer(Answer, frozen=True, tag_field="kind", tag="explanation"):
    """What a diagnostic code means and what to do about it."""

    code: str
    title: str
    text: str
    example: Example
    note: str = ""
    """How the code is spelled, where it was asked for by an older name."""


class CodeRow(msgspec.Struct, frozen=True):
    """A code in a list."""

    code: str
    title: str


class ExplanationsAnswer(Answer, frozen=True, tag_field="kind", tag="explanations"):
    """All diagnostic codes."""

    codes: tuple[CodeRow, ...]
