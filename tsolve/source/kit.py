"""What a worker on another machine needs to answer as this process does, and digests of files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tsolve.errors import UsageError
from tsolve.source import project
from tsolve.source.project import own_rulesets, own_rulesets_are, rulesets_path
from tsolve.source.reading import contents

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory


try:
    from _blake2 import blake2b  # hashlib would load OpenSSL first: 3 ms of every start
except ImportError:
    from hashlib import blake2b

ALGORITHM = "blake2b-256"
_PACKAGE = Path(__file__).resolve().parent.parent


def digest(content: bytes) -> str:
    """The digest of some bytes, in hexadecimal digits."""
    return str(blake2b(content, digest_size=32).hexdigest())


def digest_of(parts: Iterable[tuple[str, bytes]]) -> str:
    """One digest over named contents; it also depends on where each of them ends."""
    found = blake2b(digest_size=32)
    for name, content in parts:
        label = name.encode("utf-8", "surrogateescape")
        found.update(f"{len(label)} {len(content)}\0".encode())
        found.update(label)
        found.update(content)
    return str(found.hexdigest())


def files_under(root: Path, suffix: str) -> Iterator[tuple[str, bytes]]:
    """The files of a folder: the path inside it, with `/`, and the content, in a fixed order.

    A file that cannot be read counts as empty.
    """
    names = sorted(
        os.path.relpath(os.path.join(here, name), root).replace(os.sep, "/")
        for here, _, inside in os.walk(root)
        for name in inside
        if name.endswith(suffix)
    )
    for name in names:
        try:
            yield name, contents(root / name)
        except OSError:
            yield name, b""


def code_digest() -> str:
    """The digest of tsolve's own code."""
    return digest_of(files_under(_PACKAGE, ".py"))


T = TypeVar("T")

Files = tuple[tuple[str, bytes], ...]
"""The files of a folder: the path inside it, and the content."""


class Tools(NamedTuple):
    """Digests of tsolve's own code and rulesets."""

    code: str
    rulesets: str


class Kit(NamedTuple):
    """What is sent along with a call."""

    tools: Tools
    own: tuple[Files, ...]
    """The folders of the user's own rulesets, in the order in which they are searched."""
    usual: str = ""
    """The project's defaults (`project.written`)."""


@cache
def tools() -> Tools:
    """The tools of this process."""
    return Tools(code_digest(), digest_of(files_under(rulesets_path(), ".yaml")))


def pack() -> Kit:
    """The kit for calls of this process."""
    return Kit(
        tools(), tuple(tuple(files_under(folder, ".yaml")) for folder in own_rulesets()), project.written()
    )


def misfit(wanted: Tools) -> str:
    """Why this process cannot stand in for one with these tools; empty if it can."""
    mine = tools()
    if mine.code != wanted.code:
        return "its tsolve is another version; install the same one there"
    return "" if mine.rulesets == wanted.rulesets else "its tsolve has different rulesets"


def with_kit(kit: Kit, fn: Callable[..., T], /, *args: Any) -> T:
    """Call `fn(*args)` here as it would be called where the kit was packed.

    Raises UsageError if the tsolve here is a different one.
    """
    if lacks := misfit(kit.tools):
        import socket

        raise UsageError(f"the worker on {socket.gethostname()} cannot help: {lacks}")
    project.mean(kit.usual)
    with own_rulesets_are(tuple(map(_laid_out, kit.own))):
        return fn(*args)


_laying = Lock()
_laid: dict[Files, TemporaryDirectory[str]] = {}


def _laid_out(files: Files) -> Path:
    """A temporary folder with these files, kept until the process ends."""
    from tempfile import TemporaryDirectory

    with _laying:
        if files not in _laid:
            folder = TemporaryDirectory(prefix="tsolve-ruleset-", ignore_cleanup_errors=True)
            for name, content in files:
                target = Path(folder.name, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            _laid[files] = folder
        return Path(_laid[files].name)
