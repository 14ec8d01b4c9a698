"""What a turn that was played was worth, step by step, and what every player's cards are worth, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import SCHEMA_VERSION, Cited, CitedDocument, ReadingAnswer
from tsolve.model.plays import Exact, LineAnswer, PositionAnswer
from tsolve.model.trace import Refusal
from tsolve.model.verdicts import Answer

Worth = tuple[Exact, ...]
"""One number for each level of the goal; empty where it is not known."""
Verdict = Literal["kept", "lost", "drawn", "forced", "unknown", "over", "illegal"]
"""`kept`: the choice gave nothing away; `lost`: it gave something away; `drawn`: chance decided; `forced`:
there was nothing to choose; `unknown`: it cannot be judged; `over`: the goal's result stood already;
`illegal`: it is not legal.
"""


class StepGrade(msgspec.Struct, frozen=True):
    """One step against the best play at that moment."""

    number: int
    """The number of the written step; 0 for one that nobody wrote, such as going on or ending the turn."""
    text: str
    verdict: Verdict
    before: Worth = ()
    """The best worth within reach before the step: expected, where draws are still to come."""
    after: Worth = ()
    """The same after it."""
    regret: Worth = msgspec.field(name="gave_away", default=())
    """What a choice cost, level by level: `before` less `after`."""
    luck: Worth = ()
    """What a draw brought, level by level: `after` less `before`."""
    better: tuple[str, ...] = ()
    """Where the step gave something away: the better action and what follows, up to the next draw."""
    depends: bool = False
    """Whether what follows `better` depends on what is drawn."""
    reason: str = ""
    """Why the step cannot be judged, or why it needs no judgement."""
    refusal: Refusal | None = None
    line: int | None = None
    """The line of the file where a person wrote the step."""


class CardGrade(msgspec.Struct, frozen=True):
    """One card that was in the hand: what the turn would have been without it."""

    card: str
    idle: bool
    """In the hand to the end, and nothing of it counted."""
    mattered: bool
    """Whether the line as played ends differently, or is not legal, without this card alone."""
    needed: bool | None = None
    """Whether the best line comes to something else without it; None where not asked or not known."""
    copy: int = 0
    """Its number among those of its name, counted from 1; 0 where it is the only one."""

    @property
    def told(self) -> str:
        """The card by name; `#2` marks the second copy where there are several."""
        return f"{self.card} #{self.copy}" if self.copy else self.card


class Spare(msgspec.Struct, frozen=True):
    """By how much one contribution could be lower with the same outcome."""

    card: str
    note: str
    quantity: str
    amount: int
    spare: int


class Slack(msgspec.Struct, frozen=True):
    """What the result had to spare."""

    what: str
    amount: int
    contributions: tuple[Spare, ...] = ()


class Lost(msgspec.Struct, frozen=True):
    """The first step after which the best result of the start was out of reach."""

    number: int
    """The written step; 0 for one that nobody wrote."""
    text: str
    by: Literal["choice", "draw"]


class GradeAnswer(Answer, frozen=True):
    """The judgement of a turn that was played."""

    file: str
    position: PositionAnswer
    goal: tuple[str, ...]
    line: LineAnswer
    finished: bool
    """Whether the line reaches the result of the turn; if not, `result` is what is still within reach."""
    start: Worth
    """The best worth within reach at the start: expected, where there are draws."""
    result: Worth
    """What the line came to."""
    regret: Worth = msgspec.field(name="gave_away")
    """The sum over the choices: `start` + `luck` - `regret` = `result`, level by level."""
    luck: Worth
    """The sum over the draws."""
    steps: tuple[StepGrade, ...]
    out_of_reach: Lost | None = None
    """None where the best result stayed within reach to the end."""
    cards: tuple[CardGrade, ...] = ()
    slack: Slack | None = None
    counted_down: tuple[str, ...] = ()
    """The levels of the goal that count losses, below zero; people read them without the sign."""
    indicators: tuple[str, ...] = ()
    """The levels that are 1 or 0 in the end, so that their mean is a chance."""
    units: dict[str, tuple[str, str]] = {}  # noqa: RUF012  # a struct copies it
    """What 1 of a level is in people's words, and what more or less of it are."""
    undecided: tuple[str, ...] = ()
    """Why some steps could not be judged; then the sums are over the others only."""
    citations: tuple[Cited, ...] = ()
    readings: tuple[ReadingAnswer, ...] = ()
    notes: tuple[str, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    provenance: tuple[str, ...] = ()
    """How sure the facts of the cards are, and who made cards that are somebody's own."""
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["graded", "not legal", "undecided"]:
        """Graded whole, be it good or bad; not legal; or undecided, where a step could not be judged."""
        if not self.line.legal and not self.line.undecided:
            return "not legal"
        return "undecided" if self.undecided else "graded"


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
    """What decides between players besides the points, and the readings that points depend on."""
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
