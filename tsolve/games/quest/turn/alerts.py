"""What a move of the Champion sets off. (QUEST-5.7 to QUEST-5.10)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.quest.turn.demanding import demands_of
from tsolve.games.quest.turn.ignoring import Text, ignorable

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.state import State


def alerts(book: Book, state: State, room: int) -> Iterator[tuple[Text, Text]]:
    """What a move into this room sets off: by the room left and its Monster, then by the room entered and its
    Monster. (QUEST-5.8 to QUEST-5.10, key.alert_through)

    `state` is the position before the move.
    """
    left = {"out_of": ("QUEST-5.9", 1)}
    entered = {"into": ("QUEST-5.8", 1)}
    reading = book.readings["alert_through"] if _has_through(book, state, room) else "once"
    if reading == "into":
        entered["through"] = ("QUEST-5.10", 1)
    elif len(state.path) > 1:  # it was entered this turn
        left["through"] = ("QUEST-5.10", 2 if reading == "twice" else 1)
    for place, scopes in ((state.me.room, left), (room, entered)):
        there = state.rooms[place]
        yield (
            _met(book, state, there.card, scopes),
            _met(book, state, there.seen, scopes) if there.seen else (),
        )


def _met(book: Book, state: State, card: str, scopes: dict[str, tuple[str, int]]) -> Text:
    """What the alerts of these scopes ask for, each so many times."""
    met: Text = ()
    for alert in book.card(card).alerts:
        ruling, times = scopes.get(alert.scope, ("", 0))
        asked = demands_of(book.card(card), alert.demands, ruling)
        met += ignorable(book, state, asked, "alerts") * times
    return met


def _has_through(book: Book, state: State, room: int) -> bool:
    cards = (card for place in (state.me.room, room) for card in _cards_in(book, state, place))
    return any(alert.scope == "through" for card in cards for alert in card.alerts)


def _cards_in(book: Book, state: State, place: int) -> Iterator[Card]:
    """The room in a place, and the Monster that is seen in it."""
    room = state.rooms[place]
    yield from map(book.card, filter(None, (room.card, "" if room.face_down else room.monster)))
