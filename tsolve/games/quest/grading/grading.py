"""Grading for Thunderstone Quest."""

from __future__ import annotations

from functools import partial

from tsolve.budget import Budget
from tsolve.games.quest.actions import Action, Enter, Pass, Visit
from tsolve.games.quest.game import Quest
from tsolve.games.quest.grading.prospects import PlannedProspects
from tsolve.games.quest.grading.slack import slack_of
from tsolve.games.quest.grading.without import Turn, card_grades
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.planning.goals import COUNTED_DOWN, UNITS, Goal, Kind, value
from tsolve.games.quest.planning.wanted import goal_of
from tsolve.games.quest.state import State
from tsolve.model.grades import CardGrade, Slack
from tsolve.turns.grading.grading import Grading
from tsolve.turns.grading.prospects import Attitude, Prospects
from tsolve.turns.played import Played

_PHASE = "kinds of turn are compared only when a goal is given"


def turn_grading(opened: Opened, played: Played[State, Action], goal: str | None) -> TurnGrading:
    """The grading of a line by the goal of its kind of turn.

    Raises UsageError for an unknown goal asked for, InputError for one of the file.
    """
    compares = opened.state.phase == "prepare" and bool(goal or opened.position.goal)
    states = (*played.states, played.result)
    in_village = any(state.me.location and state.phase != "prepare" for state in states)
    kind: Kind = "any" if compares else "village" if in_village else "dungeon"
    return TurnGrading(opened, goal_of(opened, kind, goal), kind)


class TurnGrading(Grading[State, Action]):
    """The grading of one line."""

    counted_down = COUNTED_DOWN
    indicators = ("win",)
    units = UNITS
    game: Quest

    def __init__(self, opened: Opened, goal: Goal, kind: Kind) -> None:
        super().__init__(opened, goal, partial(value, opened.book, goal=goal))
        self.kind = kind

    def prospects(self, attitude: Attitude, budget: Budget) -> PlannedProspects:
        return PlannedProspects(self, self.game, self.kind, attitude, budget)

    def goes_on(self, state: State) -> Action | None:
        """A line that stops where nothing but going on is left ends the turn."""
        return Pass() if not state.todo and self.game.why_not(state, Pass()) is None else None

    def why_unjudged(self, action: Action | None) -> str:
        after_village = isinstance(action, Enter) and self.kind == "village"  # a choice like any other
        chosen = isinstance(action, Enter | Visit) and not after_village
        return _PHASE if chosen and self.kind != "any" else ""

    def cards(self, turn: Turn, prospects: Prospects[State, Action]) -> tuple[CardGrade, ...]:
        return card_grades(self.game, self.opened.state, turn, prospects)

    def slack(self, turn: Turn, played: Played[State, Action]) -> Slack | None:
        return slack_of(self.game.book, turn[-1].after, played.answer.calculation) if turn else None
