"""The best lines that claims and expectations ask about, each solved once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tsolve.games.quest.actions import Action
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import State
from tsolve.games.quest.target import Target
from tsolve.model.answers import SolveAnswer
from tsolve.model.policies import UnknownDraw
from tsolve.model.wishes import NO_WISHES, Draws, Wishes
from tsolve.turns.bests import Best as AnyBest
from tsolve.turns.bests import Bests as AnyBests
from tsolve.turns.bests import replay
from tsolve.turns.opened import Opened as AnyOpened
from tsolve.turns.played import Played as AnyPlayed

Best: TypeAlias = AnyBest[State, Action]
Played: TypeAlias = AnyPlayed[State, Action]

WINNING = "win,xp,rewards,wounds,shortfall,lost,margin"
"""By which it is asked whether a Monster can be defeated: nothing that hangs on what the Village sells."""


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
        self._against: dict[tuple[Target, str, Draws], Best] = {}

    @property
    def _turn(self) -> str | None:
        """The kind of turn that battles: the Dungeon, unless the file says that it begins in the Village."""
        state = self.opened.state
        return "dungeon" if state.phase == "prepare" and not state.for_village else None

    def against(self, target: Target, goal: str = WINNING, draws: Draws = "expected") -> Best:
        """The best Dungeon turn against a Monster.

        Whatever attitude to chance the file has, a statement is judged by that of `draws`.
        """
        key = (target, goal, draws)
        if key not in self._against:
            asked = Wishes(goal, draws=draws, turn=self._turn, backend=self.wishes.backend, what_if=False)
            answer = self.solve(self.opened.aiming_at(target), asked)
            self._against[key] = self.played_again(self.opened, answer)
        return self._against[key]

    def what_unknown_cards_do(self, target: Target) -> tuple[UnknownDraw, ...]:
        """Which unknown cards would defeat a Monster that nothing known does."""
        from tsolve.games.quest.planning.unknown_cards import what_cards_do

        def solve(there: Opened) -> SolveAnswer:
            return Bests(there, self.wishes, self._solver).against(target, "win").answer

        return what_cards_do(self.opened, self.against(target, "win").answer, solve, levels=1)

    def ends_against(self, target: Target, goal: str, draws: Draws) -> list[State]:
        """The results of all best lines against a Monster, up to symmetry; none where cards are drawn."""
        asked = Wishes(
            goal, draws=draws, turn=self._turn, backend=self.wishes.backend, all_lines=True, what_if=False
        )
        inside = self.opened.aiming_at(target)
        answer = self.solve(inside, asked)
        return [replay(inside, answer, number).result for number in range(len(answer.best))]

    def found(self) -> tuple[Best, ...]:
        return (*super().found(), *self._against.values())
