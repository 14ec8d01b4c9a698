"""Answers to questions of one line that need no position of their own: what rules or a card say, a number
that the rules give, and what is so in a position file.
"""

from __future__ import annotations

from tsolve.model.answers import CheckAnswer, Cited
from tsolve.model.grades import ScoreAnswer
from tsolve.model.lookups import Found
from tsolve.model.solved import SolvedAnswer, TargetsAnswer
from tsolve.model.verdicts import Answer, Word
from tsolve.model.why_not import AskAnswer, WhyNotAnswer


class LookedUp(Answer, frozen=True, tag_field="kind", tag="looked up"):
    """A question that rules or a card answer: no position is judged."""

    question: str
    read_as: tuple[str, ...]
    """How the question was understood, in words."""
    found: Found
    in_full: str = ""
    """The text of the best ruling."""
    note: str = ""
    """What is said of the question itself."""


class Worked(Answer, frozen=True, tag_field="kind", tag="worked out"):
    """A question about a number that the rules give: a price, a level, a chance."""

    question: str
    game: str
    """The title of the game."""
    text: str
    """The answer in a sentence."""
    sum: str
    """How it comes about."""
    rulings: tuple[str, ...]
    read_as: tuple[str, ...]
    """How the question was understood, in words."""
    citations: tuple[Cited, ...] = ()


class AboutFile(Answer, frozen=True, tag_field="kind", tag="about a file"):
    """A question about a position file; one of the answers is given."""

    question: str
    file: str
    read_as: tuple[str, ...]
    """How the question was understood, in words."""
    check: CheckAnswer | None = None
    why_not: WhyNotAnswer | None = None
    score: ScoreAnswer | None = None
    targets: TargetsAnswer | None = None
    best: SolvedAnswer | None = None

    @property
    def given(self) -> CheckAnswer | WhyNotAnswer | ScoreAnswer | TargetsAnswer | SolvedAnswer:
        """The answer that is given."""
        found = (self.check, self.why_not, self.score, self.targets, self.best)
        return next(each for each in found if each is not None)

    @property
    def verdict(self) -> Word:
        """The verdict of the answer that is given."""
        return self.given.verdict


AnyAsked = AskAnswer | LookedUp | Worked | AboutFile
"""The possible answers to a question of one line."""
