"""A suite: its answers, what is remembered of them, and what moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suite.puzzles import BEFORE_LIGHT, FEWER, FEWEST, GHOST, WRONG, own_cache, put
from tsolve.errors import InputError
from tsolve.model.regress import Moved, RegressAnswer
from tsolve.suite import judging, run
from tsolve.suite.collect import selection
from tsolve.suite.run import AS_WRITTEN, RunOptions, judge_suite, summary

__all__ = ["own_cache"]

COMPOSE = "services:\n  game: {expect: x}\n"


def statuses(paths: list[str], *args: object, **options: object) -> list[tuple[str, str, bool]]:
    found = judge_suite(paths, *args, **options)  # type: ignore[arg-type]
    return [(Path(each.judged.file).stem, each.judged.status, each.remembered) for each in found]


def regress(paths: list[str], way: RunOptions = AS_WRITTEN, cached: bool = True) -> RegressAnswer:
    return summary(judge_suite(paths, way, cached=cached), way, cached)


def never(*_: object) -> None:
    """In place of what must not be called."""
    raise AssertionError("judged again")


def test_answers_in_the_order_of_the_files(tmp_path: Path) -> None:
    paths = put(
        tmp_path / "p", b=GHOST, a=FEWEST, c=WRONG, compose=COMPOSE, plain=GHOST.partition("expect")[0]
    )

    assert statuses(paths) == [("a", "refuted", False), ("b", "holds", False), ("c", "wrong", False)]
    assert statuses([*paths, f"{tmp_path}/p/b.yaml"]) == [
        ("a", "refuted", True),
        ("b", "holds", True),
        ("c", "wrong", False),
    ]


def test_what_is_known_is_not_judged_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = put(tmp_path / "p", a=FEWEST, b=GHOST)
    first = judge_suite(paths)
    monkeypatch.setattr(judging, "judge", never)

    again = judge_suite(paths)
    assert [each.judged for each in again] == [each.judged for each in first]
    assert all(each.remembered for each in again)


def test_what_has_changed_is_judged_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = put(tmp_path / "p", a=GHOST)
    known = [("a", "holds", True)]
    assert statuses(paths) != known
    assert statuses(paths) == known
    assert statuses(paths, RunOptions(None, BEFORE_LIGHT)) == [("a", "refuted", False)]
    assert statuses(paths, RunOptions("1.4")) == [("a", "holds", False)]
    assert statuses(paths) == known
    put(tmp_path / "p", a=f"{GHOST}#\n")
    assert statuses(paths) != known
    assert statuses(paths) == known
    monkeypatch.setattr(run, "tools", lambda: b"another version of the code or of the rules")
    assert statuses(paths) != known


@pytest.mark.parametrize("damage", [b"", b"x" * 40, None])
def test_a_damaged_cache_is_no_cache(tmp_path: Path, own_cache: Path, damage: bytes | None) -> None:
    paths = put(tmp_path / "p", a=GHOST)
    statuses(paths)
    (file,) = own_cache.glob("suite/*")
    content = file.read_bytes()
    file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) if damage is None else damage)

    assert statuses(paths) == [("a", "holds", False)]
    assert statuses(paths) == [("a", "holds", True)]


def test_without_a_cache_nothing_is_remembered(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Because that is wished, or because it cannot be written."""
    paths = put(tmp_path / "p", a=GHOST)
    for _ in range(2):
        assert statuses(paths, cached=False) == [("a", "holds", False)]
    assert not list(own_cache.glob("suite/*"))

    (tmp_path / "file").touch()
    monkeypatch.setenv("TSOLVE_CACHE_DIR", str(tmp_path / "file"))
    assert statuses(paths) == [("a", "holds", False)]


def test_only_what_is_selected(tmp_path: Path) -> None:
    paths = put(
        tmp_path / "p",
        a=GHOST,
        b=GHOST.replace("When the sword", "Where it"),
        c=GHOST.replace("TS-8.3", "TS-8.1"),
    )

    for _ in range(2):  # judged anew, then remembered
        assert [name for name, *_ in statuses(paths, select=selection("sword and TS-8.3"))] == ["a"]
        assert [name for name, *_ in statuses(paths, select=selection("TS-8.1 or b.yaml"))] == ["b", "c"]
        assert [name for name, *_ in statuses(paths, select=selection("comment"))] == []


@pytest.mark.parametrize("cached", [True, False])
def test_the_first_failure_ends_it(tmp_path: Path, cached: bool) -> None:
    paths = put(tmp_path / "p", a=GHOST, b=FEWEST, c=FEWEST, d=GHOST)
    put(tmp_path / "p", e=FEWEST)
    if cached:
        judge_suite([f"{tmp_path}/p/c.yaml", f"{tmp_path}/p/d.yaml"])

    found = statuses(paths, fail_fast=True, cached=cached)
    assert [(name, status) for name, status, _ in found] == [("a", "holds"), ("b", "refuted")]


