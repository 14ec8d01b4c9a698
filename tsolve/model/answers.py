"""What the commands answer, as data. Every face (text, JSON) shows these structs and computes nothing
itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_lowercase
from typing import TYPE_CHECKING, Literal

import msgspec

import tsolve.model
from tsolve.model.comparisons import Dependence
from tsolve.model.plays import Calculation, Exact, LineAnswer, PolicyAnswer, PositionAnswer, UnknownDraw
from tsolve.model.trace import Entry, Refusal
from tsolve.model.verdicts import Answer, Word

if TYPE_CHECKING:
    import tsolve.model.odds


Cell = int | str


def letter_of(index: int) -> str:
    """By what people name an option, counted from 0: `a` to `z`, then `a2` and so on."""
    round_, place = divmod(index, len(ascii_lowercase))
    return f"{ascii_lowercase[place]}{round_ + 1 if round_ else ''}"


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several things that the rules allow alike."""

    text: str
    """In words."""
    values: dict[str, str | tuple[str, ...]] = {}
    """Its parts by name, for programs."""
    keys: dict[str, dict[str, Cell]] = {}
    """What was compared for these parts, by the names of the columns."""


class Rival(msgspec.Struct, frozen=True):
    """One of those between which a comparison decides, with what is compared."""

    name: str
    cells: tuple[Cell, ...]
    """What is compared, in the order of the columns."""
    is_best: bool
    """Whether nothing is better."""


class Contest(msgspec.Struct, frozen=True):
    """A comparison column by column: the first one that differs decides."""

    title: str
    columns: tuple[str, ...]
    rivals: tuple[Rival, ...]
    decided_by: str
    """The column that tells the best from the next one; empty where they are equal, or there is no other."""
    rulings: tuple[str, ...]
    told: str = ""
    """Why the best is better than the next one, in a sentence; empty where there is none."""


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is left, and how it was decided."""

    title: str
    """Whose turn or choice it is, in a few words."""
    options: tuple[Option, ...]
    """All of them; more than one where somebody may choose."""
    chooser: str
    """Who chooses among several."""
    contests: tuple[Contest, ...] = ()
    hangs_on: tuple[str, ...] = ()
    """What the file does not tell and the options depend on, in a few words each: then `options` are those of
    all that it may be.
    """
    readings: dict[str, str] = {}
    """The open points that were looked up, with the reading used."""
    rests_on: tuple[str, ...] = ()
    """Further rules by which it was decided: of what lies on the map, of conditions."""


SCHEMA_VERSION = 3
"""1 named some keys by what they are in the first game; 2 has names that fit every game; in 3 the `verdict`
of `verify` is its own, that of the position is `now`, and the zones of a position hold cards with figures.
"""
Status = Literal["optimal", "undecided", "impossible"]
Value = bool | int | str | tuple[str, ...] | dict[str, str]
"""A value as a position file states it."""


class LegalAction(msgspec.Struct, frozen=True):
    """An action that is allowed, and the rulings that allow it."""

    text: str
    rulings: tuple[str, ...]
    parts: tuple[str, ...] = ()
    """The words of the text: what is done, then with what and to whom; in lists actions that begin alike
    stand together.
    """


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A proposed line with its worth; `objective` follows the levels of the goal."""

    title: str
    """What it is about, in a few words."""
    goal: tuple[str, ...]
    objective: tuple[int, ...]
    line: LineAnswer
    turn: str = ""
    """The kind of turn, where the position leaves it open."""


class TurnWorth(msgspec.Struct, frozen=True):
    """What one kind of turn is worth at its best, by a goal that all kinds share."""

    turn: str
    action: str
    """The action that begins it."""
    title: str
    worth: tuple[Exact, ...]
    """By the attitude to draws, level by level of the goal."""
    status: Status


