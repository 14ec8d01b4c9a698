"""What comes of a pile, sort by sort, in exact numbers: hands dealt one after the other, and cards turned up
to fill a place.

Cards that a question does not tell apart are one sort, so that there are few different piles.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tsolve.budget import spend
from tsolve.cardkit.hands import Taken, hands, ways
from tsolve.cardkit.piles import Pile, above_unknown, contents, has_unknown, outcomes, shuffled, take
from tsolve.errors import TooLargeError

MOST_DEALS = 400_000
"""Different ways of one question after which it is given up: a few seconds."""


class Layer(NamedTuple):
    """A segment of a pile by its sorts: how many cards of each, and their order where it is known."""

    copies: Taken
    order: tuple[int, ...] = ()
    """From the top down; empty where the cards are shuffled."""


Layers = tuple[Layer, ...]
Cards = tuple[str, ...]


def by_sort(pile: Pile, sorts: Mapping[str, int]) -> Layers:
    """The pile above its first unknown card, of which every card is as likely as another to lie in a layer.
    `sorts` numbers the sort of each card from 0.
    """
    width = len(set(sorts.values()))
    layers = []
    for segment in above_unknown(pile):
        found = tuple(sorts[card] for card in segment.cards)
        layers.append(Layer(_counted(found, width), found if segment.order == "known" else ()))
    return tuple(layers)


def hands_that_fit(
    deck: Layers, discard: Taken, size: int, count: int, fits: Callable[[Taken], bool]
) -> list[Fraction]:
    """For each of `count` hands the chance that this hand or one before it fits.

    Each hand is discarded before the next is drawn. Where the deck is short its last cards are drawn first,
    then the shuffled discard pile is the new deck. Raises TooLargeError.
    """
    waiting: dict[tuple[Layers, Taken], Fraction] = {(deck, discard): Fraction(1)}
    met, found, seen = Fraction(0), [], 0
    for _ in range(count):
        later: dict[tuple[Layers, Taken], Fraction] = defaultdict(Fraction)
        for (here, thrown), share in waiting.items():
            for hand, left, over, chance in _dealt(here, thrown, size):
                seen = _counting(seen)
                if fits(hand):
                    met += share * chance
                else:
                    later[left, _sum(over, hand)] += share * chance
        waiting = later
        found.append(met)
    return found


class Refills(NamedTuple):
    """How a place is filled from a pile: cards are turned up until one of them stays."""

    pile: Pile
    """Cards that nobody tells apart have one name, so that there are few different piles."""
    passing: frozenset[str]
    """The cards that do not stay."""
    most_passing: int | None = None
    """Of these so many leave the pile at each refill, the others are shuffled back into it; None where all
    leave it.
    """


def refills_that_fit(refills: Refills, count: int, fits: Callable[[Counter[str]], bool]) -> list[Fraction]:
    """After each of up to `count` refills the chance that what came by then fits, as long as something is
    left to come. Raises TooLargeError.

    Where the pile ends in unknown cards, the list ends with the last refill that surely does not reach them.
    """
    here: dict[tuple[Pile, Cards], Fraction] = {(above_unknown(refills.pile), ()): Fraction(1)}
    after: dict[Pile, dict[tuple[Pile, Cards], Fraction]] = {}
    found: list[Fraction] = []
    seen = 0
    while len(found) < count and any(pile for pile, _ in here):
        later: dict[tuple[Pile, Cards], Fraction] = defaultdict(Fraction)
        for (pile, came), share in here.items():
            if pile not in after:
                after[pile] = _refilled(refills, pile)
            for (left, more), chance in after[pile].items():
                seen = _counting(seen)
                if has_unknown(refills.pile) and refills.passing.issuperset(more):
                    return found
                later[left, tuple(sorted((*came, *more)))] += share * chance
        here = later
        met = (share for (_, came), share in here.items() if fits(Counter(came)))
        found.append(sum(met, Fraction(0)))
    return found


def _refilled(refills: Refills, pile: Pile) -> dict[tuple[Pile, Cards], Fraction]:
    """What one refill may leave of a pile, and what comes of it, with the chances."""
    ends: dict[tuple[Pile, Cards], Fraction] = defaultdict(Fraction)
    open_: list[tuple[Pile, Cards, Cards, Fraction]] = [(pile, (), (), Fraction(1))]
    while open_:
        here, came, held, share = open_.pop()
        coming = outcomes(here)
        if not coming:
            ends[_with(here, held), came] += share
        whole = sum(weight for _, weight in coming)
        for card, weight in coming:
            left, chance = take(here, card), share * Fraction(weight, whole)
            if card not in refills.passing:
                ends[_with(left, held), (*came, card)] += chance
            elif refills.most_passing is not None and len(came) >= refills.most_passing:
                open_.append((left, came, (*held, card), chance))
            else:
                open_.append((left, (*came, card), held, chance))
    return ends


def _dealt(deck: Layers, discard: Taken, size: int) -> Iterator[tuple[Taken, Layers, Taken, Fraction]]:
    """Each hand with the deck and the discard pile that it leaves, and its chance."""
    width, there = len(discard), sum(sum(layer.copies) for layer in deck)
    if there >= size or not any(discard):
        for hand, left, chance in _drawn(deck, size, width):
            yield hand, left, discard, chance
        return
    last = _all(deck, width)
    for more, left, chance in _drawn((Layer(discard),), size - there, width):
        yield _sum(last, more), left, (0,) * width, chance


def _drawn(pile: Layers, count: int, width: int) -> Iterator[tuple[Taken, Layers, Fraction]]:
    """The cards that come from the top, as many as there are, with the pile they leave and their chance."""
    if not pile or not count:
        yield (0,) * width, pile, Fraction(1)
        return
    (copies, order), *below = pile
    there = sum(copies)
    if there <= count:
        for more, left, chance in _drawn(tuple(below), count - there, width):
            yield _sum(copies, more), left, chance
    elif order:
        taken = _counted(order[:count], width)
        yield taken, (Layer(_minus(copies, taken), order[count:]), *below), Fraction(1)
    else:
        whole = ways(copies, count)
        for taken, number in hands(copies, count, 0, whole):
            yield taken, (Layer(_minus(copies, taken)), *below), Fraction(number, whole)


def _with(pile: Pile, held: Cards) -> Pile:
    """The pile with these cards shuffled back into it."""
    return shuffled((*contents(pile), *held)) if held else pile


def _counting(seen: int) -> int:
    spend()
    if seen >= MOST_DEALS:
        raise TooLargeError("too many different deals: ask for fewer cards at once, or for fewer hands")
    return seen + 1


def _counted(sorts: Sequence[int], width: int) -> Taken:
    return tuple(sorts.count(number) for number in range(width))


def _all(pile: Layers, width: int) -> Taken:
    return tuple(sum(layer.copies[sort] for layer in pile) for sort in range(width))


def _sum(one: Taken, other: Taken) -> Taken:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: Taken, other: Taken) -> Taken:
    return tuple(a - b for a, b in zip(one, other, strict=True))
