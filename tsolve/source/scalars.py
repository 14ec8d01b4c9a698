"""How a scalar reads as each type."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec.inspect as mi

from tsolve.diagnostics import Diagnostics, Span, suggest
from tsolve.source.tree import Node, Scalar
from tsolve.source.words import Choice, choices, describe, found, how_to_write, shortened

INVALID: Final = object()  # stands for a value that was reported

MAX_INTEGER = 999_999_999
"""Largest whole number, either side of zero: nine digits."""

MOST_ENTRIES = 500
"""Entries of a list or a mapping whose type names no other limit."""

MOST_CHARACTERS = 500
"""Characters of a text whose type names no other limit: whatever looks for something in a text may take the
square of its length.
"""

INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
DIGITS = re.compile(r"[-+]?[0-9][0-9_]*")


class ScalarDecoder:
    """Reads scalars; every method reports what is wrong and then returns INVALID."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics

    def _report(self, code: str, message: str, span: Span, help_: str | Callable[[], str] = "") -> Any:
        self.diagnostics.report(code, message, span, help_)
        return INVALID

    def _wrong_kind(self, node: Node, type_: mi.Type) -> Any:
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

    def _text(self, node: Node, type_: mi.StrType) -> Any:
        if not isinstance(node, Scalar) or node.is_null:
            return self._wrong_kind(node, type_)
        if not self._fits(len(node.text), "characters", type_, node.span):
            return INVALID
        if type_.pattern is not None and not re.search(type_.pattern, node.text):
            message = f'"{shortened(node.text)}" does not have the form {type_.pattern}'
            return self._report("E209", message, node.span)
        return node.text

    def _integer(self, node: Node, type_: mi.IntType) -> Any:
        if not isinstance(node, Scalar) or node.is_null:
            return self._wrong_kind(node, type_)
        if node.quoted or not INTEGER.fullmatch(node.text):
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

    def _truth(self, node: Node) -> Any:
        if isinstance(node, Scalar) and not node.quoted and node.text in ("true", "false"):
            return node.text == "true"
        return self._report("E206", f"expected true or false, found {found(node)}", node.span)

    def _choice(self, node: Node, type_: mi.LiteralType | mi.EnumType) -> Any:
        accepted = choices(type_)
        if isinstance(node, Scalar):
            key = chosen(node, accepted)
            if key is not INVALID:
                return accepted[key]
            text = node.text
            return self._report(
                "E207",
                f"expected {describe(type_)}, found {found(node)}",
                node.span,
                lambda: suggest(text, [value for value in accepted if isinstance(value, str)]),
            )
        return self._wrong_kind(node, type_)

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
    """What the scalar says where no type is asked for: nothing, true or false, a whole number, or a text."""
    text = scalar.text
    if scalar.quoted:
        return text
    if scalar.is_null:
        return None
    if text in ("true", "false"):
        return text == "true"
    return int(text) if INTEGER.fullmatch(text) else text


def chosen(node: Scalar, accepted: dict[Choice, Any]) -> Any:
    """Which accepted value the scalar names, or INVALID. A text may be written plain or in quotes."""
    plain = plain_value(node)
    for key in accepted:
        if (isinstance(key, str) and key == node.text) or (type(key) is type(plain) and key == plain):
            return key
    return INVALID


def size_range(type_: Any) -> tuple[int | None, int]:
    """The least and the largest number of characters or entries; None where there is no least one."""
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