class SolveAnswer(msgspec.Struct, frozen=True):
    """The best lines and how sure that is."""

    status: Status
    goal: tuple[str, ...]
    objective: tuple[int, ...]
    bound: tuple[int, ...]
    backend: str
    """What found it: `exact`, `cpsat`, or `search` where every line was tried."""
    best: tuple[Plan, ...]
    """The printed line first, then (when asked for) all others that are as good, up to symmetry."""
    others: tuple[Plan, ...] = ()
    """The next best targets."""
    problems: int = 0
    """How many optimisation problems were proved to get here."""
    left_out: tuple[str, ...] = ()
    """Lines that were not considered and why: unknown draws, opponents' choices."""
    notes: tuple[str, ...] = ()
    """What else should be known about the answer."""
    readings: dict[str, str] = {}
    """The interpretations that the printed line goes through, with the reading used."""
    chooser: str = ""
    """Who is entitled to choose among equally good lines."""
    policy: PolicyAnswer | None = None
    """What to do where the best play meets chance; then there is no single best line."""
    unknown: tuple[UnknownDraw, ...] = ()
    """What unknown cards could change."""
    counted_down: tuple[str, ...] = ()
    """Levels of goals that count what is missing or lost, below zero: less is better."""
    turns: tuple[TurnWorth, ...] = ()
    """Every kind of turn, the best first, where they were compared by one goal."""
    goal_of_file: str = ""
    """The goal as the file sets it; empty where it sets none, or another one was asked for."""
    uncounted: str = ""
    """What the play brings besides that nobody can tell: its worth and the proof are without it."""


def shown_lines(solution: SolveAnswer) -> tuple[LineAnswer, ...]:
    """The best line, or all that a policy does."""
    if solution.policy is None:
        return tuple(plan.line for plan in solution.best[:1])
    nodes = solution.policy.nodes
    return tuple(node.end.line if node.end is not None else LineAnswer(node.steps, "") for node in nodes)


def policy_rulings(solution: SolveAnswer) -> Iterator[str]:
    """The rulings that allow what a policy does."""
    for node in solution.policy.nodes if solution.policy is not None else ():
        yield from node.rulings


class ToWrite(msgspec.Struct, frozen=True):
    """Something that a file does not tell, so that an answer is undecided, and the key that tells it."""

    what: str
    """In a few words: `the deck of player 2`."""
    key: str
    """An example of how to write it, as the file of its game would hold it."""
    is_choice: bool = False
    """Whether somebody's choice is missing, not a fact: then it is a step."""
    by_chance: bool = True
    """Whether chance decides about the fact, so that what is written would give chances."""


class ClaimAnswer(msgspec.Struct, frozen=True):
    """A statement judged."""

    text: str
    verdict: Literal["confirmed", "refuted", "undecided"]
    reason: str
    rulings: tuple[str, ...] = ()
    calculation: Calculation | None = None
    left_out: tuple[Entry, ...] = ()
    """Where another number is claimed: the rows of which each by itself, left out, leads to it."""
    line: int | None = None
    """The line of the file where it is stated."""
    unknown: tuple[UnknownDraw, ...] = ()
    """Where it depends on unknown cards: which of them would make it true."""


class ExpectationAnswer(msgspec.Struct, frozen=True):
    """One expectation of a puzzle compared with what was found."""

    what: str
    holds: bool
    expected: str
    found: str
    path: tuple[str | int, ...] = ()
    """Where the file states it: keys and indices (from 0), from the outermost mapping down."""
    line: int | None = None
    """The line of the file where it is stated."""
    right: Value | None = None
    """Where it fails: what the file would have to state there to hold, if that can be stated there."""
    undecided: bool = False
    """Whether it is open rather than refuted: it depends on chance or on something unknown, or there was no
    time for a proof.
    """


class CitedDocument(msgspec.Struct, frozen=True):
    """A document that rulings are cited from."""

    id: str
    title: str
    edition: str
    rulebook: bool = False
    """Whether some printing of the rules goes by it; else it is cited for the facts of cards only."""
    sections: dict[str, str] = {}
    """The cited sections of a document that is not English, each with an English title."""
    spellings: dict[str, str] = {}
    """The cited sections whose heading is printed with a slip, with the right spelling."""


