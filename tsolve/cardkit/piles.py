"""Piles of cards whose order is known, shuffled, or unknown.

A pile is a tuple of segments from the top down. Shuffling is not a random event here: it only forgets an
order. Chance enters when a card of a shuffled segment is revealed, with probabilities that follow from its
contents. So the same structure serves a game played from a seed and a position in which a person knows part
of a deck.
"""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from random import Random


class Segment(msgspec.Struct, frozen=True):
    """Some cards of a pile: in this `known` order from the top, `shuffled` (any order is as likely), or
    `unknown`.

    An unknown segment has no cards and stands for any number of them.
    """

    cards: tuple[str, ...]
    order: Literal["known", "shuffled", "unknown"] = "known"


Pile = tuple[Segment, ...]

EMPTY: Pile = ()
UNKNOWN: Pile = (Segment((), "unknown"),)


def known(cards: tuple[str, ...]) -> Pile:
    """A pile in a known order, top first."""
    return (Segment(cards),) if cards else ()


def shuffled(cards: tuple[str, ...]) -> Pile:
    """A pile whose contents are known and whose order is not."""
    return (Segment(tuple(sorted(cards)), "shuffled"),) if cards else ()


def is_unknown(pile: Pile) -> bool:
    """Whether the next card cannot even be given a probability."""
    return bool(pile) and pile[0].order == "unknown"


def outcomes(pile: Pile) -> list[tuple[str, int]]:
    """The cards that the next draw may bring with their weights (all cards of a segment are equally likely).

    Empty for an empty or unknown pile.
    """
    if not pile or pile[0].order == "unknown":
        return []
    segment = pile[0]
    if segment.order == "known":
        return [(segment.cards[0], 1)]
    return sorted(Counter(segment.cards).items())


def choices(pile: Pile) -> int:
    """How many different cards the next draw may bring, as far as they are known."""
    if not pile:
        return 0
    segment = pile[0]
    return min(len(segment.cards), 1) if segment.order == "known" else len(set(segment.cards))


def take(pile: Pile, card: str) -> Pile:
    """The pile without the card just drawn from its top.

    Raises ValueError when the top of the pile cannot be that card.
    """
    if not pile:
        raise ValueError("the pile is empty")
    segment = pile[0]
    if segment.order == "unknown":
        return pile
    if segment.order == "known":
        if segment.cards[0] != card:
            raise ValueError(f"the top card is {segment.cards[0]}, not {card}")
        left = segment.cards[1:]
    else:
        at = segment.cards.index(card)
        left = segment.cards[:at] + segment.cards[at + 1 :]
    return (Segment(left, segment.order), *pile[1:]) if left else pile[1:]


def take_some(pile: Pile, count: int, random: Random) -> tuple[tuple[str, ...], Pile]:
    """Up to `count` cards drawn at random from the first segment of the pile, and the pile without them.

    No cards when the pile is empty or begins with an unknown segment.
    """
    if not pile:
        return (), pile
    segment = pile[0]
    if segment.order == "unknown":
        return (), pile
    if segment.order == "known":
        taken, left = segment.cards[:count], segment.cards[count:]
    elif count >= len(segment.cards):
        taken, left = segment.cards, ()
    else:
        rest = list(segment.cards)
        taken = tuple(rest.pop(int(random.random() * len(rest))) for _ in range(count))
        left = tuple(rest)
    return taken, ((Segment(left, segment.order), *pile[1:]) if left else pile[1:])


def stacked(*piles: Pile) -> Pile:
    """The piles on each other, the first one on top; neighbouring cards in a known order are one segment."""
    joined: list[Segment] = []
    for segment in (segment for pile in piles for segment in pile):
        if joined and joined[-1].order == segment.order == "known":
            joined[-1] = Segment(joined[-1].cards + segment.cards)
        else:
            joined.append(segment)
    return tuple(joined)


def put_on(pile: Pile, *cards: str) -> Pile:
    """The pile with cards put on it, the first one on top."""
    return stacked(known(cards), pile)


def put_under(pile: Pile, card: str) -> Pile:
    """The pile with a card put at its bottom."""
    return stacked(pile, known((card,)))


def above_unknown(pile: Pile) -> Pile:
    """The part of the pile above the first unknown card."""
    return tuple(takewhile(lambda segment: segment.order != "unknown", pile))


def contents(pile: Pile) -> tuple[str, ...]:
    """All known cards of the pile, in no particular order."""
    return tuple(card for segment in pile for card in segment.cards)


def has_unknown(pile: Pile) -> bool:
    """Whether part of the pile is unknown."""
    return any(segment.order == "unknown" for segment in pile)
