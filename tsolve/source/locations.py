"""Where the data files that come with tsolve are found, and those that people bring."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent

SEARCH_PATH = "TSOLVE_RULESET_PATH"
"""The environment variable with folders of one's own rulesets; it also reaches workers of this process."""


def rulesets_path() -> Path:
    """The folder of the rulesets: the one inside an installed wheel, else the one of the checkout."""
    packaged = _PACKAGE / "rulesets"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "rulesets"


def own_rulesets() -> tuple[Path, ...]:
    """The folders of rulesets that people bring, in the order in which they are searched."""
    return tuple(Path(folder) for folder in os.environ.get(SEARCH_PATH, "").split(os.pathsep) if folder)


def search_first(folders: Iterable[str]) -> None:
    """Search these folders before those that are already searched.

    Raises ValueError for a path that cannot stand in a list of paths.
    """
    added = [os.path.abspath(folder) for folder in folders]
    for folder in added:
        if os.pathsep in folder:
            raise ValueError(f"the path of a ruleset cannot hold {os.pathsep!r}: {folder!r}")
    known = os.environ.get(SEARCH_PATH, "")
    if added:
        os.environ[SEARCH_PATH] = os.pathsep.join((*added, *([known] if known else [])))