def test_a_named_file_that_is_no_puzzle_or_a_wrong_one_is_said_to_be_so(tmp_path: Path) -> None:
    put(tmp_path, compose=COMPOSE, typo=GHOST.replace("thunderstone", "thunderston"))

    compose, typo = judge_suite([f"{tmp_path}/compose.yaml", f"{tmp_path}/typo.yaml"])
    assert (compose.judged.status, typo.judged.status) == ("wrong", "wrong")
    assert compose.judged.problems[0].message == run.NO_PUZZLE
    assert "unknown game" in typo.judged.problems[0].message
    (found,) = judge_suite(put(tmp_path / "p", a=WRONG))
    (problem,) = found.judged.problems
    assert (problem.line, problem.column, problem.code) == (7, 24, "E302")
    assert "did you mean" in problem.message
    assert problem.text.startswith(f"{tmp_path}/p/a.yaml:7:24: error E302")


def test_an_unknown_reading_is_said_once(tmp_path: Path) -> None:
    paths = put(tmp_path / "p", a=GHOST, b=GHOST)

    for way in (
        RunOptions("9.9"),
        RunOptions(None, {"half_order": "x"}),
        RunOptions(None, {"half_attack_order": "x"}),
    ):
        with pytest.raises(InputError):
            judge_suite(paths, way)


def test_an_error_in_tsolve_is_part_of_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(judging.api, "exercise", breaks)

    assert statuses(put(tmp_path / "p", a=GHOST)) == [("a", "internal", False)]


def test_moved_by_a_reading(tmp_path: Path) -> None:
    """Squire 2 + Militia 3 = 5. Light first: 5 - 2 = 3, halved 1. Halved first: 2, less 2: 0."""
    paths = put(tmp_path / "p", a=GHOST)

    for remembered in (False, True):
        (puzzle,) = regress(paths, RunOptions(None, BEFORE_LIGHT)).puzzles
        assert puzzle.remembered is remembered
        (failure,) = puzzle.failures
        assert (failure.line, failure.expected, failure.right) == (14, "1", 0)
        moved = puzzle.difference
        assert moved is not None
        assert moved.before == "the puzzle as written"
        assert moved.fires == ("key.half_attack_order=before_light",)
        assert moved.silent == ("key.half_attack_order=after_light",)
        assert Moved("Ghost: total", "3 becomes 1", "5 becomes 2") in moved.moved
        assert Moved("Attack Value against Ghost in Rank 1", "1", "0") in moved.moved
        assert not [each for each in moved.moved if "Militia" in each.what]


def test_what_moved_in_several_places_alike_is_told_once(tmp_path: Path) -> None:
    """Squire 2 + Militia 3 = 5. One point of darkness costs 2: 3, halved 1. At 1 each: 4, halved 2."""
    paths = put(tmp_path / "p", a=f"{GHOST}claims: [{{total: 1, against: Ghost}}]\n")

    (puzzle,) = regress(paths, RunOptions(None, {"light_factor": "1"})).puzzles
    assert puzzle.difference is not None
    moved = puzzle.difference.moved
    assert Moved("Light Penalty: total", "-2", "-1") in moved
    assert Moved("claim 1", "confirmed: the Attack Value is 1", "refuted: the Attack Value is 2") in moved
    assert not [each for each in moved if each.what.startswith("claim 1: ")]


def test_moved_since_it_held(tmp_path: Path) -> None:
    """Two Militia: 4, less 2: 2, of which half is 1. One: 3, less 2: 1; its half is rounded down to 0."""
    paths = put(tmp_path / "p", a=GHOST)
    (puzzle,) = regress(paths).puzzles
    assert puzzle.difference is None
    put(tmp_path / "p", a=FEWER)
    assert regress(paths).puzzles[0].status == "holds"
    put(tmp_path / "p", a=FEWEST)

    (puzzle,) = regress(paths).puzzles
    assert puzzle.difference is not None
    assert puzzle.difference.before == "the last answer that held, before the file was edited"
    assert (puzzle.difference.fires, puzzle.difference.silent) == (("TS-9.4",), ())
    assert Moved("Militia: attack", "+2", "+1") in puzzle.difference.moved
    assert Moved("Attack Value against Ghost in Rank 1", "1", "0") in puzzle.difference.moved
    assert regress(paths, cached=False).puzzles[0].difference is None


def test_moved_by_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is as it was, but the rules or the code are others."""
    paths = put(tmp_path / "p", a=GHOST)
    regress(paths)
    monkeypatch.setattr(run, "tools", lambda: b"other")
    judge = judging.judge
    monkeypatch.setattr(judging, "judge", lambda file, content, *_: judge(file, content, None, BEFORE_LIGHT))

    (puzzle,) = regress(paths).puzzles
    assert puzzle.difference is not None
    assert puzzle.difference.before == "the last answer that held"
    assert puzzle.difference.fires == ("key.half_attack_order=before_light",)


def test_a_line_that_nobody_expects_anything_of_is_judged_too(tmp_path: Path) -> None:
    illegal = GHOST.replace("- attack Ghost", "- attack Griffon in Rank 1").partition("expect")[0]
    paths = put(
        tmp_path / "p",
        a=f"{illegal}claims: [{{defeats: Ghost}}]\nexpect: {{illegal: {{attack Nixie: []}}}}\n",
    )

    (puzzle,) = regress(paths).puzzles
    assert [(each.path, each.status) for each in puzzle.judgements][1:] == [
        (("claims", 0), "refuted"),
        (("line",), "refuted"),
    ]
