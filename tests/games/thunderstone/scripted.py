"""A planner that is told its lines, and a battle to judge, for tests of judging."""

from __future__ import annotations

from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.turn.hall import ANYBODY
from tsolve.model.answers import Plan, SolveAnswer
from tsolve.model.plays import LineAnswer, StepAnswer, Wishes

BATTLE = """
hand: [Outlands Khan, Militia]
turn: dungeon
hall: [Nixie, Griffon, Blink Dog]
dungeon_deck: []
deck: []
"""
# Khan 7 + Militia 1 = 8; Rank 1: 8 - 2 = 6 against Health 5; Rank 2: 8 - 4 = 4 against Health 7.


class Scripted:
    """A planner that knows its lines beforehand, by target."""

    def __init__(
        self, lines: dict[str | None, list[str]], status: str = "optimal", left_out: tuple[str, ...] = ()
    ) -> None:
        self.lines, self.status, self.left_out = lines, status, left_out
        self.calls: list[tuple[str | None, str | None]] = []

    def __call__(self, opened: Opened, wishes: Wishes) -> SolveAnswer:
        target = wishes.target if opened.aim == ANYBODY else opened.aim.say(opened.book)
        self.calls.append((wishes.goal, target))
        texts = self.lines.get(target)
        if texts is None:
            return SolveAnswer("impossible", (), (), (), "exact", (), left_out=self.left_out)
        line = LineAnswer(tuple(StepAnswer(number, text) for number, text in enumerate(texts, 1)), "")
        best = (Plan("", ("value",), (7,), line),)
        return SolveAnswer(self.status, ("value",), (7,), (7,), "exact", best, left_out=self.left_out)  # type: ignore[arg-type]


NO_PLANNER = Scripted({})
