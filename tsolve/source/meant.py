"""What somebody means who writes a value in another form than its type has: `hand: Lamp, Rope` is a list,
`deck: {Lamp: 2}` counts its cards, `1: Stone` names a place.

Only a form with one meaning is read so; whoever asks says what was taken. Everything else is a mistake, with
a hint how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

import msgspec.inspect as mi
from msgspec.structs import replace

from tsolve.diagnostics import Hint, quoted, suggest
from tsolve.regex import Regex
from tsolve.source.tree import (
    INTEGER,
    MappingNode,
    Node,
    Scalar,
    SequenceNode,
    bare,
    choices,
    describe,
    folded,
    listed,
    shortened,
)

NOTHING = ("empty", "none", "nothing", "nobody", "-")
"""Words for an empty list."""
_TRUTHS = {
    **dict.fromkeys(("true", "yes", "y", "on"), "true"),
    **dict.fromkeys(("false", "no", "n", "off"), "false"),
}
_COMMA = Regex(r",\s*|\n+")
_OTHER_SIGN = Regex(r"\s*;\s*|\s+[/|]\s+")
"""Between the entries of a list in which no comma stands."""
_PLACE = Regex(r"(?:[^\W\d_]+ )?(?P<number>[0-9]{1,2})")
"""A number, perhaps with what it counts: `1`, `place 1`."""
_PLAIN = Regex(r"[^\W_][\w '’.()+/#-]*")
"""A text that needs no quotes."""


class Meant(NamedTuple):
    """What was meant by a node."""

    node: Node
    is_plain: bool
    """Whether nobody has to be told, since nothing else comes to mind."""


def meant(node: Node, type_: mi.Type) -> Meant | None:
    """What was meant by a node of another form; None where that is not certain."""
    kinds = sorted(kinds_of(type_), key=lambda kind: not isinstance(kind, mi.StructType))
    for read in _FORMS[type(node)]:
        for kind in kinds:
            if (found := read(node, kind)) is not None and found != node:
                return Meant(found, read in _PLAIN_FORMS)
    return None


def kinds_of(type_: mi.Type) -> Iterator[mi.Type]:
    """The types that a type allows, those of a union in it among them."""
    for each in type_.types if isinstance(type_ := bare(type_), mi.UnionType) else (type_,):
        if isinstance(bare(each), mi.UnionType):
            yield from kinds_of(each)
        else:
            yield bare(each)


def flow(node: Node) -> str:
    """A node on one line, as a file has it."""
    match node:
        case SequenceNode():
            return f"[{', '.join(map(flow, node.items))}]"
        case MappingNode():
            return f"{{{', '.join(f'{flow(key)}: {flow(value)}' for key, value in node.items)}}}"
        case Scalar():
            is_plain = not node.quoted or _PLAIN.fullmatch(node.text)
            return node.text if is_plain else quoted(node.text)


_MOST_KEYS = 12
"""Keys that a message names."""
_LONGEST = 100
"""The most characters of a value that a message shows."""


def how_to_write(node: Node, type_: mi.Type) -> str:
    """How a value of this type is written, for somebody who wrote another one; empty where that is plain."""
    if (found := meant(node, type_)) is not None and len(text := flow(found.node)) <= _LONGEST:
        return Hint(f"write {text}", text)
    kinds = [*kinds_of(type_)]
    if any(describe(each) == "a list" for each in kinds):
        if isinstance(node, Scalar) and node.text.isdecimal():
            return "a list says what there is, not how much"
        if isinstance(node, MappingNode) and (both := _places_or_counts(node)):
            return both
    if any(isinstance(each, mi.DictType) for each in kinds):
        if isinstance(node, SequenceNode) and any(isinstance(each, MappingNode) for each in node.items):
            return "write it without the dashes: one mapping, not a list of several"
        counts = any(isinstance(e, mi.DictType) and isinstance(bare(e.value_type), mi.IntType) for e in kinds)
        if counts and isinstance(node, SequenceNode) and node.items and isinstance(node.items[0], Scalar):
            return f"write a number for each name: {{{shortened(node.items[0].text)}: 1}}"
        return "write a value for each name: {name: value}"
    keys = [field.encode_name for each in kinds if isinstance(each, mi.StructType) for field in each.fields]
    if not keys:
        return ""
    return (
        f"write keys with their values, such as {{{keys[0]}: ...}}; known keys: {listed(keys[:_MOST_KEYS])}"
    )


def _places_or_counts(node: MappingNode) -> str:
    """How a list is written whose entries have a bare number before them, a place or a count."""
    if not node.items or not all(key.text.isdecimal() for key, _ in node.items):
        return ""
    in_order = ", ".join(flow(value) for _, value in node.items)
    counted = ", ".join(f"{key.text} x {flow(value)}" for key, value in node.items)
    text = f"write [{in_order}] if the numbers are places, [{counted}] if they are counts"
    return text if len(text) <= 2 * _LONGEST else "write [NAME, NAME] for places, [2 x NAME] for counts"


# a text


def _case(node: Scalar, kind: mi.Type) -> Node | None:
    """A choice in other letters."""
    texts = [each for each in choices(kind) if isinstance(each, str)]
    same = [each for each in texts if folded(each) == folded(node.text)]
    return replace(node, text=same[0]) if len(same) == 1 else None


def _truth(node: Scalar, kind: mi.Type) -> Node | None:
    """`yes` and `no`."""
    text = _TRUTHS.get(node.text.casefold(), "") if isinstance(kind, mi.BoolType) else ""
    return replace(node, text=text, quoted=False) if text else None


def _number(node: Scalar, kind: mi.Type) -> Node | None:
    """A number in quotes, or with a plus."""
    text = node.text.strip().removeprefix("+")
    if text.casefold() in (*NOTHING, "no", "zero"):
        text = "0"
    is_number = isinstance(kind, mi.IntType) and INTEGER.fullmatch(text)
    return replace(node, text=text, quoted=False) if is_number else None


def _parts(node: Scalar, kind: mi.Type) -> Node | None:
    """A list without brackets: its entries between commas, or nothing at all."""
    if describe(kind) != "a list" or node.is_null:
        return None
    if node.text.casefold() in NOTHING:
        return SequenceNode((), node.span)
    if node.text.isdecimal():
        return None  # how much, not what
    texts = _entries(node.text, kind)
    return SequenceNode(tuple(replace(node, text=text, quoted=True) for text in texts), node.span)


def _entries(text: str, kind: Any) -> Sequence[str]:
    """The entries of a list in one text. A sentence is one entry, with its commas, on a line of its own."""
    between = re.compile(r"\n+") if _holds_sentences(kind) else _COMMA
    if between is _COMMA and not _COMMA.search(text):
        between = _OTHER_SIGN
    depth, begin, found = 0, 0, []
    for sign in re.finditer(rf"[(\[{{]|[)\]}}]|{between.pattern}", text):
        if sign.group() in ("(", "[", "{"):
            depth += 1
        elif sign.group() in (")", "]", "}"):
            depth -= 1
        elif depth <= 0:
            found.append(text[begin : sign.start()])
            begin = sign.end()
    return [part.strip() for part in (*found, text[begin:]) if part.strip()]


def _is_marked(kind: Any, mark: str) -> bool:
    """Whether the entries of a list have this mark, `Meta(extra={mark: True})`."""
    item = getattr(kind, "item_type", None)
    return isinstance(item, mi.Metadata) and mark in (item.extra or {})


def _holds_sentences(kind: Any) -> bool:
    """Whether the entries of a list are sentences."""
    item = getattr(kind, "item_type", mi.AnyType())
    return _is_marked(kind, "sentence") or any(isinstance(each, mi.StructType) for each in kinds_of(item))


def _only_value(node: Node, kind: mi.Type) -> Node | None:
    """The value of the one key that a mapping must have: `Lamp: (3, 2)` says where it is."""
    if not isinstance(kind, mi.StructType) or kind.tag_field is not None:
        return None
    required = [each for each in kind.fields if each.required]
    if len(required) != 1 or (isinstance(node, Scalar) and node.is_null):
        return None
    if not any(_may_be(node, each) for each in kinds_of(required[0].type)):
        return None
    return MappingNode(((Scalar(required[0].encode_name, node.span), node),), node.span)


def _may_be(node: Node, kind: mi.Type) -> bool:
    """Whether a node has the shape of a type; a pair of numbers is no list of names."""
    if not isinstance(kind, mi.TupleType) or not isinstance(node, SequenceNode):
        return not isinstance(node, SequenceNode) or describe(kind) == "a list"
    pairs = [*zip(node.items, map(bare, kind.item_types), strict=False)]
    numbers = all(
        isinstance(each, Scalar) and INTEGER.fullmatch(each.text)
        for each, type_ in pairs
        if isinstance(type_, mi.IntType)
    )
    return len(node.items) == len(kind.item_types) and numbers


# a list


def _pairs(node: SequenceNode, kind: mi.Type) -> Node | None:
    """A mapping with a dash before each key, or with the name of each entry in it."""
    if not isinstance(kind, mi.DictType | mi.StructType) or not node.items:
        return None
    if not all(isinstance(each, MappingNode) for each in node.items):
        return None
    pairs = [_pair(each, kind) for each in node.items if isinstance(each, MappingNode)]
    names = [name.text for name, _ in filter(None, pairs)]
    if len(set(names)) < len(node.items):
        return None
    return MappingNode(tuple(filter(None, pairs)), node.span)


def _pair(node: MappingNode, kind: mi.Type) -> tuple[Scalar, Node] | None:
    if len(node.items) == 1:
        return node.items[0]
    rest = tuple(each for each in node.items if each[0].text != "name")
    name = node.get("name")
    is_named = isinstance(name, Scalar) and len(rest) < len(node.items) and isinstance(kind, mi.DictType)
    return (name, MappingNode(rest, node.span)) if is_named and isinstance(name, Scalar) else None


# a mapping


def _in_order(node: MappingNode, kind: mi.Type) -> Node | None:
    """A list whose places are numbered from 1. Bare numbers before names may as well count them."""
    if describe(kind) != "a list" or not node.items:
        return None
    places = [_PLACE.fullmatch(key.text) for key, _ in node.items]
    numbers = [int(place["number"]) if place else 0 for place in places]
    if sorted(numbers) != [*range(1, len(numbers) + 1)]:
        return None
    is_bare = any(key.text.isdecimal() for key, _ in node.items)
    if is_bare and not (_is_marked(kind, "place") or _holds_sentences(kind)):
        return None
    by_place = sorted(zip(numbers, node.items, strict=True), key=lambda each: each[0])
    return SequenceNode(tuple(value for _, (_, value) in by_place), node.span)


def _counted(node: MappingNode, kind: mi.Type) -> Node | None:
    """A list of names with how many there are of each; the `rest` of a pile, since it says no order."""
    values = [(key, value) for key, value in node.items if isinstance(value, Scalar)]
    if len(values) < len(node.items) or not all(value.text.isdecimal() for _, value in values):
        return None
    items = tuple(replace(key, text=f"{value.text} x {key.text}", quoted=True) for key, value in values)
    counted = SequenceNode(items, node.span)
    if isinstance(kind, mi.StructType) and _has_rest(kind):
        return MappingNode(((Scalar("rest", node.span), counted),), node.span)
    return counted if describe(kind) == "a list" else None


def _has_rest(kind: mi.StructType) -> bool:
    """Whether it is a pile of which a part lies in no known order."""
    return any(each.encode_name == "rest" for each in kind.fields)


def _sentence(node: MappingNode, kind: mi.Type) -> Node | None:
    """A text that YAML takes for a mapping, since a colon stands in it."""
    return with_colon(node, ()) if isinstance(kind, mi.StrType) and len(node.items) == 1 else None


def with_colon(node: MappingNode, keys: Container[str]) -> Scalar | None:
    """The sentence in which a colon stands that YAML takes for a mapping; None if its key is a known one."""
    ((key, value),) = node.items
    if not isinstance(value, Scalar) or value.is_null or key.text in keys:
        return None
    text = f"{key.text}: {value.text}"
    return Scalar(text, node.span, quoted=True) if " " in key.text or " " in value.text else None


_WHO = ("who", "by", "player", "name", "speaker", "from")
_SAYS = ("says", "say", "said", "claims", "claim", "thinks", "text", "statement")


def as_sentence(node: MappingNode, keys: Container[str]) -> Scalar | None:
    """The sentence that stands for a mapping: `{who: Ann, says: ...}`, or one in which there is a colon."""
    if len(node.items) == 1:
        return with_colon(node, keys)
    said = {folded(key.text): value for key, value in node.items}
    who, what = (next((said[key] for key in words if key in said), None) for words in (_WHO, _SAYS))
    if len(node.items) != 2 or not isinstance(who, Scalar) or not isinstance(what, Scalar):
        return None
    return replace(what, text=f"{who.text} says {what.text}", quoted=True)


def with_a_number(node: MappingNode, keys: Collection[str], bounded: Container[str]) -> Scalar | None:
    """What may be the sentence of a name with a number, or of a key with a bound instead of a number:
    `Ogre: 4`, `points: at least 4`. None for anything else, also for a misspelt key.
    """
    key, value = node.items[0] if len(node.items) == 1 else (None, None)
    if key is None or not isinstance(value, Scalar) or value.is_null:
        return None
    is_number, is_key = INTEGER.fullmatch(value.text) is not None, key.text in bounded
    if is_key == is_number or (not is_key and (key.text in keys or suggest(key.text, keys))):
        return None
    return Scalar(f"{key.text}: {value.text}", node.span, quoted=True)


def _one_each(node: MappingNode, kind: mi.Type) -> Node | None:
    """A list of sentences, each under the name of who says it, or the only one of a list by its keys."""
    structs = [each for each in kinds_of(getattr(kind, "item_type", mi.AnyType())) if _is_sentence(each)]
    if describe(kind) != "a list" or not structs or not node.items:
        return None
    known = {field.encode_name for each in structs for field in each.fields}
    if all(_is_key(key, known) for key, _ in node.items):
        return SequenceNode((node,), node.span)
    return by_speaker(node, known)


def by_speaker(node: MappingNode, known: Collection[str]) -> SequenceNode | None:
    """A list of mappings with one key, each the name of who says what stands behind it; None where one of
    them may be something else.
    """
    if any(_is_key(key, known) or key.text.isdecimal() for key, _ in node.items):
        return None
    single = (
        (key, each)
        for key, value in node.items
        for each in (value.items if isinstance(value, SequenceNode) else (value,))
    )
    return SequenceNode(tuple(MappingNode((pair,), pair[0].span) for pair in single), node.span)


def _is_key(key: Scalar, known: Collection[str]) -> bool:
    return folded(key.text) in map(folded, known)


def _is_sentence(kind: mi.Type) -> TypeGuard[mi.StructType]:
    return isinstance(kind, mi.StructType) and hasattr(kind.cls, "from_text")


_FORMS: Mapping[type[Node], Sequence[Callable[[Any, mi.Type], Node | None]]] = {
    Scalar: (_case, _truth, _number, _parts, _only_value),
    SequenceNode: (_pairs, _only_value),
    MappingNode: (_in_order, _one_each, _counted, _sentence),
}
"""The forms in which each kind of node may stand for something else, the likeliest first."""
_PLAIN_FORMS = (_case, _truth, _number, _only_value, _pairs, _one_each)
