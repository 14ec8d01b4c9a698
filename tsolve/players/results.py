"""What games come to: how long they are, what each seat scores and how often it wins, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

from msgspec.structs import replace

from tsolve.model.lookups import GameAnswer, SeatAnswer
from tsolve.model.odds import Estimate
from tsolve.players.student import t_quantile

CONFIDENCE = 0.95
"""How often an interval holds the true figure."""
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def by_seat(names: Sequence[str], games: Sequence[GameAnswer]) -> tuple[SeatAnswer, ...]:
    """How each seat fared in the games that ended."""
    ended = [game for game in games if game.finished]
    if not ended:
        return ()
    sitting = max(len(ended[0].scores), 1)
    named = tuple(names) * sitting if len(names) == 1 else tuple(names)
    return tuple(_of_seat(seat, name, ended) for seat, name in enumerate(named, start=1))


def _of_seat(seat: int, name: str, ended: Sequence[GameAnswer]) -> SeatAnswer:
    alone = sum(game.winners == (seat,) for game in ended)
    shared = sum(seat in game.winners for game in ended) - alone
    scores = [game.scores[seat - 1] for game in ended if game.scores]
    return SeatAnswer(
        seat, name, alone, shared, share(alone, len(ended)), mean_of(scores) if scores else None
    )


def length(games: Sequence[GameAnswer]) -> Estimate | None:
    """How many turns or rounds the games took that ended; None where none did."""
    turns = [game.turn_count for game in games if game.finished]
    if not turns:
        return None
    mean = mean_of(turns)
    return mean if mean.low is None else replace(mean, low=max(mean.low, 0.0))


def share(hits: int, count: int) -> Estimate:
    """A share of independent games, with Wilson's interval: it keeps to 0 and 1, and is honest near them."""
    value = hits / count
    middle = (value + _Z * _Z / (2 * count)) / (1 + _Z * _Z / count)
    reach = _Z / (1 + _Z * _Z / count) * sqrt(value * (1 - value) / count + _Z * _Z / (4 * count * count))
    return Estimate(value, max(middle - reach, 0.0), min(middle + reach, 1.0))


def mean_of(numbers: Sequence[float]) -> Estimate:
    """The mean of independent games, with Student's interval; without ends for a single game."""
    mean = fmean(numbers)
    if len(numbers) < 2:
        return Estimate(mean, None, None)
    reach = t_quantile((1 + CONFIDENCE) / 2, len(numbers) - 1) * stdev(numbers) / sqrt(len(numbers))
    return Estimate(mean, mean - reach, mean + reach)
