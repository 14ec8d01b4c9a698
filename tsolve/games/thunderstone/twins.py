"""Cards that are alike in every respect: only the first of them is offered. (Equal choices are one
choice.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.state import NONE

if TYPE_CHECKING:
    from tsolve.games.thunderstone.state import Member, State


def likeness(state: State, index: int) -> tuple[Member, Member | None]:
    """What tells one card of the hand from another: the card, its state, and the Weapon it holds."""
    member = state.party[index]
    weapon = state.party[member.weapon] if member.weapon != NONE else None
    if member.bearer != NONE:
        return replace(member, bearer=NONE), replace(state.party[member.bearer], weapon=NONE)
    return (
        replace(member, weapon=NONE, bearer=NONE) if weapon is not None else member,
        replace(weapon, bearer=NONE) if weapon is not None else None,
    )


def are_twins(state: State, index: int, other: int) -> bool:
    """Whether two places of the hand hold cards that are alike in every respect."""
    size = len(state.party)
    return 0 <= index < size and 0 <= other < size and likeness(state, index) == likeness(state, other)


def first_of_twins(state: State, indices: Iterable[int]) -> list[int]:
    """The indices without those whose card has a twin earlier in the list."""
    seen: set[object] = set()
    kept = []
    for index in indices:
        member = state.party[index]
        like = member if member.weapon == member.bearer == NONE else likeness(state, index)
        if like not in seen:
            seen.add(like)
            kept.append(index)
    return kept
