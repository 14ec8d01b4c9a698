"""How strong a player of Thunderstone is who asks for advice at the beginning of each turn, and plays
otherwise as `quick` does: against each player without advice. `python -m benchmarks advised --long` plays
more games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

from msgspec.structs import replace

from benchmarks.row import Row
from tsolve import api
from tsolve.advising.advice import Comparison
from tsolve.advising.candidates import WAYS, Candidate, Step
from tsolve.advising.rollouts import Following, Rollouts
from tsolve.batch import pool
from tsolve.budget import Budget, allow
from tsolve.contract.position import Position
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.state import State
from tsolve.players import Player, Start, brought, start_of
from tsolve.players.playing import drawn, play_out
from tsolve.players.results import share

GAMES = {"random": (4, 20), "quick": (8, 100), "greedy": (8, 100)}
"""By the other player: games, and games of `--long`."""
SHUFFLES = 1
FIRST, KEPT, WORLDS = 8, 3, 32
"""What a turn is advised with: all candidates in 8 worlds, the best three of them in 24 more."""
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
    """Does each turn what advice puts first, settled or not. (`tsolve.players.Player`)"""

    def __init__(self, position: Position[Any, Any], start: Start[State, Action], events: _Events) -> None:
        self._position, self._start, self._events = position, start, events
        self._turn = self._follow(Step(()))

    def choose(self, state: State, actions: Sequence[Action], random: Random) -> Action:
        if state.step == "choose" and not state.todo and len(actions) > 1:
            self._turn = self._follow(self._advice(state, random.randrange(1_000_000)))
        return self._turn.choose(state, actions, random)

    def _follow(self, plan: Step[Action]) -> Player[State, Action]:
        return Following(brought(self._start).makers["quick"](), plan, self._events)

    def _advice(self, state: State, seed: int) -> Step[Action]:
        with allow(Budget(steps=TO_FIND)):
            candidates: list[Candidate[Any]] = list(WAYS.of(self._position.at(state))())
        if len(candidates) < 2:
            return candidates[0].plan if candidates else Step(())
        start = replace(self._start, state=state)
        compared = Comparison(Rollouts(start, tuple(candidates), ("quick",), seed, SHUFFLES))
        with pool() as helpers:
            compared.play(FIRST, helpers)
            compared.playing = sorted(compared.playing, key=compared.deciding.mean)[-KEPT:]
            compared.play(WORLDS, helpers)
        first = max(compared.playing, key=compared.deciding.mean)
        return candidates[first].plan


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
    title = f"advised against {other}"
    yield Row(f"{title}: advised wins ({low:.0f} to {high:.0f})", 100 * won / len(results), "%")
    yield Row(f"{title}: points of the advised", fmean(each[1] for each in results), "points")
    yield Row(f"{title}: points of the other", fmean(each[2] for each in results), "points")
    yield Row(f"{title}: seconds of a game", seconds / len(results), "s")


def _game(other: str, seed: int) -> tuple[float, float, float]:
    """The share of a victory, and the points of both; each begins every other game."""
    position = api.loads(api.set_up(seed, 2, game="thunderstone").position, "table.yaml")
    start: Start[Any, Any] = start_of(position)
    events = _Events(start)
    seated: list[Player[Any, Any]] = [brought(start).makers[other]()] * 2
    advised = seed % 2
    seated[advised] = _Advised(position, start, events)
    outcome = play_out(start, seated, Random(seed), draw=events)
    winners = brought(start).winners(outcome.state)
    scores = start.game.scores(outcome.state)
    return (advised in winners) / len(winners), scores[advised], scores[1 - advised]
