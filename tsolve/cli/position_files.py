"""The position files that a command line means, those named and those below the folders named; and
`--watch`, which judges again whenever one of them changes.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tsolve.errors import InputError, UsageError, escape

if TYPE_CHECKING:
    from tsolve.report.page import Page


class PositionFiles(NamedTuple):
    """What is to be judged, and the YAML files below a folder that are no positions."""

    files: tuple[str, ...]
    others: tuple[str, ...] = ()

    def namesakes(self) -> set[str]:
        """Those that share their name with a file in another folder."""
        names = Counter(map(os.path.basename, self.files))
        return {file for file in self.files if names[os.path.basename(file)] > 1}

    def tell_others(self, page: Page) -> None:
        """Name the others, if there are any."""
        if not self.others:
            return
        named = ", ".join(self.others[:_NAMED])
        more = f" and {len(self.others) - _NAMED} more" if len(self.others) > _NAMED else ""
        page.text(f"Not judged, since no game is named: {named}{more}", hang=2, style="dim")


def paths_of_project() -> list[str]:
    """What the project wants judged. Raises UsageError where it does not say."""
    if named := judged_here():
        return named
    raise UsageError("give a FILE, or name `paths` under [tool.tsolve] in pyproject.toml")


def judged_here() -> list[str]:
    """The paths that the project names, if it does."""
    from tsolve.source.project import here

    project = here()
    return project.judged() if project is not None else []


_NAMED = 5
"""How many files are named."""


def position_files(paths: Sequence[str]) -> PositionFiles:
    """Every file named, in order, and below a folder every YAML file that names a game.

    Raises UsageError for a folder without a position.
    """
    if not any(map(os.path.isdir, paths)):
        return PositionFiles(tuple(paths))
    from tsolve.suite.collect import files

    found: list[str] = []
    others: list[str] = []
    for path in paths:
        if not os.path.isdir(path):
            found.append(path)
            continue
        below = [file for file, _ in files((path,))]
        positions = [file for file in below if _is_position(file)]
        if not positions:
            raise UsageError(f"{path}: there is no position file in this folder or below")
        found += positions
        others += sorted(set(below) - set(positions))
    return PositionFiles(tuple(dict.fromkeys(found)), tuple(others))


def _is_position(file: str) -> bool:
    """Whether it names a game; what cannot be read is judged all the same, which says why."""
    from tsolve.source.parse import parse
    from tsolve.source.reading import contents
    from tsolve.source.tree import MappingNode
    from tsolve.suite.collect import names_a_game

    try:
        content = contents(file)
        if names_a_game(content) or b"game" not in content:
            return b"game" in content
        root = parse(content, file)
    except OSError:
        return True
    except InputError:
        return False
    return isinstance(root, MappingNode) and root.get("game") is not None


T = TypeVar("T")

PAUSE = 0.2
"""Seconds between two looks."""

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"

_State = dict[str, tuple[int, int, int] | None]


def again_and_again(
    files: Callable[[], Iterable[str]], judge: Callable[[], T], interrupted: Callable[[], bool]
) -> T:
    """Judge, and once more after each change of the files, until Ctrl-C. Returns the last judgement.

    `interrupted` says whether Ctrl-C came while it was judged. A file that is away for a moment, as while an
    editor saves it, is waited for.
    """
    while True:
        seen = _look(files())
        if sys.stdout.isatty():
            sys.stdout.write(_CLEAR)
        judged = judge()
        sys.stdout.flush()
        if interrupted():
            return judged
        try:
            _tell(seen)
            _wait(files, seen)
        except KeyboardInterrupt:
            return judged


def _wait(files: Callable[[], Iterable[str]], seen: _State) -> None:
    """Wait until a file has changed and is no longer being written."""
    while (found := _look(files())) == seen or _is_being_saved(found, seen):
        time.sleep(PAUSE)
    time.sleep(PAUSE / 4)


def _look(files: Iterable[str]) -> _State:
    return {file: _state(file) for file in files}


def _state(file: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _is_being_saved(found: _State, seen: _State) -> bool:
    """Whether all that differs are files that have just gone."""
    return all(state is None or state == seen.get(file) for file, state in found.items()) and seen.keys() == (
        found.keys()
    )


def _tell(seen: _State) -> None:
    if sys.stderr.isatty():
        from tsolve.cli.output import Face
        from tsolve.report.text.layout import Piece

        what = next(iter(seen)) if len(seen) == 1 else f"{len(seen)} files"
        sys.stderr.write(Face(sys.stderr).rows([[Piece(f"Watching {escape(what)}; Ctrl-C ends.", "dim")]]))
