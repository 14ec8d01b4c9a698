"""The answers of the commands, as data. Text, JSON and HTML show these structs and compute nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

import tsolve.model
from tsolve.model.comparisons import Dependence
from tsolve.model.plays import (
    Between,
    Calculation,
    Exact,
    LineAnswer,
    PolicyAnswer,
    PositionAnswer,
    UnknownDraw,
)
from tsolve.model.trace import Entry, Refusal
from tsolve.model.verdicts import Answer, Word, in_brief

if TYPE_CHECKING:
    import tsolve.model.logs
    import tsolve.model.odds


Cell = int | str
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letter_of(index: int) -> str:
    """The letter that names an option, counted from 0: `a` to `z`, then `a2` and so on."""
    round_, place = divmod(index, len(_LETTERS))
    return f"{_LETTERS[place]}{round_ + 1 if round_ else ''}"


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several things that the rules allow equally."""

    text: str
    """The option in words."""
    values: dict[str, str | tuple[str, ...]] = {}
    """The parts of the option by name, for programs."""
    keys: dict[str, dict[str, Cell]] = {}
    """What was compared for each of these parts, by the names of the columns."""


class Rival(msgspec.Struct, frozen=True):
    """One of those that a comparison is between, with what is compared."""

    name: str
    cells: tuple[Cell, ...]
    """The compared values, in the order of the columns."""
    is_best: bool
    """Whether no other is better."""


class Contest(msgspec.Struct, frozen=True):
    """A comparison column by column: the first one that differs decides."""

    title: str
    columns: tuple[str, ...]
    rivals: tuple[Rival, ...]
    decided_by: str
    """The column in which the best differs from the next one; empty if none does or there is no other."""
    rulings: tuple[str, ...]
    told: str = ""
    """Why the best is better than the next one, in a sentence; empty if there is no such reason."""


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """The options that the rules leave, and how these were found."""

    title: str
    """Whose turn or choice it is, in a few words."""
    options: tuple[Option, ...]
    """All options; more than one if somebody may choose."""
    chooser: str
    """Who chooses, if there are several."""
    contests: tuple[Contest, ...] = ()
    hangs_on: tuple[str, ...] = ()
    """What the options depend on but the file does not say, in a few words each; `options` then has those for
    every possibility.
    """
    readings: dict[str, str] = {}
    """The open points that were looked up, with the reading used."""
    rests_on: tuple[str, ...] = ()
    """Further rules that were used, such as those of objects on the map and of conditions."""


SCHEMA_VERSION = 3
"""2: keys have names that fit every game, not only the first one. 3: the `verdict` of `verify` is about the
receipt, and that of the position is `now`; the zones of a position hold cards with figures.
"""
Status = Literal["optimal", "undecided", "impossible"]
Value = bool | int | str | tuple[str, ...] | dict[str, str]
"""A value as a position file states it."""


