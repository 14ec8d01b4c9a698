"""Collects problems of a file, each with a code and its place.

Texts from files and file names are always escaped before they are shown or written: by `escape`, or by
`quoted` where a program reads them again. So a card name cannot colour a terminal, reverse or hide part of a
line, or give commands to a CI runner.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Self

import msgspec

from tsolve.errors import Diagnostic, InputError, Span, UsageError, escape, escape_character
from tsolve.regex import Regex

__all__ = [
    "Diagnostic",
    "Diagnostics",
    "Hint",
    "Span",
    "counted",
    "did_you_mean",
    "escape",
    "input_error",
    "located",
    "quoted",
    "suggest",
    "without_orders",
]

MAX_ITEMS = 100
"""The most problems that one collector keeps."""

CUT_OFF = "E119"
"""The code of the last entry when some problems were not kept."""

_HIDDEN = "[^\n\x20-\x7e\U00010000-\U0010ffff]"
"""The characters to escape in JSON. Not those beyond U+FFFF: YAML does not read JSON's surrogate pairs."""

MOST_QUOTED = 200
"""The most characters of a text that a message quotes."""

_LONG = Regex(rf'("[^"]{{{MOST_QUOTED}}})[^"]+(")')

_QUOTED = Regex(r'"([^"]+)"')
_ORDERS = ("::", "##[")
_WRITABLE = 0.75
"""How like the written word a name must be for `--fix` to offer it: two of eight letters may be others."""


class Hint(str):
    """A hint with the only text that may be meant `instead` of the one at its place."""

    instead: str

    def __new__(cls, text: str, instead: str) -> Self:
        hint = super().__new__(cls, text)
        hint.instead = instead
        return hint

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        """Both texts, for another process."""
        return type(self), (str(self), self.instead)


class Diagnostics:
    """Collects findings, so that one run reports all of them. Keeps the first `MAX_ITEMS`."""

    def __init__(self) -> None:
        self._items: list[Diagnostic] = []
        self._dropped = False
        self.read_as: dict[Span, str] = {}
        """What was taken for something else than is written, by its place: people are told."""
        self.doubts: list[str] = []
        """What cannot be so on a table, and is answered all the same: people are told."""

    def __len__(self) -> int:
        return len(self._items)

    @property
    def items(self) -> tuple[Diagnostic, ...]:
        """The findings in the order of their places; those without a place come first."""
        return tuple(sorted(self._items, key=_place))

    @property
    def full(self) -> bool:
        """Whether no further finding is kept, so that there is no use in looking for more."""
        return len(self._items) >= MAX_ITEMS

    def report(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        help: str | Callable[[], str] = "",  # noqa: A002 (the field's name)
        related: Iterable[tuple[str, Span]] = (),
    ) -> None:
        """Add a finding. `help` may be a function where it is costly to compute, such as a suggestion."""
        if self.full:
            self._dropped = True
            return
        text = help if isinstance(help, str) else help()
        instead = text.instead if isinstance(text, Hint) else ""
        excerpt = span.text if span else ""
        self._items.append(
            Diagnostic(code, _brief(message), span, _brief(str(text)), excerpt, tuple(related), instead)
        )

    def doubt(self, message: str, span: Span | None = None) -> None:
        """Tell, with its line, that the table cannot be as it is written; it is played as written."""
        place = f" (line {span.line})" if span is not None and span.line_in_file is not None else ""
        if (told := _brief(message) + place) not in self.doubts and len(self.doubts) < MAX_ITEMS:
            self.doubts.append(told)

    def raise_if_any(self) -> None:
        """Raise `InputError` with every finding, if there is one."""
        if not self._items:
            return
        more = (Diagnostic(CUT_OFF, "more problems are not shown"),) if self._dropped else ()
        raise InputError(self.items + more)


def input_error(code: str, message: str, span: Span | None = None, help: str = "") -> InputError:  # noqa: A002
    """An `InputError` that holds a single finding, ready to be raised."""
    found = Diagnostics()
    found.report(code, message, span, help)
    return InputError(found.items)


def _brief(message: str) -> str:
    """The message with the long texts that it quotes cut short: the file has them in full."""
    return _LONG.sub(r"\1...\2", message) if len(message) > MOST_QUOTED else message


@contextmanager
def located(place: Span) -> Iterator[None]:
    """Problems found inside get this place, unless they have one of their own."""
    try:
        yield
    except UsageError as error:
        raise input_error("E210", str(error), place) from None
    except InputError as error:
        raise InputError(each if each.span else _placed(each, place) for each in error.diagnostics) from None


def _placed(diagnostic: Diagnostic, place: Span) -> Diagnostic:
    """At this place, or at what the message quotes of it: only there is what was meant `instead`."""
    quoted = _QUOTED.search(diagnostic.message)
    exact = place.of(quoted[1]) if quoted else place
    instead = diagnostic.instead if quoted and exact.written == quoted[1] else ""
    return msgspec.structs.replace(diagnostic, span=exact, excerpt=place.text, instead=instead)


def suggest(word: str, candidates: Iterable[str], cutoff: float = 0.65) -> str:
    """`did you mean "x"?` for the up to three nearest candidates, or "" when nothing is near.

    A single one that is near enough is a `Hint`, which `check --fix` offers to write. For a candidate that
    differs in capitals only: `it is written "X"`.
    """
    if not word or len(word) > 64:  # the comparison is quadratic in the length
        return ""
    from difflib import get_close_matches  # late: only files with mistakes need it

    by_folded = {candidate.casefold(): candidate for candidate in candidates}
    if meant := by_folded.get(word.casefold()):
        return Hint(f'it is written "{meant}"', meant)
    near = get_close_matches(word.casefold(), by_folded, n=3, cutoff=cutoff)
    if not near:
        return ""
    text = did_you_mean([by_folded[match] for match in near])
    return text if get_close_matches(word.casefold(), near, cutoff=_WRITABLE) else str(text)


def did_you_mean(candidates: Sequence[str]) -> str:
    """`did you mean "x" or "y"?`; empty for none."""
    if not candidates:
        return ""
    text = f"did you mean {' or '.join(map(_in_quotes, candidates))}?"
    return Hint(text, candidates[0]) if len(candidates) == 1 else text


def _in_quotes(text: str) -> str:
    return f'"{text}"'


def counted(names: Iterable[str]) -> list[str]:
    """Each name once, with its count (`2 x Stone`), in the order in which they first appear."""
    return [f"{count} x {name}" if count > 1 else name for name, count in Counter(names).items()]


def quoted(value: object, indent: int | None = None) -> str:
    """Plain data as JSON that YAML reads the same way; invisible characters are escaped."""
    import json  # not needed by a check

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text if text.isprintable() else re.sub(_HIDDEN, _quoted_character, text)


def without_orders(line: str) -> str:
    """The line, changed at its start where GitHub's runner would take it for a command."""
    stripped = line.lstrip()
    if stripped.startswith(_ORDERS):
        return line[: len(line) - len(stripped)] + "\\" + stripped
    return line


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (span.file, span.line, span.column) if span else ("", 0, 0)


def _quoted_character(match: re.Match[str]) -> str:
    character = match.group()
    return character if escape_character(character) == character else f"\\u{ord(character):04x}"
