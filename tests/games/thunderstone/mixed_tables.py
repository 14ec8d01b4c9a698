"""Tables with the cards of both boxes, for tests."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tests.games.thunderstone.builders import Table, begin, card_id, mixed_book
from tsolve.cardkit import piles
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hand import strength_of


class Mixed(Table):
    """A table with both boxes."""

    def __init__(self, state: State, **readings: str) -> None:
        super().__init__(state)
        self.game = Thunderstone(mixed_book(**readings))

    def strength(self, name: str) -> int:
        """The Strength of the first card of the hand with this name."""
        place = next(i for i, member in enumerate(self.state.party) if member.card == card_id(name))
        return strength_of(self.game.book, self.state, place)

    def deck(self, index: int = 0) -> list[str]:
        """The names of the known cards of a player's deck, from the top."""
        return [self.game.book.name(card) for card in piles.contents(self.state.players[index].deck)]


def enter(hand: Iterable[str], hall: Iterable[str] = ("Minotaur",), **more: object) -> Mixed:
    """A player has entered the Dungeon; keywords of `position`, all others are readings."""
    return begin(Mixed, "enter the Dungeon", hand, hall, more)


def visit(hand: Iterable[str], **more: object) -> Mixed:
    """A player visits the Village; keywords as for `enter`."""
    return begin(Mixed, "visit the Village", hand, (), more)


def with_guard(monster: str, guard: MonsterTrait) -> Thunderstone:
    """The rules with a Monster that has this trait alone."""
    book = mixed_book()
    card = replace(book.card(monster), traits=(guard,))
    return Thunderstone(Book({**book.cards, monster: card}, book.readings))
