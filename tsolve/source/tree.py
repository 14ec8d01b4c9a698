"""The tree of a YAML file: scalars as written, lists and mappings, each with its span. Also how a scalar is
read as each type, and the words that messages have for types and nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
import msgspec.inspect as mi
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import Span, TreePath
from tsolve.regex import Regex


class Scalar(msgspec.Struct, frozen=True):
    """A scalar as written. `quoted` is true for every style but the plain one."""

    text: str
    span: Span
    quoted: bool = False
    lines: tuple[Span, ...] = ()
    """The places of its lines, for a block of text (`|`)."""

    def place(self, line: int, start: int, end: int) -> Span:
        """The place of the characters from `start` to `end` of one of its lines, all counted from 0; the
        place of the whole text if its lines have no places.
        """
        if line >= len(self.lines):
            return self.span
        here = self.lines[line]
        return replace(here, column=here.column + start, end_column=here.column + end)

    @property
    def is_null(self) -> bool:
        """Whether the scalar stands for "nothing": empty, `~` or `null`, without quotes."""
        return not self.quoted and self.text in ("", "~", "null")


class SequenceNode(msgspec.Struct, frozen=True):
    """A list."""

    items: tuple[Node, ...]
    span: Span


class MappingNode(msgspec.Struct, frozen=True):
    """A mapping, in the order of the file. Its keys are texts, no two of them equal."""

    items: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        """The value under `key`, or None."""
        return next((value for name, value in self.items if name.text == key), None)


Node = Scalar | SequenceNode | MappingNode


def texts(node: Node) -> Iterator[str]:
    """Every text of a tree, keys included."""
    match node:
        case Scalar():
            yield node.text
        case SequenceNode():
            for item in node.items:
                yield from texts(item)
        case MappingNode():
            for key, item in node.items:
                yield key.text
                yield from texts(item)


def tree_at(value: Any, span: Span) -> Node:
    """Plain data (mappings, lists, texts, whole numbers, truth values, None) as a tree, all at `span`."""
    if isinstance(value, dict):
        return MappingNode(
            tuple((Scalar(str(k), span), tree_at(item, span)) for k, item in value.items()), span
        )
    if isinstance(value, list | tuple):
        return SequenceNode(tuple(tree_at(item, span) for item in value), span)
    if isinstance(value, str):
        return Scalar(value, span, quoted=True)
    return Scalar("null" if value is None else str(value).lower(), span)


Choice = str | int | bool | None

# The order of types in a list of alternatives; lists come fifth.
_ORDER: dict[type[mi.Type], int] = {
    mi.StrType: 0,
    mi.IntType: 1,
    mi.BoolType: 2,
    mi.LiteralType: 3,
    mi.EnumType: 3,
    mi.DictType: 4,
    mi.StructType: 4,
    mi.NoneType: 6,
}


def bare(type_: mi.Type) -> mi.Type:
    """The type without its descriptions."""
    while isinstance(type_, mi.Metadata):
        type_ = type_.type
    return type_


def choices(type_: mi.Type) -> dict[Choice, Any]:
    """The accepted values of a Literal or an Enum, each with what it decodes to."""
    if isinstance(type_, mi.LiteralType):
        return {value: value for value in type_.values}
    if isinstance(type_, mi.EnumType):
        return {member.value: member for member in type_.cls}
    return {}


def describe(type_: mi.Type) -> str:
    """The type in words, for `expected ...`."""
    type_ = bare(type_)
    match type_:
        case mi.UnionType():
            # Equal unions may list their members in different orders; messages must not depend on it.
            types = sorted(
                map(bare, type_.types), key=lambda each: (_ORDER.get(type(each), 5), describe(each))
            )
            return listed(dict.fromkeys(map(describe, types)))
        case mi.LiteralType() | mi.EnumType():
            return listed(str(value) for value in choices(type_))
        case mi.StrType():
            return "a text"
        case mi.IntType():
            return "a whole number"
        case mi.BoolType():
            return "true or false"
        case mi.NoneType():
            return "nothing"
        case mi.DictType() | mi.StructType():
            return "a mapping"
        case _:
            return "a list"


def found(node: Node) -> str:
    """The node in words, for `found ...`."""
    match node:
        case MappingNode():
            return "a mapping"
        case SequenceNode():
            return "a list"
        case Scalar() if node.is_null:
            return "nothing"
        case Scalar():
            return f'"{shortened(node.text)}"'


def folded(text: str) -> str:
    """A text by its letters and digits alone: two that differ in nothing else are one word."""
    return "".join(re.findall(r"[^\W_]+", text.casefold()))


def shortened(text: str) -> str:
    """The text, cut to a length that suits a message."""
    return text if len(text) <= 40 else text[:37] + "..."


def joined(words: Iterable[str]) -> str:
    """`a, b and c`; empty for no words."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def listed(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


INVALID: Final = object()  # stands for a value that was reported

MAX_INTEGER = 999_999_999
"""The largest whole number, positive or negative: nine digits."""

MOST_ENTRIES = 500
"""The most entries of a list or a mapping whose type sets no other limit."""

MOST_CHARACTERS = 500
"""The most characters of a text whose type sets no other limit: searching a text may take time in the square
of its length.
"""

INTEGER = Regex(r"-?(?:0|[1-9][0-9]{0,8})")
DIGITS = Regex(r"[-+]?[0-9][0-9_]*")


