"""A whole suite: found, judged or remembered in the user's cache directory, and what fails compared with
before.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tsolve.errors import escape
from tsolve.model.regress import Difference, Judged, PassedOver, Problem, PuzzleAnswer, RegressAnswer, Status
from tsolve.rules.loading import MOST_BYTES_OF_AN_ENTRY, cache_directory
from tsolve.saving import save_cached
from tsolve.source.kit import code_digest, digest_of, files_under
from tsolve.source.project import own_rulesets, rulesets_path, written
from tsolve.source.reading import contents
from tsolve.suite import collect

if TYPE_CHECKING:
    from tsolve.batch import Pool


try:
    from _blake2 import blake2b  # hashlib would load OpenSSL first
except ImportError:
    from hashlib import blake2b

_DIGEST_SIZE = 32
_FOLDER = "suite"


class Remembered(msgspec.Struct, frozen=True):
    """An answer, and the digest of its position."""

    position: bytes
    judged: Judged


class _Kept(msgspec.Struct, frozen=True):
    """What is remembered about one puzzle."""

    key: bytes
    last: Remembered
    good: Remembered | None
    """The last answer in which everything held; the same as `last` if it does there."""


class Memory:
    """The remembered answers for one printing and choice of readings."""

    def __init__(self, printing: str | None = None, interpretations: Mapping[str, str] | None = None) -> None:
        chosen = (f"{key}={option}" for key, option in sorted((interpretations or {}).items()))
        self._way = [printing or "", *chosen]
        self._folder = cache_directory()

    def answer(self, file: str, content: bytes) -> Judged | None:
        """The remembered answer for exactly this content."""
        kept = self._read(file)
        if kept is None or kept.key != self._key(content):
            return None
        return msgspec.structs.replace(kept.last.judged, file=file)

    def last_good(self, file: str) -> Remembered | None:
        """The last answer in which everything held, whatever has changed since."""
        kept = self._read(file)
        return kept.good if kept is not None else None

    def keep(self, file: str, content: bytes, judged: Judged) -> None:
        """Remember an answer, unless it may differ next time or contains the name of the file."""
        if self._folder is None or judged.problems or not _is_settled(judged):
            return
        last = Remembered(digest([content]), judged)
        good = last if judged.status == "holds" else self.last_good(file)
        payload = msgspec.msgpack.encode(_Kept(self._key(content), last, good))
        target = self._file(self._folder, file)
        with suppress(OSError):
            target.parent.mkdir(parents=True, exist_ok=True)
            save_cached(str(target), digest([payload]) + payload)

    def _read(self, file: str) -> _Kept | None:
        if self._folder is None:
            return None
        try:
            found = contents(self._file(self._folder, file), MOST_BYTES_OF_AN_ENTRY)
            head, payload = found[:_DIGEST_SIZE], found[_DIGEST_SIZE:]
            return msgspec.msgpack.decode(payload, type=_Kept) if head == digest([payload]) else None
        except (OSError, msgspec.MsgspecError):
            return None

    def _key(self, content: bytes) -> bytes:
        return digest([content, tools(), written(), *self._way])

    def _file(self, folder: Path, file: str) -> Path:
        name = digest([os.path.abspath(file), written(), *self._way]).hex()[:24]
        return folder / _FOLDER / f"{name}.puzzle"


def _is_settled(judged: Judged) -> bool:
    """Whether every proof was completed; an incomplete one may have been interrupted."""
    return not any(each.what.endswith(" proved") for each in judged.failures)


@cache
def tools() -> bytes:
    """The digest of everything that an answer depends on besides the puzzle: tsolve's code, the rulesets,
    Python.
    """
    own = [os.path.abspath(root) for root in own_rulesets()]
    roots = (rulesets_path(), *map(Path, own))
    rules = (file for root in roots for file in files_under(root, ".yaml"))
    return digest([sys.version, msgspec.__version__, code_digest(), digest_of(rules), *own])


def digest(parts: Iterable[bytes | str]) -> bytes:
    """One digest over several texts; it also depends on where one ends and the next begins."""
    found = blake2b(digest_size=_DIGEST_SIZE)
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        found.update(f"{len(data)}\0".encode())
        found.update(data)
    return found.digest()


LEFT_OUT: Status = "left out"
NO_PUZZLE = "not a puzzle: a puzzle is a position file with `expect:`"

Selection = Callable[[Iterable[str]], bool]
"""Whether a puzzle with these texts is wanted: its path, its title, the rulings that it is about."""


class RunOptions(NamedTuple):
    """Options that override what the puzzles of a run say themselves."""

    printing: str | None = None
    interpretations: Mapping[str, str] = {}

    @property
    def overrides(self) -> bool:
        """Whether anything is overridden at all."""
        return bool(self.printing or self.interpretations)


AS_WRITTEN = RunOptions()


class JudgedPuzzle(NamedTuple):
    """A puzzle and its answer."""

    judged: Judged
    content: bytes
    remembered: bool = False
    before: Judged | None = None
    """The answer under the file's own readings, if it fails under readings that override them."""


