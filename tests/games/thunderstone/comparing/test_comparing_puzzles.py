"""Dependence against what people wrote: puzzles state by hand what comes out under each reading."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tsolve import api
from tsolve.games.thunderstone.comparing.dependence import dependence
from tsolve.games.thunderstone.comparing.verdict import Questions, verdict_of
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.model.comparisons import differences

ROOT = Path(__file__).parents[4] / "puzzles" / "thunderstone"
READINGS = sorted((ROOT / "readings").glob("*.yaml"))
OTHERS = sorted(
    path for folder in ("rules", "monsters", "heroes") for path in (ROOT / folder).glob("*.yaml")
)[::12]
JUDGED = Questions(actions=False, attacks=False, best=False)
WITH_TOTALS = Questions(actions=False, best=False)
COMES_OUT = ("best", "totals", "line", "calculation", "claims", "after", "legal", "illegal")
"""The expectations about the outcome; `readings` only says what was gone through."""

SATISFIED = {
    "cleric_empty_deck-forbidden-discard-pile": "the discard pile is shuffled: the deck is not empty",
    "others_discard-forced-done": "what the reading demands was done before the battle",
}
"""Puzzles whose line is the same under the other reading, which they do not state: and why it is."""


def position(file: PositionFile) -> str:
    """Everything of a puzzle but its words, its reading and what must come out."""
    plain: dict[str, Any] = msgspec.to_builtins(file)
    for key in ("title", "source", "about", "interpretations", "printing", "expect"):
        plain.pop(key, None)
    return repr(plain)


def comes_out(file: PositionFile) -> str:
    """What must come out. Which ruling forbids a step is no part of it: readings are cited by their keys."""
    plain: dict[str, Any] = msgspec.to_builtins(file.expect)
    illegal = sorted(plain.get("illegal", {}))
    line = {key: value for key, value in plain.get("line", {}).items() if key != "rulings"}
    rows = [{k: v for k, v in row.items() if k != "ruling"} for row in plain.get("calculation", [])]
    kept = {key: plain[key] for key in COMES_OUT if key in plain}
    return repr(kept | {"illegal": illegal, "line": line, "calculation": sorted(map(repr, rows))})


def alike() -> dict[str, list[tuple[Path, PositionFile]]]:
    """The puzzles about readings, those with the same position together."""
    groups: dict[str, list[tuple[Path, PositionFile]]] = defaultdict(list)
    for path in READINGS:
        file = api.load(str(path)).position
        groups[position(file)].append((path, file))
    return groups


def telling() -> list[tuple[str, Path]]:
    """Each puzzle with the keys that it is about, unless the same is expected of it under another reading."""
    return [
        (about.removeprefix("key.").partition("=")[0], path)
        for group in alike().values()
        for path, file in group
        if path.stem not in SATISFIED
        for about in file.about
        if about.startswith("key.")
        if all(other is file or comes_out(other) != comes_out(file) for _, other in group)
    ]


TELLING = telling()


def test_nearly_every_interpretation_is_told_apart_by_a_puzzle() -> None:
    shown = {about for path in READINGS for about in api.load(str(path)).position.about}
    keys = {about.removeprefix("key.").partition("=")[0] for about in shown if about.startswith("key.")}

    # no card of the base game asks for the kind of a revealed card: both sides come to the same
    assert keys - {key for key, _ in TELLING} == {"basics_are_village"}


@pytest.mark.parametrize(("key", "path"), TELLING, ids=[f"{path.stem}-{key}" for key, path in TELLING])
def test_a_puzzle_depends_on_the_reading_that_changes_what_is_expected(key: str, path: Path) -> None:
    opened = api.load(str(path))
    expect = opened.position.expect
    ask = Questions(actions=False, attacks=bool(expect.totals), best=expect.best is not None)

    assert key in [each.key for each in dependence(opened, ask, bounded=False).keys]


@pytest.mark.parametrize("name", SATISFIED)
def test_a_puzzle_whose_reading_demands_nothing_more_does_not_depend_on_it(name: str) -> None:
    opened = api.load(str(ROOT / "readings" / f"{name}.yaml"))

    assert name.partition("-")[0] not in [each.key for each in dependence(opened, JUDGED).keys]


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_a_reading_that_was_not_looked_up_changes_nothing(path: Path) -> None:
    """Every option of every interpretation is tried here, whatever was looked up."""
    opened = api.load(str(path))
    readings, points = opened.book.readings, opened.ruleset.interpretations
    ask = WITH_TOTALS if opened.position.line and len(opened.position.hand) < 6 else JUDGED
    verdict = verdict_of(opened, ask)
    changing = [
        key
        for key, point in points.items()
        if any(
            differences(verdict, verdict_of(opened.under({**readings, key: option.id}), ask, verdict))
            for option in point.options
            if option.id != readings[key]
        )
    ]

    found = dependence(opened, ask, bounded=False)
    assert [each.key for each in found.keys] == changing
    assert found.not_examined == ()
