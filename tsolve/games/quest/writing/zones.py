"""The position in words: zone by zone, and the Dungeon as a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from tsolve.games.quest.actions import TOKENS
from tsolve.games.quest.book import Book
from tsolve.games.quest.state import Room, State
from tsolve.games.quest.turn.tokens import called
from tsolve.model.answers import BoardRow, Place
from tsolve.model.trace import Entry

_LEVELS = ((3, (5, 6)), (2, (3, 4)), (1, (1, 2)), (0, (0,)))
"""The rooms by their places, level by level from the deepest."""


def zones(book: Book, state: State) -> tuple[tuple[str, str], ...]:
    """What lies in front of the active player, and what the player has."""
    me = state.me
    cards = [state.laid[place].card for place in state.present()] if state.laid else me.hand or ()
    tokens = [f"{me.tokens(token)} x {called(token)}" for token in TOKENS if me.tokens(token)]
    wounds = f"{me.wounds} Wound{'s' if me.wounds != 1 else ''}"
    keys = [f"{me.keys} Guardian Key{'s' if me.keys != 1 else ''}"] if me.keys else []
    has = ", ".join((f"{me.xp} XP", wounds, *keys, *tokens))
    where = (("Location", book.name(me.location)),) if me.location else ()
    sponsor = (("Guild Sponsor", book.name(me.sponsor)),) if me.sponsor else ()
    return ("Cards", _names(book, cards)), ("Board", has), *where, *sponsor


_RECKONED = ("attack", "light", "gold")


def is_news(entry: Entry) -> bool:
    """Whether an entry belongs in the story of a game: rows of calculations do not."""
    return entry.step not in _RECKONED and entry.quantity not in ("armor", "resistance", "health", "total")


def board(book: Book, state: State, within_reach: Collection[int]) -> tuple[BoardRow, ...]:
    """The rooms of the Dungeon, level by level; those that the position does not know are left out."""
    rows = []
    for level, places in _LEVELS:
        known = [place for place in places if state.rooms[place].card]
        cells = tuple(
            Place(
                book.name(state.rooms[place].card),
                f"Light {book.card(state.rooms[place].card).light_needed or 0}",
                _monster(book, state.rooms[place]),
                place == state.me.room,
                place in within_reach,
            )
            for place in known
        )
        if cells:
            rows.append(BoardRow(str(level), cells))
    return tuple(rows)


def _monster(book: Book, room: Room) -> str:
    if room.face_down:
        return "a card that lies face down"
    return book.name(room.monster) if room.monster else "nobody"


def _names(book: Book, cards: Iterable[str]) -> str:
    counted = Counter(map(book.name, cards)).items()
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in counted) or "none"
