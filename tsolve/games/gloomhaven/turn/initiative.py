"""Who comes before whom, as a tuple that sorts. (GH-2.4, GH-12.12)"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import Figure, State

LAST = 99
"""The initiative of a long rest, of an object that is looked for as a focus, and of a character that is
exhausted and stays. (GH-1.6, GH-2.4, GH-16.2)
"""


def initiative_of(book: Book, state: State, figure: Figure) -> int | None:
    """The number that counts for a figure this round; None where nobody knows it."""
    if figure.kind == "summon" and state.on_map(figure.owner):
        return initiative_of(book, state, state.figure(figure.owner))
    if figure.kind == "object" or figure.rests or figure.exhausted:
        return LAST
    return figure.initiative if figure.initiative is not None else book.deal(state, figure).initiative


def order_of(book: Book, state: State, figure: Figure) -> tuple[int, ...]:
    """When a figure acts, compared with others: its initiative, then what breaks ties by rule.

    A summon comes directly before its owner, an earlier one before a later one; a resting character comes
    last. (GH-12.12, GH-17.21, GH-17.22)
    """
    number = initiative_of(book, state, figure)
    known = LAST + 1 if number is None else number
    owner = state.figure(figure.owner) if figure.kind == "summon" and state.on_map(figure.owner) else figure
    rests_last = owner.rests and book.reads("long_rest_99", "last")
    if figure.kind != "summon":
        return known, int(rests_last), 1
    in_order = figure.number if book.reads("two_summons", "earlier_first") else 0
    return known, int(rests_last), 0, in_order
