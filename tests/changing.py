"""Every single change of the facts of a card, as plain data."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator
from typing import Any

Where = tuple[str | int, ...]
"""The place of a fact in a card: `("battle", 0, "strength")`."""

Facts = dict[str, Any]


def changes(facts: Facts, absent: Collection[str]) -> Iterator[tuple[Where, str, Facts]]:
    """Each single change of plain facts: its place, what it is, and the changed facts.

    Numbers are one higher and one lower, those of `absent` that are not there are 1; each word or effect is
    left out.
    """
    for where, value in leaves(facts, ()):
        for other in _instead_of(where, value, absent):
            yield where, f"{value} -> {other}", _edited(facts, where, other)
    for where, entry in _entries(facts, ()):
        name = entry if isinstance(entry, str) else entry.get("kind", f"number {where[-1]}")
        yield where[:-1], f"without {name}", _edited(facts, where, None)


def _instead_of(where: Where, value: object, absent: Collection[str]) -> tuple[object, ...]:
    if isinstance(value, bool):
        return (False,) if value else ()
    if isinstance(value, int):
        inside = len(where) > 1  # inside an effect 0 says that something is not printed
        higher = () if inside and value == 0 else (value + 1,)
        return (*higher, value - 1) if value > int(inside) else higher
    return (1,) if value is None and where[-1] in absent else ()


def leaves(value: Any, where: Where) -> Iterator[tuple[Where, object]]:
    """Every fact that is no mapping or list, with its place."""
    if isinstance(value, dict | list):
        for key, each in _items(value):
            yield from leaves(each, (*where, key))
    else:
        yield where, value


def _entries(value: Any, where: Where) -> Iterator[tuple[Where, Any]]:
    """The entries of every list: classes, subtypes, abilities and what they do, traits, ..."""
    if isinstance(value, dict | list):
        for key, each in _items(value):
            if isinstance(value, list):
                yield (*where, key), each
            yield from _entries(each, (*where, key))


def _items(value: Facts | list[Any]) -> Iterator[tuple[str | int, Any]]:
    yield from value.items() if isinstance(value, dict) else enumerate(value)


def _edited(facts: Facts, where: Where, other: object | None) -> Facts:
    """The facts with another value at a place; without the entry there when it is None."""
    changed = copy.deepcopy(facts)
    inner: Any = changed
    for part in where[:-1]:
        inner = inner[part]
    if other is None:
        del inner[where[-1]]
    else:
        inner[where[-1]] = other
    return changed
