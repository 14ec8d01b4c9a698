"""How soon attacks from a shuffled pile kill one target, however many they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tsolve.budget import spend
from tsolve.cardkit.hands import Taken
from tsolve.games.gloomhaven.attack.blows import Blow
from tsolve.games.gloomhaven.attack.shuffled import ShuffledPile


def kills(
    cards: Sequence[str], blows: Sequence[Blow], hit_points: int, is_reduced: bool = False
) -> Iterator[Fraction]:
    """After each blow the chance that a target with so many hit points, 1 or more, is dead.

    There have to be enough cards (`shuffled.is_long_enough`). Raises SpentError.
    """
    pile = ShuffledPile(cards, blows, is_reduced)
    here: dict[tuple[Taken, Taken], dict[int, int]] = {(pile.others, pile.rolling): {0: 1}}
    dead = 0
    for place in range(len(blows)):
        later: dict[tuple[Taken, Taken], dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for (left, rolling), totals in here.items():
            for rolled, ways in pile.rolled(place, rolling).items():
                spend(1 + len(totals))
                for (rest, applies), times in pile.picked(place, left, rolled.others).items():
                    after, amount = later[rest, rolled.left], rolled.row[applies]
                    for total, before in totals.items():
                        after[min(total + amount, hit_points)] += before * ways * times
        for (left, rolling), totals in later.items():
            drawn = len(cards) - sum(left) - sum(rolling)
            dead += totals.pop(hit_points, 0) * pile.ways_behind(drawn)
        here = later
        yield Fraction(dead, pile.ways)
