"""What happened and why, as data: every number of an answer is the sum of such entries, and every refusal
names its rulings.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

import msgspec

_EXERCISED: ContextVar[set[str] | None] = ContextVar("exercised", default=None)
"""Collects effects for rule coverage; None in ordinary answers."""


@contextmanager
def counting_effects() -> Iterator[set[str]]:
    """Collect every effect that is carried out or taken into account in a line with a trace.

    Only rule coverage needs this; answers do not contain it.
    """
    found: set[str] = set()
    token = _EXERCISED.set(found)
    try:
        yield found
    finally:
        _EXERCISED.reset(token)


class Entry(msgspec.Struct, frozen=True):
    """One change of one quantity, with the card that made it and the rulings that say so.

    `before` and `after` are the quantity's values before and after this entry; their difference is what the
    card contributed. An entry that changes no number (a card moves, an effect finds no target) has `before ==
    after`. `note` is a phrase about what happened to the subject; "you" is the player whose turn it is. An
    entry without subject, note and change is not shown; only its rulings count.
    """

    step: str
    subject: str
    quantity: str
    before: int
    after: int
    rulings: tuple[str, ...]
    note: str = ""
    copy: int = 0
    """Its number among cards of this name in the hand, as in actions; 0 if it is the only one."""

    @property
    def called(self) -> str:
        """The card's name, with its number if there are several."""
        return f"{self.subject} #{self.copy}" if self.copy else self.subject

    @property
    def change(self) -> int:
        """`after - before`."""
        return self.after - self.before


class Trace:
    """Collects entries while the engine works; pass `None` instead if nobody needs them (searches, bots)."""

    __slots__ = ("_effects", "_entries", "_readings")

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._readings: dict[str, str] = {}
        self._effects = _EXERCISED.get()

    def add(
        self,
        step: str,
        subject: str,
        rulings: tuple[str, ...],
        note: str = "",
        quantity: str = "",
        before: int = 0,
        after: int = 0,
        copy: int = 0,
    ) -> None:
        """Append one entry."""
        self._entries.append(Entry(step, subject, quantity, before, after, rulings, note, copy))

    def extend(self, entries: Iterator[Entry] | tuple[Entry, ...] | list[Entry]) -> None:
        """Append many entries in their order."""
        self._entries.extend(entries)

    def consult(self, key: str, option: str) -> None:
        """Note that the outcome depends on an open point, and which reading was used."""
        self._readings[key] = option

    @property
    def counts_effects(self) -> bool:
        """Whether effects are collected."""
        return self._effects is not None

    def exercise(self, card: str, effect: str) -> None:
        """Note that a card's effect was carried out; `effect` is its place on the card and its kind."""
        if self._effects is not None:
            self._effects.add(f"{card} {effect}")

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that happened, in order."""
        return tuple(self._entries)

    @property
    def readings(self) -> dict[str, str]:
        """The open points that were looked up, with the reading used."""
        return dict(self._readings)


class Unless(msgspec.Struct, frozen=True):
    """Skip a step if this quantity is at least so much."""

    quantity: str
    at_least: int


class Step(msgspec.Struct, frozen=True):
    """One operation on the named quantity `on`.

    `times`: multiply by `by`; `halve`: divide by two, rounding down; `zero`: set to 0; `plus`: add the
    quantity named `other`, `by` times (negative to subtract); `floor`: not below 0; `mark`: do nothing, but
    mark a place for other effects.
    """

    op: Literal["times", "halve", "zero", "plus", "floor", "mark"]
    on: str
    rulings: tuple[str, ...]
    subject: str = ""
    by: int = 1
    other: str = ""
    unless: Unless | None = None
    note: str = ""
    """What the step does, for people."""
    rounding: tuple[str, ...] = ()
    """The rulings that say how a half is rounded; cited only if there is a half."""


def run(steps: tuple[Step, ...], quantities: dict[str, int]) -> list[Entry]:
    """Carry out the steps on `quantities` (changed in place) and return one entry for each step that ran."""
    entries: list[Entry] = []
    for step in steps:
        if step.op == "mark":
            continue
        if step.unless is not None and quantities[step.unless.quantity] >= step.unless.at_least:
            continue
        before = quantities.get(step.on, 0)
        after = _result(step, before, quantities)
        quantities[step.on] = after
        if step.op not in ("floor", "zero") or after != before:
            rulings = step.rulings + (step.rounding if before % 2 else ())
            entries.append(Entry(_VERB[step.op], step.subject, step.on, before, after, rulings, step.note))
    return entries


_VERB = {"times": "multiply", "halve": "halve", "zero": "cancel", "plus": "add", "floor": "floor"}


def _result(step: Step, before: int, quantities: dict[str, int]) -> int:
    if step.op == "times":
        return before * step.by
    if step.op == "halve":
        return before // 2
    if step.op == "zero":
        return 0
    if step.op == "plus":
        return before + step.by * quantities[step.other]
    return max(before, 0)


class Refusal(msgspec.Struct, frozen=True):
    """The reason why something may not be done.

    `action` is the attempt in the game's notation, `reason` one sentence with its numbers, `rulings` the
    rules that forbid it (the most specific first).

    Reasons, notes and questions address the player whose turn it is ("you hold no Food to destroy"). They
    begin with a small letter (unless with a name) and have no full stop at the end, so that they can follow
    "because" or a colon; the report turns one that stands alone into a sentence. Outcomes are sentences.
    """

    action: str
    reason: str
    rulings: tuple[str, ...]
