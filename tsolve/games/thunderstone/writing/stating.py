"""What a position file states, place by place, told from its tree alone: before anything is judged."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.source.decode import Path
from tsolve.source.tree import Mapping, Node, Sequence

GIVEN = frozenset({"with", "without", "draws", "card"})
"""Keys inside expectations that say what these are about; nothing is expected of them."""

WHOLE = frozenset({"gave_away", "luck"})
"""Keys whose mapping is one value: what it leaves out is expected to be 0."""


def stated(root: Node) -> Iterator[Path]:
    """The path of each expectation; then of each claim, and of the line, where no expectation is about them.

    Every judgement has one of these paths, or one that leads to it or further down.
    """
    if not isinstance(root, Mapping):
        return
    expect = root.get("expect")
    expected = {key.text for key, _ in expect.items} if isinstance(expect, Mapping) else set()
    if isinstance(expect, Mapping):
        for key, value in expect.items:
            yield from _entries(("expect", key.text), value)
    claims = root.get("claims")
    if isinstance(claims, Sequence) and "claims" not in expected:
        yield from (("claims", index) for index in range(len(claims.items)))
    line = root.get("line")
    if isinstance(line, Sequence) and line.items and "line" not in expected:
        yield ("line",)


def _entries(path: Path, node: Node) -> Iterator[Path]:
    """A list of texts directly in `expect` states one thing in each entry; further down it is one value."""
    if isinstance(node, Sequence) and (len(path) == 2 or _of_mappings(node)):
        for index, item in enumerate(node.items):
            yield from _inside((*path, index), item)
    else:
        yield from _inside(path, node)


def _inside(path: Path, node: Node) -> Iterator[Path]:
    if not isinstance(node, Mapping) or not node.items or path[-1] in WHOLE:
        yield path
        return
    row = path[1] == "calculation" and len(path) == 3
    changes = row and any(key.text not in ("card", "ruling") for key, _ in node.items)
    for key, value in node.items:
        if key.text not in GIVEN and not (changes and key.text == "ruling"):
            yield from _entries((*path, key.text), value)


def _of_mappings(node: Sequence) -> bool:
    return bool(node.items) and all(isinstance(item, Mapping) for item in node.items)
