"""Cards that are alike in every respect: only the first of them is offered. (Equal choices are one
choice.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve.games.thunderstone.state import NONE

if TYPE_CHECKING:
    from tsolve.games.thunderstone.state import Member, State


def likeness(state: State, index: int) -> tuple[Member, ...]:
    """What tells one card of the hand from another: its state, what it carries or is carried with."""
    member = state.party[index]
    if member.bearer != NONE:
        bearer = state.party[member.bearer]
        return replace(member, bearer=NONE), replace(bearer, weapons=()), *_carried(state, bearer)
    if member.weapons:
        return replace(member, weapons=()), *_carried(state, member)
    return (member,)


def _carried(state: State, hero: Member) -> list[Member]:
    """The Weapons of a Hero, in whatever order they were taken up."""
    carried = [replace(state.party[weapon], bearer=NONE) for weapon in hero.weapons]
    return sorted(carried, key=msgspec.structs.astuple)


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
        like = likeness(state, index) if member.weapons or member.bearer != NONE else member
        if like not in seen:
            seen.add(like)
            kept.append(index)
    return kept
