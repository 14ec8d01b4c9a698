"""Expectations brought up to date: what is written, what is left, and files that may not be written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.suite.puzzles import GHOST, own_cache, put
from tsolve.errors import UsageError
from tsolve.suite import update
from tsolve.suite.run import judge_suite

__all__ = ["own_cache"]

STALE = (
    GHOST.replace("total: 1, won: false", "total:  4, won: true  ")
    + "  illegal: {attack Ghost: []} # never\n"
)


def changed(tmp_path: Path, content: str = STALE) -> update.Change:
    (change,) = update.changes(judge_suite(put(tmp_path / "p", a=content)))
    return change


def test_wrong_values_are_written_and_judged_again(tmp_path: Path) -> None:
    change = changed(tmp_path)

    assert change.after.decode() == STALE.replace("total:  4, won: true", "total:  1, won: false")
    assert change.written == 2
    assert [(each.judgement.path, each.why) for each in change.left] == [
        (("expect", "illegal", "attack Ghost"), update.NOTHING_RIGHT)
    ]
    assert [each.path for each in change.judged.failures] == [("expect", "illegal", "attack Ghost")]


def test_what_holds_is_no_change(tmp_path: Path) -> None:
    assert not list(update.changes(judge_suite(put(tmp_path / "p", a=GHOST))))


def test_the_difference_shows_old_and_new(tmp_path: Path) -> None:
    lines = update.diff(changed(tmp_path)).splitlines()

    assert [line for line in lines if line[0] in "+-"][2:] == [
        "-  line: {legal: true, total:  4, won: true  }",
        "+  line: {legal: true, total:  1, won: false  }",
    ]


def test_written_in_place_with_its_mode_through_a_link(tmp_path: Path) -> None:
    change = changed(tmp_path)
    real = Path(change.file).rename(tmp_path / "real.yaml")
    real.chmod(0o640)
    Path(change.file).symlink_to(real)

    update.write(change)
    assert real.read_bytes() == change.after
    assert real.stat().st_mode & 0o777 == 0o640
    assert Path(change.file).is_symlink()
    assert sorted(path.name for path in tmp_path.rglob("*.*") if "cache" not in path.parts) == [
        "a.yaml",
        "real.yaml",
    ]


def test_a_file_that_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    change = changed(tmp_path)
    Path(change.file).write_text("# somebody else was here\n")

    with pytest.raises(UsageError, match="changed meanwhile"):
        update.write(change)
    assert Path(change.file).read_text() == "# somebody else was here\n"
    assert os.listdir(tmp_path / "p") == ["a.yaml"]


def test_a_read_only_file_is_not_written(tmp_path: Path) -> None:
    change = changed(tmp_path)
    Path(change.file).chmod(0o444)

    with pytest.raises(UsageError, match="read-only"):
        update.write(change)
    assert Path(change.file).read_bytes() == change.before


def test_a_file_that_went_away_is_an_error(tmp_path: Path) -> None:
    change = changed(tmp_path)
    Path(change.file).unlink()

    with pytest.raises(FileNotFoundError):
        update.write(change)
    assert os.listdir(tmp_path / "p") == []


def test_nothing_is_lost_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change = changed(tmp_path)

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space"):
        update.write(change)
    assert Path(change.file).read_bytes() == change.before
    assert os.listdir(tmp_path / "p") == ["a.yaml"]


def test_a_best_line_that_is_not_proved_changes_nothing(tmp_path: Path) -> None:
    """The deck is unknown and the Trainer draws from it: what is best cannot be known."""
    content = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Magical Aura]
deck: unknown
hall: [Nixie, none, none]
expect:
  best: {vp: 9}
"""
    change = changed(tmp_path, content)
    assert change.after == change.before
    assert change.written == 0
    assert {each.why for each in change.left} == {update.UNDECIDED}


SHAPES = """\
# Two Torches have 2 gold each: 4. A Dagger costs 3; more than one card a turn cannot be bought, and nothing
# else is for sale. Nothing is destroyed, nobody rises a level; the turn goes on with the Torches in the hand.
game: thunderstone
goal: worth,lost
turn: village
hand: [2 x Torch]
deck: []
village: {Dagger: 5}
line: [buy Dagger]
expect:
  best: {gold: 9, bought: [Torch], levelled: [Militia], destroyed: ['2 x Torch'], lost: 3} # best
  after:
    discard:  # in any order
    - Torch # bought
    - Militia
    hand: [Torch]
    village: {Dagger: 5}
    over: true
  legal: [buy Dagger]
"""


def test_every_shape_of_a_value(tmp_path: Path) -> None:
    change = changed(tmp_path, SHAPES)

    best = "best: {gold: 4, bought: [Dagger], levelled: [], destroyed: [], lost: 0} # best"
    discard = "discard:  # in any order\n    - Dagger # bought\n    hand: [2 x Torch]"
    after = f"{discard}\n    village: {{Dagger: 4}}\n    over: false"
    assert f"{best}\n  after:\n    {after}\n  legal" in change.after.decode()
    assert change.judged.status == "holds"
    assert not change.left


ROWS = """\
# Two Thyrian Squires with Attack 2 each; a Militia has 1. Rank 1 in the dark costs 2: 2 + 2 + 1 - 2 = 3.
game: thunderstone
turn: dungeon
hand: [2 x Thyrian Squire, Militia]
deck: []
hall: [Nixie, none, none]
line: [attack Nixie]
expect:
  calculation:
  - {card: Thyrian Squire, attack: FIRST}
  - {card: Thyrian Squire, attack: SECOND}
"""


@pytest.mark.parametrize(("first", "second"), [(7, 8), (7, 2), (2, 7)])
def test_rows_of_equal_cards_that_say_the_same(tmp_path: Path, first: int, second: int) -> None:
    """Whichever of the two is meant, it has Attack 2."""
    change = changed(tmp_path, ROWS.replace("FIRST", str(first)).replace("SECOND", str(second)))

    assert change.after.decode() == ROWS.replace("FIRST", "2").replace("SECOND", "2")
    assert (change.judged.status, change.left) == ("holds", ())


def test_more_rows_than_the_table_has_are_left(tmp_path: Path) -> None:
    """Both Squires are spoken for: there is no third that could have any Attack."""
    third = ROWS.replace("FIRST", "2").replace("SECOND", "7") + "  - {card: Thyrian Squire, attack: 9}\n"
    change = changed(tmp_path, third)

    assert change.after.decode() == third.replace("7", "2")
    assert [(each.judgement.path, each.why) for each in change.left] == [
        (("expect", "calculation", 2, "attack"), update.NOTHING_RIGHT)
    ]


def test_a_row_that_another_row_expects_is_not_offered(tmp_path: Path) -> None:
    """The one row of the Militia is taken by what is right."""
    rows = "  - {card: Militia, attack: 5}\n  - {card: Militia, attack: 1}\n"
    content = ROWS.partition("  - {")[0] + rows
    change = changed(tmp_path, content)

    assert change.after == change.before
