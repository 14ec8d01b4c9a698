"""What the commands answer, as data. Every face (text, JSON) shows these structs and computes nothing
itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from tsolve.model.comparisons import Dependence
from tsolve.model.lines import Calculation as Calculation
from tsolve.model.lines import LineAnswer as LineAnswer
from tsolve.model.lines import StepAnswer as StepAnswer
from tsolve.model.policies import Exact, PolicyAnswer, UnknownDraw
from tsolve.model.refusal import Refusal

SCHEMA_VERSION = 2
"""1 named some keys by what they are in the first game; 2 has names that fit every game."""
Status = Literal["optimal", "undecided", "impossible"]
Value = bool | int | str | tuple[str, ...] | dict[str, str]
"""A value as a position file states it."""


class LegalAction(msgspec.Struct, frozen=True):
    """An action that is allowed, and the rulings that allow it."""

    text: str
    rulings: tuple[str, ...]


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


class ClaimAnswer(msgspec.Struct, frozen=True):
    """A statement judged."""

    text: str
    verdict: Literal["confirmed", "refuted", "undecided"]
    reason: str
    rulings: tuple[str, ...] = ()
    calculation: Calculation | None = None


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


class ReadingAnswer(msgspec.Struct, frozen=True):
    """An interpretation that the answer went through."""

    key: str
    option: str
    question: str
    overridden: bool


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of a board."""

    name: str
    cost: str = ""
    """What going there takes, in words."""
    holds: str = ""
    """Who or what is there."""
    here: bool = False
    """Whether the active player's piece stands there."""
    within_reach: bool = False
    """Whether it can get there with what there is to pay."""


class BoardRow(msgspec.Struct, frozen=True):
    """Places beside each other."""

    label: str
    places: tuple[Place, ...]


class PositionAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position, zone by zone, in names."""

    game: str
    printing: str
    zones: tuple[tuple[str, str], ...]
    board: tuple[BoardRow, ...] = ()
    """The places of a game that has a board, from top to bottom."""


class CheckAnswer(msgspec.Struct, frozen=True):
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
    """For example facts that rest on a single source."""
    documents: tuple[CitedDocument, ...] = ()
    """The documents of the citations."""
    depends: Dependence | None = None
    """On which interpretations the answer depends, where that was examined."""
    schema_version: int = SCHEMA_VERSION
