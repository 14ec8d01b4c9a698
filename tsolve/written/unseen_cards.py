"""What people write of cards that nobody has seen: `6 unknown cards`, `?`, `[unknown]`, `[Lamp, 4 more]`."""

from __future__ import annotations

import re
from itertools import takewhile

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.regex import Regex
from tsolve.source.meant import flow
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode

UNKNOWN = "unknown"
_MANY = r"(?:[1-9][0-9]{0,2}(?: ?[x×])?|some|several)"
_UNSEEN = Regex(
    rf"(?:{_MANY} )?(?:(?:more|other|further) )?"
    r"(?:(?:unknown|unseen|hidden|face[- ]?down)(?: cards?)?|\?+|not known|nobody knows)"
    r"(?: [x×] ?[1-9][0-9]{0,2})?"
    rf"|{_MANY} (?:(?:more |other |further )?cards?|more)"
    r"|(?:the )?rest(?: is)?(?: unknown| unseen| not known)?",
    re.IGNORECASE,
)


_NONE = Regex(r"(?:0|no)(?: (?:more |other )?cards?)?|0", re.IGNORECASE)


def is_unseen(text: str) -> bool:
    """Whether a text stands for cards that nobody has seen."""
    return _UNSEEN.fullmatch(" ".join(text.split())) is not None


def unseen_pile(key: str, value: Node, found: Diagnostics, in_order: bool = True) -> Node:
    """Cards of which nothing is known, or not those below, as a position file has them; any other value as it
    is. What was taken is told. `in_order`: whether some of them may be the top of a pile.
    """
    unknown = Scalar(UNKNOWN, value.span)
    match value:
        case Scalar() if value.text != UNKNOWN and (is_unseen(value.text) or _is_number(value)):
            return _told(key, unknown, found)
        case Scalar() if _NONE.fullmatch(value.text):
            return SequenceNode((), value.span)
        case Scalar() if "," in value.text:
            parts = tuple(replace(value, text=part.strip()) for part in value.text.split(","))
            told = unseen_pile(key, SequenceNode(parts, value.span), found, in_order)
            return value if isinstance(told, SequenceNode) else told
        case SequenceNode():
            below = [*takewhile(_is_unseen, reversed(value.items))]
            top = value.items[: len(value.items) - len(below)]
            if below and not top:
                return _told(key, unknown, found)
            if below and in_order and not any(map(_is_unseen, top)):
                pile = (
                    (Scalar("top", value.span), SequenceNode(top, value.span)),
                    (Scalar("rest", value.span), unknown),
                )
                return _told(key, MappingNode(pile, value.span), found)
        case MappingNode() if (rest := value.get("rest")) is not None:
            told = unseen_pile("rest", rest, found, in_order=False)
            items = tuple((name, told if each is rest else each) for name, each in value.items)
            return MappingNode(items, value.span)
    return value


def _is_unseen(node: Node) -> bool:
    return isinstance(node, Scalar) and is_unseen(node.text)


def _is_number(scalar: Scalar) -> bool:
    """Whether it only tells how many there are."""
    return scalar.text.isdecimal() and int(scalar.text) > 0


def _told(key: str, value: Node, found: Diagnostics) -> Node:
    found.read_as[value.span] = f"`{key}: {flow(value)}`"
    return value
