"""What `solve` and `targets` answer, as data: best plays, what a turn may be spent on, what may be
attacked or reached.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import UNSET, UnsetType

import tsolve.model
from tsolve.model.answers import Cited, CitedDocument, Plan, ReadingAnswer, SolveAnswer, Status, ToWrite
from tsolve.model.comparisons import Dependence
from tsolve.model.odds import Threshold
from tsolve.model.plays import BoardRow, Calculation, Exact, Verb
from tsolve.model.trace import Refusal
from tsolve.model.verdicts import Answer

if TYPE_CHECKING:
    import tsolve.model.hexmaps


class Payment(msgspec.Struct, frozen=True):
    """Something that is paid for."""

    quantity: str
    """What is paid with."""
    amount: int
    subject: str
    """Who or what it is paid for."""


class Candidate(msgspec.Struct, frozen=True):
    """The best turn of one kind: with this purchase, against this target, or none of these."""

    turn: str
    """The kind of turn."""
    title: str
    """What the turn is spent on, as a step would say it."""
    outcome: str
    """What it brings, in a sentence; where cards decide, on average."""
    goal: tuple[str, ...]
    worth: tuple[Exact, ...]
    """By the attitude to draws, level by level of the goal."""
    status: Status
    """Whether no turn of this kind is better."""
    steps: tuple[str, ...]
    """The line; where cards decide its steps before the first draw."""
    payments: tuple[Payment, ...] = ()
    """What is paid in its steps, in their order."""
    chance: Exact | None = None
    """Where cards decide: the chance to do what the title says."""


SCHEMA_VERSION = 1

Outcome = Literal["certain", "chance", "impossible", "undecided"]
"""Whether a turn can deal with a target: whatever comes, by chance, never, or not known."""


class Reached(msgspec.Struct, frozen=True):
    """The greatest value against a target; where cards are drawn, by what draws count for."""

    name: str
    """What people call it."""
    amount: Exact
    least: int
    most: int
    """`least` and `most` differ where it depends on what is drawn."""
    proved: bool
    """Whether nothing else reaches more."""


class TargetAnswer(msgspec.Struct, frozen=True):
    """One target of the position."""

    name: str
    where: str
    outcome: Outcome
    attackable: bool | None
    """None where that is not known."""
    refusal: Refusal | None = None
    """Why it may not be attacked."""
    value: Reached | None = None
    """None where it is not attacked."""
    calculation: Calculation | None = None
    """What makes up the value; None where that depends on what is drawn."""
    needed: Threshold | None = None
    """What the value must reach; None where that depends on what is drawn."""
    lack: Refusal | None = None
    """What is missing besides, although the value is enough."""
    chance: Exact | None = None
    """The greatest chance where cards are drawn; of what is undecided the greatest so far."""
    plan: Plan | None = None
    """The best line against it by the goal; where cards are drawn its first steps, with the means."""
    reason: str = ""
    """Why it is undecided."""
    way: Threshold | None = None
    """What the way there takes at least, in a game with a board."""
    splits: tuple[str, ...] = ()
    """The ways in which the greatest value is made up of its kinds, in words; empty where it has one kind."""
    facts: dict[str, str] = {}
    """What else is told of it, by the heads of its columns: what it brings."""
    winning: Plan | None = None
    """The best line that deals with it, where that is not the best line."""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a turn can bring without any target: a purchase, a level, a cure."""

    kind: str
    """What it is, in a word or two: `buy`."""
    names: tuple[str, ...]
    """What it brings, all together."""
    price: str = ""
    line: tuple[str, ...] = ()
    """How it is had with the least spent; empty where it cannot be had."""
    spends: tuple[str, ...] = ()
    """What that uses up besides its price."""
    refusal: Refusal | None = None
    """Why it cannot be had."""
    rulings: tuple[str, ...] = ()
    """What it rests on that it can."""


class TargetsAnswer(Answer, frozen=True):
    """Every target of a position."""

    file: str
    goal: tuple[str, ...]
    """By which the lines are best."""
    deed: Verb
    """What a turn does to a target."""
    targets: tuple[TargetAnswer, ...]
    readings: tuple[ReadingAnswer, ...] = ()
    """The interpretations that the lines go through."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    notes: tuple[str, ...] = ()
    about: str = "target"
    """What a target is, in a word."""
    board: tuple[BoardRow, ...] = ()
    """Where the targets stand, in a game in which the way to them matters."""
    offers: tuple[Offer, ...] = ()
    """What a turn without a target can bring, in a game where it is asked."""
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["answered", "undecided"]:
        """Undecided where something is undecided of a target."""
        return "undecided" if any(each.outcome == "undecided" for each in self.targets) else "answered"


class SolvedAnswer(Answer, frozen=True):
    """The best lines in the position of a file, and the rulings they rest on."""

    file: str
    solution: SolveAnswer
    citations: tuple[Cited, ...]
    documents: tuple[CitedDocument, ...]
    readings: tuple[ReadingAnswer, ...] = ()
    """The interpretations that the printed line goes through."""
    depends: Dependence | None = None
    """On which interpretations the answer depends, where that was examined."""
    targets: TargetsAnswer | UnsetType = UNSET
    """What the turn can do to each target; only where that was asked for and the turn has any."""
    candidates: tuple[Candidate, ...] = ()
    """What the turn may be spent on, the best first; only where that was asked for."""
    to_write: tuple[ToWrite, ...] = ()
    """What is undecided because the file does not tell it, and how to tell it."""
    map: tsolve.model.hexmaps.HexMap | UnsetType = UNSET
    """What the best line does on the map of a game that has one."""

    @property
    def best(self) -> Plan | None:
        """The best line; None where there is none, and where cards decide: then see `solution.policy`."""
        return self.solution.best[0] if self.solution.best and self.solution.policy is None else None

    @property
    def verdict(self) -> Literal["proved", "impossible", "undecided"]:
        """Whether the best line is proved; impossible where there is no line at all."""
        return _OF_BEST[self.solution.status]


_OF_BEST: Mapping[Status, Literal["proved", "impossible", "undecided"]] = {
    "optimal": "proved",
    "impossible": "impossible",
    "undecided": "undecided",
}
