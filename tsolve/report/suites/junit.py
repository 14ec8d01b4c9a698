"""A suite of puzzles as JUnit XML, for build servers: a test suite per puzzle, a case per expectation."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape as escape_markup

from tsolve.diagnostics import escape
from tsolve.model.regress import Judgement, PuzzleAnswer, RegressAnswer
from tsolve.report.suites.regress import lines_of, named


def as_junit(answer: RegressAnswer) -> Iterator[str]:
    """The lines of the document. What XML cannot hold is shown as an escape."""
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield f"<testsuites{_counts(answer.puzzles)} name={_quoted('tsolve')}>"
    for puzzle in answer.puzzles:
        yield f"  <testsuite{_counts((puzzle,))} name={_quoted(puzzle.file)}>"
        if puzzle.status == "left out":
            yield f"    <testcase classname={_quoted(puzzle.file)} name={_quoted('the position')}>"
            yield f"      <skipped message={_quoted('not judged: the run was stopped early')}/>"
            yield "    </testcase>"
        for problem in puzzle.problems:
            yield f"    <testcase classname={_quoted(puzzle.file)} name={_quoted('the position')}>"
            kind = "failure" if puzzle.status == "undecided" else "error"
            message = f"message={_quoted(problem.message)} type={_quoted(puzzle.status)}"
            yield f"      <{kind} {message}>{_text(problem.text)}</{kind}>"
            yield "    </testcase>"
        for judgement in puzzle.judgements:
            yield from _case(puzzle, judgement)
        yield "  </testsuite>"
    yield "</testsuites>"


def _case(puzzle: PuzzleAnswer, judgement: Judgement) -> Iterator[str]:
    line = f' line="{judgement.line}"' if judgement.line else ""
    name = f"classname={_quoted(puzzle.file)} name={_quoted(named(judgement))}"
    head = f"    <testcase {name} file={_quoted(puzzle.file)}{line}"
    if judgement.status == "holds":
        yield f"{head}/>"
        return
    yield f"{head}>"
    message = f"expected {judgement.expected}, found {judgement.found}"
    place = f"{puzzle.file}:{judgement.line}" if judgement.line else puzzle.file
    moved = lines_of(puzzle.difference) if puzzle.difference is not None else ()
    text = "\n".join((f"{place}: {judgement.what}", message, *moved))
    kind = f"message={_quoted(message)} type={_quoted(judgement.status)}"
    yield f"      <failure {kind}>{_text(text)}</failure>"
    yield "    </testcase>"


def _counts(puzzles: tuple[PuzzleAnswer, ...]) -> str:
    undecided = sum(len(puzzle.problems) for puzzle in puzzles if puzzle.status == "undecided")
    errors = sum(len(puzzle.problems) for puzzle in puzzles) - undecided
    failures = sum(len(puzzle.failures) for puzzle in puzzles) + undecided
    skipped = sum(puzzle.status == "left out" for puzzle in puzzles)
    tests = sum(len(puzzle.judgements) + len(puzzle.problems) for puzzle in puzzles) + skipped
    told = f' skipped="{skipped}"' if skipped else ""
    return f' tests="{tests}" failures="{failures}" errors="{errors}"{told}'


def _quoted(text: str) -> str:
    return f'"{escape_markup(escape(text))}"'


def _text(text: str) -> str:
    return escape_markup("\n".join(map(escape, text.splitlines())))
