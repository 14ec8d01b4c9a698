"""Why something is impossible in a position, and what would make it possible, as data; also the answer to a
one-line question (`ask`).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from tsolve.model.answers import CheckAnswer, Cited, CitedDocument, ReadingAnswer, ToWrite
from tsolve.model.plays import Exact, LineAnswer
from tsolve.model.verdicts import HOLDS, UNDECIDED, Answer

WHATEVER_COMES = "reasons, amounts and cards hold whatever you draw"
"""The note on something that is impossible whatever cards are drawn."""


Detail = Literal["line", "reasons", "repairs"]
"""How much an answer says: how to do it, or the line that comes closest; also why not; also what would be
enough.
"""


class ReasonAnswer(msgspec.Struct, frozen=True):
    """One reason of a minimal set. Without it, the thing asked for would be possible."""

    text: str
    """A sentence with its numbers."""
    rulings: tuple[str, ...]
    """The rules and cards that say so, the most specific first."""
    without: str = ""
    """What would be reached without it."""
    alone: bool = False
    """Whether removing it alone would be enough."""
    in_short: str = ""
    """For a number to reach: what is reached and what is needed, as in `4 against 6`."""


class Missing(msgspec.Struct, frozen=True):
    """The least amount of one quantity that alone would make it possible."""

    quantity: str
    name: str
    """The name of the quantity for people."""
    amount: int | None
    """None if no amount of it is enough alone."""
    matters: bool = True
    """Whether some amount is enough, or a reason is about too little of it."""


class RemedyAnswer(msgspec.Struct, frozen=True):
    """A single card that, added to the hand, makes it possible; `line` shows how."""

    card: str
    cost: int | None
    sold: bool | None
    """Whether it is for sale in the position; None if the position does not say."""
    where: str
    """The same in words."""
    line: LineAnswer
    amount: int | None = None
    """The number that is reached with it, if the question is about a number."""


class WhyNotAnswer(Answer, frozen=True):
    """The answer to one question about one position."""

    file: str
    query: str
    verdict: Literal["possible", "impossible", "undecided"]
    line: LineAnswer | None = None
    """How to do it, played by the engine; if it is impossible, the line that comes closest, if any."""
    reasons: tuple[ReasonAnswer, ...] = ()
    """A minimal set of reasons that forbid it together, even without any others. If it is possible later,
    what forbids it now.
    """
    further: tuple[tuple[ReasonAnswer, ...], ...] = ()
    """Other minimal sets that forbid it too, with no reason in common."""
    aside: tuple[str, ...] = ()
    """Rulings that the reasons do not need: these would forbid it even without the rulings."""
    absolute: bool = False
    """Whether the rules never allow it: the only reason says so, and no rule can be left out."""
    missing: tuple[Missing, ...] = ()
    cards: tuple[RemedyAnswer, ...] = ()
    """Those for sale first, then any others; each group by cost."""
    no_card: bool = False
    """Whether every card was tried and none is enough."""
    left_out: tuple[str, ...] = ()
    """Lines that were not considered, and why; the verdict is then undecided, or the reasons hold anyway."""
    chance: Exact | None = None
    """The chance of the best policy, if chance decides and all outcomes are known."""
    first: str = ""
    """How that policy begins."""
    notes: tuple[str, ...] = ()
    readings: tuple[ReadingAnswer, ...] = ()
    """The open points that the line depends on, with the reading used."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    to_write: tuple[ToWrite, ...] = ()
    """What is undecided because the file does not say it, and how to say it."""


YesOrNo: TypeAlias = Literal["yes", "no", "undecided", "answered"]
"""The word for an answer; `answered` if the best play was asked for, `no` if no play does it."""


class AskedCase(msgspec.Struct, frozen=True):
    """The question in one position."""

    place: str
    """The place that is assumed here, if the question leaves it open; else empty."""
    verdict: YesOrNo
    position: str
    """The position as a file."""
    check: CheckAnswer
    """The answer of `check` on this file."""
    why_not: tuple[WhyNotAnswer | None, ...] = ()
    """For each claim of the check, or for the wish of a best play: why it is impossible, and what would be
    enough; None if it is possible.

    Of several places, only the first one where something is impossible has it.
    """
    chance: str = ""
    """The chance of the least number that the question names, in words."""


def yes_or_no(check: CheckAnswer) -> YesOrNo:
    """The verdict of a check as the answer to a question."""
    if check.exit_code == UNDECIDED:
        return "undecided"
    if check.exit_code != HOLDS:
        return "no"
    return "answered" if check.only_asks else "yes"


class AskAnswer(Answer, frozen=True, tag_field="kind", tag="position"):
    """A one-line question: how it was understood, and the answer in each position that it may mean."""

    question: str
    game: str
    """The title of the game."""
    printing: str
    read_as: tuple[str, ...]
    """How the question was understood, in words."""
    cases: tuple[AskedCase, ...]
    """One, unless the question leaves a place open; then one for each place."""

    @property
    def verdict(self) -> YesOrNo:
        """The answer, if it is the same in every position; otherwise undecided."""
        verdicts = {case.verdict for case in self.cases}
        return verdicts.pop() if len(verdicts) == 1 else "undecided"
