"""Symmetry: of cards alike in every respect only the first is offered."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve.cardkit.symmetry import first_of_each, grouped
from tsolve.games.thunderstone.state import NONE

if TYPE_CHECKING:
    from tsolve.games.thunderstone.state import Member, State


def symmetry_key(state: State, index: int) -> tuple[Member, ...]:
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


def are_alike(state: State, index: int, other: int) -> bool:
    """Whether two places of the hand hold cards that are alike in every respect."""
    there = range(len(state.party))
    return index in there and other in there and symmetry_key(state, index) == symmetry_key(state, other)


def first_of_alike(state: State, indices: Iterable[int]) -> list[int]:
    """The indices without those whose card is like one earlier in the list."""
    return first_of_each(indices, partial(symmetry_key, state))


def groups_alike(state: State, indices: Iterable[int]) -> list[list[int]]:
    """The places whose cards are alike together."""
    return list(grouped(indices, partial(symmetry_key, state)).values())