class CitedPlaces(msgspec.Struct, frozen=True):
    """The sections of one document, named by its id."""

    document: str
    sections: tuple[str, ...]


class Cited(msgspec.Struct, frozen=True):
    """A ruling that an answer uses, with where it is written."""

    id: str
    title: str
    sources: tuple[CitedPlaces, ...]
    decisive: bool | None = None
    """Whether the verdict would be another one without it; None: not examined."""
    text: str = ""
    """What it says, in our own words."""


class ReadingAnswer(msgspec.Struct, frozen=True):
    """An interpretation that the answer went through."""

    key: str
    option: str
    question: str
    overridden: bool


class CheckAnswer(Answer, frozen=True):
    """Everything about one position file."""

    file: str
    position: PositionAnswer
    legal: tuple[LegalAction, ...]
    refused: tuple[Refusal, ...]
    line: LineAnswer | None = None
    claims: tuple[ClaimAnswer, ...] = ()
    solution: SolveAnswer | None = None
    expectations: tuple[ExpectationAnswer, ...] = ()
    citations: tuple[Cited, ...] = ()
    readings: tuple[ReadingAnswer, ...] = ()
    notes: tuple[str, ...] = ()
    """What else should be known about the answer."""
    documents: tuple[CitedDocument, ...] = ()
    """The documents of the citations."""
    depends: Dependence | None = None
    """On which interpretations the answer depends, where that was examined."""
    provenance: tuple[str, ...] = ()
    """How sure the facts of the cards are, and who made cards that are somebody's own."""
    to_write: tuple[ToWrite, ...] = ()
    """What is undecided because the file does not tell it, and how to tell it."""
    options: Options | None = None
    """What the rules leave to do, in a game whose rules decide for some figures."""
    odds: tsolve.model.odds.OddsAnswer | msgspec.UnsetType = msgspec.UNSET
    """What may come, where the file asks for nothing and only chance decides."""
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["holds", "legal", "answered", "refuted", "impossible", "undecided"]:
        """What the file comes to.

        Only what claims or expects something can hold; a line by itself is legal, and a file that states
        nothing asks for the best line, and is answered, unless no line attacks the target that was asked for.

        A file that states expectations about its line or its claims is judged by these, so that a puzzle may
        show an illegal line. Whether the best line is proved matters only where the file asks nothing else.
        """
        if self.only_asks:
            if self.options is not None and self.options.hangs_on:
                return "undecided"
            status = self.solution.status if self.solution is not None else "optimal"
            return _OF_BEST[status]
        if any(not each.holds and not each.undecided for each in self.expectations):
            return "refuted"
        judged = self.line if not self.expects("line") else None
        if judged is not None and not judged.legal and not judged.undecided:
            return "refuted"
        claimed = set() if self.expects("claims") else {claim.verdict for claim in self.claims}
        if "refuted" in claimed:
            return "refuted"
        if "undecided" in claimed or (judged is not None and judged.undecided):
            return "undecided"
        if any(each.undecided for each in self.expectations):
            return "undecided"
        return "holds" if self.claims or self.expectations else "legal"

    @property
    def told(self) -> Word:
        """As above; a puzzle that holds is as expected, of other files the claims are confirmed."""
        if self.verdict != "holds":
            return self.verdict
        return "as expected" if self.expectations else "confirmed"

    @property
    def only_asks(self) -> bool:
        """Whether the file states nothing that could hold: then it asks for the best line."""
        return self.line is None and not self.claims and not self.expectations

    def expects(self, part: str) -> bool:
        """Whether the file states expectations about its `line` or its `claims`."""
        return any(each.path[:2] == ("expect", part) for each in self.expectations)


_OF_BEST: Mapping[Status, Literal["answered", "impossible", "undecided"]] = {
    "optimal": "answered",
    "undecided": "undecided",
    "impossible": "impossible",
}
"""Status of the best line -> what a file that asks for it comes to."""
