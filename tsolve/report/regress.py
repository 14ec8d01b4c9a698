"""Shows a suite of puzzles: what fails, where the file states it, and what changed; also as JUnit XML for
build servers; and rule coverage with what is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape as escape_markup

from tsolve.errors import escape
from tsolve.model.coverage import CoverageAnswer, Covered, Kind
from tsolve.model.regress import (
    Difference,
    Judgement,
    Moved,
    PassedOver,
    PuzzleAnswer,
    RegressAnswer,
    Status,
    name_of,
)
from tsolve.regex import Regex
from tsolve.report.page import Column, Page, Style
from tsolve.report.words import many

_OPEN_POINT = "key."
"""How ids of open points begin, among ids of rules."""
_WIDTH = 11
_STYLES: dict[Status, Style] = {
    "holds": "good",
    "refuted": "bad",
    "undecided": "warn",
    "wrong": "bad",
    "internal": "bad",
    "left out": "warn",
}
_SAYS: dict[Status, tuple[str, str]] = {
    "holds": ("is as expected", "are as expected"),
    "refuted": ("fails", "fail"),
    "undecided": ("is undecided", "are undecided"),
    "wrong": ("cannot be judged", "cannot be judged"),
    "internal": ("ended in an internal error", "ended in internal errors"),
    "left out": ("was left out", "were left out"),
}
"""Words for one puzzle, and for several."""
_NAMES: dict[Status, str] = {"holds": "as expected", "refuted": "fails"}
"""Words for a status, if other than its name."""
_INDENT = 3
_MOST_FAILURES = 8
_MOST_IN_A_LINE = 3
_NUMBER = Regex(r"[+-]?\d+")


def show_regress(page: Page, answer: RegressAnswer, verbose: bool = False) -> None:
    """Show what fails, and a line about the suite; `verbose` also lists what holds."""
    for puzzle in answer.puzzles:
        show_puzzle(page, puzzle, verbose)
    found = {puzzle.status for puzzle in answer.puzzles} - {"holds"}
    page.blank()
    style: Style = "good" if not found else "warn" if found == {"left out"} else "bad"
    page.text(whole(answer), hang=2, style=style)


def show_regress_in_a_line(
    page: Page, answer: RegressAnswer, at_least: float | None = None, remark: str = ""
) -> None:
    """One line, however long: how much holds, the first failures, the coverage (of which `at_least` so many
    percent were asked for), and a remark.
    """
    failures = [texts for puzzle in answer.puzzles for texts in _in_a_line(puzzle)]
    texts = [whole(answer), *failures[:_MOST_IN_A_LINE]]
    if (left := len(failures) - _MOST_IN_A_LINE) > 0:
        texts.append(f"and {left} more")
    if answer.coverage is not None:
        texts += in_a_line(answer.coverage, at_least)
    page.line("; ".join(filter(None, (*texts, remark))))


def show_puzzle(page: Page, puzzle: PuzzleAnswer, verbose: bool = False) -> None:
    """Show what does not hold in a puzzle, and what changed. One that holds, or that was not judged, is only
    named if `verbose`.
    """
    if puzzle.status in ("holds", "left out"):
        if verbose:
            count = f" ({len(puzzle.judgements)})" if puzzle.judgements else ""
            style = _STYLES[puzzle.status]
            name = _NAMES.get(puzzle.status, puzzle.status)
            page.labelled(name, puzzle.file + count, indent=0, width=_WIDTH + 2, style=style)
        return
    for problem in puzzle.problems:
        page.verbatim(problem.text)
    if puzzle.failures:
        _show_failures(page, puzzle, verbose)
        if verbose and puzzle.difference is not None:
            show_difference(page, puzzle.difference)


def _in_a_line(puzzle: PuzzleAnswer) -> Iterator[str]:
    """Each thing that does not hold, or that prevents a judgement, with its place."""
    for problem in puzzle.problems:
        yield f"{_place(puzzle.file, problem.line)}: {problem.message}"
    for each in puzzle.failures:
        found = f"expected {each.expected}, found {each.found}".rstrip(".")
        yield f"{_place(puzzle.file, each.line)}: {each.what}: {found}"


def _place(file: str, line: int | None) -> str:
    return f"{file}:{line}" if line else file


def _row(judgement: Judgement) -> tuple[str, ...]:
    place = f":{judgement.line}" if judgement.line else ""
    return (place, judgement.what, f"expected {judgement.expected}", f"found {judgement.found}")


def _show_failures(page: Page, puzzle: PuzzleAnswer, verbose: bool) -> None:
    """Show how many expectations fail and which number causes it; each in a row; the rules that changed."""
    failures = puzzle.failures
    text = f"{puzzle.file}: {len(failures)} of {many(len(puzzle.judgements), 'expectation')}."
    cause = _cause(puzzle.difference)
    page.verdict(_NAMES.get(puzzle.status, puzzle.status), f"{text} {cause}".rstrip(), _STYLES[puzzle.status])
    heads = (Column("", style="dim"), *(Column("", wraps=True) for _ in range(3)))
    page.table(heads, [_row(each) for each in (failures if verbose else failures[:_MOST_FAILURES])], _INDENT)
    if not verbose and (left := len(failures) - _MOST_FAILURES) > 0:
        page.text(f"and {left} more", _INDENT, hint="-v")
    if applies := _applies(puzzle.difference):
        page.text(applies, _INDENT, 2)


def _cause(difference: Difference | None) -> str:
    """The first number that changed; numbers that follow from it come later."""
    for each in difference.moved if difference is not None else ():
        if _NUMBER.fullmatch(each.before) and _NUMBER.fullmatch(each.after):
            return f"{each.what.partition(': ')[0]}: {each.before} -> {each.after}"
    return ""


def _applies(difference: Difference | None) -> str:
    """The rules and readings that apply only now, and those that applied only before."""
    if difference is None:
        return ""
    parts = (("Applies now", difference.fires), ("No longer", difference.silent))
    named = ((label, [each.removeprefix(_OPEN_POINT) for each in rules]) for label, rules in parts)
    return " ".join(f"{label}: {', '.join(rules)}." for label, rules in named if rules)


def show_difference(page: Page, difference: Difference, most: int | None = None) -> None:
    """Show what differs from before: rules that apply, numbers that changed."""
    page.text(f"compared with {difference.before}", indent=2, hang=2, style="bold")
    rows = [
        ("applies", ", ".join(difference.fires)),
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
    counts = ", ".join(
        f"{number} {one if number == 1 else several}"
        for status, (one, several) in _SAYS.items()
        if (number := statuses[status])
    )
    judgements = [each for puzzle in answer.puzzles for each in puzzle.judgements]
    sound = sum(each.status == "holds" for each in judgements)
    remembered = sum(puzzle.remembered for puzzle in answer.puzzles)
    known = f" ({remembered} remembered)" if remembered else ""
    early = "stopped early: " if answer.left_out else ""
    if statuses["holds"] == len(answer.puzzles):
        text = f"{many(len(answer.puzzles), 'puzzle')}, {many(sound, 'expectation')}: all as expected{known}"
    else:
        puzzles = f"{many(len(answer.puzzles), 'puzzle')}: {counts}{known}"
        text = f"{puzzles}; {sound} of {many(len(judgements), 'expectation')} hold"
    return early + text + _passed_over(answer) + _way(answer)


def annotate_regress(answer: RegressAnswer) -> Iterator[str]:
    """For GitHub Actions: an annotation for each thing that does not hold; then how much does."""
    from tsolve.report.formats import command

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
    """The difference as plain lines."""
    yield f"compared with {difference.before}"
    if difference.fires:
        yield f"applies now: {', '.join(difference.fires)}"
    if difference.silent:
        yield f"no longer applies: {', '.join(difference.silent)}"
    for each in difference.moved:
        yield f"moved: {_moved(each)}"


def named(judgement: Judgement) -> str:
    """A name that is unique in its puzzle."""
    return name_of(judgement.path) if judgement.path else judgement.what


def _in_short(difference: Difference | None) -> str:
    return "".join(f" | {line}" for line in lines_of(difference)) if difference is not None else ""


def _moved(moved: Moved) -> str:
    return f"{moved.what}: {moved.before or 'nothing'} -> {moved.after or 'nothing'}"


def _passed_over(answer: RegressAnswer) -> str:
    """How many files are not puzzles, by kind."""
    counts = sorted(answer.passed_over.items())
    kinds = ", ".join(f"{number} {_one(kind, number)}" for kind, number in counts)
    return f"; passed over: {kinds}" if kinds else ""


def _one(kind: PassedOver, number: int) -> str:
    return kind.replace("positions", "position").replace("files", "file") if number == 1 else kind


def _way(answer: RegressAnswer) -> str:
    readings = [f"{key}={option}" for key, option in answer.interpretations.items()]
    chosen = [*([f"printing {answer.printing}"] if answer.printing else []), *readings]
    return f"; judged with {', '.join(chosen)}" if chosen else ""


def as_junit(answer: RegressAnswer) -> Iterator[str]:
    """The lines of the document. Characters that XML cannot hold are escaped."""
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
    text = f' skipped="{skipped}"' if skipped else ""
    return f' tests="{tests}" failures="{failures}" errors="{errors}"{text}'


def _quoted(text: str) -> str:
    return f'"{escape_markup(escape(text))}"'


def _text(text: str) -> str:
    return escape_markup("\n".join(map(escape, text.splitlines())))


KIND_NAMES: dict[Kind, str] = {
    "rule": "rules",
    "ruling": "other entries",
    "card": "cards",
    "effect": "effects",
    "reading": "readings",
}
"""`other entries`: entries of the glossary about cards and open points."""
_TITLED = ("rule", "ruling")
_NUMBERS = ("in all", "exercised", "stated only", "missing", "covered")
_NEEDED = ("missing", "covered")
"""The numbers that are shown however narrow the page is."""
_MOST_PUZZLES = 3
_MOST_MISSING = 60
"""Without -v, missing things are listed only if there are no more than this; a single puzzle misses most."""


def show_coverage(page: Page, answer: CoverageAnswer, verbose: bool = False) -> None:
    """Show game by game the totals, what no puzzle exercises and what is only stated; all with `verbose`."""
    for game in answer.games:
        _show_game(page, game, verbose)


def _show_game(page: Page, answer: CoverageAnswer, verbose: bool) -> None:
    by = f"{answer.puzzles} puzzle{'s' if answer.puzzles != 1 else ''}"
    page.heading(f"Rule coverage of {answer.game}: {hundredths(answer.percent)} by {by}")
    rows = [
        (
            box_name(share.set),
            KIND_NAMES[share.kind],
            str(share.total),
            str(share.exercised),
            str(share.stated or ""),
            str(share.missing or ""),
            hundredths(share.percent),
        )
        for share in answer.shares
    ]
    numbers = (Column(each, "right", spare=each not in _NEEDED) for each in _NUMBERS)
    page.table((Column("box", wraps=True), Column("kind", wraps=True), *numbers), rows)
    if len(answer.uncovered) > _MOST_MISSING and not verbose:
        page.text(f"{len(answer.uncovered)} of them no puzzle exercises.", 2, 2, hint="-v lists them")
    elif answer.uncovered:
        page.heading("No puzzle exercises")
        for share in answer.shares:
            items = [item for item in answer.uncovered if (item.set, item.kind) == (share.set, share.kind)]
            if items:
                page.text(f"{box_name(share.set)}, {KIND_NAMES[share.kind]}", indent=2)
                _things(page, items)
    stated = [item for item in answer.items if item.level == "stated" and item.counts]
    if stated:
        page.heading("Named by puzzles, but not exercised")
        page.packed(f"{item.id} {item.title}" if item.kind in _TITLED else item.id for item in stated)
    if verbose:
        for share in answer.shares:
            items = [item for item in answer.items if (item.set, item.kind) == (share.set, share.kind)]
            page.heading(f"{box_name(share.set)}: {KIND_NAMES[share.kind]}")
            heads = (Column(""), Column(""), Column("by puzzles", "right"), Column("", wraps=True))
            page.table(heads, map(_covered_row, items))


def show_shortfall(page: Page, answer: CoverageAnswer, at_least: float | None) -> None:
    """Say if less is covered than was asked for."""
    for game in answer.games:
        if game.falls_short(at_least):
            page.blank()
            page.text(_of_game(answer, game, shortfall(game, at_least)), style="bad")


def annotate_coverage(answer: CoverageAnswer, at_least: float | None) -> Iterator[str]:
    """For GitHub Actions: how much is covered, as an error where it is too little."""
    from tsolve.report.formats import command

    for game, text in zip(answer.games, in_a_line(answer, at_least), strict=True):
        if game.falls_short(at_least):
            names = ", ".join(item.id for item in game.uncovered)
            yield command("error", f"{text}: {names}", title="rule coverage")
        else:
            yield command("notice", text, title="rule coverage")


def in_a_line(answer: CoverageAnswer, at_least: float | None) -> Iterator[str]:
    """How much of each game is covered, and what was asked for if it is too little."""
    for game in answer.games:
        short = game.falls_short(at_least)
        text = shortfall(game, at_least) if short else f"{hundredths(game.percent)} covered"
        yield _of_game(answer, game, text)


def _of_game(answer: CoverageAnswer, game: CoverageAnswer, text: str) -> str:
    """The report on one game, with its name if there are several."""
    return f"{game.game}: {text}" if answer.further else text


def shortfall(answer: CoverageAnswer, at_least: float | None) -> str:
    """What is covered and what was asked for."""
    return f"{hundredths(answer.percent)} covered, {at_least or 0:g} % asked for"


def as_json(answer: CoverageAnswer) -> str:
    """The coverage as JSON."""
    import json

    import msgspec

    return json.dumps(msgspec.to_builtins(answer), indent=2, ensure_ascii=True) + "\n"


def hundredths(share: float) -> str:
    """A percentage with one decimal, rounded down, so that only full coverage is 100 %."""
    return f"{int(share * 10) / 10:g} %"


def box_name(name: str) -> str:
    """The name of a set of cards for people; Basic cards belong to no set."""
    return name or "every box"


def common_folder(files: Iterable[str]) -> str:
    """The folder that all these files are in, with a slash at its end; empty if there is none."""
    import os

    try:
        folder = os.path.commonpath([os.path.dirname(file) for file in files])
    except ValueError:  # no files, or both absolute and relative paths
        return ""
    return folder and os.path.join(folder, "")


def _covered_row(item: Covered) -> tuple[str, str, str, str]:
    shown = [file.rpartition("/")[2].removesuffix(".yaml") for file in item.puzzles[:_MOST_PUZZLES]]
    more = len(item.puzzles) - len(shown)
    text = ", ".join(shown) + (f" and {more} more" if more else "")
    return item.id, "" if item.level == "exercised" else item.level, str(len(item.puzzles) or ""), text


def _things(page: Page, items: Iterable[Covered]) -> None:
    """List things: rules and other entries with their titles, the others only by name."""
    noted = [(item, " (stated only)" if item.level == "stated" else "") for item in items]
    page.packed((item.id + note for item, note in noted if item.kind not in _TITLED), indent=4)
    rows = [(item.id, item.title + note) for item, note in noted if item.kind in _TITLED]
    if rows:
        page.table((Column(""), Column("", wraps=True)), rows, indent=4)
