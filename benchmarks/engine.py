"""Whole games: random players here, and pyminion's BigMoney against itself as a yardstick.

Both take turns in one process, so that a busy machine slows both; what counts is the ratio.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from benchmarks.row import Row
from tsolve.engine.playing import play, random_bot
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.card_files import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.setup import load_setup, new_game
from tsolve.rules.loading import load_ruleset
from tsolve.source.locations import rulesets_path

ROUNDS = 9
GAMES = 20
"""Games of each kind in each round."""


def rows() -> list[Row]:
    """Turns and decisions per second of both, and the ratios."""
    engine, yardstick = _random_games(), _big_money()
    engine(0)  # both warm
    yardstick(0)
    samples = [(engine(number), yardstick(number)) for number in range(1, ROUNDS + 1)]
    found = []
    for what, field in (("turns", 0), ("decisions", 1)):
        ours = [sample[field] / sample[2] for sample, _ in samples]
        theirs = [sample[field] / sample[2] for _, sample in samples]
        ratio = median(mine / other for mine, other in zip(ours, theirs, strict=True))
        found += [
            Row(f"Thunderstone, random players, {what}", median(ours), "1/s"),
            Row(f"pyminion, BigMoney against BigMoney, {what}", median(theirs), "1/s"),
            Row(f"Thunderstone / pyminion, {what}", ratio, "x", ">= 1", ratio >= 1),
        ]
    return found


Sample = tuple[int, int, float]
"""Turns, decisions of players, seconds of processor time."""


def _random_games() -> Callable[[int], Sample]:
    whole = load_ruleset(rulesets_path() / "thunderstone", Card)
    ruleset = whole.only(lambda card: card.set in ("", "base"))  # one box, as the yardstick plays
    readings = ruleset.readings()
    game = Thunderstone(Book(ruleset.under(readings), readings))
    setup = load_setup().value

    def run(number: int) -> Sample:
        seeds = range(number * GAMES, (number + 1) * GAMES)
        start = process_time()
        turns = decisions = 0
        for seed in seeds:
            active = 0
            for state in play(game, new_game(game.book, setup, seed), [random_bot] * 2, Random(seed)):
                decisions += 1
                turns += state.active != active
                active = state.active
        return turns, decisions - turns, process_time() - start  # each turn ends with the drawing of a hand

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
