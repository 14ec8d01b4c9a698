"""Puzzles as tests: `pytest puzzles/` judges every position file with `expect:`, one test per expectation.

Nothing has to be configured, and YAML that is no puzzle is passed over in silence. Everything that judges is
imported when the first puzzle is met, so that the plugin costs nothing where there is none.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tsolve.model.regress import Difference, Judged, Judgement
    from tsolve.suite.collect import Puzzle
    from tsolve.suite.run import RunOptions

SUFFIXES = (".yaml", ".yml")
WHOLE = "position"
"""The name of the one test of a file that cannot be read."""
MOST_MOVED = 12
"""The most moved numbers that are shown."""

RULESET_PATH = "--tsolve-ruleset-path"
INI = "tsolve_ruleset_path"

SEARCH_PATH = "TSOLVE_RULESET_PATH"
"""As in `tsolve.source.project`, which is imported where the variable is set."""

_BEFORE = pytest.StashKey[dict[str, str | None]]()
_SOUND_RULES = pytest.StashKey[bool]()
_TOLD = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of `tsolve regress` that change what comes out."""
    group = parser.getgroup("tsolve", "puzzles of tsolve")
    group.addoption("--tsolve-printing", metavar="ID", help="judge puzzles by this printing of the rules")
    group.addoption(
        "--tsolve-interpretation",
        action="append",
        default=[],
        metavar="KEY=OPTION",
        help="judge puzzles with this reading of an open point; repeatable",
    )
    group.addoption(
        RULESET_PATH,
        action="append",
        default=[],
        metavar="DIR",
        help="a folder with a ruleset of your own; repeatable",
    )
    parser.addini(INI, "folders with rulesets of your own, one per line", type="linelist", default=[])
    group.addoption(
        "--tsolve-no-cache", action="store_true", help="judge every puzzle again, and remember nothing"
    )