class _Task(NamedTuple):
    file: str
    content: bytes
    way: RunOptions


def summary(
    found: Sequence[JudgedPuzzle],
    way: RunOptions = AS_WRITTEN,
    cached: bool = True,
    passed_over: Mapping[PassedOver, int] = MappingProxyType({}),
) -> RegressAnswer:
    """The summary of judged puzzles, and of files that are no puzzles."""
    memory = Memory() if cached else None
    puzzles = tuple(_answer(each, way, memory) for each in found)
    left_out = sum(puzzle.status == LEFT_OUT for puzzle in puzzles)
    return RegressAnswer(puzzles, way.printing, dict(way.interpretations), left_out, dict(passed_over))


def judge_suite(
    paths: Sequence[str],
    way: RunOptions = AS_WRITTEN,
    *,
    jobs: int = 1,
    scheduler: str = "",
    cached: bool = True,
    select: Selection | None = None,
    fail_fast: bool = False,
    on_progress: Callable[[int, int], None] = lambda *_: None,
    on_passed_over: Callable[[PassedOver], None] = lambda _: None,
) -> list[JudgedPuzzle]:
    """Every puzzle under the paths, in the order of the files.

    `on_progress` is called with how many of how many are judged, `on_passed_over` for each file that is no
    puzzle.

    `jobs` processes share the work, or the workers of a Dask scheduler. Ctrl-C stops it: what was not judged
    by then is left out.

    Raises UsageError for a path that does not exist and where no such scheduler answers, InputError for an
    unknown printing or reading.
    """
    memory = Memory(way.printing, way.interpretations) if cached else None
    found = list(_looked_up(paths, way, memory, select, on_passed_over))
    if fail_fast:
        failing = (
            index for index, each in enumerate(found) if isinstance(each, JudgedPuzzle) and _fails(each)
        )
        found = found[: next(failing, len(found)) + 1]
    pending = [(index, each) for index, each in enumerate(found) if isinstance(each, _Task)]
    if pending:
        from tsolve.batch import pool

        with pool(jobs, scheduler, on_progress, keeps=True) as helpers:
            _judge(found, pending, memory, helpers, fail_fast)
    return [each for each in found if isinstance(each, JudgedPuzzle)]


def replaced(judged: Judged, content: bytes, cached: bool) -> JudgedPuzzle:
    """A puzzle judged after its file was rewritten; remembered like any other."""
    if cached:
        Memory().keep(judged.file, content, judged)
    return JudgedPuzzle(judged, content)


def _judge(
    found: list[JudgedPuzzle | _Task],
    pending: Sequence[tuple[int, _Task]],
    memory: Memory | None,
    helpers: Pool,
    fail_fast: bool,
) -> None:
    """Replace the tasks by their answers; none after the first failure, if that ends the run."""
    from tsolve.batch import Calls

    check_way(pending[0][1].way)
    done = 0

    def keep(answer: JudgedPuzzle) -> None:
        nonlocal done
        done += 1
        helpers.on_progress(done, len(pending))
        if memory is not None:
            memory.keep(answer.judged.file, answer.content, answer.judged)
            if answer.before is not None:
                Memory().keep(answer.before.file, answer.content, answer.before)

    tasks = [task for _, task in pending]
    answers = helpers.share_out(Calls(judge_task), tasks, keep, _fails if fail_fast else lambda _: False)
    for number, (index, task) in enumerate(pending):
        found[index] = answers.results.get(number) or JudgedPuzzle(Judged(task.file, LEFT_OUT), task.content)
    if fail_fast and answers.complete and _fails(answers.results[len(answers.results) - 1]):
        del found[pending[len(answers.results) - 1][0] + 1 :]


