"""Where rulesets are found, and a project's defaults: `[tool.tsolve]` in its `pyproject.toml`. The game,
printing and readings there apply unless a position or an option says otherwise.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tsolve.diagnostics import Diagnostics, input_error, suggest
from tsolve.errors import Span, UsageError
from tsolve.regex import Regex
from tsolve.source.reading import MAX_BYTES, contents, unreadable

_PACKAGE = Path(__file__).resolve().parent.parent

HEAD = "ruleset.yaml"
"""The main file of every ruleset."""

SEARCH_PATH = "TSOLVE_RULESET_PATH"
"""The environment variable with the user's own ruleset folders; processes started here inherit it."""


def rulesets_path() -> Path:
    """The folder of the rulesets: the one inside an installed wheel, else the one of the checkout."""
    packaged = _PACKAGE / "rulesets"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "rulesets"


_instead: ContextVar[tuple[Path, ...] | None] = ContextVar("instead", default=None)


@contextmanager
def own_rulesets_are(folders: tuple[Path, ...]) -> Iterator[None]:
    """While the body runs, these are the user's own ruleset folders, and no others."""
    before = _instead.set(folders)
    try:
        yield
    finally:
        _instead.reset(before)


def own_rulesets() -> tuple[Path, ...]:
    """The folders of the user's own rulesets, in the order in which they are searched."""
    instead = _instead.get()
    if instead is not None:
        return instead
    return tuple(Path(folder) for folder in os.environ.get(SEARCH_PATH, "").split(os.pathsep) if folder)


class Wanted(msgspec.Struct, frozen=True):
    """A folder to search for rulesets, and what asks for it: an option, a variable, a file."""

    by: str
    folder: Path


def search(wanted: Iterable[Wanted]) -> None:
    """From now on search exactly these folders, each once, in this order, before the rulesets of tsolve.

    Raises UsageError for a folder that holds no ruleset; nobody would notice the mistake otherwise.
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
    """Why a folder is not a ruleset, without reading its files; empty if it may be one."""
    if not folder.exists():
        return "there is no such folder"
    if not folder.is_dir():
        return "this is no folder"
    return "" if (folder / HEAD).is_file() else f"the folder holds no {HEAD}"


VARIABLE = "TSOLVE_PROJECT"


class Defaults(msgspec.Struct, frozen=True, omit_defaults=True):
    """Defaults for positions that say nothing else, and where these are written."""

    game: str | None = None
    printing: str | None = None
    """For positions of that game."""
    readings: dict[str, str] = {}
    """For positions of that game, by open point."""
    places: dict[str, Span] = {}
    """Where each is written, by key of the table."""


NOTHING = Defaults()


def written() -> str:
    """The defaults of this process as a text; empty for none."""
    return os.environ.get(VARIABLE, "")


def usual() -> Defaults:
    """The defaults of this process."""
    return _read(written())


def mean(found: Defaults | str) -> None:
    """Set the defaults of this process and of those that it starts."""
    text = found if isinstance(found, str) else msgspec.json.encode(found).decode()
    if text and text != "{}":
        os.environ[VARIABLE] = text
    else:
        os.environ.pop(VARIABLE, None)


@lru_cache(16)
def _read(text: str) -> Defaults:
    if not text:
        return NOTHING
    try:
        return msgspec.json.decode(text, type=Defaults)
    except msgspec.MsgspecError:  # the variable was not set by tsolve
        return NOTHING


PROJECT = "pyproject.toml"
_TABLE = b"tsolve"
"""A file without this word has no table for tsolve, in whatever way tables are written."""
_MOST_OF_A_PATH = 4_096
_AT = Regex(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
"""The place at the end of a message of the TOML parser."""
_HEAD = Regex(r"^\s*\[tool\.tsolve(?:\.(\w+))?\]")
_MOST_PARTS = 32
_PART = rb"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_MANY_PARTS = rb"(?<![\w-])" + _PART + rb"(?:[ \t]*+\.[ \t]*+" + _PART + rb"){%d}" % _MOST_PARTS
"""A dotted key of many parts; the TOML parser's time grows with the square of their number."""
_KEYS = ("game", "printing", "readings", "ruleset-path", "paths")


class Project(NamedTuple):
    """The table of a project. Its paths are relative to the folder of the project."""

    folder: Path
    usual: Defaults = Defaults()
    """The game, and the printing and the readings of its positions."""
    rulesets: tuple[str, ...] = ()
    """Folders of rulesets."""
    paths: tuple[str, ...] = ()
    """What commands judge if no file is named."""

    def judged(self) -> list[str]:
        """What commands judge if no file is named, as paths from the current folder."""
        return [os.path.relpath(self.folder / path) for path in self.paths]

    def searched(self) -> Iterator[Wanted]:
        """The folders of rulesets that the project asks to search."""
        for each in self.rulesets:
            yield Wanted(f"{self.folder / PROJECT}: [tool.tsolve] ruleset-path", self.folder / each)


