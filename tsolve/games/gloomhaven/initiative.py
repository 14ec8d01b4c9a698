"""Initiative: who comes before whom, and who acts next. (GH-2.4, GH-11.3, GH-12.2 to GH-12.4, GH-12.12)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.figures import Figure
    from tsolve.games.gloomhaven.state import State


LAST = 99
"""The initiative of a long rest, of an object that is looked for as a focus, and of a character that is
exhausted and stays. (GH-1.6, GH-2.4, GH-16.2)
"""
UNKNOWN = 1
"""The second number of `order_of` if the initiative is unknown."""
OTHER_CARD = 3
"""The index in the key of `order_of` where the initiative of the card that does not lead stands."""
RANKS = ("elite", "normal", "")
"""Within a type the elites act first. (GH-12.3)"""


def initiative_of(book: Book, state: State, figure: Figure) -> int | None:
    """The initiative of a figure in this round; None if it is unknown."""
    if figure.kind == "summon" and state.on_map(figure.owner):
        return initiative_of(book, state, state.figure(figure.owner))
    if figure.kind == "object" or figure.rests or figure.exhausted:
        return LAST
    return figure.initiative if figure.initiative is not None else book.deal(state, figure).initiative


def order_of(book: Book, state: State, figure: Figure) -> tuple[int, ...]:
    """The key by which figures are sorted into the order of their turns: the initiative, then the tie-breaks
    of the rules. With equal keys the players choose, except within a type of monsters (`acts_before`).

    A resting character comes last, even after figures with unknown initiative. In a tie characters come
    before monsters, and of two characters the one with the lower other card. A summon comes directly before
    its owner, an earlier summon before a later one. (GH-2.4, GH-12.12, GH-17.21, GH-17.22)
    """
    number = initiative_of(book, state, figure)
    known = LAST if number is None else number
    leader = _leader(state, figure)
    rests_last = leader.rests and book.reads("long_rest_99", "last")
    at_the_end = 2 if rests_last else UNKNOWN * (number is None)
    is_monster = figure.kind in ("monster", "boss") or (figure.kind == "object" and figure.side != "party")
    slot = known, at_the_end, int(is_monster), _other_card(book, state, leader)
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
    """The figure whose cards set the initiative: the owner of a summon, else the figure itself."""
    return state.figure(figure.owner) if figure.kind == "summon" and state.on_map(figure.owner) else figure


def _other_card(book: Book, state: State, leader: Figure) -> int:
    """The initiative of the card that does not lead; it breaks a tie between characters. 0 for all of them if
    the other card of one is unknown. (GH-2.4)
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


def next_up(book: Book, state: State) -> list[str]:
    """The figures that may act next: several if the players choose; none at the end of the round.

    The lowest initiative comes first. In a tie a character comes before types of monsters, and of two
    characters the one with the lower other card. A type that has begun goes on before another one. A figure
    that takes one more turn comes before all others.
    """
    again = [name for name in state.again if state.is_up(name)]
    if again:
        return again[:1]
    units = list(_units(book, state))
    if not units:
        return []
    least = min(_slot(book, state, unit) for unit in units)
    tied = [unit for unit in units if _slot(book, state, unit) == least]
    begun = [unit for unit in tied if _has_begun(state, unit)]
    return [unit[0].name for unit in begun or tied]


def waits(book: Book, figure: Figure) -> bool:
    """Whether a figure still has a turn in this round. (GH-11.3, GH-12.34)"""
    if figure.acted or figure.exhausted or figure.kind == "object":
        return False
    acts_at_once = figure.kind == "summon" and book.reads("summons_act", "next_turn")
    return not figure.new or acts_at_once


def _units(book: Book, state: State) -> Iterator[Sequence[Figure]]:
    """The groups that act together and still have turns: a character with its summons, or a type of monsters;
    the members in the order of their turns.
    """
    units: dict[str, list[Figure]] = {}
    for figure in state.figures:
        if waits(book, figure):
            units.setdefault(_unit_of(figure), []).append(figure)
    return (sorted(members, key=_within) for members in units.values())


def _unit_of(figure: Figure) -> str:
    return figure.owner if figure.kind == "summon" else figure.group


def _within(figure: Figure) -> tuple[int, int, int]:
    """Summons before their owner, the earlier summoned first; elites before others, by their numbers."""
    return int(figure.kind != "summon"), RANKS.index(figure.rank), figure.number


def _slot(book: Book, state: State, unit: Sequence[Figure]) -> tuple[int, ...]:
    """The key of a unit's turn; the lowest comes first."""
    leader = state.figure(unit[0].owner) if state.on_map(unit[0].owner) else unit[0]
    return order_of(book, state, leader)


def _has_begun(state: State, unit: Sequence[Figure]) -> bool:
    """Whether another member of the same group has had its turn in this round."""
    names = {figure.name for figure in unit}
    together = _unit_of(unit[0])
    return any(
        each.acted and each.name not in names and each.kind != "object" and _unit_of(each) == together
        for each in state.figures
    )
