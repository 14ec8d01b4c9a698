"""The outcomes of an event card, read from top to bottom: each applies whose condition holds. (GH-15.24)"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.games.gloomhaven.campaign.action import Action
from tsolve.games.gloomhaven.campaign.state import State
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.model.trace import Trace
from tsolve.turns.written import Reason

Sign = Literal["<", "<=", ">", ">="]
_COMPARED: Mapping[Sign, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Condition(msgspec.Struct, frozen=True):
    """What stands before an outcome."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The condition as a step writes it."""

    @abstractmethod
    def missing(self, state: State) -> str:
        """Why it does not hold; empty where it does."""


class ForReputation(Condition, frozen=True):
    """A range of reputation."""

    sign: Sign
    number: int

    @property
    def text(self) -> str:
        return f"for reputation {self.sign} {self.number}"

    def missing(self, state: State) -> str:
        if _COMPARED[self.sign](state.reputation, self.number):
            return ""
        return f"the reputation is {state.reputation}, not {self.sign} {self.number}"


class ForClass(Condition, frozen=True):
    """One of these classes is in the party."""

    classes: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"for class {', '.join(self.classes)}"

    def missing(self, state: State) -> str:
        wanted = {each.casefold() for each in self.classes}
        if any(each.class_.casefold() in wanted for each in state.characters):
            return ""
        return f"nobody in the party is of the class {' or '.join(self.classes)}"


class Otherwise(Condition, frozen=True):
    """No outcome before this one applied."""

    @property
    def text(self) -> str:
        return "otherwise"

    def missing(self, state: State) -> str:
        return "an outcome before it applied" if state.outcome_applied else ""


class Outcome(Action, frozen=True):
    """An outcome with its condition."""

    rulings = ("GH-15.24",)
    condition: Condition
    what: Action

    @property
    def text(self) -> str:
        return f"outcome {self.condition.text}: {self.what.text}"

    def refusal(self, table: Table, state: State) -> Reason | None:
        missing = self.condition.missing(state)
        return (missing, self.rulings) if missing else self.what.refusal(table, state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return replace(self.what.done(table, state, trace), outcome_applied=True)
