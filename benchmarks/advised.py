"""How strong a player of Thunderstone is who asks for advice at the beginning of each turn, and otherwise
plays as `quick` does: against each player without advice. `python -m benchmarks advised --long` plays more
games.

What `quick` would do by itself is one of the candidates, and is done unless another one is ahead of it in the
same worlds by more than so many standard errors. So a lucky candidate of a few worlds is not followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from msgspec.structs import replace

from benchmarks.row import Row
from tsolve import api
from tsolve.advising.candidates import WAYS, Candidate, Step
from tsolve.advising.rollouts import Asked, Following, Rollouts
from tsolve.budget import Budget, allow
from tsolve.contract.position import Position
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.state import State
from tsolve.players import Player, Start, brought, start_of
from tsolve.players.playing import drawn, play_out
from tsolve.players.results import share

GAMES = {"random": (2, 20), "quick": (4, 100), "greedy": (4, 100)}
"""By the other player: games, and games of `--long`."""
SHUFFLES = 1
STAGES = ((8, 5), (24, 3), (48, 1))
"""Up to so many worlds, and how many candidates are kept then, besides what `quick` would do."""
ERRORS = 1.7
"""The standard errors by which a candidate must be ahead."""
TO_FIND = 30_000
"""Counted steps in which the candidates of a turn are found."""


class _Events:
    """What chance brings in a game; it remembers what came."""

    def __init__(self, start: Start[State, Action]) -> None:
        self._game = start.game
        self.came: list[Action] = []

    def __call__(self, state: State, random: Random) -> Action | None:
        event = drawn(self._game, state, random)
        if event is not None:
            self.came.append(event)
        return event


class _Advised:
    """Does each turn what advice puts ahead of the player's own way. (`tsolve.players.Player`)"""

    def __init__(self, position: Position[Any, Any], start: Start[State, Action], events: _Events) -> None:
        self._position, self._start, self._events = position, start, events
        self._turn = self._follow(Step(()))

    def choose(self, state: State, actions: Sequence[Action], random: Random) -> Action:
        if state.step == "choose" and not state.todo and len(actions) > 1:
            self._turn = self._follow(self._advice(state, random.randrange(1_000_000)))
        return self._turn.choose(state, actions, random)

    def _follow(self, plan: Step[Action]) -> Player[State, Action]:
        return Following(brought(self._start).makers["quick"](), plan, self._events.came)

    def _advice(self, state: State, seed: int) -> Step[Action]:
        with allow(Budget(steps=TO_FIND)):
            ways: Sequence[Candidate[Any]] = WAYS.of(self._position.at(state))()
        candidates = (Candidate("its own way", Step(())), *ways)
        start = replace(self._start, state=state)
        play = Rollouts(start, candidates, ("quick",), seed, SHUFFLES).open()
        ahead: list[list[float]] = [[] for _ in candidates]
        others: Sequence[int] = range(1, len(candidates))
        worlds = 0
        for upto, kept in STAGES:
            for world in range(worlds, upto):
                for results, ending in zip(ahead, play(Asked(world, (0, *others))), strict=True):
                    if ending is not None:
                        results.append(ending.ahead)
            worlds = upto
            others = sorted(others, key=lambda each: _lead(ahead[each], ahead[0])[0], reverse=True)[:kept]
        for each in others:
            mean, error = _lead(ahead[each], ahead[0])
            if mean > ERRORS * error and error:
                return candidates[each].plan
        return Step(())


def _lead(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much one is ahead of the other in the same worlds, and the standard error of that."""
    differences = [a - b for a, b in zip(one, other, strict=False)]
    return fmean(differences), stdev(differences) / sqrt(len(differences))


def rows(*options: str) -> Iterator[Row]:
    """How often the advised player wins, and by how much."""
    for other, (few, many) in GAMES.items():
        yield from against(other, range(many if options else few))


def against(other: str, seeds: Sequence[int]) -> Iterator[Row]:
    """The same of one player without advice."""
    began = process_time()
    results = [_game(other, seed) for seed in seeds]
    seconds = process_time() - began
    won = sum(each[0] for each in results)
    found = share(round(won), len(results))
    low, high = 100 * (found.low or 0), 100 * (found.high or 0)
    leads = [own - others for _, own, others in results]
    error = stdev(leads) / sqrt(len(leads))
    title = f"advised against {other}"
    yield Row(f"{title}: advised wins ({low:.0f} to {high:.0f})", 100 * won / len(results), "%")
    yield Row(f"{title}: points of the advised", fmean(each[1] for each in results), "points")
    yield Row(f"{title}: points of the other", fmean(each[2] for each in results), "points")
    yield Row(f"{title}: points ahead (standard error {error:.1f})", fmean(leads), "points")
    yield Row(f"{title}: seconds of a game", seconds / len(results), "s")


def _game(other: str, seed: int) -> tuple[float, float, float]:
    """The share of a victory, and the points of both; each begins on the same table."""
    position = api.loads(api.set_up(seed // 2, 2, game="thunderstone").position, "table.yaml")
    start: Start[Any, Any] = start_of(position)
    events = _Events(start)
    seated: list[Player[Any, Any]] = [brought(start).makers[other]()] * 2
    advised = seed % 2
    seated[advised] = _Advised(position, start, events)
    outcome = play_out(start, seated, Random(seed // 2), draw=events)
    winners = brought(start).winners(outcome.state)
    scores = start.game.scores(outcome.state)
    return (advised in winners) / len(winners), scores[advised], scores[1 - advised]
