"""The calculation tables that people see, picked from a trace; no number is worked out here."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.games.quest.book import Book
from tsolve.games.quest.state import State
from tsolve.model.answers import Calculation
from tsolve.model.trace import Entry

_OF_A_BATTLE = ("physical", "magic", "armor", "resistance", "health", "total")


def battle_calculation(book: Book, state: State, entries: Iterable[Entry]) -> Calculation | None:
    """The total attack of the battle that was fought; None before it."""
    tally = state.tally
    if not tally.outcome:
        return None
    rows = tuple(entry for entry in entries if entry.quantity in _OF_A_BATTLE)
    where = book.name(state.rooms[tally.room].card)
    title = f"Total attack against {book.name(tally.monster)} in {where}"
    return Calculation(title, rows, tally.total, tally.health, "health")


def gold_calculation(state: State, entries: Iterable[Entry]) -> Calculation | None:
    """The gold of the Village, before anything is spent; None before it is counted."""
    rows = tuple(entry for entry in entries if entry.quantity == "gold" and entry.step == "gold")
    return Calculation("Gold in the Village", rows, state.tally.gold) if rows else None
