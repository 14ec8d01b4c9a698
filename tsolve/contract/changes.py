"""What may be changed in a position: a fact of a card, a thing on the table, a reading, a rule switched off.

One kind of change serves every question of the form "and if it were not so?": the obstacles and repairs of
why-not, and the rulings that are switched off to see whether they are decisive. A game says what its changes
do to a world; the question is then asked again there, of the same engine and the same planner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.contract.position import Position

W = TypeVar("W")
F = TypeVar("F", bound=msgspec.Struct)
"""Facts, such as a card."""
P = TypeVar("P", bound=Position[Any, Any])
"""A position of one game. (A bound cannot name other type variables.)"""


class Change(msgspec.Struct, Generic[W], frozen=True):
    """How a world becomes another one."""

    apply: Callable[[W], W]
    is_part: bool = False
    """Whether it switches off only a part of a rule."""

    def __call__(self, world: W) -> W:
        return self.apply(world)

    @property
    def in_part(self) -> Change[W]:
        """The same change, marked as switching off only a part of a rule."""
        return replace(self, is_part=True)


def together(*changes: Callable[[W], W]) -> Change[W]:
    """All of these, one after the other."""

    def changed(world: W) -> W:
        for change in changes:
            world = change(world)
        return world

    return Change(changed)


def reading(key: str, option: str) -> Change[P]:
    """Another reading of an open point."""
    return Change(lambda world: world.read_as(key, option))


# facts


def bare_of(*fields: str) -> Callable[[F], F]:
    """Empties these fields."""

    def changed(facts: F) -> F:
        filled = {field: value for field in fields if (value := getattr(facts, field))}
        empty = {
            field: type(value)() if isinstance(value, _SEVERAL) else None for field, value in filled.items()
        }
        return replace(facts, **empty) if empty else facts

    return changed


def keeping(field: str, stays: Callable[[Any], bool]) -> Callable[[F], F]:
    """Keeps of a field only the entries for which `stays` is true."""

    def changed(facts: F) -> F:
        held = getattr(facts, field)
        kept = type(held)(filter(stays, held))
        return replace(facts, **{field: kept}) if len(kept) < len(held) else facts

    return changed


def lacking(field: str, gone: object) -> Callable[[F], F]:
    """Removes an entry from a field."""
    return keeping(field, lambda each: bool(each != gone))


_SEVERAL = (tuple, frozenset)
"""Fields that may hold several things."""
