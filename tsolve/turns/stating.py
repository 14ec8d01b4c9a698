"""What a position file says, place by place: read from its tree alone, before anything is judged."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.source.decode import Path
from tsolve.source.tree import Mapping, Node, Sequence

GIVEN = frozenset({"with", "without", "draws", "card"})
"""Keys inside expectations that say what these are about; nothing is expected of them."""

WHOLE = frozenset({"gave_away", "luck", "tokens"})
"""Keys whose mapping is one value: what it leaves out is expected to be 0."""

SETS = frozenset({"options"})
"""Keys whose list is one value: exactly these things, in any order."""


def stated(root: Node) -> Iterator[tuple[Path, int]]:
    """The path of each expectation, with its line in the file.

    Claims, and the line that was played, count too where no expectation is about them. Every judgement has
    one of these paths, or one that leads to it or further down.
    """
    if not isinstance(root, Mapping):
        return
    expect = root.get("expect")
    expected: set[str] = set()
    if isinstance(expect, Mapping):
        for key, value in expect.items:
            expected.add(key.text)
            yield from _entries(("expect", key.text), value, key.span.line)
    for key, value in root.items:
        if key.text in expected or not isinstance(value, Sequence):
            continue
        if key.text == "claims":
            yield from ((("claims", index), claim.span.line) for index, claim in enumerate(value.items))
        elif key.text == "line" and value.items:
            yield ("line",), key.span.line


def _entries(path: Path, node: Node, line: int) -> Iterator[tuple[Path, int]]:
    """A list of texts directly in `expect` states one thing in each entry; further down it is one value."""
    if path[-1] in SETS:
        yield path, line
    elif isinstance(node, Sequence) and (len(path) == 2 or _of_mappings(node)):
        for index, item in enumerate(node.items):
            yield from _inside((*path, index), item, item.span.line)
    else:
        yield from _inside(path, node, line)


def _inside(path: Path, node: Node, line: int) -> Iterator[tuple[Path, int]]:
    if not isinstance(node, Mapping) or not node.items or path[-1] in WHOLE:
        yield path, line
        return
    row = path[1] == "calculation" and len(path) == 3
    changes = row and any(key.text not in ("card", "ruling") for key, _ in node.items)
    for key, value in node.items:
        if key.text not in GIVEN and not (changes and key.text == "ruling"):
            yield from _entries((*path, key.text), value, key.span.line)


def _of_mappings(node: Sequence) -> bool:
    return bool(node.items) and all(isinstance(item, Mapping) for item in node.items)
