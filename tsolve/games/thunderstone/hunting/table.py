"""A position as plain lists: easy to make, to take apart, and to compare in size."""

from __future__ import annotations

import msgspec

from tsolve.cardkit import piles
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.state import Member, Place, Player, Slot, State, Treasure

Cards = tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """What lies on the table at the start of a turn; every deck is known from the top down."""

    turn: Place
    hand: Cards = ()
    deck: Cards = ()
    discard: Cards = ()
    xp: int = 0
    hall: Cards = ("", "", "")
    dungeon: Cards = ()
    village: tuple[tuple[str, int], ...] = ()
    others: tuple[tuple[Cards, Cards], ...] = ()
    """The hand and the deck of each other player."""
    treasures: Cards = ()
    """Those that lie before the active player since an earlier turn."""
    is_dealt: bool = False
    """Whether the Monster of Rank 1 has stood there since the set-up."""

    def state(self) -> State:
        """The position, before any rule acts on it."""
        me = Player(
            piles.known(self.deck), self.discard, (), self.xp, treasures=tuple(map(Treasure, self.treasures))
        )
        others = (Player(piles.known(deck), (), hand) for hand, deck in self.others)
        return State(
            players=(me, *others),
            hall=(Slot(self.hall[0], dealt=self.is_dealt), *map(Slot, self.hall[1:])),
            dungeon=piles.known(self.dungeon),
            stalls=tuple(card for card, _ in self.village),
            stock=tuple(count for _, count in self.village),
            party=tuple(map(Member, self.hand)),
        )


class Found(msgspec.Struct, frozen=True):
    """A position, and a line from it in words."""

    table: Table
    line: tuple[str, ...]


def size(book: Book, found: Found) -> tuple[int, ...]:
    """How much there is to look at: things on the table and steps, then what is written on them."""
    table = found.table
    cards = [
        *(*table.hand, *table.deck, *table.discard, *table.dungeon, *table.treasures),
        *(card for card in table.hall if card),
        *(card for hand, deck in table.others for card in (*hand, *deck)),
        *(card for card, _ in table.village),
    ]
    written = sum(_written(book.card(card)) for card in cards)
    ranks = sum(rank for rank, card in enumerate(table.hall) if card)
    numbers = table.xp + table.is_dealt + ranks + sum(count for _, count in table.village)
    things = len(cards) + len(found.line) + len(table.others)
    return things, written, numbers, sum(map(len, found.line))


def _written(card: Card) -> int:
    """How many effects the card carries, and whether its name has to be looked up."""
    effects = (card.abilities, card.traits, card.battle, card.breach, card.spoils)
    return 2 * sum(map(len, effects)) + (card.kind not in ("basic", "disease")) + (card.level or 0)
