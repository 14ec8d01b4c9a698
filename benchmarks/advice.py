"""What can be advised in which time: games a second and core that are left after so many shuffles, and how
far a difference of two candidates varies with the same luck and with other luck.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, pvariance
from time import process_time

from benchmarks.row import Row
from tsolve import api
from tsolve.advising.advice import Comparison
from tsolve.advising.candidates import WAYS
from tsolve.advising.rollouts import Rollouts
from tsolve.batch import pool
from tsolve.players import seats, start_of
from tsolve.players.playing import play_out

BEFORE, SEED = 20, 3
"""The turns that quick players have played before the one that is advised, and the seed of their game."""
MOST_CANDIDATES = 6
WORLDS = {1: 48, 2: 48, 3: 32, 0: 24}
"""By the number of shuffles after which a game is left; 0 is never."""


def rows() -> list[Row]:
    """Figures for one table in the middle of a game."""
    position = api.loads(api.set_up(SEED, 2, game="thunderstone").position, "table.yaml")
    start = start_of(position)
    played = play_out(start, seats(start, ("quick",)), Random(SEED), enough=lambda _, turns: turns >= BEFORE)
    here = position.at(played.state)
    candidates = tuple(WAYS.of(here)())[-MOST_CANDIDATES:]
    found = []
    for shuffles, worlds in WORLDS.items():
        compared = Comparison(Rollouts(start_of(here), candidates, ("quick",), 0, shuffles))
        began = process_time()
        with pool() as helpers:
            compared.play(worlds, helpers)
        seconds = process_time() - began
        answer = compared.answer("", 1, worlds)
        one = sqrt(fmean(pvariance(results) for results in compared.deciding.results))
        name = f"Left after {shuffles} shuffles" if shuffles else "Played to the end"
        found += [
            Row(f"{name}: games", answer.games / seconds, "1/s"),
            Row(f"{name}: one game, standard deviation", one, "points"),
            Row(f"{name}: a difference, other luck", answer.apart_spread, "points"),
            Row(f"{name}: a difference, same luck", answer.pairs_spread, "points"),
        ]
    return found
