"""Grading for Thunderstone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tsolve.budget import Budget
from tsolve.games.thunderstone.actions import Action, Pass, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.grading.prospects import PlannedProspects
from tsolve.games.thunderstone.grading.slack import slack_of
from tsolve.games.thunderstone.grading.without import Turn, card_grades
from tsolve.games.thunderstone.judging.one_turn import one_turn
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import (
    COUNTED_DOWN,
    MONSTER_ALONE,
    UNITS,
    counts_monster_alone,
    turn_result,
)
from tsolve.games.thunderstone.planning.wanted import goal_of
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.spoils import Spoils
from tsolve.model.grades import CardGrade, Slack
from tsolve.turns.grading.grading import Grading
from tsolve.turns.grading.prospects import Attitude, Prospects

_PLACE = "kinds of turn are compared only when a goal is given"
_SPOILS = "the goal does not count Spoils: what they brought is not graded"


def turn_grading(opened: Opened, played: Played, goal: str | None) -> TurnGrading:
    """The grading of a line by the goal of its kind of turn.

    Raises UsageError for an unknown goal asked for, InputError for one of the file.
    """
    compares = opened.state.step == "choose" and bool(goal or opened.position.goal)
    states = (*played.states, played.result)
    turn = next((state.turn for state in states if state.turn), "dungeon")
    return TurnGrading(opened, goal_of(opened, "any" if compares else turn, goal), turn, compares)


class TurnGrading(Grading[State, Action]):
    """The grading of one line."""

    counted_down = COUNTED_DOWN
    indicators = ("win", "goes_on")
    units = UNITS
    game: Thunderstone

    def __init__(
        self, opened: Opened, goal: tuple[str, ...], turn: str = "", compares_turns: bool = False
    ) -> None:
        super().__init__(opened, goal, partial(turn_result, opened.book, goal=goal))
        self.compares_turns = compares_turns
        self.says_vp = counts_monster_alone(goal) and (compares_turns or turn == "dungeon")
        """Whether the goal is meant for every kind of turn, so that the choice among them is judged too."""
        self.evaluator = Evaluator(opened.game, goal)

    def key(self, state: State) -> object:
        """The order of purchases and losses does not matter."""
        tally = state.tally
        alike = {name: tuple(sorted(getattr(tally, name))) for name in ("gained", "destroyed", "levelled")}
        return self.game.key(replace(state, tally=replace(tally, **alike)))

    def prospects(self, attitude: Attitude, budget: Budget) -> PlannedProspects:
        return PlannedProspects(self, self.game, self.evaluator, attitude, budget)

    def goes_on(self, state: State) -> Action | None:
        """A line that stops where nothing but going on is left ends the turn."""
        return Pass() if not state.todo and self.game.why_not(state, Pass()) is None else None

    def why_unjudged(self, action: Action | None) -> str:
        return _PLACE if isinstance(action, Visit) and not self.compares_turns else ""

    def cards(self, turn: Turn, prospects: Prospects[State, Action]) -> tuple[CardGrade, ...]:
        return card_grades(one_turn(self.game.book), self.opened.state, turn, prospects)

    def slack(self, turn: Turn, played: Played) -> Slack | None:
        return slack_of(self.game.book, turn, played.answer.calculation)

    def notes(self, rest: Turn) -> Iterator[str]:
        if any(event.before.todo and isinstance(event.before.todo[-1], Spoils) for event in rest):
            yield _SPOILS
        if self.says_vp:
            yield MONSTER_ALONE
