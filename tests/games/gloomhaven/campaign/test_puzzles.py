"""Every puzzle of the campaign holds, and its line is legal unless the puzzle says otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.suite import collect
from tsolve.suite.judging import judge

PUZZLES = sorted(Path("puzzles/gloomhaven/campaign").glob("*.yaml"))


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_every_expectation_holds(path: Path) -> None:
    content = path.read_bytes()
    judged = judge(str(path), content)

    assert judged.status == "holds", judged.failures or judged.problems
    puzzle = collect.puzzle(content, str(path))
    assert puzzle is not None, "a puzzle without expectations tests nothing"
    assert {place for place, _ in puzzle.stated} == {each.path for each in judged.judgements}
    lines = dict(puzzle.stated)
    assert all(lines[each.path] == each.line for each in judged.judgements if each.path[0] == "expect")


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_a_line_is_legal_unless_the_puzzle_says_otherwise(path: Path) -> None:
    opened = api.load(str(path))
    line = opened.position.expect.line
    if not opened.position.line or (line is not None and line.illegal_step):
        return

    assert api.check(opened).line.legal
