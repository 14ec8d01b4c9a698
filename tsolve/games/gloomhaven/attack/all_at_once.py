"""All damages together of attacks from a shuffled pile, without following every card.

Two counts are made and multiplied: in how many ways rolling cards are drawn, and in how many the others are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from operator import getitem

from tsolve.budget import spend
from tsolve.cardkit.hands import Taken
from tsolve.games.gloomhaven.attack.blows import Blow
from tsolve.games.gloomhaven.attack.shuffled import Row, ShuffledPile

Numbers = tuple[int, ...]
"""A number for each attack."""
Making = dict[tuple[Row, ...], int]
"""In how many ways the damages of the attacks are these, by the sorts of the cards that do not roll."""


def joint(
    cards: Sequence[str], blows: Sequence[Blow], is_reduced: bool = False
) -> dict[tuple[int, ...], Fraction]:
    """The chances of all damages of one or more blows, drawn one after the other from these shuffled cards.

    There have to be enough cards (`shuffled.is_long_enough`). Raises SpentError.
    """
    pile = ShuffledPile(cards, blows, is_reduced, forgets=True)
    found: dict[tuple[int, ...], int] = defaultdict(int)
    weights = _with_rolling(pile, len(blows))
    picks = _picks(pile, len(blows), weights)
    for used, making in weights.items():
        _multiply(picks[used], making, found)
    return {amounts: Fraction(ways, pile.ways) for amounts, ways in found.items()}


def _with_rolling(pile: ShuffledPile, count: int) -> dict[Numbers, Making]:
    """In how many ways the rolling cards may be drawn, by how many cards of the others each attack draws."""
    here: dict[tuple[Taken, Numbers, tuple[Row, ...]], int] = {(pile.rolling, (), ()): 1}
    for place in range(count):
        later: dict[tuple[Taken, Numbers, tuple[Row, ...]], int] = defaultdict(int)
        for (left, used, rows), ways in here.items():
            for rolled, times in pile.rolled(place, left).items():
                later[rolled.left, (*used, rolled.others), (*rows, rolled.row)] += ways * times
        spend(1 + len(later) // 20)
        here = later
    found: dict[Numbers, Making] = defaultdict(lambda: defaultdict(int))
    for (left, used, rows), ways in here.items():
        drawn = sum(used) + sum(pile.rolling) - sum(left)
        found[used][rows] += ways * pile.ways_behind(drawn)
    return found


def _picks(pile: ShuffledPile, count: int, wanted: Iterable[Numbers]) -> dict[Numbers, dict[Numbers, int]]:
    """For each of these numbers of cards per attack: which sorts may apply to the attacks, and in how many
    ways they are drawn.
    """
    here: dict[Numbers, dict[tuple[Taken, Numbers], int]] = {(): {(pile.others, ()): 1}}
    for place in range(count):
        later: dict[Numbers, dict[tuple[Taken, Numbers], int]] = {}
        for used in {each[: place + 1] for each in wanted}:
            step: dict[tuple[Taken, Numbers], int] = defaultdict(int)
            for (left, picks), ways in here[used[:-1]].items():
                for (rest, applies), times in pile.picked(place, left, used[-1]).items():
                    step[rest, (*picks, applies)] += ways * times
            later[used] = step
        here = later
    return {used: {picks: ways for (_, picks), ways in step.items()} for used, step in here.items()}


def _multiply(picks: Mapping[Numbers, int], weights: Making, found: dict[tuple[int, ...], int]) -> None:
    """Add to `found` in how many ways the damages come about: `picks` times `weights`."""
    by_earlier: dict[tuple[Row, ...], dict[int, dict[int, int]]] = {}
    for (*earlier, row), weight in weights.items():
        last = by_earlier.setdefault(tuple(earlier), defaultdict(lambda: defaultdict(int)))
        for sort, amount in enumerate(row):
            last[sort][amount] += weight
    for rows, last in by_earlier.items():
        ends: dict[Numbers, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for (*first, sort), ways in picks.items():
            ends[tuple(map(getitem, rows, first))][sort] += ways
        spend(1 + len(picks) // 50)
        for before, by_sort in ends.items():
            spend()
            for sort, ways in by_sort.items():
                for amount, weight in last[sort].items():
                    found[(*before, amount)] += weight * ways
