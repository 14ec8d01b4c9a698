"""Ways to make a position smaller: parts to leave out or to simplify."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.hunting.table import HIDDEN, RATS, Other, Table
from tsolve.turns.hunting.shrinking import Example, Parts

_FURTHER = re.compile(r" #\d+")
"""What tells equal cards apart where there are several."""
PLAIN = ("adventurer", "lantern", "dagger", "giant_rat")
"""Cards that everybody knows, tried in place of others."""
_ALIKE = {"monster": "creature", "guardian": "creature", "hero": "hero", "weapon": "weapon", "room": "room"}
"""Which kinds of cards stand in for each other; others do so among themselves."""
_ZONES = ("hand", "deck", "discard")


class TableParts(Parts[Table]):
    """The parts of positions with the cards of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.plain = [*PLAIN, *_plain_rooms(book)]

    def size(self, table: Table) -> tuple[int, ...]:
        places = [card for pair in table.rooms if pair != RATS for card in pair if card not in ("", HIDDEN)]
        places += [card for deck in table.decks for card in deck]
        named = (*places, *filter(None, (table.sponsor, table.quest)), *(card for card, _ in table.village))
        owned = [
            *table.hand,
            *table.deck,
            *table.discard,
            *(card for other in table.others for card in other.hand),
        ]
        written = sum(_written(self.book.card(card)) for card in (*named, *owned))
        stands = bool(table.champion) + sum(bool(other.champion) for other in table.others)
        numbers = table.xp + table.wounds + sum(table.tokens) + sum(count for _, count in table.village)
        return len(named) + len(owned) + len(table.others) + stands, written, numbers

    def shorter(self, step: str) -> str:
        return _FURTHER.sub("", step)

    def smaller(self, table: Table) -> Iterator[Table]:
        if table.others:
            yield replace(table, others=())
        if table.champion:
            yield replace(table, champion="")
        for field in ("sponsor", "quest"):
            if getattr(table, field):
                yield replace(table, **{field: ""})
        for zone in (*_ZONES, "village"):
            cards = getattr(table, zone)
            if len(cards) > 1:
                yield replace(table, **{zone: ()})
            for at in range(len(cards)):
                yield replace(table, **{zone: cards[:at] + cards[at + 1 :]})
        yield from self._smaller_dungeons(table)
        if any(count > 1 for _, count in table.village):
            yield replace(table, village=tuple((card, 1) for card, _ in table.village))
        for seat, other in enumerate(table.others):
            for at in range(len(other.hand)):
                yield _with_other(table, seat, replace(other, hand=other.hand[:at] + other.hand[at + 1 :]))
            if other.champion:
                yield _with_other(table, seat, replace(other, champion=""))
        for field in ("xp", "wounds"):
            for number in range(getattr(table, field)):
                yield replace(table, **{field: number})
        for at, tokens in enumerate(table.tokens):
            for fewer in range(tokens):
                yield replace(table, tokens=(*table.tokens[:at], fewer, *table.tokens[at + 1 :]))

    def plainer(self, found: Example[Table]) -> Iterator[Example[Table]]:
        """A plainer card in place of another one."""
        table = found.table
        used = [*table.hand, *table.deck, *table.discard, *(card for pair in table.rooms for card in pair)]
        for card in dict.fromkeys(card for card in used if card not in ("", HIDDEN)):
            for other in self.plain:
                if other not in used and self._is_alike(card, other):
                    yield self._replaced(found, card, other)

    def _smaller_dungeons(self, table: Table) -> Iterator[Table]:
        """Without a card of a deck, without a room, or without its Monster."""
        for level, deck in enumerate(table.decks):
            for at in range(len(deck)):
                fewer = list(table.decks)
                fewer[level] = deck[:at] + deck[at + 1 :]
                yield replace(table, decks=tuple(fewer))
        for at, (room, monster) in enumerate(table.rooms):
            rest = table.rooms[:at] + table.rooms[at + 1 :]
            if table.champion != room and (room, monster) != RATS:
                yield replace(table, rooms=rest)
            if monster:
                yield replace(table, rooms=(*table.rooms[:at], (room, ""), *table.rooms[at + 1 :]))

    def _is_alike(self, card: str, other: str) -> bool:
        facts, others = self.book.card(card), self.book.card(other)
        return _ALIKE.get(facts.kind) == _ALIKE.get(others.kind) and (
            facts.kind != "room" or facts.level == others.level
        )

    def _replaced(self, found: Example[Table], card: str, other: str) -> Example[Table]:
        def instead(cards: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(other if each == card else each for each in cards)

        table = found.table
        zones = {zone: instead(getattr(table, zone)) for zone in _ZONES}
        rooms = tuple((room, monster) for room, monster in map(instead, table.rooms))
        champion = other if table.champion == card else table.champion
        line = (step.replace(self.book.name(card), self.book.name(other)) for step in found.line)
        return Example(replace(table, **zones, rooms=rooms, champion=champion), tuple(line))


def _written(card: Card) -> int:
    """How many effects the card carries, and how far it is from what everybody has from the start."""
    effects = (card.abilities, card.traits, card.alerts, card.before, card.after)
    return 2 * sum(map(len, effects)) + ("Starter" not in card.keywords) + (card.level or 0)


def _plain_rooms(book: Book) -> list[str]:
    """The simplest room of each level."""
    rooms = [card for card in book.cards.values() if card.kind == "room" and card.level and not card.missing]
    least = {card.level: card.id for card in sorted(rooms, key=_written, reverse=True)}
    return list(least.values())


def _with_other(table: Table, seat: int, other: Other) -> Table:
    return replace(table, others=(*table.others[:seat], other, *table.others[seat + 1 :]))
