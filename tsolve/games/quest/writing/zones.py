"""The position in words, zone by zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tsolve.games.quest.actions import TOKENS
from tsolve.games.quest.book import Book
from tsolve.games.quest.grid import level_of
from tsolve.games.quest.state import Room, State
from tsolve.games.quest.turn.tokens import called


def zones(book: Book, state: State) -> tuple[tuple[str, str], ...]:
    """What lies in front of the active player, what the player has, and the Dungeon from below."""
    me = state.me
    cards = [state.laid[place].card for place in state.present()] if state.laid else me.hand or ()
    tokens = [f"{me.tokens(token)} x {called(token)}" for token in TOKENS if me.tokens(token)]
    has = [f"{me.xp} XP", f"{me.wounds} Wounds", *tokens]
    rooms = [
        (f"Level {level_of(place)}", f"{book.name(room.card)}: {_monster(book, room)}")
        for place, room in enumerate(state.rooms)
    ]
    sponsor = ((("Guild Sponsor", book.name(me.sponsor)),)) if me.sponsor else ()
    return (("Cards", _names(book, cards)), ("Board", ", ".join(has)), *sponsor, *rooms)


def _monster(book: Book, room: Room) -> str:
    if room.face_down:
        return "face down"
    return book.name(room.monster) if room.monster else "empty"


def _names(book: Book, cards: Iterable[str]) -> str:
    counted = Counter(map(book.name, cards)).items()
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in counted) or "none"
