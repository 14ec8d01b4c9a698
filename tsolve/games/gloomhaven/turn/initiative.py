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
OTHER_CARD = 3
"""Where `order_of` has the initiative of the card that does not lead."""
RANKS = ("elite", "normal", "")
"""Within a type the elites act first. (GH-12.3)"""


def initiative_of(book: Book, state: State, figure: Figure) -> int | None:
    """The number that counts for a figure this round; None where nobody knows it."""
    if figure.kind == "summon" and state.on_map(figure.owner):
        return initiative_of(book, state, state.figure(figure.owner))
    if figure.kind == "object" or figure.rests or figure.exhausted:
        return LAST
    return figure.initiative if figure.initiative is not None else book.deal(state, figure).initiative


def order_of(book: Book, state: State, figure: Figure) -> tuple[int, ...]:
    """When a figure acts, compared with others: its initiative, then what breaks ties by rule. Of equals the
    players choose, except within a type of monsters (`acts_before`).

    A resting character comes last, a character before monsters; of two characters the one whose other card is
    lower. A summon comes directly before its owner, an earlier one before a later one. (GH-2.4, GH-12.12,
    GH-17.21, GH-17.22)
    """
    number = initiative_of(book, state, figure)
    known = LAST + 1 if number is None else number
    leader = _leader(state, figure)
    rests_last = leader.rests and book.reads("long_rest_99", "last")
    is_monster = figure.kind in ("monster", "boss") or (figure.kind == "object" and figure.side == "monsters")
    slot = known, int(rests_last), int(is_monster), _other_card(book, state, leader)
    if figure.kind != "summon":
        return *slot, 1, 0
    in_order = figure.number if book.reads("two_summons", "earlier_first") else 0
    return *slot, 0, in_order


def acts_before(one: Figure, other: Figure) -> bool:
    """Whether a monster acts before another one of its type: elites first, then by their numbers. (GH-12.3,
    GH-12.4)
    """
    is_type = one.kind == other.kind == "monster" and one.group == other.group
    return is_type and (RANKS.index(one.rank), one.number) < (RANKS.index(other.rank), other.number)


def _leader(state: State, figure: Figure) -> Figure:
    """By whose cards a figure acts: the owner of a summon, else the figure itself."""
    return state.figure(figure.owner) if figure.kind == "summon" and state.on_map(figure.owner) else figure


def _other_card(book: Book, state: State, leader: Figure) -> int:
    """The initiative of the card that does not lead, by which characters with the same initiative are told
    apart; 0 where it tells nothing: of one of them nobody knows it. (GH-2.4)
    """
    if leader.kind != "character":
        return 0
    number = initiative_of(book, state, leader)
    rivals = [
        each
        for each in state.figures
        if each.kind == "character" and initiative_of(book, state, each) == number
    ]
    seconds = [each.second for each in rivals if each.second is not None]
    return leader.second or 0 if len(seconds) == len(rivals) else 0
