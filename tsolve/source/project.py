"""What a project says about itself: `[tool.tsolve]` in its `pyproject.toml`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tsolve.errors import UsageError
from tsolve.source.locations import Wanted
from tsolve.source.reading import contents

PROJECT = "pyproject.toml"
_TABLE = b"tool.tsolve"
_KEY = "ruleset-path"


def rulesets_of_project(folder: Path) -> Iterator[Wanted]:
    """The folders that the project in this folder wants searched; their paths count from there.

    A project that says nothing costs next to nothing. Raises UsageError for what makes no sense.
    """
    file = folder / PROJECT
    try:
        content = contents(file)
    except OSError:
        return
    if _TABLE not in content:
        return
    import tomllib

    try:
        tool = tomllib.loads(content.decode()).get("tool")
    except ValueError as error:
        raise UsageError(f"{file}: {error}") from None
    table = tool.get("tsolve") if isinstance(tool, dict) else None
    if table is None:
        return
    where = f"{file}: [tool.tsolve]"
    if not isinstance(table, dict):
        raise UsageError(f"{where} is a table")
    for key in table:
        if key != _KEY:
            raise UsageError(f"{where} has no key {key}; it knows {_KEY}")
    named = table.get(_KEY, [])
    folders = [named] if isinstance(named, str) else named
    if not isinstance(folders, list) or not all(isinstance(each, str) and each for each in folders):
        raise UsageError(f"{where} {_KEY} is a folder, or a list of folders")
    for each in folders:
        yield Wanted(f"{where} {_KEY}", folder / each)


def nearest_project() -> Path | None:
    """The folder of the project in which a command is run: the nearest one with a `pyproject.toml`."""
    try:
        here = Path(os.getcwd())
    except OSError:  # the folder is gone
        return None
    return next((folder for folder in (here, *here.parents) if (folder / PROJECT).is_file()), None)
