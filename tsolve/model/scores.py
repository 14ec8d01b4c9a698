"""What every player's cards are worth, and who wins, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import SCHEMA_VERSION, Cited, CitedDocument, PositionAnswer
from tsolve.model.lines import LineAnswer
from tsolve.model.verdicts import Answer


class CardPoints(msgspec.Struct, frozen=True):
    """Equal cards of one player."""

    card: str
    copies: int
    each: int
    """Points of one copy, with what the card says about the others."""
    points: int
    """Points of all copies."""
    why: str = ""
    """What the card adds to its printed points, in words."""
    rulings: tuple[str, ...] = ()


class PlayerScore(msgspec.Struct, frozen=True):
    """One player, counted from 1, with the cards that are worth anything, the most valuable first."""

    player: int
    points: int
    cards: tuple[CardPoints, ...]
    worthless: tuple[tuple[str, int], ...] = ()
    """The other cards, with their copies."""
    unknown: tuple[str, ...] = ()
    """Piles with unknown cards: the points are those of the known ones."""
    also: tuple[str, ...] = ()
    """What else is said of the player, because it may decide a tie."""


class ScoreAnswer(Answer, frozen=True):
    """Every player's points, and who wins with them."""

    file: str
    position: PositionAnswer
    players: tuple[PlayerScore, ...]
    winners: tuple[int, ...] = ()
    """Counted from 1; several share the victory. Empty where unknown cards may decide."""
    reason: str = ""
    """Why they win, or why that is unknown."""
    over: bool = False
    """Whether the game is over, so that this is the final score."""
    rulings: tuple[str, ...] = ()
    """What decides between players besides the points, and the readings that points hang on."""
    line: LineAnswer | None = None
    """The line of the file, after which the points are counted."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    notes: tuple[str, ...] = ()
    provenance: tuple[str, ...] = ()
    """How sure the facts of the cards are, and who made cards that are somebody's own."""
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["counted", "not legal", "undecided"]:
        """Counted where it is known who wins; not legal, if the line before is not."""
        if self.line is not None and not self.line.legal and not self.line.undecided:
            return "not legal"
        return "counted" if self.winners else "undecided"
