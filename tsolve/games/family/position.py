"""What positions of both games have in common: the Monster to attack, battles won, cards by name, and the
best plays that claims ask about.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import Generic, Protocol, Self, TypeVar

from tsolve.contract import position
from tsolve.contract.step_reader import Played, Scope
from tsolve.errors import Span
from tsolve.games.family.statements import FamilyFile
from tsolve.judging import check
from tsolve.judging.check import Best
from tsolve.model.facts import Fact
from tsolve.model.plays import Draws, UnknownDraw


class Fought(Protocol):
    """The result of a battle."""

    @property
    def outcome(self) -> str:
        """`won` or `lost`; empty before it is decided."""
        ...


class Fighting(Protocol):
    """A position in which a battle may be fought."""

    @property
    def tally(self) -> Fought: ...


S = TypeVar("S", bound=Fighting)
A = TypeVar("A")
T = TypeVar("T")
"""What names a Monster: itself, its place, or both."""


class FamilyPosition(position.Position[S, A], Generic[S, A, T]):
    """A position file of either game, ready for its engine."""

    written: FamilyFile
    aim: T
    """The Monster that best plays must attack, instead of the one that the file or the question names."""
    unseen: object | None = None
    """The part of the table that depends on a reading."""
    plans = True

    def with_table(self, table: S | None, position: FamilyFile) -> Self:
        """Another position with the same ruleset; call `under` with its readings before use."""
        other = copy(self)
        other.table, other.written, other.unseen = table, position, None
        return other

    def aiming_at(self, target: T) -> Self:
        """The same position, in which best plays must attack this Monster."""
        other = copy(self)
        other.aim = target
        return other

    @abstractmethod
    def target(self, text: str) -> T:
        """The Monster that `text` names. Raises InputError for an unknown one (E302, E303, E314)."""

    @abstractmethod
    def say(self, target: T) -> str:
        """The Monster in words."""

    def without_fact(self, played: Played[S, A]) -> str:
        fought = played.result.tally.outcome
        return "the Monster is not defeated" if fought else "there is no battle so far"

    def stated(
        self, name: str, written: Fact, span: Span | None = None, scope: Scope[S, A] | None = None
    ) -> Mapping[str, Fact]:
        return {"": self.names_as_stated(written) if isinstance(written, tuple) else written}

    def told(self, name: str, fact: Fact) -> Fact:
        from tsolve.judging.expectations import counted

        return counted(self, fact) if isinstance(fact, tuple) else fact

    def names_as_stated(self, names: tuple[str, ...]) -> tuple[str, ...]:
        from tsolve.judging.expectations import counted_names

        return counted_names(self, names)

    def results(self, played: Played[S, A]) -> Mapping[str, Fact]:
        return {"won": played.result.tally.outcome == "won"}

    def queries(self) -> tuple[str, ...]:
        return tuple(claim.query for claim in self.written.claims)


class BestPlays(check.BestPlays[S, A], ABC, Generic[S, A, T]):
    """The best plays of a position, also against one Monster; each is solved once."""

    @cached_property
    def _against(self) -> dict[tuple[T, str, Draws], Best[S, A]]:
        """The best plays against single Monsters that were solved so far."""
        return {}

    def against(self, target: T, goal: str = "", draws: Draws = "expected") -> Best[S, A]:
        """The best Dungeon turn against a Monster, by default for the usual goal.

        `draws` says how draws count; what the file says about that does not matter.
        """
        key = (target, goal, draws)
        if key not in self._against:
            self._against[key] = self._solved(target, goal, draws)
        return self._against[key]

    @abstractmethod
    def _solved(self, target: T, goal: str, draws: Draws) -> Best[S, A]:
        """Solves the best Dungeon turn against a Monster, as `against` returns it."""

    @abstractmethod
    def what_unknown_cards_do(self, target: T) -> tuple[UnknownDraw, ...]:
        """For each draw of an unknown card: the cards that would defeat the Monster, if nothing else does."""

    def found(self) -> tuple[Best[S, A], ...]:
        return (*super().found(), *self._against.values())
