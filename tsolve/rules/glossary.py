"""Rule texts in the project's own words, and where they come from."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated

import msgspec
from msgspec import Meta

Prose = Annotated[str, Meta(max_length=10_000)]
"""Sentences that people only read."""


class Citation(msgspec.Struct, frozen=True):
    """A place in a published document: `document` is its id in the ruleset, `section` a heading or page."""

    document: str
    section: str
    note: Prose = ""


class Entry(msgspec.Struct, frozen=True):
    """One ruling: a rule (`AB-8.6`), a card (`card.` with its id), a reading (`key.` with its key)."""

    id: str
    title: str
    text: Prose
    citations: tuple[Citation, ...] = ()
    see: tuple[str, ...] = ()
    set: str = "base"
    """The box that the rule came with; the entry about a card belongs to the box of the card."""
