"""Plain search over the engine beside the planner, on the Thunderstone puzzles: how many it proves within a
counted number of positions, what both take, and every puzzle by whose worth they differ.

The search knows nothing of problems, bounds or cases: it tries every action and every outcome of chance. With
a target it attacks nobody else. Where it would need a choice of another player it proves nothing, not even
that there is no turn. The planner is asked last; seconds are of the processor.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.clock import Clock
from benchmarks.row import Row
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError, TsolveError
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.planning.goals import DEFAULTS, goal_of, turn_result
from tsolve.games.thunderstone.planning.one_turn import turn_answer
from tsolve.games.thunderstone.planning.turns import entered
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Wishes

PUZZLES = Path(__file__).parents[1] / "puzzles"
BOXES = ("thunderstone", "dragonspire")
POSITIONS = 2_000
"""The most positions of a plain search."""
PATIENCE = 10.0
"""Seconds after which the planner is given up."""
FREE_STEPS = ("effects", "preparing", "resting")
"""The steps at which a turn is planned."""
Worth = tuple[Fraction, ...]


class Compared(NamedTuple):
    """One puzzle by both searches; a worth is None where it is not proved, or where there is no such turn."""

    name: str
    plain: Worth | None
    finished: bool
    """Whether the plain search tried everything, and nothing depends on what nobody knows."""
    plain_seconds: float
    planned: Worth | None
    proved: bool
    seconds: float

    @property
    def differs(self) -> bool:
        """Whether both are proved and one is worth more."""
        return self.finished and self.proved and self.plain != self.planned


def rows() -> list[Row]:
    """How many puzzles each proves, the times, and the names of those that differ."""
    with patch("tsolve.budget.monotonic", Clock()):
        all_ = [found for file in _files() if (found := _compared(file)) is not None]
    both = [each for each in all_ if each.finished and each.proved]
    faster = sum(each.plain_seconds < each.seconds for each in both)
    differing = [each for each in both if each.differs]
    return [
        Row("puzzles with a turn to plan", len(all_), "puzzles"),
        Row(f"plain search, proved within {POSITIONS} positions", sum(e.finished for e in all_), "puzzles"),
        Row("planner, proved", sum(each.proved for each in all_), "puzzles"),
        Row("plain search is faster, of those that both prove", faster / len(both), ""),
        Row("plain search, median", 1000 * median(each.plain_seconds for each in both), "ms"),
        Row("planner, median", 1000 * median(each.seconds for each in both), "ms"),
        Row("plain search, all of them", sum(each.plain_seconds for each in all_), "s"),
        Row("planner, all of them", sum(each.seconds for each in all_), "s"),
        Row("puzzles whose worths differ", len(differing), "puzzles", "0", not differing),
        *(Row(f"{e.name}: {_told(e.plain)} / {_told(e.planned)}", 1, "puzzle") for e in differing),
    ]


def _files() -> Iterator[Path]:
    for box in BOXES:
        yield from sorted((PUZZLES / box).rglob("*.yaml"))


def _compared(file: Path) -> Compared | None:
    """None for a file that has no turn to plan."""
    try:
        position = api.load(str(file))
        assert isinstance(position, ThunderstonePosition)
        state = position.state
        if state.step == "choose" and not state.todo:
            state = entered(position.game, state, "dungeon")
        if state.turn not in DEFAULTS or state.todo or state.step not in FREE_STEPS:
            return None
        goal = goal_of(position, state.turn, None)
        target = position.target(position.written.target) if position.written.target else ANYBODY
    except (TsolveError, AssertionError):
        return None
    name = str(file.relative_to(PUZZLES))
    plain, finished, took = _plain(position, state, goal, target)
    wishes = Wishes(draws=position.written.draws, what_if=False)
    started = process_time()
    with allow(Budget(PATIENCE)):
        answer = turn_answer(position.game, state, goal, target, wishes)
    proved = answer.status != "undecided"
    return Compared(name, plain, finished, took, _worth(answer), proved, process_time() - started)


def _plain(
    position: ThunderstonePosition, state: State, goal: tuple[str, ...], target: Target
) -> tuple[Worth | None, bool, float]:
    """What the best turn is worth, whether it is proved, and the seconds it took."""
    started = process_time()
    value, skip = partial(turn_result, position.book, goal=goal), partial(_is_off, target)
    draws = position.written.draws or "expected"
    try:
        found = best_policy(position.game, state, value, state.active, draws, POSITIONS, skip)
    except TooLargeError:
        return None, False, process_time() - started
    if found is None:
        return None, False, process_time() - started
    return found.worth, not found.left_out, process_time() - started


def _is_off(target: Target, state: State, action: Action) -> bool:
    """Whether the action gives up the target for another one, or for nobody."""
    if target == ANYBODY or state.todo:
        return False
    if isinstance(action, Attack):
        return not target.fits(state, action.rank)
    return isinstance(action, Pass) and bool(target.places(state))


def _worth(answer: SolveAnswer) -> Worth | None:
    if answer.policy is not None:
        return tuple(Fraction(level.exact) for level in answer.policy.worth)
    return tuple(map(Fraction, answer.objective)) if answer.best else None


def _told(worth: Worth | None) -> str:
    return "no turn" if worth is None else ", ".join(map(str, worth))
