"""The calculation tables that people see, picked from a trace; no number is worked out here."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.turn.hall import place_name
from tsolve.model.answers import Calculation
from tsolve.model.trace import Entry

ATTACK_STEPS = ("card", "disease", "multiply", "halve", "cancel", "add", "floor")
"""The steps of a trace that belong to an Attack Value."""


def attack_calculation(book: Book, monster: str, rank: int, rows: Iterable[Entry]) -> Calculation:
    """The Attack Value against a Monster from the entries of its reckoning."""
    kept = tuple(row for row in rows if row.step in ATTACK_STEPS)
    total = next((row.after for row in reversed(kept) if row.quantity == "value"), 0)
    facts = book.card(monster)
    health = next((row.after for row in reversed(kept) if row.quantity == "health"), facts.health)
    title = f"Attack Value against {facts.name} in {place_name(rank)}"
    return Calculation(title, kept, total, health, "Health")


def gold_calculation(rows: Iterable[Entry]) -> Calculation | None:
    """The gold of a visit to the Village, before anything is spent."""
    kept = tuple(row for row in rows if row.quantity == "gold" and row.step in ("effect", "gold"))
    return Calculation("Gold in the Village", kept, kept[-1].after) if kept else None
