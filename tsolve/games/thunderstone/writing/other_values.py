"""Values of a position file in other forms: a Village in parts or without numbers, a pile of which only the
size is known, a kind of turn in other words, a claim with the name of who says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.regex import Regex
from tsolve.rules.names import fold
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode, folded

PILES = ("deck", "drawpile", "drawdeck", "mydeck", "dungeondeck")
_VILLAGE = ("village", "market", "shop", "forsale", "villagecards")
TURN = ("turn", "phase", "kindofturn")
_TURNS = {
    **dict.fromkeys(
        ("village turn", "visit the village", "visit village", "in the village", "town", "buying", "wioska"),
        "village",
    ),
    **dict.fromkeys(
        ("dungeon turn", "enter the dungeon", "enter dungeon", "in the dungeon", "battle", "fight", "loch"),
        "dungeon",
    ),
    **dict.fromkeys(("resting", "take a rest", "rest turn", "odpoczynek"), "rest"),
    **dict.fromkeys(("unknown", "not decided", "open", "any", "?"), "undecided"),
}
"""What people call the kinds of turn."""
_SIZE = Regex(r"(?:about )?(?P<size>[0-9]{1,3})(?: (?:more |unknown |unseen )?cards?(?: left)?)?", re.I)
_NOT_KNOWN = ("?", "??", "???", "hidden", "face down", "not known", "don't know", "unseen", "shuffled")


def is_size(node: Node) -> bool:
    text = node.text.casefold() if isinstance(node, Scalar) else ""
    return bool(text and (text in _NOT_KNOWN or _SIZE.fullmatch(text)))


def value_in_plain_form(key: str, value: Node, found: Diagnostics) -> Node:
    if key in PILES and is_size(value):
        return unknown_pile(key, value, found)
    if key in TURN and isinstance(value, Scalar):
        return replace(value, text=_TURNS.get(fold(value.text), value.text))
    if key == "xp" and isinstance(value, Scalar):
        return replace(value, text=re.sub(r" ?(?:xp|pd)$", "", value.text, flags=re.IGNORECASE))
    if key in _HALL:
        return _in_ranks(value)
    return _village(value, found) if key in _VILLAGE else value


def unknown_pile(key: str, node: Node, found: Diagnostics) -> Node:
    """A pile of which nobody says what it holds."""
    assert isinstance(node, Scalar)
    size = _SIZE.fullmatch(node.text)
    of = f" (how many cards it has, {size['size']}, is not used)" if size is not None else ""
    found.read_as[node.span] = f"`{_CALLED.get(key, key)}: unknown`{of}"
    return replace(node, text="unknown", quoted=False)


_CALLED = {"dungeondeck": "dungeon_deck", "drawpile": "deck", "drawdeck": "deck", "mydeck": "deck"}


# the Hall


_HALL = ("hall", "dungeon", "dungeonhall", "ranks", "thehall")
_RANK = r"(?:rank ?)?(?P<{}>[1-3])"
_IN_RANK = Regex(
    rf"{_RANK.format('before')}[:.)] *(?P<first>.+)"
    rf"|(?P<last>.+?),? (?:\({_RANK.format('inside')}\)|in rank (?P<behind>[1-3]))",
    re.IGNORECASE,
)
"""A Monster with its Rank: `1: Nixie`, `Nixie (1)`, `Nixie in Rank 1`."""


def _in_ranks(node: Node) -> Node:
    """The Hall by Ranks, where each card is written with its own; Ranks without one are unknown."""
    listed = node.items if isinstance(node, SequenceNode) else ()
    if isinstance(node, Scalar):
        listed = tuple(replace(node, text=text) for text in re.split(r", *", node.text))
    pairs = [each.items[0] for each in listed if isinstance(each, MappingNode) and len(each.items) == 1]
    if isinstance(node, MappingNode):
        pairs = list(node.items)
    texts = [f"{key.text}: {value.text}" for key, value in pairs if isinstance(value, Scalar)]
    texts = texts or [each.text for each in listed if isinstance(each, Scalar)]
    told = [_IN_RANK.fullmatch(text) for text in texts]
    if not told or not all(told) or len(texts) < len(pairs or listed):
        return node
    ranks: dict[int, str] = {}
    for found in filter(None, told):
        rank = int(found["before"] or found["inside"] or found["behind"])
        if rank in ranks:
            return node
        ranks[rank] = found["first"] or found["last"]
    cards = (ranks.get(rank, "unknown") for rank in (1, 2, 3))
    return SequenceNode(tuple(Scalar(card, node.span, quoted=True) for card in cards), node.span)


# the Village


_LEFT = Regex(
    r"(?P<name>.+?),? (?:\((?P<inside>[0-9]{1,2})(?: left| copies)?\)|(?P<behind>[0-9]{1,2}) left)",
    re.IGNORECASE,
)
"""A stack with what is left of it: `Lantern (2 left)`."""


def _village(node: Node, found: Diagnostics) -> Node:
    """Every stack with its copies, or `unknown` where no number is written."""
    if isinstance(node, Scalar) and (node.is_null or folded(node.text) == "unknown"):
        return node
    stacks: dict[str, tuple[Scalar, Node]] = {}
    for name, copies in _stacks(node):
        if name.text in stacks:  # a card that is listed again is another copy
            there = stacks[name.text][1]
            number = int(there.text) if isinstance(there, Scalar) and there.text.isdecimal() else 1
            copies = Scalar(str(number + 1), name.span)
        stacks[name.text] = name, copies
    if any(isinstance(copies, Scalar) and copies.text == "unknown" for _, copies in stacks.values()):
        found.read_as[node.span] = "stacks without a number as full as the box makes them"
    return MappingNode(tuple(stacks.values()), node.span)


def _stacks(node: Node) -> Iterator[tuple[Scalar, Node]]:
    match node:
        case SequenceNode():
            yield from chain.from_iterable(map(_stacks, node.items))
        case Scalar():
            for text in filter(None, map(str.strip, re.split(r"[,\n]", node.text))):
                left = _LEFT.fullmatch(text)
                name, copies = (left["name"], left["inside"] or left["behind"]) if left else (text, "unknown")
                yield Scalar(name, node.span), Scalar(copies, node.span)
        case MappingNode():
            for name, value in node.items:
                if isinstance(value, Scalar):
                    number = re.sub(r"^x?([0-9]{1,3})(?: ?x| left| copies| cards)$", r"\1", value.text)
                    yield name, replace(value, text="unknown" if value.is_null else number)
                else:  # a part of the Village
                    yield from _stacks(value)
