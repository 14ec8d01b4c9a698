"""Where the data files that come with tsolve are found, and those that people bring."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import msgspec

from tsolve.errors import UsageError

_PACKAGE = Path(__file__).resolve().parent.parent

HEAD = "ruleset.yaml"
"""The file with which every ruleset begins."""

SEARCH_PATH = "TSOLVE_RULESET_PATH"
"""The environment variable with folders of one's own rulesets; it also reaches workers of this process."""


def rulesets_path() -> Path:
    """The folder of the rulesets: the one inside an installed wheel, else the one of the checkout."""
    packaged = _PACKAGE / "rulesets"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "rulesets"


_instead: ContextVar[tuple[Path, ...] | None] = ContextVar("instead", default=None)


@contextmanager
def own_rulesets_are(folders: tuple[Path, ...]) -> Iterator[None]:
    """While the body runs, search these folders and no others that people bring."""
    before = _instead.set(folders)
    try:
        yield
    finally:
        _instead.reset(before)


def own_rulesets() -> tuple[Path, ...]:
    """The folders of rulesets that people bring, in the order in which they are searched."""
    instead = _instead.get()
    if instead is not None:
        return instead
    return tuple(Path(folder) for folder in os.environ.get(SEARCH_PATH, "").split(os.pathsep) if folder)


class Wanted(msgspec.Struct, frozen=True):
    """A folder that somebody wants searched, and where that is said: an option, a variable, a file."""

    by: str
    folder: Path


def search(wanted: Iterable[Wanted]) -> None:
    """From now on search exactly these folders, each once, in this order, before the rulesets of tsolve.

    Raises UsageError for a folder that holds no ruleset: it would change nothing, and nobody would notice.
    """
    found: dict[str, None] = {}
    for each in wanted:
        place = os.path.abspath(each.folder)
        if os.pathsep in place:
            raise UsageError(f"{each.by}: the path of a ruleset cannot hold {os.pathsep!r}: {place!r}")
        if why := lacks(each.folder):
            raise UsageError(f"{each.by}: {each.folder}: {why}")
        found[place] = None
    if found:
        os.environ[SEARCH_PATH] = os.pathsep.join(found)


def lacks(folder: Path) -> str:
    """Why a folder is no ruleset, as far as can be told from outside; empty where it may be one."""
    if not folder.exists():
        return "there is no such folder"
    if not folder.is_dir():
        return "this is no folder"
    return "" if (folder / HEAD).is_file() else f"the folder holds no {HEAD}"
