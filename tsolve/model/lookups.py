"""What the commands that look things up, list actions or play games answer, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import Cited, CitedDocument, LegalAction, PositionAnswer, ReadingAnswer
from tsolve.model.refusal import Refusal

Doubt = Literal["", "single source", "disputed", "changed"]
"""How a fact falls short of being confirmed."""


class LegalAnswer(msgspec.Struct, frozen=True):
    """Every action that is legal in a position, and every one that is not, with its reason."""

    file: str
    position: PositionAnswer
    legal: tuple[LegalAction, ...]
    refused: tuple[Refusal, ...]
    citations: tuple[Cited, ...]
    documents: tuple[CitedDocument, ...]
    waiting: str = ""
    """Why nobody can choose now: chance or an unknown card comes next, or the game is over."""


class Source(msgspec.Struct, frozen=True):
    """A place where a rule is written."""

    document: str
    title: str
    edition: str
    section: str
    """As it is printed."""
    note: str = ""
    english: str = ""
    """An English title of the section, where the document is not English."""
    spelling: str = ""
    """The right spelling of a heading that is printed with a slip."""


class Related(msgspec.Struct, frozen=True):
    """Another ruling, by id and title."""

    id: str
    title: str


class OptionAnswer(msgspec.Struct, frozen=True):
    """One reading of an open point, and the printings that have it; a reader's reading has none."""

    id: str
    text: str
    evidence: str
    printings: tuple[str, ...]
    holds: bool
    """Whether it is the reading under the chosen printing and overrides."""


class RuleAnswer(msgspec.Struct, frozen=True, tag_field="kind", tag="rule"):
    """A ruling with its sources; an open point also with its readings."""

    id: str
    title: str
    text: str
    sources: tuple[Source, ...]
    see: tuple[Related, ...]
    options: tuple[OptionAnswer, ...] = ()
    printings: tuple[Related, ...] = ()
    """The printings that have one of its readings, by id and title."""


class RulesAnswer(msgspec.Struct, frozen=True, tag_field="kind", tag="rules"):
    """Rulings found by words, or all of them."""

    query: str
    found: tuple[Related, ...]


class Fact(msgspec.Struct, frozen=True):
    """One printed fact of a card."""

    name: str
    value: str
    doubt: Doubt = ""


class Effect(msgspec.Struct, frozen=True):
    """One effect of a card in words."""

    name: str
    text: str
    doubt: Doubt = ""


class Conflict(msgspec.Struct, frozen=True):
    """What a source says about a fact on which sources differ."""

    name: str
    source: str
    says: str


class CardAnswer(msgspec.Struct, frozen=True):
    """Everything known about a card."""

    id: str
    name: str
    names: dict[str, tuple[str, ...]]
    """Language -> names in it, the main form first."""
    facts: tuple[Fact, ...]
    effects: tuple[Effect, ...]
    confidence: Literal["confirmed", "single", "unknown", "own"]
    sources: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    notes: tuple[str, ...]
    ruling: RuleAnswer | None
    readings: tuple[ReadingAnswer, ...]
    """The interpretations that touch the card, with the reading that holds."""


class CardRow(msgspec.Struct, frozen=True):
    """One line of the list of cards."""

    id: str
    name: str
    kind: str
    group: str
    facts: dict[str, str]


class CardsAnswer(msgspec.Struct, frozen=True):
    """The cards that pass the filters."""

    cards: tuple[CardRow, ...]
    heads: dict[str, str] = {}
    """Short heads of columns, for people, where the name of a fact is long."""


class PlayedAction(msgspec.Struct, frozen=True):
    """An action of a played game and what followed from it."""

    text: str
    events: tuple[str, ...] = ()


class TurnAnswer(msgspec.Struct, frozen=True):
    """One turn of a played game: the player (counted from 1) and what was done, in order."""

    number: int
    player: int
    actions: tuple[PlayedAction, ...]


class GameAnswer(msgspec.Struct, frozen=True):
    """A game that was played."""

    seed: int
    start: PositionAnswer
    turns: tuple[TurnAnswer, ...]
    """Empty when only the scores were asked for."""
    turn_count: int
    scores: tuple[int, ...]
    finished: bool
    ending: str


class SimulationAnswer(msgspec.Struct, frozen=True):
    """Games that were played from seeds."""

    games: tuple[GameAnswer, ...]
    notes: tuple[str, ...] = ()
    """What else should be known about them."""
    left_out: int = 0
    """How many games were not played to their end, because the run was stopped early."""
