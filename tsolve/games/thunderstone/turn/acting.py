"""Which traits act in a battle: those without which the reckoning would be another.

Traits leave no event of their own, so each is taken away once and the party is reckoned again. Done only
while somebody counts effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.base import Guard, Trait
from tsolve.games.thunderstone.turn.battle import reckon

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.state import State


def traits_at_work(book: Book, state: State, rank: int) -> Iterator[tuple[Card, Trait | Guard]]:
    """The traits of the party, and of the Monster attacked, that changed something in this battle.

    A Monster that asks for Light, for magic or for more asks it of everyone who attacks it.
    """
    apart = Book(book.cards, book.readings)  # nobody shall think that these questions were asked
    whole = reckon(apart, state, rank)
    present = [state.at(rank).card, *(member.card for member in state.party)]
    for card in (apart.cards[name] for name in dict.fromkeys(present) if name in apart.cards):
        for trait in card.traits:
            if isinstance(trait, Guard) and (trait.dark or trait.need(card.id)):
                yield card, trait
                continue
            left = tuple(each for each in card.traits if each is not trait)
            thinner = Book({**apart.cards, card.id: replace(card, traits=left)}, apart.readings)
            if reckon(thinner, state, rank) != whole:
                yield card, trait
