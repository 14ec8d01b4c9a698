"""Hexes as people write them: `[3, 4]`, `(3,4)`, `3,4`, or a mark of the drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from tsolve.diagnostics import Diagnostics, Span, suggest
from tsolve.games.gloomhaven.board.hexes import Hex, System, from_offset, named
from tsolve.source.decode import Decoded, Path
from tsolve.source.words import shortened

Pair: TypeAlias = tuple[int, int]

FARTHEST = 9_999
"""The largest coordinate, either side of zero."""

_NUMBER = r"[-−]?[0-9]+"
_ONE = re.compile(rf"\(\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)|({_NUMBER})\s*,\s*({_NUMBER})(?!\w)|([^\W_]+)")
_BETWEEN = re.compile(r"[\s,;]*")

_MOST_PLACES = 100
"""Hexes in one text of which each is looked for; in a longer one all have the place of the text."""

HOW_TO_WRITE = 'a hex is written [3, 4] or "(3,4)"'
_IN_QUOTES = 'in braces and brackets a comma ends a value: put the hex in quotes, "(3,4)", or write it [3, 4]'


class Coordinates:
    """Finds the hexes that one file names, and remembers which marks of its drawing it names."""

    def __init__(
        self, system: System, marks: Mapping[str, Hex], decoded: Decoded[object], found: Diagnostics
    ):
        self.system = system
        self.marks = marks
        self.named: set[str] = set()
        """The marks that the file names."""
        self._decoded, self._found = decoded, found

    def told(self, hex_: Hex) -> str:
        """A hex as the file writes it: `(3,4)`."""
        return named(hex_, self.system)

    def hex(self, path: Path, written: str | Pair) -> Hex | None:
        """The hex that stands at this path of the file; None, with a report, where it says none."""
        hexes = [hex_ for hex_, _ in self.read(written, self._decoded.span(*path), one=True)]
        return hexes[0] if hexes else None

    def hexes(self, path: Path, written: str | Sequence[str | Pair]) -> Iterator[tuple[Hex, Span]]:
        """The hexes of a list or of a text that names several, each with its place."""
        if isinstance(written, str):
            yield from self.entry(path, written)
            return
        for index, each in enumerate(written):
            yield from self.entry((*path, index), each)

    def entry(self, path: Path, written: str | Pair) -> Iterator[tuple[Hex, Span]]:
        """The hexes of one entry of a list, each with its place."""
        return self.read(written, self._decoded.span(*path))

    def read(self, written: str | Pair, span: Span, one: bool = False) -> Iterator[tuple[Hex, Span]]:
        """The hexes that stand at this place; `one`: where only one can be meant."""
        if not isinstance(written, str):
            yield from self._at(written, span)
            return
        parts = list(_parts(written))
        if None in parts or (one and len(parts) != 1):
            message = f'"{shortened(written)}" is not {"a hex" if one else "a list of hexes"}'
            is_cut = written.count("(") != written.count(")")
            self._found.report("E209", message, span, _IN_QUOTES if is_cut else HOW_TO_WRITE)
            return
        for match in parts:
            assert match is not None
            place = span.of(match.group()) if 1 < len(parts) <= _MOST_PLACES else span
            if match[5]:
                yield from self._marked(match[5], place)
            else:
                yield from self._at((_number(match[1] or match[3]), _number(match[2] or match[4])), place)

    def _at(self, pair: Pair, span: Span) -> Iterator[tuple[Hex, Span]]:
        if max(map(abs, pair)) > FARTHEST:
            self._found.report("E205", f"coordinates go up to {FARTHEST:,}, either side of 0", span)
            return
        yield from_offset(*pair) if self.system == "offset" else Hex(*pair), span

    def _marked(self, mark: str, span: Span) -> Iterator[tuple[Hex, Span]]:
        if mark in self.marks:
            self.named.add(mark)
            yield self.marks[mark], span
            return
        message = f'"{shortened(mark)}" is no mark of the drawing'
        if mark.isdecimal():
            self._found.report("E209", f'"{shortened(mark)}" is not a hex', span, _IN_QUOTES)
            return
        if not self.marks:
            message = f'"{shortened(mark)}" is not a hex, and there is no drawing with such a mark'
        self._found.report("E314", message, span, lambda: suggest(mark, self.marks) or self._known_marks())

    def _known_marks(self) -> str:
        return f"its marks are {', '.join(list(self.marks)[:20])}" if self.marks else HOW_TO_WRITE


def _parts(text: str) -> Iterator[re.Match[str] | None]:
    """The hexes and marks that a text names, one after the other; None where it says something else."""
    at = _end_of_blanks(text, 0)
    while at < len(text):
        match = _ONE.match(text, at)
        yield match
        if match is None:
            return
        at = _end_of_blanks(text, match.end())


def _end_of_blanks(text: str, start: int) -> int:
    between = _BETWEEN.match(text, start)
    assert between is not None  # it matches nothing, too
    return between.end()


def _number(text: str) -> int:
    """The number; one of many digits becomes another that is too large as well."""
    digits = text.lstrip("-−").lstrip("0")[:9] or "0"
    return -int(digits) if text[0] in "-−" else int(digits)
