"""The standing effects that act in a battle: without them the calculation would differ.

They leave no event of their own, so each is taken away once and the party is reckoned again. Done only while
somebody counts effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.turn.attack_value import reckon

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import Effect
    from tsolve.games.thunderstone.state import State

_STANDING = ("traits", "global_effects")


def traits_at_work(book: Book, state: State, rank: int) -> Iterator[tuple[Card, Effect]]:
    """The effects of the party and of the Monsters that stand there that changed something in this battle.

    A Monster that asks for Light, for magic or for more asks it of everyone who attacks it.
    """
    apart = Book(book.cards, book.readings, book)  # nobody shall think that these questions were asked
    whole = reckon(apart, state, rank)
    attacked = state.at(rank).card
    present = [*(state.at(place).card for place in state.places), *(member.card for member in state.party)]
    for card in (apart.cards[name] for name in dict.fromkeys(present) if name in apart.cards):
        for field in _STANDING:
            effects: tuple[Effect, ...] = getattr(card, field)
            for effect in effects:
                left = tuple(each for each in effects if each is not effect)
                cards = {**apart.cards, card.id: replace(card, **{field: left})}
                thinner = Book(cards, apart.readings, apart)
                asked = card.id == attacked and isinstance(effect, MonsterTrait) and _asks(effect, attacked)
                if asked or reckon(thinner, state, rank) != whole:
                    yield card, effect


def _asks(guard: MonsterTrait, monster: str) -> bool:
    return guard.dark or bool(guard.need(monster))
