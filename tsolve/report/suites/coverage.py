"""Rule coverage for people: totals kind by kind, then what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsolve.model.coverage import CoverageAnswer, Covered, Kind
from tsolve.report.page import Column, Page

KIND_NAMES: dict[Kind, str] = {
    "rule": "rules",
    "ruling": "other entries",
    "card": "cards",
    "effect": "effects",
    "reading": "readings",
}
"""`other entries`: those of the glossary about cards and open points."""
_TITLED = ("rule", "ruling")
_NUMBERS = ("in all", "exercised", "stated only", "missing", "covered")
_NEEDED = ("missing", "covered")
"""Of the numbers those that are told however narrow the page is."""
_MOST_PUZZLES = 3
_MOST_MISSING = 60
"""What no puzzle exercises is listed where it is so few; a puzzle by itself leaves out nearly everything."""


def show_coverage(page: Page, answer: CoverageAnswer, verbose: bool = False) -> None:
    """Game by game the totals, what no puzzle exercises and what is only stated; with `verbose` all of it."""
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
        page.text(f"{len(answer.uncovered)} of them no puzzle exercises: -v lists them.", 2, 2)
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
            page.table(heads, map(_row, items))


def show_shortfall(page: Page, answer: CoverageAnswer, at_least: float | None) -> None:
    """That less is covered than was asked for, if so."""
    for game in answer.games:
        if game.falls_short(at_least):
            page.blank()
            page.text(_of_game(answer, game, shortfall(game, at_least)), style="bad")


def annotate_coverage(answer: CoverageAnswer, at_least: float | None) -> Iterator[str]:
    """For GitHub Actions: how much is covered, as an error where it is too little."""
    from tsolve.report.formats.github import command

    for game, told in zip(answer.games, in_a_line(answer, at_least), strict=True):
        if game.falls_short(at_least):
            names = ", ".join(item.id for item in game.uncovered)
            yield command("error", f"{told}: {names}", title="rule coverage")
        else:
            yield command("notice", told, title="rule coverage")


def in_a_line(answer: CoverageAnswer, at_least: float | None) -> Iterator[str]:
    """How much of each game is covered, and what was asked for where it is too little."""
    for game in answer.games:
        short = game.falls_short(at_least)
        told = shortfall(game, at_least) if short else f"{hundredths(game.percent)} covered"
        yield _of_game(answer, game, told)


def _of_game(answer: CoverageAnswer, game: CoverageAnswer, told: str) -> str:
    """The report on one game, with its name where there are several."""
    return f"{game.game}: {told}" if answer.further else told


def shortfall(answer: CoverageAnswer, at_least: float | None) -> str:
    """What is covered and what was asked for."""
    return f"{hundredths(answer.percent)} covered, {at_least or 0:g} % asked for"


def as_json(answer: CoverageAnswer) -> str:
    """All of it for programs."""
    import json

    import msgspec

    return json.dumps(msgspec.to_builtins(answer), indent=2, ensure_ascii=True) + "\n"


def hundredths(share: float) -> str:
    """A percentage with one decimal, rounded down: what is not all is never called all."""
    return f"{int(share * 10) / 10:g} %"


def box_name(name: str) -> str:
    """What people call a set of cards; Basic cards belong to none."""
    return name or "every box"


def common_folder(files: Iterable[str]) -> str:
    """The folder that all these files are in, with the slash behind it; empty where there is none."""
    import os

    try:
        folder = os.path.commonpath([os.path.dirname(file) for file in files])
    except ValueError:  # no files, or some with a whole path and some without
        return ""
    return folder and os.path.join(folder, "")


def _row(item: Covered) -> tuple[str, str, str, str]:
    shown = [file.rpartition("/")[2].removesuffix(".yaml") for file in item.puzzles[:_MOST_PUZZLES]]
    more = len(item.puzzles) - len(shown)
    told = ", ".join(shown) + (f" and {more} more" if more else "")
    return item.id, "" if item.level == "exercised" else item.level, str(len(item.puzzles) or ""), told


def _things(page: Page, items: Iterable[Covered]) -> None:
    """Rules and other entries with their titles; the others explain themselves by their names."""
    noted = [(item, " (stated only)" if item.level == "stated" else "") for item in items]
    page.packed((item.id + note for item, note in noted if item.kind not in _TITLED), indent=4)
    rows = [(item.id, item.title + note) for item, note in noted if item.kind in _TITLED]
    if rows:
        page.table((Column(""), Column("", wraps=True)), rows, indent=4)
