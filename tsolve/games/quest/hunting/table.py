"""A position as plain lists: easy to make, to take apart, and to compare in size."""

from __future__ import annotations

import msgspec

from tsolve.cardkit import piles
from tsolve.games.quest.actions import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.grid import PLACES, WILDERNESS, level_of
from tsolve.games.quest.state import Player, Room, Stack, State
from tsolve.games.quest.writing.position_file import Turn

Cards = tuple[str, ...]
HIDDEN = "?"
"""Stands for a card that lies face down in a room."""
RATS = ("wilderness", "giant_rat")
"""The Wilderness with its Monster."""


class Other(msgspec.Struct, frozen=True):
    """Another player."""

    hand: Cards = ()
    champion: str = ""
    """The Location of the Champion."""


class Table(msgspec.Struct, frozen=True):
    """What lies on the table before a turn; the own deck is known from the top down."""

    turn: Turn = "dungeon"
    hand: Cards = ()
    deck: Cards = ()
    discard: Cards = ()
    xp: int = 0
    wounds: int = 0
    tokens: tuple[int, int, int] = (0, 0, 0)
    """Iron Rations, Lanterns and Potions."""
    champion: str = ""
    """The room of the Champion."""
    rooms: tuple[tuple[str, str], ...] = (RATS,)
    """Each room with its Monster, the left one of a level first; an empty text for nobody."""
    decks: tuple[Cards, Cards, Cards] = ((), (), ())
    """The Monster decks of levels 1 to 3 from the top down; unknown where no card is named."""
    village: tuple[tuple[str, int], ...] = ()
    """What is for sale, with the copies; unknown where nothing is named."""
    sponsor: str = ""
    quest: str = ""
    others: tuple[Other, ...] = ()
    """The other players; one of whom nothing is known where none is named."""

    def state(self, book: Book) -> State:
        """The position before the phase of the turn is chosen."""
        rooms = _placed(book, self.rooms)
        cards = [room.card for room in rooms]
        rations, lanterns, potions = self.tokens
        me = Player(
            piles.known(self.deck),
            self.discard,
            self.hand,
            self.xp,
            self.wounds,
            rations,
            lanterns,
            potions,
            room=cards.index(self.champion) if self.champion else NONE,
            quest=self.quest,
            sponsor=self.sponsor,
        )
        others = [Player(hand=other.hand, location=other.champion) for other in self.others]
        return State(
            players=(me, *(others or [Player(piles.UNKNOWN, hand=None)])),
            rooms=rooms,
            monsters=(_deck(self.decks[0]), _deck(self.decks[1]), _deck(self.decks[2])),
            stacks=_stacks(book, self.village) or None,
            treasures=piles.UNKNOWN,
            titles=tuple(dict.fromkeys(book.card(card).hero_title for card, _ in self.village)),
        )


def _deck(cards: Cards) -> piles.Pile:
    return piles.known(cards) or piles.UNKNOWN


def _placed(book: Book, rooms: tuple[tuple[str, str], ...]) -> tuple[Room, ...]:
    """The rooms by their places."""
    placed = [Room("")] * len(PLACES)
    placed[WILDERNESS] = Room(*RATS)
    for card, monster in rooms:
        level = book.card(card).level
        free = [
            place for place in PLACES if level_of(place) == level and (not level or not placed[place].card)
        ]
        placed[free[0]] = Room(card, face_down=True) if monster == HIDDEN else Room(card, monster)
    return tuple(placed)


def _stacks(book: Book, village: tuple[tuple[str, int], ...]) -> tuple[Stack, ...]:
    """The stacks, of each Hero one with the lowest level on top."""
    piled: dict[str, list[tuple[str, int]]] = {}
    for card, copies in village:
        facts = book.card(card)
        piled.setdefault(facts.hero_title if facts.kind == "hero" else card, []).append((card, copies))
    return tuple(
        Stack(tuple(sorted(cards, key=lambda each: book.card(each[0]).level or 0)))
        for cards in piled.values()
    )
