"""Why something is impossible in a position, and what would make it possible, as data; and the answer to a
question of one line.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from tsolve.model.answers import CheckAnswer, Cited, CitedDocument, ReadingAnswer, ToWrite
from tsolve.model.plays import Exact, LineAnswer
from tsolve.model.verdicts import HOLDS, UNDECIDED, Answer

WHATEVER_COMES = "reasons, amounts and cards hold whatever you draw"
"""The note of what is impossible although cards are drawn."""


Detail = Literal["line", "reasons", "repairs"]
"""How much an answer tells: how it is done, or the line that comes closest; also why not; also what would be
enough.
"""


class ReasonAnswer(msgspec.Struct, frozen=True):
    """One reason of a minimal set. Without it the thing asked for would be possible."""

    text: str
    """A sentence with its numbers."""
    rulings: tuple[str, ...]
    """The rules and cards that say so, the most specific first."""
    without: str = ""
    """What would be reached without it."""
    alone: bool = False
    """Whether nothing else would have to go as well."""
    in_short: str = ""
    """Of what has to be reached: how far it is missed, as in `4 against 6`."""


class Missing(msgspec.Struct, frozen=True):
    """The least amount of one quantity that alone makes it possible."""

    quantity: str
    name: str
    """What people call it."""
    amount: int | None
    """None: no amount of it is enough by itself."""
    matters: bool = True
    """Whether it would be enough, or one of the reasons is about too little of it."""


class RemedyAnswer(msgspec.Struct, frozen=True):
    """A single card that, added to the hand, makes it possible; `line` shows how."""

    card: str
    cost: int | None
    sold: bool | None
    """Whether it is for sale in the position; None where the position does not tell."""
    where: str
    """The same in words."""
    line: LineAnswer
    amount: int | None = None
    """How much of what is asked for that comes to, where it is a number."""


class WhyNotAnswer(Answer, frozen=True):
    """The answer to one question about one position."""

    file: str
    query: str
    verdict: Literal["possible", "impossible", "undecided"]
    line: LineAnswer | None = None
    """How it is done, played by the engine; of what is impossible the line that comes closest, if any."""
    reasons: tuple[ReasonAnswer, ...] = ()
    """A minimal set: together they forbid it, whatever else is left out. Of what is possible later:
    what forbids it at once.
    """
    further: tuple[tuple[ReasonAnswer, ...], ...] = ()
    """Other minimal sets, which forbid it once more: with no reason in common."""
    aside: tuple[str, ...] = ()
    """Rulings that the reasons do not need: they forbid it even if these did not hold."""
    absolute: bool = False
    """The rules never allow it: the one reason given is what they say, and nothing can be switched off."""
    missing: tuple[Missing, ...] = ()
    cards: tuple[RemedyAnswer, ...] = ()
    """Those for sale first, then any others; each group by cost."""
    no_card: bool = False
    """Whether every card was tried, and none is enough."""
    left_out: tuple[str, ...] = ()
    """Lines that were not considered and why; then the verdict is undecided, or reasons hold without them."""
    chance: Exact | None = None
    """The chance of the best policy where chance decides and all of it is known."""
    first: str = ""
    """How that policy begins."""
    notes: tuple[str, ...] = ()
    readings: tuple[ReadingAnswer, ...] = ()
    """The interpretations that the line went through."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    to_write: tuple[ToWrite, ...] = ()
    """What is undecided because the file does not tell it, and how to tell it."""


YesOrNo: TypeAlias = Literal["yes", "no", "undecided", "answered"]
"""The word for an answer; `answered` where the best play was asked for, no where nothing does it."""


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
    """For each claim of the check, or for what the best play is asked for: why it is
    impossible, and what would be enough; None where it is possible.

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