def project_in(folder: Path) -> Project:
    """The table of the project in this folder; quick if it has none.

    Raises InputError with every problem of the table, and for a file that cannot be read (E101, E102) or is
    too long (E103); UsageError for a file that is not TOML.
    """
    file = folder / PROJECT
    try:
        content = contents(file)
    except FileNotFoundError:
        return Project(folder)
    except OSError as error:
        raise unreadable(file, error) from None
    if len(content) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES:,} bytes"
        raise input_error("E103", message, Span(str(file), 1, 1, 1, 1))
    if _TABLE not in content:
        return Project(folder)
    if re.search(_MANY_PARTS, content):
        raise UsageError(f"{file}: a key has more than {_MOST_PARTS} parts with dots between them")
    text = _decoded(content, file)
    tool = _loaded(text, file).get("tool")
    table = tool.get("tsolve") if isinstance(tool, dict) else None
    return _Table(folder, text, table).project() if table is not None else Project(folder)


def _decoded(content: bytes, file: Path) -> str:
    """The text, without a byte order mark."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{file}:{line}: the file is not UTF-8; save it as UTF-8") from None


def _loaded(text: str, file: Path) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        told = str(error)
        at = _AT.search(told)
        place = f":{at[1]}:{at[2]}" if at and at[1] else f":{text.count(chr(10)) + 1}"
        reason = told[: at.start()] if at else told
        raise UsageError(f"{file}{place}: not valid TOML: {reason[:1].lower()}{reason[1:]}") from None
    except ValueError:
        raise UsageError(f"{file}: not valid TOML: a number has too many digits") from None
    except RecursionError:
        raise UsageError(f"{file}: lists or tables are nested too deeply") from None


def here() -> Project | None:
    """The project of the current folder: that of the nearest folder upwards with a `pyproject.toml`."""
    try:
        current = Path(os.getcwd())
    except OSError:  # the current folder was deleted
        return None
    folders = (current, *current.parents)
    found = next((folder for folder in folders if _is_there(folder / PROJECT)), None)
    return project_in(found) if found is not None else None


def _is_there(file: Path) -> bool:
    """Whether something has this name, even if it is a link that leads back to itself."""
    try:
        os.stat(file)
    except OSError as error:
        return error.errno == errno.ELOOP
    return True


class _Table:
    """The table, with the places of its keys, which the TOML parser does not give."""

    def __init__(self, folder: Path, text: str, table: Any) -> None:
        self.folder, self.table = folder, table
        self.lines = text.splitlines()
        self.found = Diagnostics()

    def project(self) -> Project:
        if not isinstance(self.table, dict):
            self.found.report("E201", "[tool.tsolve] is a table", self.place("tsolve"))
            self.found.raise_if_any()
        from tsolve.source.tree import shortened  # late: projects without a table do not need it

        for key in (each for each in self.table if each not in _KEYS):
            help_ = "" if self.found.full else suggest(key, _KEYS) or f"known keys: {', '.join(_KEYS)}"
            message = f'unknown key "{shortened(key)}" in [tool.tsolve]'
            self.found.report("E202", message, None if self.found.full else self.place(key), help_)
        places = {key: self.place(key) for key in self.table if key in _KEYS}
        usual = Defaults(self.text("game"), self.text("printing"), self.readings(), places)
        found = Project(self.folder, usual, self.texts("ruleset-path"), self.texts("paths"))
        self.found.raise_if_any()
        return found

    def text(self, key: str) -> str | None:
        from tsolve.source.tree import MOST_CHARACTERS

        value = self.table.get(key)
        if value is None or (isinstance(value, str) and 0 < len(value) <= MOST_CHARACTERS):
            return value
        most = f"of at most {MOST_CHARACTERS} characters"
        self.found.report("E201", f"`{key}` is a text in quotes, {most}", self.place(key))
        return None

    def texts(self, key: str) -> tuple[str, ...]:
        from tsolve.source.tree import MOST_ENTRIES

        value = self.table.get(key, [])
        listed = [value] if isinstance(value, str) else value
        is_short = isinstance(listed, list) and len(listed) <= MOST_ENTRIES
        if is_short and all(isinstance(each, str) and 0 < len(each) <= _MOST_OF_A_PATH for each in listed):
            return tuple(listed)
        most = f"of at most {_MOST_OF_A_PATH:,} characters"
        message = f"`{key}` is a path in quotes, {most}, or a list of at most {MOST_ENTRIES} such paths"
        self.found.report("E201", message, self.place(key))
        return ()

    def readings(self) -> dict[str, str]:
        from tsolve.source.tree import MOST_ENTRIES

        value = self.table.get("readings", {})
        is_short = isinstance(value, dict) and len(value) <= MOST_ENTRIES
        if is_short and all(isinstance(each, str | int) for each in value.values()):
            return {point: str(option) for point, option in value.items()}
        message = '`readings` is a table of open points, such as { zero_rule = "floor" }'
        self.found.report("E201", message, self.place("readings"))
        return {}

    def place(self, key: str) -> Span:
        """Where the key is written; the first line of the file where that cannot be found."""
        inside = False
        written = re.compile(rf"\s*(?:tsolve\.)?{re.escape(key)}\s*[.=]")
        for number, line in enumerate(self.lines, start=1):
            if head := _HEAD.match(line):
                inside = head[1] is None
                if head[1] == key:
                    return self._span(number, line, key)
            elif line.lstrip().startswith("["):
                inside = line.strip() == "[tool]"
            elif inside and written.match(line.replace('"', "").replace("'", "")):
                return self._span(number, line, key)
        return Span(str(self.folder / PROJECT), 1, 1, 1, 1, self.lines[0])

    def _span(self, number: int, line: str, key: str) -> Span:
        column = line.find(key) + 1
        return Span(str(self.folder / PROJECT), number, column, number, column + len(key), line)