class LegalAction(msgspec.Struct, frozen=True):
    """A legal action, and the rulings that allow it."""

    text: str
    rulings: tuple[str, ...]
    parts: tuple[str, ...] = ()
    """The text in parts: what is done, then with what and to whom. Lists group actions with the same first
    parts.
    """


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A proposed line and what it is worth; `objective` has a number for each level of the goal."""

    title: str
    """What the line is about, in a few words."""
    goal: tuple[str, ...]
    objective: tuple[int, ...]
    line: LineAnswer
    turn: str = ""
    """The kind of turn, if the position leaves that open."""

    def __repr__(self) -> str:
        return in_brief(self, self.title, self.line.outcome)


class TurnWorth(msgspec.Struct, frozen=True):
    """What the best turn of one kind, or with one choice of cards, is worth by a goal that all share."""

    turn: str
    """The kind of turn; empty for a choice of cards."""
    action: str
    """The action that begins such a turn."""
    title: str
    worth: tuple[Exact, ...]
    """A number for each level of the goal, or for its first levels if only these are counted, with draws
    counted as the attitude to draws says.
    """
    status: Status


class LevelMeaning(msgspec.Struct, frozen=True):
    """What a level of a goal counts."""

    name: str
    about: str


class SolveAnswer(msgspec.Struct, frozen=True):
    """The best lines, and whether they are proved."""

    status: Status
    goal: tuple[str, ...]
    objective: tuple[int, ...]
    bound: tuple[int, ...]
    backend: str
    """What found them: `exact`, `cpsat`, or `search` if every line was tried."""
    best: tuple[Plan, ...]
    """The printed line first, then (if asked for) all others that are equally good, up to symmetry."""
    others: tuple[Plan, ...] = ()
    """The next best targets."""
    problems: int = 0
    """How many optimisation problems were solved with proof."""
    left_out: tuple[str, ...] = ()
    """Lines that were not considered, and why: unknown draws, opponents' choices."""
    notes: tuple[str, ...] = ()
    """Further remarks about the answer."""
    readings: dict[str, str] = {}
    """The open points that the printed line depends on, with the reading used."""
    chooser: str = ""
    """Who may choose among equally good lines."""
    policy: PolicyAnswer | None = None
    """What to do if the best play depends on chance; then there is no single best line."""
    unknown: tuple[UnknownDraw, ...] = ()
    """What unknown cards might change."""
    counted_down: tuple[str, ...] = ()
    """Levels of goals that count losses, as negative numbers: fewer losses are better."""
    turns: tuple[TurnWorth, ...] = ()
    """Every kind of turn, the best first, if they were compared by one goal."""
    goal_of_file: str = ""
    """The goal that the file sets; empty if it sets none, or if another one was asked for."""
    levels: tuple[LevelMeaning, ...] = ()
    """What the single levels of the goal count."""
    between: tuple[Between, ...] = ()
    """Bounds of the first levels of the goal if the best play of a round is not known. Without a policy
    `best` has the likeliest course of the play alone.
    """
    about: tuple[Exact, ...] = ()
    """About what the play brings by the levels of `between`, where no course can be counted."""
    uncounted: str = ""
    """An unknown gain of the play, which its worth and the proof do not count."""

    @property
    def meanings(self) -> dict[str, str]:
        """The levels of the goal by name, each with what it counts."""
        return {level.name: level.about for level in self.levels}

    @property
    def plan(self) -> Plan | None:
        """The printed line; None where there is none, or where a policy stands in its place."""
        return self.best[0] if self.best and self.policy is None else None

    def __repr__(self) -> str:
        return in_brief(self, self.status, self.best[0].title if self.best else "")


def shown_lines(solution: SolveAnswer) -> tuple[LineAnswer, ...]:
    """The best line, or all lines of a policy."""
    if solution.policy is None:
        return tuple(plan.line for plan in solution.best[:1])
    nodes = solution.policy.nodes
    return tuple(node.end.line if node.end is not None else LineAnswer(node.steps, "") for node in nodes)


def policy_rulings(solution: SolveAnswer) -> Iterator[str]:
    """The rulings that allow the actions of a policy."""
    for node in solution.policy.nodes if solution.policy is not None else ():
        yield from node.rulings


class ToWrite(msgspec.Struct, frozen=True):
    """Something that the file does not say, so that an answer is undecided, and the key to say it with."""

    what: str
    """What is missing, in a few words: `the deck of player 2`."""
    key: str
    """An example of how to write it in a file of this game."""
    is_choice: bool = False
    """Whether a player's choice is missing, not a fact; then a step says it."""
    by_chance: bool = True
    """Whether chance decides the fact, so that the written answer would give probabilities."""


class ClaimAnswer(msgspec.Struct, frozen=True):
    """A claim and its verdict."""

    text: str
    verdict: Literal["confirmed", "refuted", "undecided"]
    reason: str
    rulings: tuple[str, ...] = ()
    calculation: Calculation | None = None
    left_out: tuple[Entry, ...] = ()
    """If another number is claimed: the rows that explain it, since leaving out any one of them gives it."""
    line: int | None = None
    """The line of the file where it is stated."""
    unknown: tuple[UnknownDraw, ...] = ()
    """If it depends on unknown cards: which of them would make it true."""

    def __repr__(self) -> str:
        return in_brief(self, self.verdict, f"{self.text}: {self.reason}" if self.reason else self.text)


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
    """If it fails: what the file would have to state there to hold, if it can state that."""
    undecided: bool = False
    """Whether it is undecided, not refuted: it depends on chance or on something unknown, or the search ran
    out before a proof.
    """


