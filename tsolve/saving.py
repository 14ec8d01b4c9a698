"""Writing files: whole or not at all.

A file is written as a copy in the same folder and then moved into place, so that nobody ever reads half of
one and a full disk loses nothing. A file that is replaced keeps its permissions, owner and hard links.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from tsolve.errors import UsageError


def save_output(path: str, text: str, inputs: Iterable[str] = (), instead: str = "") -> None:
    """Write what a person asked for, as UTF-8.

    `inputs` are the files that the answer was made from; they are never overwritten. With `instead`, no
    existing file is overwritten: the error says so, and `instead` is its advice. Raises UsageError where the
    file cannot be written.
    """
    check_output(path, inputs, instead)
    content = text.encode("utf-8", "replace")
    try:
        if instead:
            save_new(path, content)
        else:
            save(path, content)
    except FileExistsError:
        raise UsageError(f"{path} exists; {instead}") from None
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def check_output(path: str, inputs: Iterable[str] = (), instead: str = "") -> None:
    """Check before any work that `save_output` can write there. Raises UsageError if not."""
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise UsageError(f"{path}: there is no such folder")
    if os.path.islink(path) and not os.path.exists(path):
        raise UsageError(f"{path}: this link leads to {os.readlink(path)}, which does not exist")
    if os.path.isdir(path):
        raise UsageError(f"{path}: this is a folder, not a file")
    if os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(f"{path}: this is a device or a pipe, not an ordinary file")
    if any(_is_same(path, each) for each in inputs):
        raise UsageError(f"{path}: this is one of the input files, which are never overwritten")
    if instead and os.path.lexists(path):
        raise UsageError(f"{path} exists; {instead}")


def _is_same(path: str, other: str) -> bool:
    """Whether both paths lead to the same file."""
    with suppress(OSError):
        return os.path.samefile(path, other)
    return False


def save_new(path: str, content: bytes) -> None:
    """Write a file that does not exist yet. Raises FileExistsError if it does, and OSError."""
    with _aside(path, content) as aside:
        try:
            os.link(aside, path)  # unlike renaming, this never replaces a file
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path) from None
            os.rename(aside, path)


def save(path: str, content: bytes) -> None:
    """Write a file, or replace the content of an existing one. Raises OSError.

    Symbolic links are followed; hard links are kept.
    """
    path = os.path.realpath(path)
    known = os.stat(path) if os.path.exists(path) else None
    if known is not None and not _may_be_written(path, known):
        raise PermissionError(errno.EACCES, "the file is read-only", path)
    with _aside(path, content) as aside:
        if known is None or (known.st_nlink == 1 and _made_alike(aside, path, known)):
            os.replace(aside, path)
        else:  # write into the file itself, to keep links and owner; the copy proves that there is room
            _write_into(path, content)


def save_cached(path: str, content: bytes) -> None:
    """Write a file that only this program reads, in place of any file of that name. Raises OSError."""
    with _aside(path, content, lasting=False) as aside:
        os.replace(aside, path)


@contextmanager
def _aside(path: str, content: bytes, lasting: bool = True) -> Iterator[str]:
    """A complete copy in the same folder, under a short name that no other process uses.

    If `lasting`, the copy is flushed to the disk before it replaces anything.
    """
    name = f".tsolve-{os.getpid()}-{os.urandom(4).hex()}.tmp"
    aside = os.path.join(os.path.dirname(path), name)
    try:
        with open(aside, "xb") as stream:
            stream.write(content)
            stream.flush()
            if lasting:
                os.fsync(stream.fileno())
        yield aside
    finally:
        with suppress(FileNotFoundError):
            os.unlink(aside)


def _may_be_written(path: str, known: os.stat_result) -> bool:
    """Whether the file's permissions allow writing; they count even for a process with root's rights."""
    return bool(known.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)) and os.access(path, os.W_OK)


def _made_alike(aside: str, path: str, known: os.stat_result) -> bool:
    """Give the copy the owner, permissions and attributes of the file; False where that is not allowed."""
    made = os.stat(aside)
    try:
        if (made.st_uid, made.st_gid) != (known.st_uid, known.st_gid):
            os.chown(aside, known.st_uid, known.st_gid)
        shutil.copystat(path, aside)
        os.utime(aside)
    except OSError:
        return False
    return True


def _write_into(path: str, content: bytes) -> None:
    """Write into the file itself; if that fails, restore its old content."""
    with open(path, "r+b") as stream:
        before = stream.read()
        try:
            _overwrite(stream.fileno(), content)
        except OSError:
            _overwrite(stream.fileno(), before)
            raise


def _overwrite(descriptor: int, content: bytes) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    os.ftruncate(descriptor, len(content))
    os.fsync(descriptor)
