"""Types and nodes in the words of messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec.inspect as mi

from tsolve.source.tree import Mapping, Node, Scalar, Sequence

Choice = str | int | bool | None

# Where a type stands in a list of alternatives; lists come in the fifth place.
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


_MOST_KEYS = 12
"""Keys that a message names."""
_MOST_COUNTED = 4
"""Names that a message shows with a number."""


def found(node: Node) -> str:
    """The node in words, for `found ...`."""
    match node:
        case Mapping():
            return "a mapping"
        case Sequence():
            return "a list"
        case Scalar() if node.is_null:
            return "nothing"
        case Scalar():
            return f'"{shortened(node.text)}"'


def how_to_write(node: Node, type_: mi.Type) -> str:
    """How what somebody wrote may be written as this type; empty where that is not plain."""
    kinds = [bare(each) for each in type_.types] if isinstance(type_, mi.UnionType) else [bare(type_)]
    if isinstance(node, Scalar) and not node.is_null and any(describe(each) == "a list" for each in kinds):
        if node.text.casefold() in ("empty", "none", "nothing"):
            return "an empty list is written []"
        if node.text.isdecimal():
            return "a list says what there is, not how much"
        return f"a list is written with brackets: [{shortened(node.text)}]"
    if (counted := _counted(node)) and any(describe(each) in ("a list", "a text") for each in kinds):
        in_list = any(describe(each) == "a list" for each in kinds)
        return f"several of one thing are written so: {f'[{counted}]' if in_list else counted}"
    if (text := _with_colon(node)) and any(describe(each) == "a text" for each in kinds):
        quote = "'" if '"' in text else '"'
        return f"a text with a colon in it stands in quotes: {quote}{text}{quote}"
    if (placed := _in_order(node)) and any(describe(each) == "a list" for each in kinds):
        return f"a list has its places in order, without numbers: [{placed}]"
    counts = any(isinstance(e, mi.DictType) and isinstance(bare(e.value_type), mi.IntType) for e in kinds)
    names = node.items if isinstance(node, Sequence) else (node,)
    if counts and names and isinstance(names[0], Scalar) and not names[0].is_null:
        known = [shortened(each.text) for each in names if isinstance(each, Scalar)]
        told = ", ".join(f"{name}: 1" for name in known[:_MOST_COUNTED])
        return f"write a number for each name: {{{told}{', ...' if len(known) > _MOST_COUNTED else ''}}}"
    if any(isinstance(each, mi.DictType) for each in kinds):
        if isinstance(node, Sequence) and any(isinstance(each, Mapping) for each in node.items):
            return "write it without the dashes: one mapping, not a list of several"
        return "write a value for each name: {name: value}"
    keys = [field.encode_name for each in kinds if isinstance(each, mi.StructType) for field in each.fields]
    if not keys:
        return ""
    return (
        f"write keys with their values, such as {{{keys[0]}: ...}}; known keys: {listed(keys[:_MOST_KEYS])}"
    )


def _in_order(node: Node) -> str:
    """The values of a mapping from 1, 2, 3 and so on; empty for anything else."""
    pairs = node.items if isinstance(node, Mapping) else ()
    values = [value.text for _, value in pairs if isinstance(value, Scalar) and value.text]
    is_in_order = [key.text for key, _ in pairs] == [str(number + 1) for number in range(len(values))]
    return ", ".join(values)[:100] if is_in_order else ""


def _counted(node: Node) -> str:
    """A mapping of names to numbers in the way in which lists have them; empty for anything else."""
    values = node.items if isinstance(node, Mapping) else ()
    if not all(isinstance(value, Scalar) and value.text.isdecimal() for _, value in values):
        return ""
    return ", ".join(f"{value.text} x {key.text}" for key, value in values if isinstance(value, Scalar))[:100]


def _with_colon(node: Node) -> str:
    """A sentence that YAML takes for a mapping, since a colon stands in it; empty for anything else."""
    pairs = node.items if isinstance(node, Mapping) else ()
    texts_ = [f"{key.text}: {value.text}" for key, value in pairs if isinstance(value, Scalar)]
    return texts_[0] if len(pairs) == len(texts_) == 1 and " " in texts_[0].replace(": ", "") else ""


def shortened(text: str) -> str:
    """The text, cut where a message would drown in it."""
    return text if len(text) <= 40 else text[:37] + "..."


def joined(words: Iterable[str]) -> str:
    """`a, b and c`; empty where there are none."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def listed(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