class CitedDocument(msgspec.Struct, frozen=True):
    """A document that rulings are cited from."""

    id: str
    title: str
    edition: str
    rulebook: bool = False
    """Whether it is the rulebook of some printing; else it is only cited for facts of cards."""
    sections: dict[str, str] = {}
    """The cited sections of a document that is not English, each with an English title."""
    spellings: dict[str, str] = {}
    """The cited sections whose printed heading has a misprint, with the right spelling."""


class CitedPlaces(msgspec.Struct, frozen=True):
    """The sections of one document, named by its id."""

    document: str
    sections: tuple[str, ...]


class Cited(msgspec.Struct, frozen=True):
    """A ruling that an answer uses, and where it is written."""

    id: str
    title: str
    sources: tuple[CitedPlaces, ...]
    decisive: bool | None = None
    """Whether the verdict would change without it; None: not examined."""
    text: str = ""
    """What it says, in tsolve's words."""


class ReadingAnswer(msgspec.Struct, frozen=True):
    """An open point that the answer depends on, with the reading used."""

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
    """Further remarks about the answer."""
    documents: tuple[CitedDocument, ...] = ()
    """The documents of the citations."""
    depends: Dependence | None = None
    """The open points that matter to the answer, if that was examined."""
    provenance: tuple[str, ...] = ()
    """How certain the facts of the cards are, and who made the home-made ones."""
    to_write: tuple[ToWrite, ...] = ()
    """What is undecided because the file does not say it, and how to say it."""
    options: Options | None = None
    """What the rules allow, in a game whose rules decide what some figures do."""
    odds: tsolve.model.odds.OddsAnswer | msgspec.UnsetType = msgspec.UNSET
    """The chances, if the file asks nothing and only chance decides what comes."""
    log: tsolve.model.logs.LogAnswer | msgspec.UnsetType = msgspec.UNSET
    """The turns of a file that has some; all else is then about the table after them."""
    schema_version: int = SCHEMA_VERSION

    @property
    def best(self) -> Plan | None:
        """The best line; None where none was asked for, or where chance decides (see `solution.policy`)."""
        return self.solution.plan if self.solution is not None else None

    @property
    def verdict(self) -> Literal["holds", "legal", "answered", "refuted", "impossible", "undecided"]:
        """The verdict on the file.

        Only a file with claims or expectations can hold. A line alone is legal or not. A file that states
        nothing asks for the best line; it is answered, unless no line attacks the target that it asks for.

        Expectations about the line or the claims decide in place of these, so that a puzzle may show an
        illegal line. Whether the best line is proved matters only if the file asks nothing else.
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
        log = self.log if self.log and not self.expects("log") else None
        if log is not None and (log.wrong or "refuted" in log.claimed):
            return "refuted"
        if log is not None and (log.undecided or log.not_judged or "undecided" in log.claimed):
            return "undecided"
        if "undecided" in claimed or (judged is not None and judged.undecided):
            return "undecided"
        if any(each.undecided for each in self.expectations):
            return "undecided"
        return "holds" if self.claims or self.expectations else "legal"

    @property
    def told(self) -> Word:
        """The same in people's words: a puzzle that holds is as expected; other files are confirmed."""
        if self.verdict != "holds":
            return self.verdict
        return "as expected" if self.expectations else "confirmed"

    @property
    def only_asks(self) -> bool:
        """Whether the file has no claims and no expectations, so that it asks for the best line."""
        return self.line is None and not self.claims and not self.expectations and not self.log

    def expects(self, part: str) -> bool:
        """Whether the file states expectations about its `line` or its `claims`."""
        return any(each.path[:2] == ("expect", part) for each in self.expectations)


_OF_BEST: Mapping[Status, Literal["answered", "impossible", "undecided"]] = {
    "optimal": "answered",
    "undecided": "undecided",
    "impossible": "impossible",
}
"""Status of the best line -> verdict on a file that asks for it."""
