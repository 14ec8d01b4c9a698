"""Grades of a played turn, step by step, and scores of all players, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import SCHEMA_VERSION, Cited, CitedDocument, LevelMeaning, ReadingAnswer
from tsolve.model.plays import Exact, LineAnswer, PositionAnswer
from tsolve.model.trace import Refusal
from tsolve.model.verdicts import Answer

Worth = tuple[Exact, ...]
"""One number for each level of the goal; empty if unknown."""
Verdict = Literal["kept", "lost", "drawn", "forced", "unknown", "over", "illegal"]
"""`kept`: the choice gave nothing away; `lost`: it gave something away; `drawn`: chance decided; `forced`:
there was no choice; `unknown`: the step cannot be judged; `over`: the result by the goal was already fixed;
`illegal`: it is not legal.
"""


class StepGrade(msgspec.Struct, frozen=True):
    """One step compared with the best play at that moment."""

    number: int
    """The number of the step in the file; 0 for one that is not written, such as ending the turn."""
    text: str
    verdict: Verdict
    before: Worth = ()
    """The best worth within reach before the step; an expected value if draws are still to come."""
    after: Worth = ()
    """The same after it."""
    regret: Worth = msgspec.field(name="gave_away", default=())
    """What a choice cost, level by level: `before` less `after`."""
    luck: Worth = ()
    """What a draw brought, level by level: `after` less `before`."""
    better: tuple[str, ...] = ()
    """If the step gave something away: the better action and what follows, up to the next draw."""
    depends: bool = False
    """Whether the play after `better` depends on what is drawn."""
    reason: str = ""
    """Why the step cannot or need not be judged."""
    refusal: Refusal | None = None
    line: int | None = None
    """The line of the file where a person wrote the step."""


class CardGrade(msgspec.Struct, frozen=True):
    """One card of the hand, and what the turn would be without it."""

    card: str
    idle: bool
    """Whether it stayed in the hand to the end and counted for nothing."""
    mattered: bool
    """Whether the played line ends differently or is illegal without this card alone."""
    needed: bool | None = None
    """Whether the best line has another result without it; None if not asked or unknown."""
    copy: int = 0
    """Its number among cards of its name, counted from 1; 0 if it is the only one."""

    @property
    def told(self) -> str:
        """The card's name; `#2` marks the second copy if there are several."""
        return f"{self.card} #{self.copy}" if self.copy else self.card


class Spare(msgspec.Struct, frozen=True):
    """By how much one contribution could be lower with the same outcome."""

    card: str
    note: str
    quantity: str
    amount: int
    spare: int


class Slack(msgspec.Struct, frozen=True):
    """By how much the result was more than enough."""

    what: str
    amount: int
    contributions: tuple[Spare, ...] = ()


class Lost(msgspec.Struct, frozen=True):
    """The first step after which the best result of the start was out of reach."""

    number: int
    """The number of the step in the file; 0 for one that is not written."""
    text: str
    by: Literal["choice", "draw"]


class GradeAnswer(Answer, frozen=True, tag_field="of", tag="turn"):
    """The judgement of a turn that was played."""

    file: str
    position: PositionAnswer
    goal: tuple[str, ...]
    line: LineAnswer
    finished: bool
    """Whether the line goes on to the result of the turn; if not, `result` is what is still within reach."""
    start: Worth
    """The best worth within reach at the start; an expected value if there are draws."""
    result: Worth
    """The result of the line."""
    regret: Worth = msgspec.field(name="gave_away")
    """The sum over the choices: `start` + `luck` - `regret` = `result`, level by level."""
    luck: Worth
    """The sum over the draws."""
    steps: tuple[StepGrade, ...]
    out_of_reach: Lost | None = None
    """None if the best result stayed within reach to the end."""
    cards: tuple[CardGrade, ...] = ()
    slack: Slack | None = None
    counted_down: tuple[str, ...] = ()
    """The levels of the goal that count losses, as negative numbers; people see them without the sign."""
    indicators: tuple[str, ...] = ()
    """The levels that are 1 or 0 at the end, so that their mean is a probability."""
    units: dict[str, tuple[str, str]] = {}  # noqa: RUF012  # a struct copies it
    """The two units of a level, as `Measure.unit` has them."""
    levels: tuple[LevelMeaning, ...] = ()
    """What the single levels of the goal count."""
    undecided: tuple[str, ...] = ()
    """Why some steps could not be judged; the sums are then over the other steps only."""
    citations: tuple[Cited, ...] = ()
    readings: tuple[ReadingAnswer, ...] = ()
    notes: tuple[str, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    provenance: tuple[str, ...] = ()
    """How certain the facts of the cards are, and who made the home-made ones."""
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["graded", "not legal", "undecided"]:
        """Graded if every step could be judged, however well; not legal; undecided otherwise."""
        if not self.line.legal and not self.line.undecided:
            return "not legal"
        return "undecided" if self.undecided else "graded"


class CardPoints(msgspec.Struct, frozen=True):
    """Equal cards of one player."""

    card: str
    copies: int
    each: int
    """Points of one copy, with those that the card gives for other cards."""
    points: int
    """Points of all copies."""
    why: str = ""
    """What the card adds to its printed points, and why."""
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
    """Further facts about the player that may decide a tie."""


class Pick(msgspec.Struct, frozen=True):
    """What a player, counted from 1, may take from a game into the next one of a series."""

    player: int
    cards: tuple[str, ...]
    """The cards to choose from."""
    taken: str = ""
    """The one that is taken; empty where that is not told."""


class SeriesScore(msgspec.Struct, frozen=True):
    """A game as one of a series."""

    called: str
    """What the rules call such a series."""
    game: int
    """Which of its games it is, from 1 on."""
    points: tuple[int, ...]
    """The points of all games so far, by players."""
    leaders: tuple[int, ...]
    """The players with the most of them, counted from 1."""
    picks: tuple[Pick, ...] = ()
    """What is taken into the next game, in the order in which players choose."""
    rulings: tuple[str, ...] = ()


class ScoreAnswer(Answer, frozen=True):
    """Every player's points, and who wins."""

    file: str
    position: PositionAnswer
    players: tuple[PlayerScore, ...]
    winners: tuple[int, ...] = ()
    """Counted from 1; several share the victory. Empty if unknown cards may decide."""
    reason: str = ""
    """Why they win, or why the winner is unknown."""
    over: bool = False
    """Whether the game is over, so that this is the final score."""
    rulings: tuple[str, ...] = ()
    """What decides a tie in points, and the open points that the score depends on."""
    line: LineAnswer | None = None
    """The line of the file; the points are counted after it."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    notes: tuple[str, ...] = ()
    provenance: tuple[str, ...] = ()
    """How certain the facts of the cards are, and who made the home-made ones."""
    series: SeriesScore | None = None
    """What the game counts in a series of games; None for a single game."""
    names: tuple[str, ...] = ()
    """What the players are called, from the first seat on; `player 2` for one without a name."""
    schema_version: int = SCHEMA_VERSION

    def called(self, player: int) -> str:
        """A player, counted from 1, in words."""
        return self.names[player - 1] if player <= len(self.names) else f"player {player}"

    @property
    def verdict(self) -> Literal["counted", "not legal", "undecided"]:
        """Counted if the winner is known; not legal if the line is not."""
        if self.line is not None and not self.line.legal and not self.line.undecided:
            return "not legal"
        return "counted" if self.winners else "undecided"
