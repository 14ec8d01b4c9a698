"""The best lines that claims and expectations ask about, each solved once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from tsolve.budget import FREE, allow
from tsolve.games.thunderstone.actions import Attack, Visit
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.target import Target
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import SolveAnswer
from tsolve.model.wishes import NO_WISHES, Draws, Wishes
from tsolve.turns.line import play_line

if TYPE_CHECKING:
    from tsolve.games.thunderstone.judging.visits_under_chance import Plays


Solver = Callable[[Opened, Wishes], SolveAnswer]
"""What plans a turn; see `tsolve.games.thunderstone.planning.solve`."""


def plan(opened: Opened, wishes: Wishes) -> SolveAnswer:
    """The best play, by the planner of the game."""
    from tsolve.games.thunderstone.planning import solve  # only paid for when it is asked

    return solve(opened, wishes)


class Best(NamedTuple):
    """A best line, played again by the engine."""

    answer: SolveAnswer
    played: Played | None
    """None when no line was found, or the best play is a policy."""
    sure: bool
    """Whether it is proved, with no unknown draw and no choice of another player left out."""
    reason: str = ""
    """Why there is no line, or why it is not sure."""
    rulings: tuple[str, ...] = ()


class Bests:
    """Solves on demand and remembers."""

    def __init__(self, opened: Opened, wishes: Wishes = NO_WISHES, solve: Solver = plan) -> None:
        self.opened, self.wishes, self.solve = opened, wishes, solve
        self.visits: Plays = {}
        self.asked: SolveAnswer | None = None
        """The answer about the whole turn, if it was asked for."""
        self._overall: Best | None = None
        self._against: dict[tuple[Target, str | None, Draws], Best] = {}

    def answer(self, all_lines: bool = False) -> SolveAnswer:
        """The best line of the turn by the goal and target that the file or the caller sets.

        Ask for all lines the first time if they are wanted at all.
        """
        if self.asked is None:
            self.asked = self.solve(self.opened, self.wishes._replace(all_lines=all_lines))
        return self.asked

    def overall(self, all_lines: bool = False) -> Best:
        """The same, played again step by step."""
        if self._overall is None:
            self._overall = self._best(self.opened, self.answer(all_lines))
        return self._overall

    def against(self, target: Target, goal: str | None = None, draws: Draws = "expected") -> Best:
        """The best line against a Monster; `goal` None is the usual one.

        Whatever attitude to chance the file has, a statement is judged by that of `draws`.
        """
        key = (target, goal, draws)
        if key not in self._against:
            inside = enter(self.opened)
            levels = goal or ",".join(DEFAULTS["dungeon"])
            name = target.say(self.opened.book)
            asked = Wishes(levels, name, draws, backend=self.wishes.backend, what_if=False)
            answer = self.solve(inside, asked)
            best = self._best(inside, answer)
            if best.played is None and answer.policy is None:
                reason, rulings = _why_not(inside, target, best.reason)
                best = best._replace(reason=reason, rulings=rulings)
            self._against[key] = best
        return self._against[key]

    def found(self) -> tuple[Best, ...]:
        """The best lines found so far."""
        return tuple(best for best in (self._overall, *self._against.values()) if best is not None)

    def readings(self) -> dict[str, str]:
        """The interpretations that the lines found so far went through."""
        found: dict[str, str] = {}
        for best in self.found():
            found.update(best.answer.readings if best.played is None else best.played.readings)
        return found

    def _best(self, opened: Opened, answer: SolveAnswer) -> Best:
        """The answer with its line played, and what may be said of its proof."""
        sure = answer.status in ("optimal", "impossible") and not answer.left_out
        reason = "; ".join(answer.left_out) or (
            "" if sure else "there was no time to prove that nothing is better"
        )
        if not answer.best:
            return Best(answer, None, sure, reason)
        return Best(answer, replay(opened, answer, 0), sure, reason)


def replay(opened: Opened, answer: SolveAnswer, number: int) -> Played:
    """One of the best lines, played again from its texts."""
    with allow(FREE):
        return play_line(opened, [step.text for step in answer.best[number].line.steps])


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
    refusal = opened.game.why_not(opened.state, Attack(ranks[0]))
    if refusal is None or reason:
        return reason, ()
    return refusal.reason, refusal.rulings
