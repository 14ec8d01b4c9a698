"""The tree that a YAML file is read into: scalars as written, lists and mappings, each with its span."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from tsolve.errors import Span


class Scalar(msgspec.Struct, frozen=True):
    """A text as written. `quoted` is true for every style but the plain one."""

    text: str
    span: Span
    quoted: bool = False
    lines: tuple[Span, ...] = ()
    """The places of its lines, where it is a text in lines of its own (`|`)."""

    def place(self, line: int, start: int, end: int) -> Span:
        """Where the characters from `start` to `end` of one of its lines stand, all counted from 0; the place
        of the whole text where its lines have no places.
        """
        if line >= len(self.lines):
            return self.span
        here = self.lines[line]
        return replace(here, column=here.column + start, end_column=here.column + end)

    @property
    def is_null(self) -> bool:
        """Whether the scalar stands for "nothing": empty, `~` or `null`, without quotes."""
        return not self.quoted and self.text in ("", "~", "null")


class Sequence(msgspec.Struct, frozen=True):
    """A list."""

    items: tuple[Node, ...]
    span: Span


class Mapping(msgspec.Struct, frozen=True):
    """A mapping, in the order of the file. Keys are distinct texts."""

    items: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        """The value under `key`, or None."""
        return next((value for name, value in self.items if name.text == key), None)


Node = Scalar | Sequence | Mapping


def texts(node: Node) -> Iterator[str]:
    """Every text of a tree, keys included."""
    match node:
        case Scalar():
            yield node.text
        case Sequence():
            for item in node.items:
                yield from texts(item)
        case Mapping():
            for key, item in node.items:
                yield key.text
                yield from texts(item)


def plant(value: Any, span: Span) -> Node:
    """Plain data (mappings, lists, texts, whole numbers, truth values, None) as if it stood at `span`."""
    if isinstance(value, dict):
        return Mapping(tuple((Scalar(str(k), span), plant(item, span)) for k, item in value.items()), span)
    if isinstance(value, list | tuple):
        return Sequence(tuple(plant(item, span) for item in value), span)
    if isinstance(value, str):
        return Scalar(value, span, quoted=True)
    return Scalar("null" if value is None else str(value).lower(), span)