class ScalarDecoder:
    """Reads scalars; every method reports what is wrong and then returns INVALID."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics

    def _report(self, code: str, message: str, span: Span, help_: str | Callable[[], str] = "") -> Any:
        self.diagnostics.report(code, message, span, help_)
        return INVALID

    def _otherwise(self, node: Node, type_: mi.Type, path: TreePath) -> Any:
        """The value of a node in another form that can mean one thing only; INVALID for any other."""
        return INVALID

    def _wrong_kind(self, node: Node, type_: mi.Type, path: TreePath) -> Any:
        """The value of a node in another form, if it means one; else a report."""
        if (value := self._otherwise(node, type_, path)) is not INVALID:
            return value
        from tsolve.source.meant import how_to_write  # only mistakes ask

        hint = ""
        if isinstance(node, Scalar) and node.is_null and not isinstance(type_, mi.UnionType):
            if isinstance(type_, mi.StrType):
                hint = 'leave it out, or put the text in quotes; an empty place is "none"'
            elif isinstance(type_, mi.DictType | mi.StructType):
                hint = "leave the key out, or write {}"
            elif describe(type_) == "a list":
                hint = "leave the key out, or write []"
        hint = hint or how_to_write(node, type_)
        return self._report("E201", f"expected {describe(type_)}, found {found(node)}", node.span, hint)

    def _text(self, node: Node, type_: mi.StrType, path: TreePath) -> Any:
        if not isinstance(node, Scalar) or node.is_null:
            return self._wrong_kind(node, type_, path)
        if not self._fits(len(node.text), "characters", type_, node.span):
            return INVALID
        if type_.pattern is not None and not re.search(type_.pattern, node.text):
            message = f'"{shortened(node.text)}" does not have the form {type_.pattern}'
            return self._report("E209", message, node.span)
        return node.text

    def _integer(self, node: Node, type_: mi.IntType, path: TreePath) -> Any:
        if not isinstance(node, Scalar) or node.is_null:
            return self._wrong_kind(node, type_, path)
        if node.quoted or not INTEGER.fullmatch(node.text):
            if (meant := self._otherwise(node, type_, path)) is not INVALID:
                return meant
            hint = ""
            if node.quoted and INTEGER.fullmatch(node.text):
                hint = "remove the quotes"
            elif DIGITS.fullmatch(node.text):
                hint = "write it in plain decimal digits, nine at most"
            return self._report("E204", f"expected a whole number, found {found(node)}", node.span, hint)
        value = int(node.text)
        low, high = integer_range(type_)
        if low <= value <= high:
            return value
        limits = f"{low} to {high}"
        if high == MAX_INTEGER:
            limits = f"at least {low}"
        elif low == -MAX_INTEGER:
            limits = f"at most {high}"
        return self._report("E205", f"{value} is out of range, expected {limits}", node.span)

    def _truth(self, node: Node, type_: mi.BoolType, path: TreePath) -> Any:
        if isinstance(node, Scalar) and not node.quoted and node.text in ("true", "false"):
            return node.text == "true"
        if (meant := self._otherwise(node, type_, path)) is not INVALID:
            return meant
        return self._report("E206", f"expected true or false, found {found(node)}", node.span)

    def _choice(self, node: Node, type_: mi.LiteralType | mi.EnumType, path: TreePath) -> Any:
        accepted = choices(type_)
        if isinstance(node, Scalar):
            key = chosen(node, accepted)
            if key is not INVALID:
                return accepted[key]
            if (meant := self._otherwise(node, type_, path)) is not INVALID:
                return meant
            text = node.text
            return self._report(
                "E207",
                f"expected {describe(type_)}, found {found(node)}",
                node.span,
                lambda: suggest(text, [value for value in accepted if isinstance(value, str)]),
            )
        return self._wrong_kind(node, type_, path)

    def _fits(self, size: int, unit: str, type_: Any, span: Span) -> bool:
        """Whether the size respects the type's bounds; reports when not."""
        low, high = size_range(type_)
        if low is not None and size < low:
            self._report("E208", f"expected at least {low} {unit}, found {size}", span)
        elif size > high:
            self._report("E208", f"expected at most {high:,} {unit}, found {size:,}", span)
        else:
            return True
        return False


def plain_value(scalar: Scalar) -> Choice:
    """The scalar's value if no type is expected: None, true or false, a whole number, or a text."""
    text = scalar.text
    if scalar.quoted:
        return text
    if scalar.is_null:
        return None
    if text in ("true", "false"):
        return text == "true"
    return int(text) if INTEGER.fullmatch(text) else text


def chosen(node: Scalar, accepted: dict[Choice, Any]) -> Any:
    """The accepted value that the scalar names, or INVALID. A text may be plain or in quotes."""
    plain = plain_value(node)
    for key in accepted:
        if (isinstance(key, str) and key == node.text) or (type(key) is type(plain) and key == plain):
            return key
    return INVALID


def size_range(type_: Any) -> tuple[int | None, int]:
    """The least and the greatest number of characters or entries; the least is None if there is none."""
    usual = MOST_CHARACTERS if isinstance(type_, mi.StrType) else MOST_ENTRIES
    return type_.min_length, usual if type_.max_length is None else type_.max_length


def integer_range(type_: mi.IntType) -> tuple[int, int]:
    """Smallest and largest accepted value."""
    low, high = -MAX_INTEGER, MAX_INTEGER
    if type_.ge is not None:
        low = max(low, type_.ge)
    if type_.gt is not None:
        low = max(low, type_.gt + 1)
    if type_.le is not None:
        high = min(high, type_.le)
    if type_.lt is not None:
        high = min(high, type_.lt - 1)
    return low, high
