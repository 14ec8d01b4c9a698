"""The best lines that claims and expectations ask about, each solved once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.games.thunderstone.actions import Action, Attack, Visit
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import Target
from tsolve.model.answers import SolveAnswer
from tsolve.model.policies import UnknownDraw
from tsolve.model.wishes import NO_WISHES, Draws, Wishes
from tsolve.turns.bests import Best as AnyBest
from tsolve.turns.bests import Bests as AnyBests
from tsolve.turns.opened import Opened as AnyOpened

if TYPE_CHECKING:
    from tsolve.games.thunderstone.judging.visits_under_chance import Plays


Best: TypeAlias = AnyBest[State, Action]


class Bests(AnyBests[State, Action]):
    """Also against single Monsters."""

    opened: Opened

    def __init__(
        self,
        opened: Opened,
        wishes: Wishes = NO_WISHES,
        solve: Callable[[AnyOpened[State, Action], Wishes], SolveAnswer] | None = None,
    ) -> None:
        super().__init__(opened, wishes, solve)
        self.visits: Plays = {}
        self._against: dict[tuple[Target, str | None, Draws], Best] = {}

    def against(self, target: Target, goal: str | None = None, draws: Draws = "expected") -> Best:
        """The best line against a Monster; `goal` None is the usual one.

        Whatever attitude to chance the file has, a statement is judged by that of `draws`.
        """
        key = (target, goal, draws)
        if key not in self._against:
            from tsolve.games.thunderstone.planning.goals import DEFAULTS

            inside = enter(self.opened)
            levels = goal or ",".join(DEFAULTS["dungeon"])
            asked = Wishes(levels, draws=draws, backend=self.wishes.backend, what_if=False)
            answer = self.solve(inside.aiming_at(target), asked)
            best = self.played_again(inside, answer)
            if best.played is None and answer.policy is None:
                reason, rulings = _why_not(inside, target, best.reason)
                best = replace(best, reason=reason, rulings=rulings)
            self._against[key] = best
        return self._against[key]

    def what_unknown_cards_do(self, target: Target) -> tuple[UnknownDraw, ...]:
        """For each unknown card that the best play against a Monster may bring, which ones defeat it."""
        if not self.wishes.what_if:
            return ()
        asked = Wishes("win", backend=self.wishes.backend)
        return self.solve(enter(self.opened).aiming_at(target), asked).unknown

    def found(self) -> tuple[Best, ...]:
        return (*super().found(), *self._against.values())


def enter(opened: Opened) -> Opened:
    """The position inside the Dungeon when it does not say which kind of turn it is."""
    if opened.state.step != "choose":
        return opened
    with allow(FREE):
        return opened.at(opened.game.apply(opened.state, Visit("dungeon")))


def _why_not(opened: Opened, target: Target, reason: str) -> tuple[str, tuple[str, ...]]:
    """Why the Monster cannot be attacked as the position stands, and the rulings that say so."""
    ranks = target.places(opened.state)
    if not ranks:
        return reason or f"{target.say(opened.book)} does not stand in the Hall", ("TS-7.4",)
    with allow(FREE):  # the position says so, whatever the budget is
        refusal = opened.game.why_not(opened.state, Attack(ranks[0]))
    if refusal is None or reason:
        return reason, ()
    return refusal.reason, refusal.rulings
