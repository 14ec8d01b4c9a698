"""Parses YAML into a tree, under limits that keep hostile files harmless.

The tree is built from parser events alone, not by PyYAML's composer or constructor: so no tag can run code,
no alias can multiply data, and deep nesting is refused before any recursion.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import yaml

from tsolve.diagnostics import Diagnostics, Hint
from tsolve.errors import Span
from tsolve.regex import Regex
from tsolve.source.reading import FilePath, read_bytes, shown
from tsolve.source.text import CONTROL, Text, clean_text, report_control
from tsolve.source.tree import INTEGER, MappingNode, Node, Scalar, SequenceNode, shortened

MAX_DEPTH = 32
"""Nested collections, the outermost included."""

MAX_NODES = 50_000
"""Scalars, keys and collections in a file."""

MAX_SCALAR_BYTES = 1 << 16
"""Length of one text, in bytes of UTF-8."""

NUMBERED = Regex(r"\s+(?P<number>#[0-9]+)(?!\w)")
"""A comment that begins like the number of a copy (`#2`)."""

_UNSPACED = Regex(r"\s*(?:- *)?\w+:[^\s/]")
"""A key with no space between its colon and its value."""

_WITH_COLON = Regex(r"""\s*\w[\w -]*: +(?P<value>\w[^"'#{}\[\]]*: [^"'#{}\[\]]*[^"'#{}\[\]\s])\s*""")
"""A key with a text that holds a colon and a blank."""

_TOO_DEEP = f"lists and mappings are nested more than {MAX_DEPTH} levels deep"
_INDENT = "indent no line of a text less than its first line"

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser that gives the events; the one in C where PyYAML was built with it."""


def parse_file(path: FilePath) -> Node:
    """Read and parse a YAML file (`-`: standard input); see `parse`. Spans hold the path as given.

    Raises:
        InputError: as `parse`, and when the file cannot be read (E101, E102).
    """
    return parse(read_bytes(path), shown(path))


def parse(text: bytes | str, file: str) -> Node:
    """Parse one YAML document into a tree with spans.

    Raises:
        InputError: with every problem found (E103 to E116); nothing else is ever raised.
    """
    return _Builder(clean_text(text, file)).build()


class _Open:
    """A collection that has begun and not yet ended."""

    __slots__ = ("children", "is_mapping", "start")

    def __init__(self, is_mapping: bool, start: Any) -> None:
        self.is_mapping = is_mapping
        self.start = start
        self.children: list[Node] = []


class _Stop(Exception):  # noqa: N818 (not an error: it ends the reading)
    """The rest of the file is not worth reading."""


class _Builder:
    def __init__(self, text: Text) -> None:
        self.text = text
        self.diagnostics = Diagnostics()
        self.stack: list[_Open] = []
        self.root: Node | None = None
        self.nodes = 0
        self.numbered = {n for n, line in enumerate(text.lines) if "#" in line and NUMBERED.search(line)}
        """Lines with a comment such as `#2`."""
        self.cut_off = -1
        self.opened: tuple[Span, str] | None = None
        """The `|` of a text that ends too early, and the one with which all its lines belong to it."""
        """The line that may be meant as part of the text above it; -1 for none."""

    def build(self) -> Node:
        with suppress(_Stop):
            for event in self._events():
                self._take(event)
        self.diagnostics.raise_if_any()
        root = self.root
        if root is None or (isinstance(root, Scalar) and root.is_null):
            start = self.text.span(0, 0, 0, 0)
            self.diagnostics.report("E104", "the file holds no data", start)
            self.diagnostics.raise_if_any()
        assert root is not None
        return root

    def _events(self) -> Iterator[Any]:
        """The events; a syntax error is reported and ends them."""
        parser = None
        try:
            parser = LOADER(self.text.text)
            yield from iter(parser.get_event, None)
        except yaml.MarkedYAMLError as error:
            self._syntax_error(error)
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            # The pure Python parser fails without a place on escapes beyond Unicode.
            message = " ".join(str(error).split())
            self.diagnostics.report("E107", f"not valid YAML: {message}", self.text.span(0, 0, 0, 0))
        finally:
            if parser is not None:
                parser.dispose()

    def _syntax_error(self, error: yaml.MarkedYAMLError) -> None:
        mark = error.problem_mark or error.context_mark
        span = self.text.span(mark.line, mark.column, mark.line, mark.column + 1) if mark else None
        related: tuple[tuple[str, Span], ...] = ()
        opening = error.context_mark
        if error.context and opening and mark and (opening.line, opening.column) != (mark.line, mark.column):
            place = self.text.span(opening.line, opening.column, opening.line, opening.column)
            related = ((error.context, place),)
        problem = error.problem or ""
        if "maximum nesting depth" in problem:  # a limit of PyYAML from 6.0.4, met before ours
            self.diagnostics.report("E108", _TOO_DEEP, span)
            return
        at = span.text[span.column - 1 : span.column] if span else ""
        hint = ""
        if "cannot start any token" in problem and at == "\t":
            hint = "indent with spaces, not with tabs"
        elif "cannot start any token" in problem:
            hint = f'put a text that begins with "{at}" in quotes'
        elif mark and mark.line == self.cut_off and self.opened:
            problem = f"line {mark.line + 1} is indented less than the first line of this text"
            (span, sign), related = self.opened, ()
            hint = Hint(f"{_INDENT}, or begin it with `{sign}`", sign)
        elif mark and mark.line == self.cut_off:
            hint = _INDENT
        elif mark and self._lacks_a_blank((opening or mark).line, mark.line):
            hint = "write a space after the colon"
        elif "mapping values" in problem:
            hint = "put a text that holds a colon in quotes"
            if mark and (found := _WITH_COLON.fullmatch(self.text.lines[mark.line])):
                span = self.text.span(mark.line, found.start("value"), mark.line, found.end("value"))
                hint = Hint(hint, f'"{found["value"]}"')
        self.diagnostics.report("E107", f"not valid YAML: {problem}", span, hint, related)

    def _lacks_a_blank(self, first: int, last: int) -> bool:
        """Whether one of these lines, or the one before them, has a key without a space after its colon."""
        return any(map(_UNSPACED.match, self.text.lines[max(first - 1, 0) : last + 1]))

    def _take(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            if event.anchor is not None or event.tag is not None:
                self._refuse_properties(event)
            self._add(self._scalar(event))
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self._close(event)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self._refuse_properties(event)
            self._open(event, kind is yaml.MappingStartEvent)
        elif kind is yaml.AliasEvent:
            span = self._span(event)
            self.diagnostics.report("E111", "aliases are not allowed", span, "write the value out")
            self._add(Scalar("*", span, quoted=True))
        elif kind is yaml.DocumentStartEvent and self.root is not None:
            message = "a second document begins here; a file holds one"
            self.diagnostics.report("E114", message, self._span(event))
            raise _Stop

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return self.text.span(start.line, start.column, end.line, end.column)

    def _scalar(self, event: Any) -> Scalar:
        value: str = event.value
        span = self._span(event)
        if len(value) > MAX_SCALAR_BYTES // 4 and len(value.encode("utf-8", "replace")) > MAX_SCALAR_BYTES:
            self.diagnostics.report("E110", f"this text is longer than {MAX_SCALAR_BYTES:,} bytes", span)
        if self.numbered and event.end_mark.line in self.numbered:
            self._refuse_numbered_comment(value, event)
        style = event.style
        if not style:
            return Scalar(value, span)
        if style == '"' and (hidden := CONTROL.search(value)):
            # from an escape such as "\0"; the raw text has none
            report_control(self.diagnostics, hidden.group(), span)
        if style in ("|", ">"):
            self._look_below(event)
        return Scalar(value, span, True, self._lines(value, event) if style == "|" else ())

    def _lines(self, value: str, event: Any) -> tuple[Span, ...]:
        """The places of the lines of a text after `|`, each without its indentation."""
        first = event.start_mark.line + 1
        found: list[Span] = []
        for line, text in enumerate(value.removesuffix("\n").split("\n"), first):
            if line >= len(self.text.lines) or not self.text.lines[line].endswith(text):
                return ()  # the parser has replaced some line breaks
            end = len(self.text.lines[line])
            found.append(self.text.span(line, end - len(text), line, end))
        return tuple(found)

    def _look_below(self, event: Any) -> None:
        """Refuse a comment that may be meant as a line of the text above it. A line indented less than the
        first one ends the text: if it begins with `#` it is a comment; most others break the file.
        """
        line = event.end_mark.line
        below = self.text.lines[line] if line < len(self.text.lines) else ""
        key = self.text.lines[event.start_mark.line]
        indent = len(below) - len(below.lstrip(" "))
        if indent == len(below) or indent <= len(key) - len(key.lstrip(" ")):
            return
        self.cut_off = line
        self.opened = self._opened(event.start_mark, len(key) - len(key.lstrip(" ")))
        if below[indent] == "#":
            message = "this line begins a comment and is no part of the text above it, which is indented more"
            help_ = f"{_INDENT}; a comment that is meant is indented no more than the key"
            span = self.text.span(line, indent, line, len(below))
            if self.opened is not None:
                span, sign = self.opened
                message = (
                    f"line {line + 1} begins a comment and is no part of this text, which is indented more"
                )
                help_ = Hint(f"{_INDENT}, or begin it with `{sign}`", sign)
            self.diagnostics.report("E117", message, span, help_)

    def _opened(self, mark: Any, indent: int) -> tuple[Span, str] | None:
        """The `|` at the end of a line, and with it how far the lines below it are indented at the least."""
        if self.text.lines[mark.line][mark.column :].rstrip() != "|":
            return None
        found = []
        for line in self.text.lines[mark.line + 1 :]:
            here = len(line) - len(line.lstrip(" "))
            if line.strip() and here <= indent:
                break
            if line.strip():
                found.append(here)
        least = min(found, default=0) - indent
        span = self.text.span(mark.line, mark.column, mark.line, mark.column + 1)
        return (span, f"|{least}") if 1 <= least <= 9 else None

    def _refuse_numbered_comment(self, value: str, event: Any) -> None:
        """Refuse a comment such as `#2` that may be meant as the end of the text before it."""
        line, end = event.end_mark.line, event.end_mark.column
        found = NUMBERED.match(self.text.lines[line], end)
        if found is None or (not event.style and INTEGER.fullmatch(value)):
            return
        number = found["number"]
        place = self.text.span(line, found.end() - len(number), line, found.end())
        message = f'"{number}" begins a comment here and is no part of the text before it'
        help_ = (
            f'put the text in quotes, "{shortened(value)} {number}"; a copy is also named without a #, as in '
            f'"second CARD"; a comment has a space after its #'
        )
        self.diagnostics.report("E117", message, place, help_)

    def _refuse_properties(self, event: Any) -> None:
        if event.anchor is not None:
            help_ = "write the value out where it is needed"
            self.diagnostics.report("E111", "anchors are not allowed", self._span(event), help_)
        if event.tag is not None:
            message = f"the tag {_shown_tag(event.tag)} is not allowed"
            help_ = "remove it; the field decides the type of its value"
            self.diagnostics.report("E113", message, self._span(event), help_)

    def _add(self, node: Node) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.diagnostics.report("E109", f"the file holds more than {MAX_NODES:,} values", node.span)
            raise _Stop
        if self.stack:
            self.stack[-1].children.append(node)
        else:
            self.root = node

    def _open(self, event: Any, is_mapping: bool) -> None:
        if len(self.stack) == MAX_DEPTH:
            self.diagnostics.report("E108", _TOO_DEEP, self._span(event))
            raise _Stop
        self.stack.append(_Open(is_mapping, event))

    def _close(self, event: Any) -> None:
        position = self.stack.pop()
        start, children = position.start.start_mark, position.children
        if position.start.flow_style or not children:
            end_line, end_column = event.end_mark.line, event.end_mark.column
        else:  # to the parser, a block ends where the next item begins; to a reader, with its last value
            last = children[-1].span
            end_line, end_column = last.end_line - 1, last.end_column - 1
        span = self.text.span(start.line, start.column, end_line, end_column)
        self._add(
            self._mapping(children, span) if position.is_mapping else SequenceNode(tuple(children), span)
        )

    def _mapping(self, children: list[Node], span: Span) -> MappingNode:
        seen: dict[str, Scalar] = {}
        items: list[tuple[Scalar, Node]] = []
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                self.diagnostics.report("E116", "a key must be a text", key.span)
                continue
            if key.text == "<<" and not key.quoted:
                self.diagnostics.report("E112", "merge keys are not allowed", key.span, "write the keys out")
            elif key.text in seen:
                related = (("first given here", seen[key.text].span),)
                message = f'the key "{key.text[:64]}" is given twice'
                self.diagnostics.report("E115", message, key.span, related=related)
            else:
                seen[key.text] = key
                items.append((key, value))
        return MappingNode(tuple(items), span)


def _shown_tag(tag: str) -> str:
    """The tag as people write it (`!!type`)."""
    return tag[:64].replace("tag:yaml.org,2002:", "!!", 1)
