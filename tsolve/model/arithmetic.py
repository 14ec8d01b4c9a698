"""A short chain of arithmetic steps, written once and read by everybody who needs it.

The engine runs the steps on numbers and gets a ledger; the planner turns the very same steps into terms of an
optimisation problem. So a rule such as "halve, then subtract two" has one home.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.trace import Entry


class Unless(msgspec.Struct, frozen=True):
    """A step is left out while this quantity is at least that much."""

    quantity: str
    at_least: int


class Step(msgspec.Struct, frozen=True):
    """One operation on the named quantity `on`.

    `times`: multiply by `by`; `halve`: divide by two, rounding down; `zero`: set to 0; `plus`: add the
    quantity named `other`, `by` times (negative to subtract); `floor`: not below 0; `mark`: nothing, a
    place where others may act.
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
    """What says how a half is rounded; a reason only where there is a half."""


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
