"""The one way to read what others give: files, open streams and standard input, each up to a limit, as
clean text before YAML sees anything.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import select
import stat
import sys
from collections.abc import Iterator
from typing import TypeAlias

from tsolve.diagnostics import Diagnostics, input_error
from tsolve.errors import Diagnostic, MissingFileError, Span, TsolveError, UnreadableError

MAX_BYTES = 1 << 20
"""Size of a file that people write, in bytes."""

FilePath: TypeAlias = str | os.PathLike[str]
"""How a file is named."""

STANDARD_INPUT = "-"

_OPEN = r"/dev/stdin|/(?:dev|proc/self)/fd/(?P<number>[0-9]{1,4})"
"""A stream that the shell opened for us; `<(command)` is written so."""
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)
_AT_ONCE = 1 << 16
_KINDS = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


_reading = 0
"""How many streams are being read just now."""


class NoFileError(TsolveError, OSError):
    """A path leads to something else than a regular file."""


def contents(path: FilePath, most: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file or of an open stream, at most one more than `most`.

    Raises NoFileError for anything else, OSError for what cannot be read.
    """
    try:
        name = os.fspath(path)
        if name.startswith(("/dev/", "/proc/")) and (opened := re.fullmatch(_OPEN, name)):
            return _all_of(int(opened["number"] or 0), most)
        _refuse_irregular(os.stat(path))
        stream = os.open(path, _FLAGS)
    except ValueError as error:  # a NUL in the path
        raise OSError(errno.EINVAL, str(error)) from None
    try:
        _refuse_irregular(os.fstat(stream))
        return _all_of(stream, most)
    finally:
        os.close(stream)


def read_bytes(path: FilePath) -> bytes:
    """The bytes of a file that was named, at most one more than `MAX_BYTES`; `-` is standard input.

    Raises:
        UnreadableError: the path is no file (E102) or cannot be read (E101).
    """
    try:
        return _standard_input() if path == STANDARD_INPUT else contents(path)
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: FilePath, error: OSError) -> UnreadableError:
    """What to say of a file that cannot be read."""

    reason = error.strerror or str(error)
    code, message = "E101", f"the file cannot be read: {reason.lower()}"
    if isinstance(error, FileNotFoundError):
        message = "there is no such file"
    elif isinstance(error, IsADirectoryError):
        code, message = "E102", "this is a directory, not a file"
    elif isinstance(error, NoFileError):
        code, message = "E102", reason
    kind = MissingFileError if isinstance(error, FileNotFoundError) else UnreadableError
    found = Diagnostic(code, message, Span(shown(path), 1, 1, 1, 1))
    return kind((found,), error.errno, error.strerror, os.fspath(path))


def shown(path: FilePath) -> str:
    """What the file is called in messages."""
    return "<stdin>" if path == STANDARD_INPUT else os.fspath(path)


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return _all_of(sys.stdin.fileno(), MAX_BYTES)


def is_reading() -> bool:
    """Whether something is being read just now, which somebody may have to type first."""
    return _reading > 0


def _all_of(stream: int, most: int) -> bytes:
    """What is left of an open stream, at most one byte more than `most`."""
    global _reading
    _reading += 1
    try:
        return b"".join(_parts(stream, most + 1))
    finally:
        _reading -= 1


def _parts(stream: int, left: int) -> Iterator[bytes]:
    """The next bytes of a stream, at most so many."""
    while left:
        try:
            part = os.read(stream, min(left, _AT_ONCE))
        except BlockingIOError:  # somebody made the stream so; half a file would be another file
            select.select([stream], [], [])
            continue
        if not part:
            break
        yield part
        left -= len(part)


def _refuse_irregular(status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode):
        return
    kind = next((name for is_so, name in _KINDS if is_so(status.st_mode)), "something else")
    raise NoFileError(errno.EINVAL, f"this is {kind}, not a file")


# What YAML itself calls printable; everything else hides from the reader of a file or a terminal.
CONTROL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")  # the line breaks of YAML 1.1, as its parser counts


class Text:
    """A decoded file that hands out spans, which share its lines."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.lines = LINE_BREAK.split(text)

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """A span from positions counted from 0; a position behind the last character is drawn back to it."""
        if line >= len(self.lines) or (line == len(self.lines) - 1 and line and not self.lines[line]):
            line = max(i for i, content in enumerate(self.lines) if content or i == 0)
            column = len(self.lines[line])
        if (end_line, end_column) < (line, column):
            end_line, end_column = line, column
        return Span(self.file, line + 1, column + 1, end_line + 1, end_column + 1, self.lines[line])

    def span_at(self, start: int, end: int) -> Span:
        """The span of `text[start:end]`."""
        line, column = _position(self.text, start)
        return self.span(line, column, line, column + end - start)


def clean_text(source: bytes | str, file: str) -> Text:
    """Decode and check a whole file.

    Raises:
        InputError: too large (E103), not UTF-8 (E105), control characters (E106).
    """
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    start = Span(file, 1, 1, 1, 1)
    if len(data) > MAX_BYTES:
        raise input_error("E103", f"the file is larger than {MAX_BYTES:,} bytes", start)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise input_error("E105", "the file is not UTF-8 but UTF-16", start, "save the file as UTF-8")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = Text(data.decode("utf-8", "surrogatepass" if isinstance(source, str) else "strict"), file)
    except UnicodeDecodeError as error:
        line, column = _position(data[: error.start].decode("utf-8"), None)
        place = Span(file, line + 1, column + 1, line + 1, column + 2)
        message = f"the file is not UTF-8: byte 0x{data[error.start]:02x} does not fit"
        raise input_error("E105", message, place, "save the file as UTF-8") from None
    diagnostics = Diagnostics()
    for match in CONTROL.finditer(text.text):
        report_control(diagnostics, match.group(), text.span_at(*match.span()))
        if diagnostics.full:  # a binary file; finding each place again is quadratic
            break
    diagnostics.raise_if_any()
    return text


def report_control(diagnostics: Diagnostics, character: str, span: Span) -> None:
    """Report one control character."""
    message = f"control character U+{ord(character):04X} is not allowed"
    diagnostics.report("E106", message, span, "remove it")


def _position(text: str, index: int | None) -> tuple[int, int]:
    """Line and column, from 0, of an index into the text (None: its end)."""
    end = len(text) if index is None else index
    line, start = 0, 0
    for match in LINE_BREAK.finditer(text, 0, end):
        line, start = line + 1, match.end()
    return line, end - start
