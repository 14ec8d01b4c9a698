"""Piles of cards whose order is known, shuffled, or unknown; and which copies of cards are alike.

A pile is a tuple of segments from the top down. Shuffling is not a random event here: it only forgets an
order. Chance enters when a card of a shuffled segment is revealed, with probabilities that follow from its
contents. So the same structure serves a game played from a seed and a position in which a person knows part
of a deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import takewhile
from math import gcd
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from random import Random


class Layer(msgspec.Struct, frozen=True):
    """Some places of a shuffled segment; each card of `holds` lies in one of them."""

    places: int
    holds: tuple[str, ...] = ()


class Segment(msgspec.Struct, frozen=True):
    """Some cards of a pile: in this `known` order from the top, `shuffled` (any order is as likely), or
    `unknown`.

    An unknown segment has no cards and stands for any number of them. Of a shuffled one some cards may be
    known to lie in certain `layers`, which follow each other from the top; the others are spread over the
    places that are left. Where the layers have fewer places than there are cards, the rest of the cards lie
    elsewhere, and nobody knows which.
    """

    cards: tuple[str, ...]
    order: Literal["known", "shuffled", "unknown"] = "known"
    layers: tuple[Layer, ...] = ()


Pile = tuple[Segment, ...]

EMPTY: Pile = ()
UNKNOWN: Pile = (Segment((), "unknown"),)


def known(cards: tuple[str, ...]) -> Pile:
    """A pile in a known order, top first."""
    return (Segment(cards),) if cards else ()


def shuffled(cards: tuple[str, ...]) -> Pile:
    """A pile whose contents are known and whose order is not."""
    return (Segment(tuple(sorted(cards)), "shuffled"),) if cards else ()


def layered(cards: Iterable[str], *layers: Layer) -> Pile:
    """Shuffled cards of which those that a layer holds lie in it; the layers follow each other from the top.

    All copies of a card that a layer holds lie there. Raises ValueError for more places than cards, and for a
    layer with fewer places than it holds cards.
    """
    lie = tuple(sorted(cards))
    if sum(layer.places for layer in layers) > len(lie):
        raise ValueError("there are more places than cards")
    if any(layer.places < len(layer.holds) for layer in layers):
        raise ValueError("a layer holds more cards than it has places")
    joined: list[Layer] = []
    for layer in layers:
        if joined and not joined[-1].holds and not layer.holds:
            joined[-1] = Layer(joined[-1].places + layer.places)
        elif layer.places:
            joined.append(layer)
    if not joined:
        return ()
    if len(joined) == 1 and joined[0].places == len(lie):
        return (Segment(lie, "shuffled"),)
    return (Segment(lie, "shuffled", tuple(joined)),)


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
    if not segment.layers:
        return sorted(Counter(segment.cards).items())
    # One of the layer's places is as likely as another: each of its own cards lies on top once in `places`,
    # and else any of the other cards does.
    first = segment.layers[0]
    others = Counter(_outside_layers(segment))
    free = first.places - len(first.holds)
    weights = Counter({card: free * number for card, number in others.items()} if free else {})
    for card in first.holds:
        weights[card] += others.total() or 1
    common = gcd(*weights.values())
    return sorted((card, weight // common) for card, weight in weights.items())


def choices(pile: Pile) -> int:
    """How many different cards the next draw may bring, as far as they are known."""
    if not pile:
        return 0
    segment = pile[0]
    if segment.layers:
        return len(outcomes(pile))
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
    elif segment.layers:
        return _from_layers(segment, card) + pile[1:]
    else:
        at = segment.cards.index(card)
        left = segment.cards[:at] + segment.cards[at + 1 :]
    return (Segment(left, segment.order), *pile[1:]) if left else pile[1:]


def unseen(pile: Pile) -> Pile:
    """The pile after a card came from its top that nobody names: what else lies in the first segment is then
    unknown.
    """
    return UNKNOWN + pile[1:]


def take_some(pile: Pile, count: int, random: Random) -> tuple[tuple[str, ...], Pile]:
    """Up to `count` cards drawn at random from the first segment of the pile, and the pile without them.

    No cards when the pile is empty or begins with an unknown segment, and one where it begins with layers.
    """
    if not pile:
        return (), pile
    segment = pile[0]
    if segment.layers:
        cards, weights = zip(*outcomes(pile), strict=True)
        (card,) = random.choices(cards, weights)
        return (card,), take(pile, card)
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


def lies_elsewhere(pile: Pile) -> bool:
    """Whether some of its cards, nobody knows which, do not lie in the pile."""
    return any(segment.layers and _places(segment) < len(segment.cards) for segment in pile)


def elsewhere(pile: Pile) -> tuple[tuple[str, ...], int]:
    """The cards that may lie elsewhere, each as likely as another, and how many of them do."""
    cards = tuple(card for segment in pile if lies_elsewhere((segment,)) for card in _outside_layers(segment))
    return cards, sum(len(segment.cards) - _places(segment) for segment in pile if lies_elsewhere((segment,)))


def with_all_of(pile: Pile, held: Callable[[str], bool]) -> Pile:
    """The pile when all such cards are known to lie in it."""
    texts = []
    for segment in pile:
        if lies_elsewhere((segment,)) and len(segment.layers) == 1:
            (layer,) = segment.layers
            more = tuple(filter(held, _outside_layers(segment)))
            layer = replace(layer, holds=tuple(sorted((*layer.holds, *more))))
            segment = replace(segment, layers=(layer,))
        texts.append(segment)
    return tuple(texts)


def without_elsewhere(pile: Pile, card: str) -> Pile:
    """The pile when this card, one of those that need not lie in it, is known to have lain elsewhere."""
    for index, segment in enumerate(pile):
        if lies_elsewhere((segment,)) and card in _outside_layers(segment):
            at = segment.cards.index(card)
            rest = layered(segment.cards[:at] + segment.cards[at + 1 :], *segment.layers)
            return (*pile[:index], *rest, *pile[index + 1 :])
    return pile


def contents(pile: Pile) -> tuple[str, ...]:
    """All known cards of the pile, in no particular order."""
    return pile[0].cards if len(pile) == 1 else tuple([card for each in pile for card in each.cards])


def is_shuffled(pile: Pile) -> bool:
    """Whether any order of the whole pile is as likely as any other."""
    return len(pile) == 1 and pile[0].order == "shuffled" and not pile[0].layers


def has_unknown(pile: Pile) -> bool:
    """Whether part of the pile is unknown."""
    return any(segment.order == "unknown" for segment in pile)


def _places(segment: Segment) -> int:
    return sum(layer.places for layer in segment.layers)


def _outside_layers(segment: Segment) -> list[str]:
    """The cards of a segment that may lie in any layer."""
    held = {card for layer in segment.layers for card in layer.holds}
    return [card for card in segment.cards if card not in held]


def _from_layers(segment: Segment, card: str) -> Pile:
    """What is left of a segment when this card was on top of its first layer."""
    first, *below = segment.layers
    at = segment.cards.index(card)
    if card not in first.holds and card not in _outside_layers(segment):
        raise ValueError(f"{card} lies deeper")
    left = segment.cards[:at] + segment.cards[at + 1 :]
    held = first.holds.index(card) if card in first.holds else len(first.holds)
    holds = first.holds[:held] + first.holds[held + 1 :]
    return layered(left, Layer(first.places - 1, holds), *below)


T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


def grouped(items: Iterable[T], key: Callable[[T], H]) -> dict[H, list[T]]:
    """The items with equal keys together, in their order."""
    groups: dict[H, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def first_of_each(items: Iterable[T], key: Callable[[T], Hashable]) -> list[T]:
    """The items without those that are like an earlier one."""
    firsts: dict[Hashable, T] = {}
    for item in items:
        firsts.setdefault(key(item), item)
    return list(firsts.values())


def in_any_order(items: Iterable[H]) -> frozenset[tuple[H, int]]:
    """A key that is equal for the same items in any order."""
    return frozenset(Counter(items).items())


def copy_number(cards: Sequence[str], place: int) -> int:
    """Which copy of its card lies in this place, counted from 1; 0 where it is the only one."""
    card = cards[place]
    return cards[: place + 1].count(card) if cards.count(card) > 1 else 0
