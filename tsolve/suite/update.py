"""Expectations brought up to date: the wrong values, what the files would look like, and writing them with
everything else left byte for byte as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher, unified_diff
from typing import NamedTuple

from tsolve.diagnostics import quoted
from tsolve.errors import InputError, Span, TreePath, TsolveError, UsageError, escape
from tsolve.model.answers import Value
from tsolve.model.regress import Judged, Judgement
from tsolve.regex import Regex
from tsolve.saving import save
from tsolve.source.parse import parse
from tsolve.source.text import LINE_BREAK
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode
from tsolve.suite.judging import judge
from tsolve.suite.run import JudgedPuzzle

_BOM = "\ufeff"
_SURELY_PLAIN = Regex(r"-?[^\W_]([\w './()+-]*[\w.)+])?")
"""Texts that need no quotes anywhere."""
_ENTRY = Regex(r"[ \t]*-[ \t]+")

Tree = str | list["Tree"] | dict[str, "Tree"] | None


class Rewritten(NamedTuple):
    """A file with new values."""

    content: bytes
    left: dict[TreePath, str]
    """What could not be written, and why."""


class Refused(TsolveError, ValueError):  # noqa: N818 (it is an answer, not an error)
    """Why a value cannot be written in its place."""


class _Edit(NamedTuple):
    """A stretch of the text, from one index to another, and what takes its place."""

    start: int
    end: int
    text: str


def rewritten(content: bytes, values: Mapping[TreePath, Value]) -> Rewritten:
    """The content with these values at these places. Raises InputError for content that cannot be read."""
    text = content.decode("utf-8", "surrogateescape")
    bom = _BOM if text.startswith(_BOM) else ""
    text = text.removeprefix(_BOM)
    left: dict[TreePath, str] = {}
    for path, value in values.items():
        try:
            text = _with(text, path, value)
        except Refused as refused:
            left[path] = str(refused)
    return Rewritten((bom + text).encode("utf-8", "surrogateescape"), left)


def _with(text: str, path: TreePath, value: Value) -> str:
    """The text with one new value. Raises Refused."""
    root = parse(text, "")
    node = _at(root, path)
    wanted = _replaced(root, path, value)
    for in_quotes in (False, True):
        edits = sorted(_Writer(text, in_quotes).edits(node, value), reverse=True)
        found = text
        for edit in edits:
            found = found[: edit.start] + edit.text + found[edit.end :]
        try:
            if _plain(parse(found, "")) == wanted:
                return found
        except InputError:
            continue
    raise Refused("it cannot be changed without touching something else")


class _Writer:
    """Finds what has to be changed in a text. New texts are in quotes where needed, or everywhere."""

    def __init__(self, text: str, in_quotes: bool) -> None:
        self.text, self.in_quotes = text, in_quotes
        self.starts = [0, *(match.end() for match in LINE_BREAK.finditer(text))]
        first = LINE_BREAK.search(text)
        self.line_break = first[0] if first is not None else "\n"

    def edits(self, node: Node, value: Value) -> Iterator[_Edit]:
        """The edits that give the node this value. Raises Refused."""
        if isinstance(node, Scalar):
            yield from self._scalar(node, value)
        elif isinstance(node, SequenceNode) and isinstance(value, tuple):
            yield from self._list(node, value)
        elif isinstance(node, MappingNode) and isinstance(value, dict):
            yield from self._mapping(node, value)
        else:
            raise Refused("it has a different shape from the right value")

    def _scalar(self, node: Scalar, value: Value) -> Iterator[_Edit]:
        if isinstance(value, tuple | dict):
            raise Refused("it has a different shape from the right value")
        start, end = self._range(node.span)
        style = self.text[start : start + 1]
        if style in ("|", ">"):
            raise Refused("it is a text block")
        if node.text != _tree(value):
            yield _Edit(start, end, self._written(value, style))

    def _list(self, node: SequenceNode, values: tuple[str, ...]) -> Iterator[_Edit]:
        texts = [item.text for item in node.items if isinstance(item, Scalar)]
        if len(texts) < len(node.items):
            raise Refused("its entries are not texts")
        if len(texts) == len(values):
            for item, value in zip(node.items, values, strict=True):
                yield from self.edits(item, value)
            return
        start, end = self._range(node.span)
        if self.text[start : start + 1] == "[":
            self._stay_on_one_line(node.span)
            kept = {item.text: self._source(item) for item in node.items if isinstance(item, Scalar)}
            new = ", ".join(kept.get(value) or self._written(value) for value in values)
            yield _Edit(start, end, f"[{new}]")
        elif values:
            yield from self._lines(node, texts, values)
        else:
            raise Refused("the list would be empty")

    def _lines(self, node: SequenceNode, texts: list[str], values: tuple[str, ...]) -> Iterator[_Edit]:
        """The edits of a list with one entry a line: lines of entries that stay are not touched."""
        head = self._entry(node.items[0])
        for how, i, j, k, m in SequenceMatcher(None, texts, values, autojunk=False).get_opcodes():
            if how == "equal":
                continue
            both = min(j - i, m - k)
            for item, value in zip(node.items[i : i + both], values[k : k + both], strict=True):
                yield from self.edits(item, value)
            for item in node.items[i + both : j]:
                line = item.span.line - 1
                self._entry(item, alone=True)
                yield _Edit(self.starts[line], self._next_line(line), "")
            if m - k > both:
                before = node.items[i + both - 1] if i + both else None
                line = before.span.end_line - 1 if before is not None else node.items[0].span.line - 2
                new = [f"{head}{self._written(value)}{self.line_break}" for value in values[k + both : m]]
                at = self._next_line(line)
                ends = at == 0 or LINE_BREAK.match(self.text, at - 1) is not None
                yield _Edit(at, at, "".join(new) if ends else self.line_break + "".join(new))

    def _mapping(self, node: MappingNode, values: dict[str, str]) -> Iterator[_Edit]:
        if {key.text for key, _ in node.items} == set(values):
            for key, item in node.items:
                yield from self.edits(item, values[key.text])
            return
        start, end = self._range(node.span)
        if self.text[start : start + 1] != "{":
            raise Refused("its keys would change")
        self._stay_on_one_line(node.span)
        new = ", ".join(f"{self._written(key)}: {self._written(value)}" for key, value in values.items())
        yield _Edit(start, end, f"{{{new}}}")

    def _written(self, value: bool | int | str, style: str = "") -> str:
        """The value as text, in the quotes that stand there already."""
        if not isinstance(value, str):
            return str(value).lower() if isinstance(value, bool) else str(value)
        if style == "'" and value.isprintable():
            return "'" + value.replace("'", "''") + "'"
        if style == '"' or self.in_quotes or not _SURELY_PLAIN.fullmatch(value):
            return quoted(value)
        return value

    def _entry(self, item: Node, alone: bool = False) -> str:
        """The text before an entry in its line. Raises Refused if there is more than a dash."""
        line = self.starts[item.span.line - 1]
        start, end = self._range(item.span)
        before, after = self.text[line:start], self.text[end : self._next_line(item.span.end_line - 1)]
        if not _ENTRY.fullmatch(before) or (
            alone and (after.strip() or item.span.end_line != item.span.line)
        ):
            raise Refused("its entries are not on lines of their own")
        return before

    def _stay_on_one_line(self, span: Span) -> None:
        if span.line != span.end_line:
            raise Refused("it spans several lines")

    def _source(self, node: Scalar) -> str:
        start, end = self._range(node.span)
        return self.text[start:end]

    def _range(self, span: Span) -> tuple[int, int]:
        return (
            self.starts[span.line - 1] + span.column - 1,
            self.starts[span.end_line - 1] + span.end_column - 1,
        )

    def _next_line(self, line: int) -> int:
        return self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)


def _at(root: Node, path: TreePath) -> Node:
    node: Node | None = root
    for part in path:
        if isinstance(part, int):
            node = node.items[part] if isinstance(node, SequenceNode) and part < len(node.items) else None
        else:
            node = node.get(part) if isinstance(node, MappingNode) else None
    if node is None:
        raise Refused("it is not in the file")
    return node


def _plain(node: Node) -> Tree:
    """The content of a tree, without places and styles."""
    if isinstance(node, Scalar):
        return None if node.is_null else node.text
    if isinstance(node, SequenceNode):
        return [_plain(item) for item in node.items]
    return {key.text: _plain(value) for key, value in node.items}


def _replaced(node: Node, path: TreePath, value: Value) -> Tree:
    """The content of a tree with this value at the path, which must exist."""
    if not path:
        return _tree(value)
    head, rest = path[0], path[1:]
    if isinstance(node, SequenceNode):
        items = enumerate(node.items)
        return [_replaced(item, rest, value) if index == head else _plain(item) for index, item in items]
    assert isinstance(node, MappingNode)
    return {
        key.text: _replaced(item, rest, value) if key.text == head else _plain(item)
        for key, item in node.items
    }


def _tree(value: Value) -> Tree:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


NOTHING_RIGHT = "nothing else could be stated there"
UNDECIDED = "it is undecided"
OTHER_PART = "it is not an expectation"


class Left(NamedTuple):
    """Something that fails and cannot be brought up to date, and why."""

    judgement: Judgement
    why: str


class Change(NamedTuple):
    """A puzzle with its wrong values replaced."""

    file: str
    before: bytes
    after: bytes
    """The same as before where nothing can be written."""
    judged: Judged
    """The answer to the new content."""
    written: int
    """How many values are new."""
    left: tuple[Left, ...]


def changes(found: Iterable[JudgedPuzzle]) -> Iterator[Change]:
    """What would make the puzzles that fail hold again, as far as it can be written; each is judged anew."""
    for each in found:
        if each.judged.failures:
            yield _change(each)


def diff(change: Change) -> str:
    """The change as a unified diff."""
    lines = unified_diff(
        _lines(change.before), _lines(change.after), f"a/{change.file}", f"b/{change.file}", lineterm=""
    )
    return "".join(f"{escape(line)}\n" for line in lines)


def write(change: Change) -> None:
    """Put the new content in place of the old one, whole or not at all.

    Raises UsageError where the file may not be written or is not what was judged; OSError where it fails.
    """
    with open(change.file, "rb") as stream:
        if stream.read() != change.before:
            raise UsageError("the file was changed meanwhile; nothing was written")
    try:
        save(change.file, change.after)
    except PermissionError as error:
        raise UsageError(f"{error.strerror}; nothing was written") from None


def _change(found: JudgedPuzzle) -> Change:
    judged = found.judged
    right = {each.path: each.right for each in judged.failures if each.right is not None}
    after, refused = rewritten(found.content, right)
    left = []
    for each in judged.failures:
        if each.right is None:
            why = UNDECIDED if each.status == "undecided" else NOTHING_RIGHT
            left.append(Left(each, why if each.path[:1] == ("expect",) else OTHER_PART))
        elif each.path in refused:
            left.append(Left(each, refused[each.path]))
    again = judge(judged.file, after) if after != found.content else judged
    return Change(judged.file, found.content, after, again, len(right) - len(refused), tuple(left))


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8", "replace").splitlines()
