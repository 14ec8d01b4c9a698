"""A value read from a tree, with the places of its parts, and what people are told of how it was read."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from tsolve.errors import Span, TreePath
from tsolve.source.tree import MappingNode, Node

T_co = TypeVar("T_co", covariant=True)
Former = dict[TreePath, tuple[str, str]]


class Decoded(msgspec.Struct, Generic[T_co], frozen=True):
    """A value with the places of its parts.

    `spans` maps a path such as `("hand", 3)` (keys as in the file, indices from 0) to the span of the value;
    `key_spans` maps the path of a mapping's value to the span of its key.
    """

    value: T_co
    spans: dict[TreePath, Span]
    key_spans: dict[TreePath, Span]
    root: Node | None = None
    """The tree that it was decoded from."""
    cut_lists: frozenset[TreePath] = frozenset()
    """The paths of lists from which wrong entries were left out."""
    former: Former = {}
    """Keys written under another name: path with today's names -> (name in the file, what to write instead).
    The latter is empty for a name in another language, which may stay.
    """

    read_as: dict[Span, str] = {}
    """What was taken for something else than is written, by its place."""
    doubts: list[str] = []
    """What cannot be so on a table, and is played as it is written."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was read in another form, what cannot be so, and warnings about keys that have another name
        now.
        """
        first = {keys: self.key_spans[path] for path, keys in reversed(self.former.items())}
        outdated = dict.fromkeys(each for each in self.former.values() if each[1])
        taken = ", ".join(f"{text}{_in_line(place)}" for place, text in self.read_as.items())
        return (
            *([f"read as: {taken}"] if taken else ()),
            *self.doubts,
            *(
                f"the key `{old}`{_in_line(first[old, today])} is an old name, read for this version only: "
                f"write {today}"
                for old, today in outdated
            ),
        )

    @property
    def names_in_file(self) -> dict[str, str]:
        """The outermost keys that the file writes otherwise than the struct: name in the file -> key."""
        keys = {place: path[0] for path, place in self.key_spans.items() if len(path) == 1}
        written = self.root.items if isinstance(self.root, MappingNode) else ()
        named = ((name.text, str(keys.get(name.span, name.text))) for name, _ in written)
        return {name: key for name, key in named if name != key}

    def as_written(self, path: TreePath) -> TreePath:
        """A path with the keys as the file writes them."""
        ways = (path[: length + 1] for length in range(len(path)))
        return tuple(self.former[way][0] if way in self.former else way[-1] for way in ways)

    def span(self, *path: str | int) -> Span:
        """The place of the value at `path`, or of the nearest value around it."""
        while path and path not in self.spans:
            path = path[:-1]
        return self.spans[path]

    def key_span(self, *path: str | int) -> Span:
        """The place of the key at the end of `path`, or of the nearest value around it."""
        return self.key_spans.get(path) or self.span(*path)


def _in_line(place: Span) -> str:
    return f" in line {place.line}" if place.line_in_file is not None else ""
