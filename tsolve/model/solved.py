"""The answers of `solve`, `targets` and `legal`, as data: best plays, what a turn may be spent on, what may
be attacked or reached, what is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import UNSET, UnsetType

import tsolve.model
from tsolve.model.answers import (
    Cited,
    CitedDocument,
    LegalAction,
    Plan,
    ReadingAnswer,
    SolveAnswer,
    Status,
    ToWrite,
)
from tsolve.model.comparisons import Dependence
from tsolve.model.odds import Threshold
from tsolve.model.plays import BoardRow, Calculation, Exact, PositionAnswer, Verb
from tsolve.model.trace import Refusal
from tsolve.model.verdicts import Answer

if TYPE_CHECKING:
    import tsolve.model.hexmaps


class Payment(msgspec.Struct, frozen=True):
    """A payment of a turn."""

    quantity: str
    """What the player pays with."""
    amount: int
    subject: str
    """What the player pays for."""


class Candidate(msgspec.Struct, frozen=True):
    """The best turn with this purchase, against this target, or with neither."""

    turn: str
    """The kind of turn."""
    title: str
    """What the turn is spent on, worded like a step."""
    outcome: str
    """The result in a sentence; an average if drawn cards decide."""
    goal: tuple[str, ...]
    worth: tuple[Exact, ...]
    """What it is worth by the attitude to draws, level by level of the goal."""
    status: Status
    """Whether it is proved that no such turn is better."""
    steps: tuple[str, ...]
    """The line; if drawn cards decide, its steps before the first draw."""
    payments: tuple[Payment, ...] = ()
    """The payments of its steps, in order."""
    chance: Exact | None = None
    """If drawn cards decide: the chance to do what the title says."""


SCHEMA_VERSION = 1

Outcome = Literal["certain", "chance", "impossible", "undecided"]
"""Whether a turn can deal with a target: whatever comes, with luck, never, or not known."""


class Reached(msgspec.Struct, frozen=True):
    """The greatest value against a target; draws count by the attitude to draws."""

    name: str
    """Its name for people."""
    amount: Exact
    least: int
    most: int
    """`least` and `most` differ if the value depends on what is drawn."""
    proved: bool
    """Whether it is proved that no line reaches more."""


class TargetAnswer(msgspec.Struct, frozen=True):
    """One target of the position."""

    name: str
    where: str
    outcome: Outcome
    attackable: bool | None
    """None if unknown."""
    refusal: Refusal | None = None
    """Why it may not be attacked."""
    value: Reached | None = None
    """None if it is not attacked."""
    calculation: Calculation | None = None
    """How the value comes about; None if that depends on what is drawn."""
    needed: Threshold | None = None
    """What the value must reach; None if that depends on what is drawn."""
    lack: Refusal | None = None
    """What else is missing, although the value is enough."""
    chance: Exact | None = None
    """The greatest chance if cards are drawn; if undecided, the greatest found so far."""
    plan: Plan | None = None
    """The best line against it by the goal; if cards are drawn, its first steps, with the means."""
    reason: str = ""
    """Why it is undecided."""
    way: Threshold | None = None
    """The least cost of the way there, in a game with a board."""
    splits: tuple[str, ...] = ()
    """The kinds that can make up the greatest value, in words; empty if there is only one kind."""
    facts: dict[str, str] = {}
    """Further facts, by the heads of their columns, such as what it gives."""
    winning: Plan | None = None
    """The best line that deals with it, if `plan` does not."""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a turn can get without a target: a purchase, a level, a cure."""

    kind: str
    """What it is, in a word or two: `buy`."""
    names: tuple[str, ...]
    """What the player gets, all together."""
    price: str = ""
    line: tuple[str, ...] = ()
    """The cheapest way to get it; empty if there is none."""
    spends: tuple[str, ...] = ()
    """What that uses up besides the price."""
    refusal: Refusal | None = None
    """Why the player cannot get it."""
    rulings: tuple[str, ...] = ()
    """The rulings by which the player can get it."""


class TargetsAnswer(Answer, frozen=True):
    """Every target of a position."""

    file: str
    goal: tuple[str, ...]
    """The goal by which the lines are best."""
    deed: Verb
    """What a turn does to a target."""
    targets: tuple[TargetAnswer, ...]
    readings: tuple[ReadingAnswer, ...] = ()
    """The open points that the lines depend on, with the reading used."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    notes: tuple[str, ...] = ()
    about: str = "target"
    """What a target is, in a word."""
    board: tuple[BoardRow, ...] = ()
    """The board, in a game in which the way to a target matters."""
    offers: tuple[Offer, ...] = ()
    """What a turn can get without a target, in games that list this."""
    map: tsolve.model.hexmaps.HexMap | UnsetType = UNSET
    """What can be reached and seen on the map, in a game that has one."""
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["answered", "undecided"]:
        """Undecided if something about a target is."""
        return "undecided" if any(each.outcome == "undecided" for each in self.targets) else "answered"


class SolvedAnswer(Answer, frozen=True):
    """The best lines in the position of a file, and the rulings they rest on."""

    file: str
    solution: SolveAnswer
    citations: tuple[Cited, ...]
    documents: tuple[CitedDocument, ...]
    readings: tuple[ReadingAnswer, ...] = ()
    """The open points that the printed line depends on, with the reading used."""
    depends: Dependence | None = None
    """The open points that matter to the answer, if that was examined."""
    targets: TargetsAnswer | UnsetType = UNSET
    """What the turn can do to each target; only if asked for, and if there are targets."""
    candidates: tuple[Candidate, ...] = ()
    """What the turn may be spent on, the best first; only if asked for."""
    to_write: tuple[ToWrite, ...] = ()
    """What is undecided because the file does not say it, and how to say it."""
    map: tsolve.model.hexmaps.HexMap | UnsetType = UNSET
    """What the best line does on the map, in a game that has one."""

    @property
    def best(self) -> Plan | None:
        """The best line; None if there is none, or if chance decides (see `solution.policy`)."""
        return self.solution.plan

    @property
    def verdict(self) -> Literal["proved", "impossible", "undecided"]:
        """Whether the best line is proved; impossible if there is no line at all."""
        return _OF_BEST[self.solution.status]


_OF_BEST: Mapping[Status, Literal["proved", "impossible", "undecided"]] = {
    "optimal": "proved",
    "impossible": "impossible",
    "undecided": "undecided",
}


class LegalAnswer(Answer, frozen=True):
    """Every legal action in a position, and illegal ones with the reason."""

    file: str
    position: PositionAnswer
    legal: tuple[LegalAction, ...]
    refused: tuple[Refusal, ...]
    citations: tuple[Cited, ...]
    documents: tuple[CitedDocument, ...]
    waiting: str = ""
    """Why nobody can choose now: chance or an unknown card comes next, or the turn or the game is over."""
    notes: tuple[str, ...] = ()
    """Further remarks about the position."""
    worth: SolvedAnswer | UnsetType = UNSET
    """What can be made of it: the best play from here, with each target and each purchase; only if asked for,
    and if the game plans such turns.
    """
