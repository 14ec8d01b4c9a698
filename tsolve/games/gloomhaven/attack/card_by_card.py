"""What attacks come to from any deck, every card followed by the rules: nothing is known but the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile, Segment
from tsolve.errors import UndecidedError
from tsolve.games.gloomhaven.attack.blows import Amounts, Blow, sorter
from tsolve.games.gloomhaven.attack.deck import Deck, discarded, drawn
from tsolve.games.gloomhaven.attack.drawing import Drawing
from tsolve.games.gloomhaven.attack.modifiers import LEAVING, Modifier

T = TypeVar("T", bound=Hashable)

Ends = dict[tuple[Deck, int], Fraction]
"""What one attack may leave of the deck, and its damage, with the chances."""


def follow(
    deck: Deck,
    blows: Sequence[Blow],
    start: T,
    after: Callable[[T, int, int], T],
    is_dealt: Callable[[T, int], bool],
    is_reduced: bool = False,
) -> Iterator[dict[T, Fraction]]:
    """After each blow the chances of what there is to remember by then.

    `start` is what is remembered at first, `after` what is when the blow of this number (from 0 on) did so
    much damage; a blow that is not dealt draws no card and does none. Raises UndecidedError where a card is
    drawn that nobody knows, and SpentError.
    """
    here: dict[Deck, dict[T, Fraction]] = {_by_sorts(deck, blows, is_reduced): {start: Fraction(1)}}
    for number, blow in enumerate(blows):
        later: dict[Deck, dict[T, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        amount = blow.amounts()
        for before, known in here.items():
            ends: Ends = {}
            for memory, share in known.items():
                if not is_dealt(memory, number):
                    later[before][after(memory, number, 0)] += share
                    continue
                ends = ends or _ends(before, blow, amount, is_reduced)
                spend(len(ends) // 8)
                for (left, dealt), chance in ends.items():
                    later[left][after(memory, number, dealt)] += share * chance
        here = later
        found: dict[T, Fraction] = defaultdict(Fraction)
        for known in here.values():
            for memory, share in known.items():
                found[memory] += share
        yield dict(found)


def _ends(deck: Deck, blow: Blow, amount: Amounts, is_reduced: bool) -> Ends:
    ends: Ends = defaultdict(Fraction)
    here = {(deck, Drawing(blow.way, blow.value, is_reduced=is_reduced)): Fraction(1)}
    while here:
        later: dict[tuple[Deck, Drawing], Fraction] = defaultdict(Fraction)
        for (left, drawing), share in here.items():
            spend()
            if not drawing.needs_card:
                after = replace(discarded(left, drawing.cards), reshuffles=False)
                ends[after, amount(drawing.applied)] += share
                continue
            coming = _coming(left)
            if not coming:
                later[left, drawing.without_more()] += share
            whole = sum(weight for _, weight in coming)
            for card, weight in coming:
                more = _in_any_order(drawing.with_card(card))
                later[drawn(left, card), more] += share * Fraction(weight, whole)
        here = later
    return ends


def _coming(deck: Deck) -> list[tuple[str, int]]:
    """The cards that may come next, with their weights; none where no card is left."""
    if piles.is_unknown(deck.coming):
        raise UndecidedError(["the next modifier card is unknown"])
    return piles.outcomes(deck.coming)


def _in_any_order(drawing: Drawing) -> Drawing:
    """The drawing with its cards in one order, where it does not matter: while all are rolling."""
    if len(drawing.cards) > 1 and all(card.rolling for card in drawing.drawn):
        return replace(drawing, cards=tuple(sorted(drawing.cards)))
    return drawing


def _by_sorts(deck: Deck, blows: Sequence[Blow], is_reduced: bool) -> Deck:
    """The deck with one card standing for all of its sort that stay in the deck, or leave it, alike."""
    sort_of = sorter(blows, is_reduced)
    named: dict[tuple[Modifier, bool], str] = {}

    def name(card: str) -> str:
        return named.setdefault((sort_of(card), card in LEAVING), card)

    draw: Pile = tuple(_renamed(segment, name) for segment in deck.draw)
    return Deck(draw, tuple(sorted(map(name, deck.discards))))


def _renamed(segment: Segment, name: Callable[[str], str]) -> Segment:
    cards = tuple(map(name, segment.cards))
    return Segment(tuple(sorted(cards)) if segment.order == "shuffled" else cards, segment.order)
