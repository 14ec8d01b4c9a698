"""Turns Python data into the tree that a file with the same content gives. Places are paths: `hand[0]`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from tsolve.diagnostics import Diagnostics, quoted
from tsolve.errors import Span
from tsolve.source import tree
from tsolve.source.parse import MAX_DEPTH, MAX_NODES, MAX_SCALAR_BYTES
from tsolve.source.text import CONTROL, LINE_BREAK, report_control
from tsolve.source.tree import plain_value

Data: TypeAlias = "bool | int | str | Sequence[Data] | Mapping[str, Data] | None"
"""What a file can hold, as Python values."""

Placed: TypeAlias = "Data | tree.Node | Sequence[Placed] | Mapping[str, Placed]"
"""The same; parts of it may already be trees, which keep their places."""

WHOLE = "position"
"""The place of problems that concern all of the data."""


def tree_of(value: Mapping[str, Placed]) -> tree.MappingNode:
    """The tree of a mapping, as if it had been parsed.

    Raises:
        InputError: with every problem that a file would have, too (E106, E108 to E110, E115, E116, E201).
    """
    planter = _Planter()
    found = planter.mapping(value, "", planter.place(WHOLE, ""))
    planter.diagnostics.raise_if_any()
    return found


def as_data(node: tree.Node) -> Data:
    """The Python data of a tree, the reverse of `tree_of`.

    A plain scalar becomes a number, True, False or None if it looks like one.
    """
    match node:
        case tree.Scalar():
            return plain_value(node)
        case tree.SequenceNode():
            return [as_data(item) for item in node.items]
        case tree.MappingNode():
            return {key.text: as_data(value) for key, value in node.items}


_NOTHING = "null"
"""How a file writes None."""


class _Planter:
    def __init__(self) -> None:
        self.diagnostics = Diagnostics()
        self.nodes = 0

    def place(self, path: str, text: str) -> Span:
        """The place of the next value. Its line is the number of the value, which puts problems in order."""
        self.nodes += 1
        first = LINE_BREAK.split(text, maxsplit=1)[0]
        place = Span("", self.nodes, 1, self.nodes, len(first) + 1, first, path)
        if self.nodes > MAX_NODES:
            self.refuse("E109", f"there are more than {MAX_NODES:,} values", place)
            self.diagnostics.raise_if_any()
        return place

    def node(self, value: object, path: str, depth: int) -> tree.Node:
        if isinstance(value, tree.Scalar | tree.SequenceNode | tree.MappingNode):
            return value
        if isinstance(value, str):
            return self.scalar(value, path, quoted=True)
        if value is None:
            return tree.Scalar(_NOTHING, self.place(path, _NOTHING))
        place = self.place(path, "")
        if isinstance(value, Mapping | Sequence) and depth == MAX_DEPTH:
            message = f"lists and mappings are nested more than {MAX_DEPTH} levels deep"
            return self.refuse("E108", message, place)
        if isinstance(value, Mapping):
            return self.mapping(value, path, place, depth)
        if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
            items = enumerate(value)
            return tree.SequenceNode(
                tuple(self.node(each, f"{path}[{index}]", depth + 1) for index, each in items), place
            )
        if isinstance(value, int):
            return tree.Scalar(str(value).lower(), place)
        message = f"a value of the type {type(value).__name__} cannot stand in a position"
        help_ = "there are texts, whole numbers, True, False and None, and lists and mappings of these"
        return self.refuse("E201", message, place, help_)

    def scalar(self, text: str, path: str, quoted: bool = False) -> tree.Scalar:
        place = self.place(path, text)
        if len(text.encode("utf-8", "replace")) > MAX_SCALAR_BYTES:
            self.refuse("E110", f"this text is longer than {MAX_SCALAR_BYTES:,} bytes", place)
        elif hidden := CONTROL.search(text):
            report_control(self.diagnostics, hidden.group(), place)
        return tree.Scalar(text, place, quoted)

    def key(self, text: str, path: str) -> tree.Scalar:
        """A key; it counts as quoted if a file would have to quote it to keep it a text."""
        found = self.scalar(text, path)
        return msgspec.structs.replace(found, quoted=True) if found.is_null else found

    def mapping(
        self, value: Mapping[object, object] | Mapping[str, Placed], path: str, place: Span, depth: int = 0
    ) -> tree.MappingNode:
        items: dict[str, tuple[tree.Scalar, tree.Node]] = {}
        for key, item in value.items():
            if not isinstance(key, str | int):
                self.refuse("E116", f"a key must be a text, found {type(key).__name__}", place)
                continue
            text = str(key)
            inside = _inside(path, text)
            name, node = self.key(text, inside), self.node(item, inside, depth + 1)
            if text in items:
                self.refuse("E115", f'the key "{text[:64]}" is given twice', name.span)
            items[text] = (name, node)
        return tree.MappingNode(tuple(items.values()), place)

    def refuse(self, code: str, message: str, place: Span, help: str = "") -> tree.Node:  # noqa: A002
        """Report a value, and treat it as null."""
        self.diagnostics.report(code, message, place, help)
        return tree.Scalar(_NOTHING, place)


def _inside(path: str, key: str) -> str:
    """The path of a mapping's value: that of the mapping, then the key."""
    if not re.fullmatch(r"[^\W\d]\w*", key):
        return f"{path}[{quoted(key)}]"
    return f"{path}.{key}" if path else key
