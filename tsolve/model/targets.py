"""What may be attacked or reached in a position, target by target, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import Calculation, Cited, CitedDocument, Plan, ReadingAnswer
from tsolve.model.odds import Threshold
from tsolve.model.policies import Deed, Exact
from tsolve.model.positions import BoardRow
from tsolve.model.refusal import Refusal
from tsolve.model.verdicts import Answer

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
    deed: Deed
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
