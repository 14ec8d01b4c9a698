"""Taking away from a position and its line what is not needed, until nothing can be spared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.hunting.table import Found, Table, size

_FURTHER = re.compile(r" #\d+| in Rank \d")
"""What tells equal cards apart where there are several."""
PLAIN = ("militia", "torch", "dagger", "iron_rations", "disease")
"""Cards that everybody knows, tried in place of others."""


def shrinking(book: Book, found: Found, differs: Callable[[Found], bool]) -> Iterator[Found]:
    """The position, then ever smaller ones on which the readings still differ; of the last one no single
    change makes a smaller one.
    """
    plain = [*(card for card in PLAIN if card in book.cards), *_plain_monsters(book)]
    smaller = True
    while smaller:
        yield found
        smaller = False
        for candidate in _candidates(book, found, plain):
            if size(book, candidate) < size(book, found) and differs(candidate):
                found, smaller = candidate, True
                break


def _plain_monsters(book: Book) -> list[str]:
    """Monsters without effects, the weakest first."""
    cards = [book.card(card) for card in book.monsters]
    plain = [card for card in cards if not (card.traits or card.battle or card.breach or card.trophy)]
    return [card.id for card in sorted(plain, key=lambda card: (card.health or 0, card.id))[:2]]


def _candidates(book: Book, found: Found, plain: list[str]) -> Iterator[Found]:
    """Every single change, the boldest first."""
    table, line = found.table, found.line
    for length in range(len(line)):
        yield Found(table, line[:length])
    for at in range(len(line)):
        yield Found(table, line[:at] + line[at + 1 :])
        if (short := _FURTHER.sub("", line[at])) != line[at]:
            yield Found(table, (*line[:at], short, *line[at + 1 :]))
    for smaller in _smaller(table):
        yield Found(smaller, line)
    yield from _renamed(book, found, plain)


def _smaller(table: Table) -> Iterator[Table]:
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


def _with_other(table: Table, seat: int, hand: tuple[str, ...], deck: tuple[str, ...]) -> Table:
    others = list(table.others)
    others[seat] = hand, deck
    return replace(table, others=tuple(others))


def _renamed(book: Book, found: Found, plain: list[str]) -> Iterator[Found]:
    """A plainer card in place of another one, in the line too."""
    table, line = found.table, found.line
    for card in dict.fromkeys((*table.hand, *table.deck, *table.discard, *table.hall, *table.dungeon)):
        for other in plain if card else ():
            if other != card and (other in book.monsters) == (card in book.monsters):
                zones = {
                    zone: tuple(other if each == card else each for each in getattr(table, zone))
                    for zone in ("hand", "deck", "discard", "hall", "dungeon")
                }
                told = tuple(step.replace(book.name(card), book.name(other)) for step in line)
                yield Found(replace(table, **zones), told)
