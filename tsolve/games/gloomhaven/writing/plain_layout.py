"""Two figures of which a file without a map says only that they stand next to each other.

On an open map there is only one way for them to stand, but for turning it. Of three or more it matters who
stands next to whom else, so their hexes must be written.
"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.games.gloomhaven.writing.plain_figures import FiguresInWords
from tsolve.source.tree import MappingNode, Node, Scalar, folded

SIZE = "9 x 9"
"""The open map on which they stand."""
_PLACES = ("(4,4)", "(4,3)")
_BESIDE = tuple(map(folded, ("next to", "adjacent", "adjacent to", "beside", "near", "neighbour")))
_NOT_SO = ("false", "no", "n", "off")


def stand_beside(figures: FiguresInWords) -> bool:
    """Let the only two figures of a file stand next to each other, if one of them is said to."""
    waiting = [*figures.without_place()]
    there = sum(map(len, figures.entries.values()))
    if len(waiting) != 2 or there != 2:
        return False
    said = [(kind, name, _beside(figures.entries[kind][name][1])) for kind, name in waiting]
    if not any(beside for _, _, beside in said):
        return False
    for kind, name, beside in said:
        key, node = figures.entries[kind][name]
        if beside and isinstance(node, MappingNode):
            rest = tuple(item for item in node.items if item[0] not in beside)
            figures.entries[kind][name] = key, replace(node, items=rest)
    for (kind, name), place in zip(waiting, _PLACES, strict=True):
        figures.stand(kind, name, place)
    return True


def _beside(node: Node) -> list[Scalar]:
    """The keys by which a figure is said to stand next to the other one."""
    items = node.items if isinstance(node, MappingNode) else ()
    return [
        key
        for key, value in items
        if folded(key.text) in _BESIDE
        and isinstance(value, Scalar)
        and not value.is_null
        and value.text.casefold() not in _NOT_SO
    ]
