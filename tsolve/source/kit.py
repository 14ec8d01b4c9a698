"""What a worker on another machine needs to answer as this process does.

It must have the same tsolve; the rulesets that people bring are sent to it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tsolve.errors import UsageError
from tsolve.source import usual
from tsolve.source.digests import code_digest, digest_of, files_under
from tsolve.source.locations import own_rulesets, own_rulesets_are, rulesets_path

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

T = TypeVar("T")

Files = tuple[tuple[str, bytes], ...]
"""The files of a folder by their path inside it, and what they hold."""


class Tools(NamedTuple):
    """What judges: digests of tsolve's own code and rulesets."""

    code: str
    rulesets: str


class Kit(NamedTuple):
    """What a call takes along."""

    tools: Tools
    own: tuple[Files, ...]
    """The rulesets that people bring, in the order in which they are searched."""
    usual: str = ""
    """What is meant where a position does not say."""


@cache
def tools() -> Tools:
    """The tools of this process."""
    return Tools(code_digest(), digest_of(files_under(rulesets_path(), ".yaml")))


def pack() -> Kit:
    """The kit for calls of this process."""
    return Kit(
        tools(), tuple(tuple(files_under(folder, ".yaml")) for folder in own_rulesets()), usual.written()
    )


def misfit(wanted: Tools) -> str:
    """Why this process cannot answer in the place of one with these tools; empty where it can."""
    mine = tools()
    if mine.code != wanted.code:
        return "its tsolve is another version; install the same one there"
    return "" if mine.rulesets == wanted.rulesets else "the rulesets of its tsolve are others"


def with_kit(kit: Kit, fn: Callable[..., T], /, *args: Any) -> T:
    """Call `fn(*args)` here as it would be called where the kit was packed.

    Raises UsageError where that cannot be: the tsolve here is another one.
    """
    if lacks := misfit(kit.tools):
        import socket

        raise UsageError(f"the worker on {socket.gethostname()} cannot help: {lacks}")
    usual.mean(kit.usual)
    with own_rulesets_are(tuple(map(_laid_out, kit.own))):
        return fn(*args)


_laying = Lock()
_laid: dict[Files, TemporaryDirectory[str]] = {}


def _laid_out(files: Files) -> Path:
    """A folder with these files, until the process ends."""
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
