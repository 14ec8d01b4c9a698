"""The judgement of a log of several turns, as data."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import TYPE_CHECKING, Literal

import msgspec

import tsolve.model
from tsolve.model.plays import StepAnswer
from tsolve.model.trace import Refusal

if TYPE_CHECKING:
    import tsolve.model.answers
    import tsolve.model.grades


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong in a turn, or cannot be judged, and what is assumed in its place."""

    refusal: Refusal
    assumed: str
    undecided: bool = False
    """Whether it may have been legal: it depends on something that nobody tells."""
    step: int = 0
    """The number of the step; 0 for what the turn says beside its steps, or leaves out."""
    line: int | None = None
    """The line of the file where it stands."""


TurnVerdict = Literal["legal", "not legal", "undecided"]


class TurnAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One turn of a log."""

    number: int
    player: int
    verdict: TurnVerdict
    outcome: str
    """The result of the turn, in a sentence."""
    steps: tuple[StepAnswer, ...]
    name: str = ""
    """What the player is called."""
    faults: tuple[Fault, ...] = ()
    claims: "tuple[tsolve.model.answers.ClaimAnswer, ...]" = ()
    expectations: "tuple[tsolve.model.answers.ExpectationAnswer, ...]" = ()
    line: int | None = None
    """The line of the file where the turn begins."""

    @property
    def called(self) -> str:
        """The player in words."""
        return self.name or f"player {self.player}"


class LogAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """All turns of a log, and the points after them."""

    turns: tuple[TurnAnswer, ...]
    first: int = 1
    """The first turn that is told; those before were only played."""
    score: "tsolve.model.grades.ScoreAnswer | None" = None
    """The points at the end, in a game that counts points."""
    over: bool = False
    """Whether the game is over."""
    ending: str = ""
    """How it ended, in a few words."""
    stopped: str = ""
    """Why later turns cannot be judged."""
    not_judged: int = 0
    """How many these are."""
    names: tuple[str, ...] = ()
    """What the players are called, from the first seat on; empty for one without a name."""

    @property
    def wrong(self) -> tuple[TurnAnswer, ...]:
        """The turns that are not legal."""
        return tuple(turn for turn in self.turns if turn.verdict == "not legal")

    @property
    def undecided(self) -> tuple[TurnAnswer, ...]:
        """The turns that cannot be judged."""
        return tuple(turn for turn in self.turns if turn.verdict == "undecided")

    @property
    def claimed(self) -> set[str]:
        """The verdicts on what is claimed of single turns, where no expectation says what they must be."""
        judged = [
            turn for turn in self.turns if not any("claims" in each.path[2:4] for each in turn.expectations)
        ]
        return {claim.verdict for turn in judged for claim in turn.claims}