def pytest_configure(config: pytest.Config) -> None:
    """End the run before it begins if a ruleset, a printing or a reading does not exist."""
    _search(config)
    if config.getoption("tsolve_printing") or config.getoption("tsolve_interpretation"):
        _way(config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Restore the environment variables that the run has changed."""
    for variable, before in config.stash.get(_BEFORE, {}).items():
        os.environ.pop(variable, None)
        if before is not None:
            os.environ[variable] = before


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> PuzzleFile | None:
    """A puzzle; None for everything else, whatever is wrong with it."""
    if file_path.suffix not in SUFFIXES:
        return None
    from tsolve.suite import collect

    try:
        content = collect.content(file_path)
    except OSError as error:
        unread: PuzzleFile = PuzzleFile.from_parent(
            parent, path=file_path, content=b"", puzzle=collect.Puzzle(None, ()), error=error
        )
        return unread
    if content is None:
        return None
    if _rules_are_sound(parent.config):
        puzzle = collect.puzzle(content, str(file_path))
    else:  # nothing can be judged: the first puzzle says so, and is the only test
        puzzle = None if _TOLD in parent.config.stash else collect.Puzzle(None, ())
        parent.config.stash[_TOLD] = True
    if puzzle is None:
        return None
    file: PuzzleFile = PuzzleFile.from_parent(parent, path=file_path, content=content, puzzle=puzzle)
    return file


class PuzzleFile(pytest.File):
    """One puzzle."""

    def __init__(self, *, content: bytes, puzzle: Puzzle, error: OSError | None = None, **rest: Any) -> None:
        from tsolve.suite.run import Memory

        super().__init__(**rest)
        self.content, self.puzzle, self.error = content, puzzle, error
        self.extra_keyword_matches.update(puzzle.words)
        self.way = _way(self.config)
        self.cached = not self.config.getoption("tsolve_no_cache")
        self.memory = Memory(*self.way) if self.cached else None
        self.shown = _shown(self.path, self.config)

    def collect(self) -> Iterator[PuzzleItem]:
        """A test for each thing that is stated; a single one for a file that is wrong."""
        from tsolve.errors import escape
        from tsolve.model.regress import name_of

        stated = self.puzzle.stated if self._is_sound() else ()
        for place, line in stated or (((), 1),):
            name = escape(name_of(place)) if place else WHOLE
            yield PuzzleItem.from_parent(self, name=name, place=place, line=line)

    @cached_property
    def judged(self) -> Judged:
        """The answer, found once for all tests of the file."""
        from tsolve.suite.judging import judge, unread

        if self.error is not None:
            return unread(self.shown, self.error)
        known = self.memory.answer(str(self.path), self.content) if self.memory is not None else None
        if known is not None:
            return known
        judged = judge(self.shown, self.content, *self.way)
        if self.memory is not None:
            self.memory.keep(str(self.path), self.content, judged)
        return judged

    @cached_property
    def moved(self) -> Difference | None:
        """What moved since the puzzle held, or by the readings that were chosen."""
        from msgspec.structs import replace

        from tsolve.suite.run import JudgedPuzzle, summary

        judged = replace(self.judged, file=str(self.path))
        return summary([JudgedPuzzle(judged, self.content)], self.way, self.cached).puzzles[0].difference

    def _is_sound(self) -> bool:
        """Whether the position can be read, so that its expectations can be judged one by one."""
        from tsolve import api
        from tsolve.errors import InputError

        if self.puzzle.root is None:
            return False
        if self.memory is not None and self.memory.answer(str(self.path), self.content) is not None:
            return True
        try:
            api.loads(self.content, self.shown, *self.way)
        except InputError:
            return False
        return True


class PuzzleItem(pytest.Item):
    """One thing that a puzzle states."""

    parent: PuzzleFile

    def __init__(self, *, place: tuple[str | int, ...], line: int, **rest: Any) -> None:
        super().__init__(**rest)
        self.place, self.line = place, line

    def runtest(self) -> None:
        """Judge the puzzle, once for all its tests, and fail if this one statement does not hold."""
        judged = self.parent.judged
        failing = tuple(each for each in judged.failures if _is_about(each.path, self.place))
        about = any(_is_about(each.path, self.place) for each in judged.judgements)
        if judged.problems or failing or not about:
            raise _PuzzleError(failing)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was expected and what was found; a traceback only where tsolve itself is at fault."""
        if isinstance(excinfo.value, _PuzzleError):
            return _told(self.parent, excinfo.value.failing, self.line)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """File, line from 0, and name."""
        return self.path, self.line - 1, f"{self.parent.shown}: {self.name}"


class _PuzzleError(AssertionError):
    """A puzzle does not hold; `failing` is what does not, empty if it could not be judged."""

    def __init__(self, failing: tuple[Judgement, ...]) -> None:
        self.failing = failing
        super().__init__(failing)


def _told(file: PuzzleFile, failing: tuple[Judgement, ...], line: int) -> str:
    from tsolve.report.page import Page
    from tsolve.report.regress import show_difference
    from tsolve.report.text.layout import lay_out

    judged = file.judged
    page = Page()
    for problem in judged.problems:
        page.verbatim(problem.text)
    if not judged.problems and not failing:
        page.text("nothing was found about this expectation")
    for each in failing:
        page.text(f"{each.what}: expected {each.expected}, found {each.found}", hang=2)
    if not judged.problems:
        page.text(f"{file.shown}:{line}{': ' if judged.title else ''}{judged.title}", hang=2)
    if failing and judged.fired:
        page.labelled("rules", ", ".join(sorted(judged.fired)), width=11)
    if failing and file.moved is not None:
        show_difference(page, file.moved, MOST_MOVED)
    return lay_out(page).rstrip()


def _is_about(path: tuple[str | int, ...], place: tuple[str | int, ...]) -> bool:
    """Whether a judgement at `path` says something about what is stated at `place`."""
    both = min(len(path), len(place))
    return path[:both] == place[:both]


def _search(config: pytest.Config) -> None:
    """Search the ruleset folders that options, settings or the environment name; relative paths count from
    pytest's root. Raises pytest.UsageError for a folder that is missing.
    """
    named: list[str] = config.getoption("tsolve_ruleset_path")
    listed: list[str] = config.getini(INI)
    searched = os.environ.get(SEARCH_PATH)
    root = config.rootpath
    if not (named or listed or searched or _speaks_of_us(root / "pyproject.toml")):
        return
    from tsolve.errors import InputError, UsageError
    from tsolve.source.project import VARIABLE, Wanted, mean, own_rulesets, project_in, search

    wanted = [
        *(Wanted(RULESET_PATH, root / folder) for folder in named),
        *(Wanted(SEARCH_PATH, root / folder) for folder in own_rulesets()),
        *(Wanted(INI, root / folder) for folder in listed),
    ]
    meant = os.environ.get(VARIABLE)
    try:
        project = project_in(root)
        mean(project.usual)
        search((*wanted, *project.searched()))
    except InputError as error:
        raise pytest.UsageError(str(error)) from None
    except UsageError as error:
        raise pytest.UsageError(f"{error} (relative paths count from {root})") from None
    config.stash[_BEFORE] = {SEARCH_PATH: searched, VARIABLE: meant}


def _speaks_of_us(project: Path) -> bool:
    """Whether the file of a project mentions tsolve at all."""
    try:
        return b"tool.tsolve" in project.read_bytes()  # pytest itself has read it
    except OSError:
        return False


def _rules_are_sound(config: pytest.Config) -> bool:
    """Whether the rulesets themselves can be read; found out once."""
    if _SOUND_RULES not in config.stash:
        from tsolve.errors import TsolveError
        from tsolve.suite.run import AS_WRITTEN, check_way

        try:
            check_way(AS_WRITTEN)
            config.stash[_SOUND_RULES] = True
        except TsolveError:
            config.stash[_SOUND_RULES] = False
    return config.stash[_SOUND_RULES]


def _way(config: pytest.Config) -> RunOptions:
    """How all puzzles are judged. Raises pytest.UsageError for an unknown printing or reading."""
    from tsolve.errors import TsolveError
    from tsolve.suite.run import RunOptions, check_way

    chosen: dict[str, str] = {}
    for text in config.getoption("tsolve_interpretation"):
        key, equals, option = (part.strip() for part in text.partition("="))
        if not (key and equals and option):
            raise pytest.UsageError(f"--tsolve-interpretation {text!r} is not of the form KEY=OPTION")
        chosen[key] = option
    way = RunOptions(config.getoption("tsolve_printing"), chosen)
    if way.overrides:
        try:
            check_way(way)
        except TsolveError as error:
            raise pytest.UsageError(str(error)) from None
    return way


def _shown(path: Path, config: pytest.Config) -> str:
    """The path as people write it where they called pytest."""
    here = config.invocation_params.dir
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
