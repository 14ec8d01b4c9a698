"""What to do when chance has a say, as data: the first action, then what to do for each outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.model.lines import LineAnswer, StepAnswer
from tsolve.model.wishes import Draws

if TYPE_CHECKING:
    from fractions import Fraction


class Exact(msgspec.Struct, frozen=True):
    """A number without rounding, such as `5/12`, and the nearest decimal number."""

    exact: str
    value: float


def exact(number: Fraction | int) -> Exact:
    """The number as text and as decimal."""
    return Exact(str(number), float(number))


class Deed(msgspec.Struct, frozen=True):
    """What a turn does to its target, in the forms of the verb."""

    do: str = "reach"
    does: str = "reaches"
    done: str = "reached"


class PolicyEnd(msgspec.Struct, frozen=True):
    """How the turn ends on one of its ways."""

    title: str
    """What it came to, in a few words."""
    objective: tuple[int, ...]
    """What that is worth, level by level of the goal."""
    line: LineAnswer
    """The last steps, with their calculation."""
    target: str = ""
    """The target that the turn deals with (see Deed), if it does."""
    place: int = 0
    """Where it stood, in the numbers of the game."""


class PolicyBranch(msgspec.Struct, frozen=True):
    """One outcome of chance."""

    event: str
    """The outcome as a step of a line: `draw A Card`."""
    card: str
    chance: Exact
    """Among the outcomes at this point."""
    node: int
    """What to do then: the index of a node of the policy."""
    then: tuple[str, ...] = ()
    """The cards that come next by themselves, because no others could."""


class PolicyNode(msgspec.Struct, frozen=True):
    """What to do at one point: steps, and then either chance has a say or the turn ends."""

    steps: tuple[StepAnswer, ...]
    """The steps before chance acts; none where the next card comes at once. At an end see `end`."""
    worth: tuple[Exact, ...]
    """What the turn is worth from here on, by the attitude to draws, level by level of the goal."""
    branches: tuple[PolicyBranch, ...] = ()
    end: PolicyEnd | None = None
    rulings: tuple[str, ...] = ()
    """What allows the steps here, those of the end included, and what brings the next card."""


class PolicyCase(msgspec.Struct, frozen=True):
    """An extreme case: what it is worth, how likely that is, and one way in which it comes about."""

    objective: tuple[int, ...]
    chance: Exact
    outcome: str
    events: tuple[str, ...]


class TargetChance(msgspec.Struct, frozen=True):
    """How likely this policy deals with a target."""

    target: str
    chance: Exact
    greatest: Exact | None = None
    """By a play that aims at nothing else; None where that was not asked for, or is not known."""


class PolicyAnswer(msgspec.Struct, frozen=True):
    """The best thing to do under chance, whole: every way was played by the rules engine."""

    draws: Draws
    goal: tuple[str, ...]
    first: str
    """The first action."""
    worth: tuple[Exact, ...]
    """By the attitude to draws, level by level of the goal."""
    expected: tuple[Exact, ...]
    """On average; the same as `worth` where the attitude is `expected`."""
    worst: PolicyCase
    best: PolicyCase
    chances: tuple[TargetChance, ...]
    """Of what the `deed` says."""
    nodes: tuple[PolicyNode, ...]
    """The first node is where the turn stands now. Points with the same future are one node."""
    ways: int
    """In how many ways, by what comes in which order, the turn can go."""
    indicators: tuple[str, ...] = ()
    """The levels of the goal that are 1 or 0 at the end, so that their mean is a chance."""
    counted_down: tuple[str, ...] = ()
    """The levels that count losses, below zero; people read them without the sign."""
    deed: Deed = Deed()
    positions: int = 0
    """How many different positions were looked at."""
    low: tuple[Exact, ...] = ()
    """A policy is surely worth this much; given where the proof is not complete."""
    high: tuple[Exact, ...] = ()
    """No policy is worth more; given where the proof is not complete, as far as levels are bounded."""


class PossibleEnd(msgspec.Struct, frozen=True):
    """What a card that is not known could make of the turn, and which cards do."""

    title: str
    objective: tuple[int, ...]
    cards: tuple[str, ...]


class UnknownDraw(msgspec.Struct, frozen=True):
    """An action that would bring an unknown card, and what depends on it."""

    steps: tuple[str, ...]
    """How to get to the card."""
    card: str
    """Whose effect brings it."""
    best: PossibleEnd
    worst: PossibleEnd
    better: tuple[str, ...]
    """The cards that would make the turn better than it is without the draw."""
    tried: int
    """How many different cards were tried."""
    goal: tuple[str, ...]
    """The levels of the goal of this kind of turn."""
    where: str = ""
    """Where such a card would lie, in words: a hand that nobody knows; empty where it is drawn."""
    every: bool = True
    """Whether all cards that could come were tried."""
