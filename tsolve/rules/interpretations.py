"""Points that the published texts leave open: named choices with evidence and a default."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import Any

import msgspec

from tsolve.rules.glossary import Citation, Entry, Prose


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
