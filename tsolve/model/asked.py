"""The answer to a question of one line, as data."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from tsolve.model.answers import CheckAnswer
from tsolve.model.verdicts import HOLDS, UNDECIDED, Answer
from tsolve.model.whynot import WhyNotAnswer

YesOrNo: TypeAlias = Literal["yes", "no", "undecided", "answered"]
"""The word for an answer; `answered` where the best play was asked for."""


class AskedCase(msgspec.Struct, frozen=True):
    """The question in one position."""

    place: str
    """Where the question leaves a place open: the one that is taken here; else empty."""
    verdict: YesOrNo
    position: str
    """The position as a file."""
    check: CheckAnswer
    """What a check of this file says."""
    why_not: tuple[WhyNotAnswer | None, ...] = ()
    """For each claim of the check: why it is impossible, and what would be enough; None where it is possible.

    Of several places only the first one where something is impossible has it.
    """


def yes_or_no(check: CheckAnswer) -> YesOrNo:
    """What a check comes to, in the word of a question."""
    if check.exit_code == UNDECIDED:
        return "undecided"
    if check.exit_code != HOLDS:
        return "no"
    return "answered" if check.only_asks else "yes"


class AskAnswer(Answer, frozen=True):
    """A question of one line: what was understood, and the answer in each position that it means."""

    question: str
    game: str
    """The title of the game."""
    printing: str
    read_as: tuple[str, ...]
    """What was understood, in words."""
    cases: tuple[AskedCase, ...]
    """One, unless the question leaves a place open; then one for each."""

    @property
    def verdict(self) -> YesOrNo:
        """The answer, if it is the same in each position; else it is undecided."""
        verdicts = {case.verdict for case in self.cases}
        return verdicts.pop() if len(verdicts) == 1 else "undecided"
