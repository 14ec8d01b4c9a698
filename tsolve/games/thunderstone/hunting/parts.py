"""Ways to make a position smaller: parts to leave out or to simplify."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.hunting.table import Table
from tsolve.turns.hunting.shrinking import Example, Parts

_FURTHER = re.compile(r" #\d+| in Rank \d")
"""What tells equal cards apart where there are several."""
PLAIN = ("militia", "torch", "dagger", "iron_rations", "disease")
"""Cards that everybody knows, tried in place of others."""


class TableParts(Parts[Table]):
    """The parts of positions with the cards of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.plain = [*(card for card in PLAIN if card in book.cards), *_plain_monsters(book)]

    def size(self, table: Table) -> tuple[int, ...]:
        cards = [
            *(*table.hand, *table.deck, *table.discard, *table.dungeon, *table.treasures),
            *(card for card in table.hall if card),
            *(card for hand, deck in table.others for card in (*hand, *deck)),
            *(card for card, _ in table.village),
        ]
        written = sum(_written(self.book.card(card)) for card in cards)
        ranks = sum(rank for rank, card in enumerate(table.hall) if card)
        numbers = table.xp + table.is_dealt + ranks + sum(count for _, count in table.village)
        return len(cards) + len(table.others), written, numbers

    def shorter(self, step: str) -> str:
        return _FURTHER.sub("", step)

    def smaller(self, table: Table) -> Iterator[Table]:
        if table.is_dealt:
            yield replace(table, is_dealt=False)
        if table.others:
            yield replace(table, others=())
        for zone in ("deck", "discard", "dungeon", "hand", "treasures"):
            cards = getattr(table, zone)
            if len(cards) > 1:
                yield replace(table, **{zone: ()})
            for at in range(len(cards)):
                yield replace(table, **{zone: cards[:at] + cards[at + 1 :]})
        for rank, card in enumerate(table.hall):
            if card:
                hall = list(table.hall)
                hall[rank] = ""
                yield replace(table, hall=tuple(hall))
                if rank and not hall[rank - 1]:
                    hall[rank - 1] = card
                    yield replace(table, hall=tuple(hall))
        for at in range(len(table.village)):
            yield replace(table, village=table.village[:at] + table.village[at + 1 :])
        if any(count > 1 for _, count in table.village):
            yield replace(table, village=tuple((card, 1) for card, _ in table.village))
        for seat, (hand, deck) in enumerate(table.others):
            for at in range(len(hand)):
                yield _with_other(table, seat, hand[:at] + hand[at + 1 :], deck)
            for at in range(len(deck)):
                yield _with_other(table, seat, hand, deck[:at] + deck[at + 1 :])
        for xp in range(table.xp):
            yield replace(table, xp=xp)

    def plainer(self, found: Example[Table]) -> Iterator[Example[Table]]:
        """A plainer card in place of another one."""
        book, table, line = self.book, found.table, found.line
        for card in dict.fromkeys((*table.hand, *table.deck, *table.discard, *table.hall, *table.dungeon)):
            for other in self.plain if card else ():
                if other != card and (other in book.monsters) == (card in book.monsters):
                    zones = {
                        zone: tuple(other if each == card else each for each in getattr(table, zone))
                        for zone in ("hand", "deck", "discard", "hall", "dungeon")
                    }
                    told = tuple(step.replace(book.name(card), book.name(other)) for step in line)
                    yield Example(replace(table, **zones), told)


def _written(card: Card) -> int:
    """How many effects the card carries, and whether its name has to be looked up."""
    effects = (card.abilities, card.traits, card.battle, card.breach, card.spoils)
    return 2 * sum(map(len, effects)) + (card.kind not in ("basic", "disease")) + (card.level or 0)


def _plain_monsters(book: Book) -> list[str]:
    """Monsters without effects, the weakest first."""
    cards = [book.card(card) for card in book.monsters]
    plain = [card for card in cards if not (card.traits or card.battle or card.breach or card.trophy)]
    return [card.id for card in sorted(plain, key=lambda card: (card.health or 0, card.id))[:2]]


def _with_other(table: Table, seat: int, hand: tuple[str, ...], deck: tuple[str, ...]) -> Table:
    others = list(table.others)
    others[seat] = hand, deck
    return replace(table, others=tuple(others))
