"""Whole games: random players in the engine, beside pyminion's BigMoney against itself as a yardstick, and
those of `tsolve simulate`.

All take turns in one process, so that a busy machine slows all of them; what counts is the ratio.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Protocol, TypeVar

from benchmarks.row import Row
from tsolve import api
from tsolve.engine import Game, play, random_bot
from tsolve.games.quest.book import Book as QuestBook
from tsolve.games.quest.cards import Card as QuestCard
from tsolve.games.quest.game import Quest
from tsolve.games.quest.numbers import load_setup as load_quest
from tsolve.games.quest.selection import select
from tsolve.games.quest.setup import new_game as new_quest
from tsolve.games.quest.state import State
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.card_files import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.setup import load_setup, new_game
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

A = TypeVar("A")


class Table(Protocol):
    """A position of a game in which players take turns."""

    @property
    def active(self) -> int: ...


S = TypeVar("S", bound=Table)
ROUNDS = 9
GAMES = 20
"""Games of each kind in each round."""
LONG = 300
"""Games enough that starting another process is worth it."""
LONGEST = 1_000
"""Decisions after which a game is left: random players hardly ever end one of Quest."""


def rows() -> list[Row]:
    """Turns and decisions per second of each, and the ratios to the others; then whole commands."""
    return [*_in_the_engine(), *_simulated()]


def _in_the_engine() -> list[Row]:
    kinds = (_random_games(), _random_quests(), _big_money())
    for run in kinds:
        run(0)  # warm
    samples = [tuple(run(number) for run in kinds) for number in range(1, ROUNDS + 1)]
    found = []
    for what, field in (("turns", 0), ("decisions", 1)):
        first, second, yardstick = (
            [sample[kind][field] / sample[kind][2] for sample in samples] for kind in range(3)
        )
        ratio = median(mine / other for mine, other in zip(first, yardstick, strict=True))
        beside = median(mine / other for mine, other in zip(second, first, strict=True))
        found += [
            Row(f"Thunderstone, random players, {what}", median(first), "1/s"),
            Row(f"Thunderstone Quest, random players, {what}", median(second), "1/s"),
            Row(f"pyminion, BigMoney against BigMoney, {what}", median(yardstick), "1/s"),
            Row(f"Thunderstone / pyminion, {what}", ratio, "x", ">= 1", ratio >= 1),
            Row(f"Thunderstone Quest / Thunderstone, {what}", beside, "x"),
        ]
    return found


def _simulated() -> list[Row]:
    """Games per second of processor time by this process alone; then the ratio with a second one."""
    api.simulate(games=1)  # warm up
    quick = median(_alone(number, detailed=False) for number in range(3))
    told = median(_alone(number, detailed=True) for number in range(3))
    one, two = _elapsed(1), _elapsed(2)
    return [
        Row("simulate, games, scores only, 1 process", quick, "1/s"),
        Row("simulate, games, turn by turn, 1 process", told, "1/s"),
        Row(f"simulate, {LONG} games, 1 process / 2 processes (time elapsed)", one / two, "x"),
    ]


def _alone(number: int, detailed: bool) -> float:
    """Games per second of processor time."""
    started = process_time()
    api.simulate(number * GAMES, GAMES, detailed=detailed)
    return GAMES / (process_time() - started)


def _elapsed(workers: int) -> float:
    started = perf_counter()
    api.simulate(games=LONG, detailed=False, workers=workers)
    return perf_counter() - started


Sample = tuple[int, int, float]
"""Turns, decisions of players, seconds of processor time."""


def _random_games() -> Callable[[int], Sample]:
    whole = load_ruleset(rulesets_path() / "thunderstone", Card)
    ruleset = whole.only(lambda card: card.set in ("", "base"))  # one box, as the yardstick plays
    readings = ruleset.readings()
    game = Thunderstone(Book(ruleset.under(readings), readings))
    setup = load_setup().value

    return _played(game, lambda seed: new_game(game.book, setup, seed))


def _random_quests() -> Callable[[int], Sample]:
    ruleset = load_ruleset(rulesets_path() / "quest", QuestCard)
    readings = ruleset.readings()
    game, numbers = Quest(QuestBook(ruleset.under(readings), readings)), load_quest().value

    def start(seed: int) -> State:
        random = Random(seed)
        setup = select(game.book.cards, numbers, random, first_game=True)
        return new_quest(game.book, setup, random, numbers)

    return _played(game, start)


def _played(game: Game[S, A], start: Callable[[int], S]) -> Callable[[int], Sample]:
    """Games of two random players; one that drags on is left after some time."""

    def run(number: int) -> Sample:
        seeds = range(number * GAMES, (number + 1) * GAMES)
        before = process_time()
        turns = decisions = 0
        for seed in seeds:
            active = 0
            for state in play(game, start(seed), [random_bot] * 2, Random(seed), LONGEST):
                decisions += 1
                turns += state.active != active
                active = state.active
        return turns, decisions - turns, process_time() - before  # each turn ends with the drawing of a hand

    return run


def _big_money() -> Callable[[int], Sample]:
    from pyminion.bots.examples import BigMoney
    from pyminion.expansions.base import base_set
    from pyminion.game import Game

    logging.disable(logging.INFO)
    game = Game(players=[BigMoney("first"), BigMoney("second")], expansions=[base_set], log_stdout=False)

    def run(_: int) -> Sample:
        start = process_time()
        turns = 0
        for _ in range(2 * GAMES):  # its games are shorter
            game.play()
            turns += sum(player.turns for player in game.players)
        return turns, 2 * turns, process_time() - start  # the treasures to play, and the card to buy

    return run
