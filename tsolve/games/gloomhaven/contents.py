"""What is inside a value: everything that cards and items print, whatever it is printed with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec


def things_in(value: object) -> Iterator[object]:
    """Every struct and every string inside a value."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from things_in(getattr(value, name))
    elif isinstance(value, Mapping):
        yield from things_in(tuple(value.values()))
    elif isinstance(value, tuple):
        for each in value:
            yield from things_in(each)
    elif isinstance(value, str):
        yield value
