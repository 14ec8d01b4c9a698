"""A suite of puzzles: what fails, where it is stated, and what moved; then how much holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.model.regress import Difference, Judgement, Moved, PuzzleAnswer, RegressAnswer, name_of
from tsolve.report.page import Page, Style

if TYPE_CHECKING:
    from tsolve.model.regress import Status

_MOST_MOVED = 12
"""Numbers shown of those that moved; all where everything is asked for."""
_WIDTH = 11
_STYLES: dict[Status, Style] = {
    "holds": "good",
    "refuted": "bad",
    "undecided": "warn",
    "wrong": "bad",
    "internal": "bad",
    "left out": "warn",
}
_SAYS: dict[Status, str] = {
    "holds": "hold",
    "refuted": "refuted",
    "undecided": "undecided",
    "wrong": "not to be judged",
    "internal": "internal error",
    "left out": "left out",
}


def show_regress(page: Page, answer: RegressAnswer, verbose: bool = False, quiet: bool = False) -> None:
    """What fails, and a line about the whole; `verbose` lists what holds too, `quiet` leaves out what moved.

    With `quiet` nothing is shown where all holds.
    """
    for puzzle in answer.puzzles:
        show_puzzle(page, puzzle, verbose, quiet)
    found = {puzzle.status for puzzle in answer.puzzles} - {"holds"}
    if found or not quiet:
        page.blank()
        style: Style = "good" if not found else "warn" if found == {"left out"} else "bad"
        page.text(whole(answer), hang=2, style=style)


def show_puzzle(page: Page, puzzle: PuzzleAnswer, verbose: bool = False, quiet: bool = False) -> None:
    """What does not hold in a puzzle, and what moved. One that holds, or that was not judged, is only named
    where all is asked for.
    """
    if puzzle.status in ("holds", "left out"):
        if verbose:
            count = f" ({len(puzzle.judgements)})" if puzzle.judgements else ""
            style = _STYLES[puzzle.status]
            page.labelled(puzzle.status, puzzle.file + count, indent=0, width=_WIDTH, style=style)
        return
    for problem in puzzle.problems:
        page.verbatim(problem.text)
    for judgement in puzzle.failures:
        show_judgement(page, puzzle, judgement, quiet)
    if puzzle.difference is not None and not quiet:
        show_difference(page, puzzle.difference, None if verbose else _MOST_MOVED)
    if not quiet:
        page.blank()


def show_judgement(page: Page, puzzle: PuzzleAnswer, judgement: Judgement, quiet: bool = False) -> None:
    """One thing that does not hold."""
    place = f"{puzzle.file}:{judgement.line}" if judgement.line else puzzle.file
    if quiet:
        found = f"expected {judgement.expected}, found {judgement.found}"
        page.text(f"{place}: {judgement.what}: {found}", hang=2)
        return
    page.text(f"{place}: {judgement.what}", hang=2, style=_STYLES[judgement.status])
    page.labelled("expected", judgement.expected, width=_WIDTH)
    page.labelled("found", judgement.found, width=_WIDTH)


def show_difference(page: Page, difference: Difference, most: int | None = None) -> None:
    """What is otherwise than before: rulings that fire, numbers that moved."""
    page.text(f"compared with {difference.before}", indent=2, hang=2, style="bold")
    rows = [
        ("fires now", ", ".join(difference.fires)),
        ("no longer", ", ".join(difference.silent)),
        *(("moved", _moved(each)) for each in difference.moved[:most]),
    ]
    last = ""
    for label, text in rows:
        if text:
            page.labelled("" if label == last else label, text, indent=4, width=_WIDTH)
            last = label
    left = len(difference.moved[most:]) if most is not None else 0
    if left:
        page.labelled("", f"and {left} more", indent=4, width=_WIDTH)
    if not (difference.fires or difference.silent or difference.moved):
        page.text("nothing known about it changed", indent=4)


def whole(answer: RegressAnswer) -> str:
    """How much holds, in one sentence."""
    statuses = Counter(puzzle.status for puzzle in answer.puzzles)
    counts = ", ".join(f"{statuses[status]} {says}" for status, says in _SAYS.items() if statuses[status])
    judgements = [each for puzzle in answer.puzzles for each in puzzle.judgements]
    sound = sum(each.status == "holds" for each in judgements)
    remembered = sum(puzzle.remembered for puzzle in answer.puzzles)
    known = f" ({remembered} remembered)" if remembered else ""
    early = "stopped early: " if answer.left_out else ""
    if statuses["holds"] == len(answer.puzzles):
        told = f"{_counted(len(answer.puzzles), 'puzzle')}, {_counted(sound, 'expectation')}: all hold{known}"
    else:
        puzzles = f"{_counted(len(answer.puzzles), 'puzzle')}: {counts}{known}"
        told = f"{puzzles}; {sound} of {_counted(len(judgements), 'expectation')} hold"
    return early + told + _way(answer)


def annotate_regress(answer: RegressAnswer) -> Iterator[str]:
    """For GitHub Actions: an annotation for each thing that does not hold; then how much does."""
    from tsolve.report.github import command

    for puzzle in answer.puzzles:
        for problem in puzzle.problems:
            yield command("error", problem.message, puzzle.file, problem.line, problem.column, problem.code)
        for each in puzzle.failures:
            level = "warning" if each.status == "undecided" else "error"
            message = (
                f"{each.what}: expected {each.expected}, found {each.found}{_in_short(puzzle.difference)}"
            )
            yield command(level, message, puzzle.file, each.line, title=f"expectation {each.status}")
    yield f"tsolve: {whole(answer)}"


def lines_of(difference: Difference) -> Iterator[str]:
    """The same as plain sentences."""
    yield f"compared with {difference.before}"
    if difference.fires:
        yield f"fires now: {', '.join(difference.fires)}"
    if difference.silent:
        yield f"no longer: {', '.join(difference.silent)}"
    for each in difference.moved:
        yield f"moved: {_moved(each)}"


def named(judgement: Judgement) -> str:
    """A name that is one of its own in its puzzle."""
    return name_of(judgement.path) if judgement.path else judgement.what


def _in_short(difference: Difference | None) -> str:
    return "".join(f" | {line}" for line in lines_of(difference)) if difference is not None else ""


def _moved(moved: Moved) -> str:
    return f"{moved.what}: {moved.before or 'nothing'} -> {moved.after or 'nothing'}"


def _way(answer: RegressAnswer) -> str:
    readings = [f"{key}={option}" for key, option in answer.interpretations.items()]
    chosen = [*([f"printing {answer.printing}"] if answer.printing else []), *readings]
    return f"; judged with {', '.join(chosen)}" if chosen else ""


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"