def judge_task(task: _Task) -> JudgedPuzzle:
    """What a helper does with one puzzle."""
    from tsolve.suite.judging import judge

    file, content, way = task
    judged = judge(file, content, way.printing, way.interpretations)
    compare = way.overrides and judged.status in ("refuted", "undecided")
    return JudgedPuzzle(judged, content, before=judge(file, content) if compare else None)


def _looked_up(
    paths: Sequence[str],
    way: RunOptions,
    memory: Memory | None,
    select: Selection | None,
    on_passed_over: Callable[[PassedOver], None],
) -> Iterator[JudgedPuzzle | _Task]:
    """The selected puzzles: with the answer if it is remembered, otherwise as a task to be judged."""
    from tsolve.suite.judging import unread

    for file, named in collect.files(paths):
        try:
            content = collect.content(file)
        except OSError as error:
            yield JudgedPuzzle(unread(file, error), b"")
            continue
        known = memory.answer(file, content) if memory is not None and content is not None else None
        if known is not None and content is not None:
            if select is None or select((file, known.title, *known.about)):
                yield JudgedPuzzle(known, content, remembered=True)
            continue
        puzzle = collect.puzzle(content, file) if content is not None else None
        if puzzle is None or content is None:
            if named:
                yield _no_puzzle(file, content)
            else:
                on_passed_over(collect.passed_over(content))
        elif select is None or select((file, *puzzle.words)):
            yield _Task(file, content, way)


def _no_puzzle(file: str, content: bytes | None) -> JudgedPuzzle:
    """Why a named file is no puzzle: its position is wrong, or it expects nothing."""
    if content is not None and collect.names_a_game(content):
        found = judge_task(_Task(file, content, AS_WRITTEN))
        if found.judged.status == "wrong":
            return found
    return _without_verdict(file, NO_PUZZLE)


def check_way(way: RunOptions) -> None:
    """Raise InputError once, before any puzzle, for damaged rules or if no game has the printing or a
    reading.
    """
    from tsolve.api.readings import Reading, game_that_reads

    game_that_reads(Reading("", way.printing, way.interpretations))


def _without_verdict(file: str, message: str) -> JudgedPuzzle:
    text = f"{escape(file)}: {escape(message)}\n"
    return JudgedPuzzle(Judged(file, "wrong", problems=(Problem(message, text=text),)), b"")


def _fails(found: JudgedPuzzle) -> bool:
    return found.judged.status != "holds"


def _answer(found: JudgedPuzzle, way: RunOptions, memory: Memory | None) -> PuzzleAnswer:
    judged = found.judged
    moved = _compared(found, way, memory) if judged.status in ("refuted", "undecided") else None
    return PuzzleAnswer(
        judged.file, judged.status, judged.title, judged.judgements, judged.problems, moved, found.remembered
    )


def _compared(found: JudgedPuzzle, way: RunOptions, memory: Memory | None) -> Difference | None:
    """What changed since the answer that is best to compare with; None if there is none."""
    from tsolve.suite.judging import difference

    judged, content = found.judged, found.content
    if way.overrides:
        known = memory.answer(judged.file, content) if memory is not None else None
        before = found.before or known or judge_task(_Task(judged.file, content, AS_WRITTEN)).judged
        return difference(before, judged, "the puzzle as written")
    good = memory.last_good(judged.file) if memory is not None else None
    if good is None:
        return None
    edited = good.position != digest([content])
    which = "the last answer that held" + (", before the file was edited" if edited else "")
    return difference(good.judged, judged, which)
