"""Reads all input: files, open streams and standard input, each up to a limit."""

from __future__ import annotations

import errno
import os
import re
import select
import stat
import sys
from collections.abc import Iterator
from typing import TypeAlias

from tsolve.errors import Diagnostic, MissingFileError, Span, TsolveError, UnreadableError

MAX_BYTES = 1 << 20
"""The largest size of a file that people write, in bytes."""

FilePath: TypeAlias = str | os.PathLike[str]
"""How a file is named."""

STANDARD_INPUT = "-"

_OPEN = r"/dev/stdin|/(?:dev|proc/self)/fd/(?P<number>[0-9]{1,4})"
"""A stream opened by the shell; `<(command)` becomes such a path."""
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
"""How many streams are being read at the moment."""


class NoFileError(TsolveError, OSError):
    """The path does not lead to a regular file."""


def contents(path: FilePath, most: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file or an open stream, at most one more than `most`.

    Raises NoFileError for anything else, OSError if it cannot be read.
    """
    try:
        name = os.fspath(path)
        if name.startswith(("/dev/", "/proc/")) and (position := re.fullmatch(_OPEN, name)):
            return _all_of(int(position["number"] or 0), most)
        _refuse_irregular(os.stat(path))
        stream = os.open(path, _FLAGS)
    except ValueError as error:  # the path holds a NUL
        raise OSError(errno.EINVAL, str(error)) from None
    try:
        _refuse_irregular(os.fstat(stream))
        return _all_of(stream, most)
    finally:
        os.close(stream)


def read_bytes(path: FilePath) -> bytes:
    """The bytes of a file that was named, at most one more than `MAX_BYTES`; `-` is standard input.

    Raises:
        UnreadableError: the path is not a file (E102) or cannot be read (E101).
    """
    try:
        return _standard_input() if path == STANDARD_INPUT else contents(path)
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: FilePath, error: OSError) -> UnreadableError:
    """The error for a file that cannot be read."""

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
    """Whether a stream is being read at the moment; the user may still have to type the input."""
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
        except BlockingIOError:  # the stream does not block, but half a file is no use: wait
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
