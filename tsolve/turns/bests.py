"""The best lines that claims and expectations ask about, each solved once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, grace
from tsolve.model.answers import SolveAnswer
from tsolve.model.wishes import NO_WISHES, Wishes
from tsolve.turns.line import play_line
from tsolve.turns.opened import Opened
from tsolve.turns.played import Played

S = TypeVar("S")
A = TypeVar("A")


class Best(msgspec.Struct, Generic[S, A], frozen=True):
    """A best line, played again by the engine."""

    answer: SolveAnswer
    played: Played[S, A] | None
    """None when no line was found, or the best play is a policy."""
    sure: bool
    """Whether it is proved, with no unknown draw and no choice of another player left out."""
    reason: str = ""
    """Why there is no line, or why it is not sure."""
    rulings: tuple[str, ...] = ()


class Bests(Generic[S, A]):
    """Solves on demand and remembers."""

    def __init__(
        self,
        opened: Opened[S, A],
        wishes: Wishes = NO_WISHES,
        solve: Callable[[Opened[S, A], Wishes], SolveAnswer] | None = None,
    ) -> None:
        """`solve` plans a turn in place of the planner of the game."""
        self.opened, self.wishes = opened, wishes
        self._solver = solve
        self.asked: SolveAnswer | None = None
        """The answer about the whole turn, if it was asked for."""
        self._overall: Best[S, A] | None = None

    def solve(self, opened: Opened[S, A], wishes: Wishes) -> SolveAnswer:
        """The best play of a position."""
        return opened.solve(wishes) if self._solver is None else self._solver(opened, wishes)

    def answer(self, all_lines: bool = False) -> SolveAnswer:
        """The best line of the turn by the goal and target that the file or the caller sets.

        Ask for all lines the first time if they are wanted at all.
        """
        if self.asked is None:
            asked = self.solve(self.opened, replace(self.wishes, all_lines=all_lines))
            self.asked = by_whose_goal(self.opened, asked, self.wishes)
        return self.asked

    def overall(self, all_lines: bool = False) -> Best[S, A]:
        """The same, played again step by step."""
        if self._overall is None:
            self._overall = self.played_again(self.opened, self.answer(all_lines))
        return self._overall

    def found(self) -> tuple[Best[S, A], ...]:
        """The best lines found so far."""
        return () if self._overall is None else (self._overall,)

    def readings(self) -> dict[str, str]:
        """The interpretations that the lines found so far went through."""
        found: dict[str, str] = {}
        for best in self.found():
            found.update(best.answer.readings if best.played is None else best.played.readings)
        return found

    def played_again(self, opened: Opened[S, A], answer: SolveAnswer) -> Best[S, A]:
        """The answer with its line played, and what may be said of its proof."""
        sure = answer.status in ("optimal", "impossible") and not answer.left_out
        reason = "; ".join(answer.left_out) or (
            "" if sure else "there was no time to prove that nothing is better"
        )
        if not answer.best:
            return Best(answer, None, sure, reason)
        return Best(answer, replay(opened, answer, 0), sure, reason)


def by_whose_goal(opened: Opened[S, A], answer: SolveAnswer, wishes: Wishes) -> SolveAnswer:
    """The same answer, which knows whether the file set the goal."""
    return answer if wishes.goal else replace(answer, goal_of_file=opened.position.goal or "")


def replay(opened: Opened[S, A], answer: SolveAnswer, number: int, in_all_ways: bool = True) -> Played[S, A]:
    """One of the best lines, played again from its texts. The ways in which choices may go that it leaves
    open are worth no more than the budget.
    """
    texts = [step.text for step in answer.best[number].line.steps]
    if in_all_ways:
        with suppress(SpentError), grace():
            return play_line(opened, texts)
    with allow(FREE):
        return play_line(opened, texts, in_all_ways=False)
