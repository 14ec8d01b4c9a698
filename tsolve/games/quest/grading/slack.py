"""What the result of a turn had to spare: attack beyond health, gold left over."""

from __future__ import annotations

from tsolve.games.quest.book import Book
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.attack import Defence, effective
from tsolve.model.answers import Calculation
from tsolve.model.grades import Slack, Spare


def slack_of(book: Book, end: State, table: Calculation | None) -> Slack | None:
    """The total attack beyond the health of a defeated Monster, or the gold left in the Village.

    None for a lost battle and for a turn without a battle or gold.
    """
    rows = table.rows if table is not None else ()
    if end.tally.outcome == "won":
        spares = tuple(
            Spare(
                row.subject, row.note, row.quantity, row.change, _spare(book, end, row.quantity, row.change)
            )
            for row in rows
            if row.quantity in ("physical", "magic") and row.change > 0
        )
        return Slack("total attack beyond health", end.tally.total - end.tally.health, spares)
    if not end.tally.outcome and end.tally.gold:
        gold = tuple(
            Spare(row.subject, row.note, "gold", row.change, min(row.change, end.gold))
            for row in rows
            if row.quantity == "gold" and row.change > 0
        )
        return Slack("gold left", end.gold, gold)
    return None


def _spare(book: Book, end: State, kind: str, amount: int) -> int:
    """By how much a contribution to one kind of attack could be lower, and the Monster still be defeated."""
    tally = end.tally
    for less in range(1, amount + 1):
        physical = tally.physical - less * (kind == "physical")
        if _total(book, end, physical, tally.magic - less * (kind == "magic")) < tally.health:
            return less - 1
    return amount


def _total(book: Book, end: State, physical: int, magic: int) -> int:
    """The total of these two kinds of attack. (QUEST-2.10, QUEST-2.11)"""
    tally = end.tally
    defence = Defence(tally.health, tally.armor, tally.resistance)
    return sum(effective(book, book.card(tally.monster), physical, magic, defence))
