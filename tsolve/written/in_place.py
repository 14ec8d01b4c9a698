"""A position file changed in place: what says the same stays as it is written, byte for byte, and so do the
comments around it.

Of mappings and lists that stand an entry a line only the entries are written again that change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile

from tsolve.regex import Regex
from tsolve.source.data import Data, as_data
from tsolve.source.parse import parse
from tsolve.source.text import LINE_BREAK
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode
from tsolve.written.position_text import entry_text, file_text, item_text

_COMMENT = Regex(r"(?<!\S)#.*")
_BEFORE_ITEM = Regex(r" *- +")


def in_place(text: str, keys: Mapping[str, Data], notes: Mapping[str, str]) -> str:
    """The file with these keys, and no others. A new key stands behind the one before it, with its note.

    Args:
        text: the file.
        keys: all that it is to say, in the order of new keys.
        notes: what stands behind a key that is written for the first time.

    Raises InputError: the text is no YAML.
    """
    root = parse(text, "")
    editor = _Editor(text.removeprefix("\ufeff"))
    if not isinstance(root, MappingNode) or not editor.has_lines(root):
        return file_text(keys, editor.comments(0, len(editor.text)), notes)
    editor.mapping(root, keys, notes)
    return editor.edited()


class _Editor:
    """Collects what is to be written in place of parts of a text."""

    def __init__(self, text: str) -> None:
        self.text = text if not text or LINE_BREAK.search(text, len(text) - 1) else f"{text}\n"
        self._starts = [0, *(found.end() for found in LINE_BREAK.finditer(self.text))]
        self._edits: list[tuple[int, int, str]] = []
        self._scalars: list[tuple[int, int]] = []

    def edited(self) -> str:
        """The text with all that was changed."""
        parts: list[str] = []
        at = 0
        for start, end, new in sorted(self._edits, key=lambda edit: edit[:2]):
            parts += (self.text[at:start], new)
            at = end
        return "".join((*parts, self.text[at:]))

    def has_lines(self, node: Node) -> bool:
        """Whether each entry of a mapping or a list begins a line."""
        if isinstance(node, MappingNode):
            begins = (self._before(key).strip(" ") == "" for key, _ in node.items)
            return bool(node.items) and all(begins) and self._first(node) != "{"
        if isinstance(node, SequenceNode):
            begins = (_BEFORE_ITEM.fullmatch(self._before(each)) is not None for each in node.items)
            return bool(node.items) and all(begins) and self._first(node) != "["
        return False

    def mapping(self, node: MappingNode, new: Mapping[str, Data], notes: Mapping[str, str]) -> None:
        """Write a mapping whose entries are lines with these entries."""
        indent = self._before(node.items[0][0])
        behind = {"": self._line(node.items[0][0])}  # where the entries end, by their keys
        for key, value in node.items:
            start, end = self._line(key), self._end(key, value)
            behind[key.text] = end
            if key.text not in new:
                self._edits.append((start, end, ""))
            elif not _is_same(as_data(value), new[key.text]):
                self._entry(key, value, new[key.text], indent)
        last = ""
        for name, data in new.items():
            if name not in behind:
                entry = entry_text(name, data, notes.get(name, ""), indent)
                self._edits.append((behind[last], behind[last], f"{entry}\n"))
            else:
                last = name

    def _entry(self, key: Scalar, value: Node, new: Data, indent: str) -> None:
        if isinstance(value, MappingNode) and isinstance(new, Mapping) and new and self.has_lines(value):
            self.mapping(value, new, {})
        elif isinstance(value, SequenceNode) and _is_list(new) and new and self.has_lines(value):
            self._items(value, list(new))  # type: ignore[arg-type]
        else:
            start, end = self._line(key), self._end(key, value)
            self._write(start, end, (key, value), partial(entry_text, key.text, new, indent=indent))

    def _items(self, node: SequenceNode, new: Sequence[Data]) -> None:
        """Write a list whose entries are lines: those that stay at its beginning and at its end stay as they
        are written.
        """
        old = [as_data(each) for each in node.items]
        before = _alike(old, new)
        behind = _alike(old[before:][::-1], new[before:][::-1])
        changed, wanted = node.items[before : len(old) - behind], new[before : len(new) - behind]
        indent = self._before(node.items[0]).partition("-")[0]
        for number, each in enumerate(changed):
            start, end = self._line(each), self._end(each, each)
            if number >= len(wanted):
                self._edits.append((start, end, ""))
            elif not _is_same(as_data(each), wanted[number]):
                text = partial(item_text, wanted[number], indent=indent)
                self._write(start, end, (each,), text)
        last = before + len(changed) - 1
        at = self._end(node.items[last], node.items[last]) if last >= 0 else self._line(node.items[0])
        for item in wanted[len(changed) :]:
            self._edits.append((at, at, f"{item_text(item, '', indent)}\n"))

    def _write(self, start: int, end: int, nodes: Sequence[Node], text: Callable[[str], str]) -> None:
        """Write an entry in another way. One comment stays behind it; several stand above it."""
        comments = self.comments(start, end, nodes)
        indent = "".join(takewhile(str.isspace, self.text[start:end]))
        above = comments if len(comments) > 1 else ()
        note = comments[0] if len(comments) == 1 else ""
        lines = (*(f"{indent}# {each}" for each in above), text(note))
        self._edits.append((start, end, "".join(f"{line}\n" for line in lines)))

    # places

    def comments(self, start: int, end: int, nodes: Sequence[Node] | None = None) -> list[str]:
        """The comments in a part of the text, outside the scalars of these nodes; those of the whole file
        without nodes.
        """
        nodes = (parse(self.text, ""),) if nodes is None else nodes
        found, at = list[str](), start
        for one, other in (*(span for node in nodes for span in self._places(node)), (end, end)):
            found += (each.lstrip("# ").rstrip() for each in _COMMENT.findall(self.text[at:one]))
            at = max(at, other)
        return [each for each in found if each]

    def _places(self, node: Node) -> Iterator[tuple[int, int]]:
        """Where the scalars of a node stand, in order."""
        match node:
            case Scalar():
                yield self._at(node.span.line, node.span.column), self._span_end(node)
            case SequenceNode():
                for each in node.items:
                    yield from self._places(each)
            case MappingNode():
                for key, value in node.items:
                    yield from self._places(key)
                    yield from self._places(value)

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column - 1

    def _span_end(self, node: Node) -> int:
        return self._at(node.span.end_line, node.span.end_column)

    def _first(self, node: Node) -> str:
        at = self._at(node.span.line, node.span.column)
        return self.text[at : at + 1]

    def _line(self, node: Node) -> int:
        """Where the line begins in which a node does."""
        return self._starts[node.span.line - 1]

    def _before(self, node: Node) -> str:
        """What stands before a node in its line."""
        return self.text[self._line(node) : self._at(node.span.line, node.span.column)]

    def _end(self, key: Node, value: Node) -> int:
        """Where the lines of an entry end."""
        end = max(self._span_end(key), self._span_end(value))
        if end in self._starts and end > self._line(key):  # a block of text ends so
            return end
        return next((start for start in self._starts if start > end), len(self.text))


def _is_list(data: Data) -> bool:
    return isinstance(data, Sequence) and not isinstance(data, str)


def _alike(one: Sequence[Data], other: Sequence[Data]) -> int:
    """How many entries are the same at the beginning."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: _is_same(*pair), pairs))


def _is_same(one: Data, other: Data) -> bool:
    """Whether two values are written the same: `1` is not `true`, and keys have an order."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return list(one) == list(other) and all(_is_same(one[key], other[key]) for key in one)
    if _is_list(one) and _is_list(other):
        return len(one) == len(other) == _alike(one, other)  # type: ignore[arg-type]
    return type(one) is type(other) and one == other
