"""Rule texts in the project's own words, the points that published texts leave open, the documents and
printings of a game, and where the facts of a card come from.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.


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


class Option(msgspec.Struct, frozen=True):
    """One reading. `cards` holds the card facts that it replaces: card id -> field -> plain data."""

    id: str
    text: Prose
    evidence: Prose = ""
    cards: Mapping[str, Mapping[str, Any]] = {}
    set: str = ""
    """The box without which it equals another reading, if that is not the usual one."""


class Interpretation(msgspec.Struct, frozen=True):
    """An open point. The first option is the default; `rulings` are the rules that it touches."""

    id: str
    question: Prose
    options: tuple[Option, ...]
    entry: str = ""
    rulings: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    set: str = "base"
    """The box with which the question comes up."""
    set_up: bool = False
    """Whether it is asked while the game is set up, so that no position goes through it."""

    @property
    def default(self) -> Option:
        """The reading used where neither the printing nor the position chooses."""
        return self.options[0]

    def option(self, option_id: str) -> Option:
        """The reading of this id."""
        return next(option for option in self.options if option.id == option_id)

    @property
    def replaces_cards(self) -> bool:
        """Whether some reading changes facts of cards; otherwise it is asked for in code alone."""
        return any(option.cards for option in self.options)

    @property
    def ruling(self) -> str:
        """The ruling id under which this open point is cited."""
        return f"key.{self.id}"

    def as_entry(self) -> Entry:
        """The open point as a glossary entry, so that it can be looked up and cited like a rule."""
        parts = []
        for option in self.options:
            mark = " (default)" if option is self.default else ""
            evidence = f" [{option.evidence.strip()}]" if option.evidence else ""
            parts.append(f"{option.id}{mark}: {option.text.strip()}{evidence}")
        return Entry(self.ruling, self.question, "\n".join(parts), self.citations, self.rulings, self.set)


class Document(msgspec.Struct, frozen=True):
    """A source that may be cited: a rulebook, a glossary, a card database, a page."""

    id: str
    title: str
    language: str = ""
    edition: str = ""
    year: int | None = None
    sections: Mapping[str, str] = {}
    """English titles of its sections, for readers of a document that is not English."""
    spellings: Mapping[str, str] = {}
    """Sections whose heading is printed with a slip, with the right spelling."""

    @property
    def is_english(self) -> bool:
        """Whether an English reader understands the names of its sections; true also without a language."""
        return self.language in ("", "en")

    def english(self, section: str) -> str:
        """The English title of a section; empty where it needs none."""
        title = self.sections.get(section, "")
        return title if title != section else ""


class Printing(msgspec.Struct, frozen=True):
    """An edition of the rules: the documents it consists of, and the readings it prefers (`key: option`).

    It is the default where cards of its `sets` are played with.
    """

    id: str
    title: str
    documents: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    defaults: Mapping[str, str] = {}


class Provenance(msgspec.Struct, frozen=True):
    """What is known about a card's facts.

    `confirmed`: every field rests on a rulebook or on two independent sources. `single`: the fields under
    `single_fields` rest on one source, those under `uncertain` are disputed. `disputed`: nothing rests on one
    source, but those under `uncertain` are told differently by sources of equal weight. `unknown`: no source
    was found. `conflicts` tells for a field what each source says. `own`: the card is home-made. Who made
    or changed it is the `author`; the fields that were `changed` are the author's, the others are those of
    the sources.
    """

    confidence: Literal["confirmed", "single", "disputed", "unknown", "own"] = "unknown"
    """How well the facts are known."""
    sources: tuple[str, ...] = ()
    """The ids of the documents that the facts come from."""
    single_fields: tuple[str, ...] = ()
    """Facts that have one source only."""
    uncertain: tuple[str, ...] = ()
    """Facts that are disputed."""
    conflicts: Mapping[str, Mapping[str, str]] = {}
    """For a fact what each source says."""
    notes: tuple[Prose, ...] = ()
    """A note on the sources."""
    author: str = ""
    """Who made or changed the card."""
    changed: tuple[str, ...] = ()
    """Facts that are the author's."""
