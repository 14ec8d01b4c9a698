"""What chance may bring, in exact numbers: all different hands of a deck, what comes of a pile sort by
sort, and the cards of one draw as one outcome.

A deck is a number of copies of each kind of card; a hand takes some of each. Hands are numbered in a fixed
order, so that a range of numbers is a share of the work, whoever does it. Cards that a question does not tell
apart are one sort, so that there are few different piles. Cards drawn from a shuffled pile may come in any
order, so every set of them is one outcome: drawn one by one, three of fourteen cards would come in more than
two thousand ways, for 364 hands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, prod
from typing import Generic, NamedTuple

from tsolve.budget import spend
from tsolve.cardkit.pending_game import PendingGame
from tsolve.cardkit.piles import (
    Pile,
    above_unknown,
    contents,
    has_unknown,
    outcomes,
    shuffled,
)
from tsolve.cardkit.piles import (
    take as take_card,
)
from tsolve.cardkit.tasks import A, C, NextCard, P, S
from tsolve.errors import TooLargeError

Taken = tuple[int, ...]
"""How many copies of each kind are in a hand."""


def ways(copies: Sequence[int], size: int) -> int:
    """How many hands there are if every single card counts as different."""
    return comb(sum(copies), size)


def different(copies: Sequence[int], size: int) -> int:
    """How many hands there are when equal cards are not told apart."""
    return _tails(tuple(copies), size)[0][size]


def hands(copies: Sequence[int], size: int, start: int, stop: int) -> Iterator[tuple[Taken, int]]:
    """The hands numbered `start` to `stop - 1`, each with its number of ways."""
    return _Walk(tuple(copies), size, start, stop).at(0, size, (), 1)


def draws(deck: Mapping[str, int], count: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """The different sets of `count` cards that may be drawn (of all cards where there are fewer), each with
    its chance. `deck` is the number of copies of each card.
    """
    kinds, copies = tuple(deck), tuple(deck.values())
    count = min(count, sum(copies))
    whole = ways(copies, count)
    for taken, number in hands(copies, count, 0, whole):
        yield tuple(Counter(dict(zip(kinds, taken, strict=True))).elements()), Fraction(number, whole)


class _Walk:
    """Takes most of the first kind first; whole branches before `start` are stepped over by their size."""

    def __init__(self, copies: tuple[int, ...], size: int, start: int, stop: int) -> None:
        self._copies = copies
        self._tails = _tails(copies, size)
        self._next, self._start, self._stop = 0, start, stop

    def at(self, kind: int, left: int, taken: Taken, number: int) -> Iterator[tuple[Taken, int]]:
        """The hands that begin with `taken`, which is possible in `number` ways, and take `left` more."""
        if kind == len(self._copies):
            self._next += 1
            yield taken, number
            return
        here, tail = self._copies[kind], self._tails[kind + 1]
        for take in range(min(here, left), -1, -1):
            beyond = self._next + tail[left - take]
            if beyond <= self._start:
                self._next = beyond
            elif self._next < min(beyond, self._stop):
                yield from self.at(kind + 1, left - take, (*taken, take), number * comb(here, take))


@lru_cache(maxsize=16)
def _tails(copies: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """For each kind: how many different ways there are to take 0, 1, ... cards of it and all later kinds."""
    tails = [(1, *[0] * size)]
    for here in reversed(copies):
        after = tails[-1]
        tails.append(
            tuple(sum(after[left - take] for take in range(min(here, left) + 1)) for left in range(size + 1))
        )
    return tuple(reversed(tails))


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
    """The pile above its first unknown card, counted by sort. `sorts` numbers the sort of each card from 0;
    any card of a shuffled segment must be as likely as another to lie on top.
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
    """How many of these leave the pile at each refill; the others are shuffled back into it. None if all
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
            left, chance = take_card(here, card), share * Fraction(weight, whole)
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


MANY = 2_000
"""Where more sets of cards may come, they are drawn one by one."""


class DrawOutcome(NamedTuple, Generic[S, A]):
    """What may come, with its weight among all that may, and the position then."""

    events: tuple[A, ...]
    """One event, or all the cards of a set by name."""
    weight: int
    reach: Callable[[], S]
    """Plays the last event: many outcomes are never looked at."""

    @property
    def state(self) -> S:
        """The position once it has come."""
        return self.reach()


def draw_outcomes(game: PendingGame[C, S, P, A], state: S) -> list[DrawOutcome[S, A]]:
    """All that chance may bring from here; empty where no card is known that could come."""
    task = state.todo[-1]
    count = _together(game, state)
    if count == 1:
        return [
            DrawOutcome((event,), weight, partial(game.apply, state, event))
            for event, weight in game.chance(state)
        ]
    pile = Counter(task.pile(game.book, state)[0].cards)
    return [
        DrawOutcome(
            tuple(map(task.event, cards)),
            prod(comb(pile[card], number) for card, number in Counter(cards).items()),
            reach,
        )
        for cards, reach in _sets(game, state, pile, count)
    ]


def completed(
    game: PendingGame[C, S, P, A], state: S, drawn: Sequence[A], event: A, count: int
) -> tuple[A, ...] | None:
    """Which outcome of `count` cards it is when `event` happens in `state` after these were drawn; None where
    it may still be one of several.
    """
    if count == 1:
        return (event,)
    task, missing = state.todo[-1], count - len(drawn) - 1
    cards = [*map(game.card_of, drawn), game.card_of(event)]
    if missing:
        left = Counter(task.pile(game.book, state)[0].cards) - Counter(cards[-1:])
        if len(left) > 1:
            return None
        cards += [*left] * missing
    return tuple(map(task.event, sorted(cards)))


def _together(game: PendingGame[C, S, P, A], state: S) -> int:
    """How many cards of the draw that waits come from the same shuffled cards, so are one outcome."""
    task = state.todo[-1]
    if not isinstance(task, NextCard):
        return 1
    count, pile = task.together(state), task.pile(game.book, state)
    if count == 1 or not pile or pile[0].order != "shuffled" or pile[0].layers:
        return 1
    cards = pile[0].cards
    few = count < len(cards) and comb(len(set(cards)) + count - 1, count) <= MANY
    return count if few else 1


def _sets(
    game: PendingGame[C, S, P, A], state: S, pile: Counter[str], missing: int, last: str = ""
) -> Iterator[tuple[tuple[str, ...], Callable[[], S]]]:
    """Every set of `missing` cards, none before `last` by name, and what plays the last of them."""
    if last and len(pile) == 1:  # nothing else is left, so they have come by themselves
        (only,) = pile
        if only >= last:
            yield (only,) * missing, lambda: state
        return
    later = sum(number for card, number in pile.items() if card >= last)
    for event, weight in game.chance(state):
        card = game.card_of(event)
        if card < last:
            continue
        if later < missing:
            break
        later -= weight
        if missing == 1:
            yield (card,), partial(game.apply, state, event)
            continue
        after = game.apply(state, event)
        for more, reach in _sets(game, after, pile - Counter((card,)), missing - 1, card):
            yield (card, *more), reach
