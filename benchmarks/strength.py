"""How strong the quick player of Thunderstone is, beside the time that it takes: against chance, against a
player whose whole turns are planned by the usual goal within 10,000 counted steps (some 300 positions), and
against `greedy`. `python -m benchmarks strength --long` plays 400 games of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from time import process_time
from typing import Any

from benchmarks.row import Row
from tsolve.api.games import module, ruleset
from tsolve.budget import Budget, SpentError, allow, current
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.state import TURN_KINDS, State
from tsolve.players import Player, RandomPlayer, Start, brought
from tsolve.players.planning import PlanningPlayer
from tsolve.players.playing import play_out
from tsolve.players.results import share

FEW, MANY = 100, 400
STEPS = 10_000

Maker = Callable[[Thunderstone], Player[State, Action]]


class _WholeTurns:
    """Plans a turn of each kind by the usual goal, purchases included. (`tsolve.players.planning.Plans`)"""

    def __init__(self, game: Thunderstone) -> None:
        self._game = game

    def line(self, state: State) -> Sequence[Action]:
        if state.todo or state.step not in ("choose", "effects", "preparing", "resting"):
            return ()
        if state.step != "choose":
            found = plan(self._game, state, DEFAULTS["any"], backend="exact").best
            return () if found is None else found.line
        best: list[tuple[tuple[int, ...], tuple[Action, ...]]] = []
        steps = (current().steps_left() or STEPS) // len(TURN_KINDS)
        for kind in TURN_KINDS:
            with suppress(SpentError, TooLargeError), allow(Budget(steps=steps)):
                entered = self._game.apply(state, Visit(kind))
                found = plan(self._game, entered, DEFAULTS["any"], backend="exact").best
                if found is not None:
                    best.append((found.value, (Visit(kind), *found.line)))
        return max(best, default=((), ()), key=lambda each: each[0])[1]


def _by_points(game: Thunderstone) -> Player[State, Action]:
    return PlanningPlayer(_WholeTurns(game), game.apply, RandomPlayer[State, Action]().choose, STEPS)


def rows(*options: str) -> Iterator[Row]:
    """How often the quick player beats each of the others, and how fast such games are."""
    games = MANY if options else FEW
    for name, other in (("random", "random"), ("whole turns planned", _by_points), ("greedy", "greedy")):
        yield from _against(name, other, games)


def _against(name: str, other: str | Maker, games: int) -> Iterator[Row]:
    rules = ruleset("thunderstone")
    readings = rules.readings(rules.printing_for(()), {})
    won, seconds, points = 0.0, 0.0, [0, 0]
    for seed in range(games):
        start = module("thunderstone").begin(rules, readings, seed, 2, (), {})
        quick = seed % 2  # each begins every other game
        seated: list[Player[Any, Any]] = [_seated(start, other)] * 2
        seated[quick] = _seated(start, "quick")
        began = process_time()
        outcome = play_out(start, seated, Random(seed))
        seconds += process_time() - began
        winners = brought(start).winners(outcome.state)
        won += (quick in winners) / len(winners)
        scores = start.game.scores(outcome.state)
        points = [points[0] + scores[quick], points[1] + scores[1 - quick]]
    found = share(round(won), games)
    low, high = 100 * (found.low or 0), 100 * (found.high or 0)
    title = f"quick against {name}"
    yield Row(f"{title}: quick wins ({low:.0f} to {high:.0f})", 100 * won / games, "%")
    yield Row(f"{title}: points of quick", points[0] / games, "points")
    yield Row(f"{title}: points of the other", points[1] / games, "points")
    yield Row(f"{title}: games a second", games / seconds, "1/s")


def _seated(start: Start[Any, Any], who: str | Maker) -> Player[Any, Any]:
    if isinstance(who, str):
        return brought(start).makers[who]()
    assert isinstance(start.game, Thunderstone)
    return who(start.game)
