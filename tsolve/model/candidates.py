"""What a turn may be spent on, side by side, as data."""

from __future__ import annotations

import msgspec

from tsolve.model.answers import Status
from tsolve.model.policies import Exact


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
