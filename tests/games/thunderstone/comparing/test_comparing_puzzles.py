"""Dependence against what people wrote: a puzzle about a reading states by hand what comes out under it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tsolve import api
from tsolve.model.comparisons import Questions, differences
from tsolve.turns.comparing import dependence, verdict_of

ROOT = Path(__file__).parents[4] / "puzzles"
READINGS = sorted(ROOT.glob("*/readings/*.yaml"))
OTHERS = sorted(
    path
    for folder in ("rules", "monsters", "heroes")
    for path in (ROOT / "thunderstone" / folder).glob("*.yaml")
)[::12]
JUDGED = Questions(actions=False, attacks=False, best=False)
WITH_TOTALS = Questions(actions=False, best=False)
COMPARED = ("best", "totals", "line", "calculation", "claims", "after", "legal", "illegal")
"""Expectations about what a comparison compares. Which ruling is cited is no part of it."""


def keys_about(path: Path) -> list[str]:
    """The interpretations that a puzzle says it is about."""
    about = api.load(str(path)).position.about
    return [each.removeprefix("key.").partition("=")[0] for each in about if each.startswith("key.")]


@cache
def fails_otherwise(path: Path, key: str) -> bool:
    """Whether what the puzzle states is wrong under another option of the interpretation."""
    opened = api.load(str(path))
    options = [option.id for option in opened.ruleset.interpretations[key].options]
    return any(
        not each.holds and each.what.startswith(COMPARED) and each.what != "line rulings"
        for option in options
        for each in api.check(api.load(str(path), None, {key: option}), backend="exact").expectations
    )


ABOUT = [(key, path) for path in READINGS for key in keys_about(path)]


def test_every_interpretation_with_a_puzzle_is_told_apart_by_one() -> None:
    telling = [(key, path) for key, path in ABOUT if fails_otherwise(path, key)]

    assert {key for key, _ in ABOUT} == {key for key, _ in telling}
    assert len(telling) > 100


@pytest.mark.parametrize(("key", "path"), ABOUT, ids=[f"{path.stem}-{key}" for key, path in ABOUT])
def test_a_puzzle_depends_on_the_reading_under_which_it_fails(key: str, path: Path) -> None:
    opened = api.load(str(path))
    expect = opened.position.expect
    ask = Questions(actions=False, attacks=bool(expect.totals), best=expect.best is not None)
    found = [each.key for each in dependence(opened, ask, bounded=False).keys]

    assert key in found or not fails_otherwise(path, key)


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
    assert (found.not_examined, found.readers_not_examined) == ((), ())
