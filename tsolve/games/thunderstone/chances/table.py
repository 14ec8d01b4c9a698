"""The table without the player's own cards, and positions in which a hand lies on it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Member, Player, Slot, State, Treasure, TurnKind
from tsolve.games.thunderstone.target import Target, target_at


class Table(msgspec.Struct, frozen=True):
    """Card facts, readings, the Hall and the other players; can be sent to another process."""

    cards: dict[str, Card]
    readings: dict[str, str]
    hall: tuple[Slot, ...]
    dungeon: Pile
    others: tuple[Player, ...]
    xp: int = 0
    outside: tuple[Slot, ...] = ()
    treasures: tuple[Treasure, ...] = ()

    def game(self) -> Thunderstone:
        """The rules."""
        return Thunderstone(Book(self.cards, self.readings))

    @property
    def monsters(self) -> dict[Target, int]:
        """The Monsters of the Hall with their places, in the order of these."""
        state = State((), hall=self.hall, outside=self.outside)
        known = (self.cards.get(state.at(place).card) for place in state.places)
        standing = zip(state.places, known, strict=True)
        return {
            target_at(state, place): place for place, card in standing if card is not None and card.is_monster
        }

    def position(
        self, game: Thunderstone, hand: Iterable[str], deck: Iterable[str], place: TurnKind
    ) -> State:
        """The turn begun there with this hand, the deck shuffled."""
        me = Player(deck=piles.shuffled(tuple(deck)), xp=self.xp, treasures=self.treasures)
        start = State(
            players=(me, *self.others),
            hall=self.hall,
            outside=self.outside,
            dungeon=self.dungeon,
            stock=None,
            party=tuple(Member(card) for card in hand),
        )
        return game.apply(start, Visit(place))


def table_of(book: Book, state: State) -> Table:
    """What lies on the table in a position."""
    others = tuple(player for number, player in enumerate(state.players) if number != state.active)
    return Table(
        book.cards,
        dict(book.readings),
        state.hall,
        state.dungeon,
        others,
        state.me.xp,
        state.outside,
        state.me.treasures,
    )
