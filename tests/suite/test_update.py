"""Expectations brought up to date: what is written, what is left, and files that may not be written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import sweeping
from tests.suite.puzzles import GHOST, put
from tests.suite.puzzles import own_cache as own_cache
from tsolve.errors import UsageError
from tsolve.model.answers import Value
from tsolve.source.parse import parse
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode
from tsolve.suite import update
from tsolve.suite.run import judge_suite
from tsolve.suite.update import rewritten

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
    assert [line for line in update.diff(change).splitlines() if line[0] in "+-"][2:] == [
        "-  line: {legal: true, total:  4, won: true  }",
        "+  line: {legal: true, total:  1, won: false  }",
    ]
    assert not list(update.changes(judge_suite(put(tmp_path / "q", a=GHOST))))
    assert [(each.judgement.path, each.why) for each in change.left] == [
        (("expect", "illegal", "attack Ghost"), update.NOTHING_RIGHT)
    ]
    assert [each.path for each in change.judged.failures] == [("expect", "illegal", "attack Ghost")]


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


def _no_room(*_: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("happens", "error"),
    [
        (lambda file, _: file.write_text("# somebody else was here\n"), "changed meanwhile"),
        (lambda file, _: file.chmod(0o444), "read-only"),
        (lambda file, _: file.unlink(), "No such file"),
        (lambda _, patch: patch.setattr(os, "fsync", _no_room), "No space"),
    ],
)
def test_what_cannot_be_written_stays(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    happens: Callable[[Path, pytest.MonkeyPatch], object],
    error: str,
) -> None:
    change = changed(tmp_path)
    file = Path(change.file)
    happens(file, monkeypatch)
    before = [(path.name, path.read_bytes()) for path in file.parent.iterdir()]

    with pytest.raises((UsageError, OSError), match=error):
        update.write(change)
    assert [(path.name, path.read_bytes()) for path in file.parent.iterdir()] == before


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
    # the one row of the Militia is taken by what is right
    rows = "  - {card: Militia, attack: 5}\n  - {card: Militia, attack: 1}\n"
    taken = changed(tmp_path, ROWS.partition("  - {")[0] + rows)
    assert taken.after == taken.before


PUZZLES = sorted((Path(__file__).parents[2] / "puzzles").rglob("*.yaml"))[:: 9 if sweeping.large else 90]


def one(text: str, value: Value, *path: str | int) -> str | None:
    """The text with one new value; None where it was left."""
    found = rewritten(text.encode(), {path: value})
    assert (found.content == text.encode()) or not found.left
    return None if found.left else found.content.decode()


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("a: {x: 1,  y: 2}  # why\n", 7, "a: {x: 7,  y: 2}  # why\n"),
        ("a:\n  x:   false # no\n\n", True, "a:\n  x:   true # no\n\n"),
        ("a: {x: 'Nixie'}", "Griffon", "a: {x: 'Griffon'}"),
        ('a: {x: "Nixie"}', "Griffon", 'a: {x: "Griffon"}'),
        ("a: {x: 'Nixie'}", "Druid's", "a: {x: 'Druid''s'}"),
        ("a: {x: Nixie}", "Lord of Death", "a: {x: Lord of Death}"),
        ("a: {x: Nixie}", "one, two", 'a: {x: "one, two"}'),
        ("a: {x: Nixie}", "key: value", 'a: {x: "key: value"}'),
        ("a: {x: Nixie}", "null", 'a: {x: "null"}'),
        ("a: {x: 5/12}", "-1/3", "a: {x: -1/3}"),
        ("a: {x: Nixie}\n", "Zjawa \u0105\U0001f432", 'a: {x: "Zjawa \u0105\U0001f432"}\n'),
        (
            "\u0105: 1\na: {\u0142: \u0105, x: Nixie}\r\nb: 1\r\n",
            "W\u0105",
            "\u0105: 1\na: {\u0142: \u0105, x: W\u0105}\r\nb: 1\r\n",
        ),
        ("a: {x: Nixie\n  Griffon, y: 1}", "Ghost", "a: {x: Ghost, y: 1}"),
        ("a: {x: -3}", -5, "a: {x: -5}"),
        ("\ufeffa: {x: 1}", 2, "\ufeffa: {x: 2}"),
    ],
)
def test_texts_and_numbers(before: str, value: Value, after: str) -> None:
    assert one(before, value, "a", "x") == after


@pytest.mark.parametrize(
    ("before", "values", "after"),
    [
        ("x: [a, 'b', c] # d", ("a", "e", "c"), "x: [a, 'e', c] # d"),
        ("x: [a, 'b', c] # d", ("a", "'b"), 'x: [a, "\'b"] # d'),
        ("x: [a, 'b'] # d", ("c", "b", "2 x a"), "x: [c, 'b', 2 x a] # d"),
        ("x: [] # d", ("a",), "x: [a] # d"),
        ("x: [a, b]", (), "x: []"),
        ("x:\n- a # one\n- b\n- c # three\ny: 1\n", ("a", "c"), "x:\n- a # one\n- c # three\ny: 1\n"),
        ("x:\n  - a # one\n  - 'b' # two\n", ("a", "c"), "x:\n  - a # one\n  - 'c' # two\n"),
        ("x:\n  - a # one\n  # more\n  - b\n", ("a", "n", "b"), "x:\n  - a # one\n  - n\n  # more\n  - b\n"),
        ("x:\r\n- a", ("a", "b"), "x:\r\n- a\r\n- b\r\n"),
        ("x:\n- b\ny: 1", ("a", "b"), "x:\n- a\n- b\ny: 1"),
    ],
)
def test_lists(before: str, values: tuple[str, ...], after: str) -> None:
    assert one(before, values, "x") == after


@pytest.mark.parametrize(
    ("before", "value", "path"),
    [
        ("x:\n- a # one\n- b # two\n", ("a",), ("x",)),  # a comment would go
        ("x:\n- a\n- b\n", (), ("x",)),  # the list would be empty
        ("x: [a,  # one\n  b]\n", ("a",), ("x",)),
        ("x:\n- [a]\n- [b]\n", ("a",), ("x",)),
        ("x: |\n  a\n", "b", ("x",)),
        ("x: {a: 1}", "b", ("x",)),
        ("x: a", ("b",), ("x",)),
        ("x: a", "b", ("y",)),
        ("x: [a]", "b", ("x", 1)),
        ("x: [a]", "b", ("x", "y")),
        ("x:\n  a: 1\n", {"b": "1"}, ("x",)),
    ],
)
def test_left_as_it_is(before: str, value: Value, path: tuple[str | int, ...]) -> None:
    assert one(before, value, *path) is None


def test_mappings_and_several_values() -> None:
    assert one("x: {a: 1, 'b': '2'} # c", {"b": "4", "a": "1"}, "x") == "x: {a: 1, 'b': '4'} # c"
    assert one("x:\n  a: 1 # c\n  b: 2\n", {"a": "3", "b": "2"}, "x") == "x:\n  a: 3 # c\n  b: 2\n"
    assert one("x: {} # c", {"vp": "1/2"}, "x") == "x: {vp: 1/2} # c"
    found = rewritten(b"a: 1 # x\nb: |\n  t\nc: [p, q]\n", {("a",): 2, ("b",): "u", ("c",): ("q",)})
    assert found.content == b"a: 2 # x\nb: |\n  t\nc: [q]\n"
    assert list(found.left) == [("b",)]


def _scalars(node: Node, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Scalar]]:
    if isinstance(node, Scalar):
        return [(path, node)]
    if isinstance(node, SequenceNode):
        return [each for index, item in enumerate(node.items) for each in _scalars(item, (*path, index))]
    assert isinstance(node, MappingNode)
    return [each for key, item in node.items for each in _scalars(item, (*path, key.text))]


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_every_value_of_a_puzzle_alone(path: Path) -> None:
    """All but the stretch of the value itself stays, byte for byte."""
    content = path.read_text()
    lines = content.splitlines()
    for place, node in _scalars(parse(content, "")):
        span = node.span
        if span.line != span.end_line:
            continue
        found = rewritten(content.encode(), {place: "Ein 7, Wert"})
        assert not found.left
        new = found.content.decode().splitlines()
        row = span.line - 1
        assert (new[:row], new[row + 1 :]) == (lines[:row], lines[row + 1 :])
        before, after = lines[row][: span.column - 1], lines[row][span.end_column - 1 :]
        assert new[row].startswith(before)
        assert new[row].endswith(after)
        assert "Ein 7, Wert" in new[row]


@given(
    st.text(max_size=20), st.sampled_from(["x: a", "x: 'a'", 'x: "a"', "{x: a, y: 1}", "x: a # c\ny: 1\n"])
)
def test_any_text_is_written_whole_or_not_at_all(value: str, before: str) -> None:
    found = rewritten(before.encode(), {("x",): value})
    if found.left:
        assert found.content == before.encode()
        return
    tree = parse(found.content, "")
    assert isinstance(tree, MappingNode)
    written = tree.get("x")
    assert isinstance(written, Scalar)
    assert (written.text, written.is_null) == (value, False)


@given(st.lists(st.sampled_from(["a", "b", "c d", "e, f", "2 x g"]), max_size=6), st.integers(0, 3))
def test_any_list_is_written_whole_or_not_at_all(values: list[str], shape: int) -> None:
    before = [
        "x: [a, b, c d]\ny: 1\n",
        "x:\n- a\n- b\n- c d\ny: 1\n",
        "x:\n  - a # 1\n  - b\n\n  - 'c d'\n",
        "x: []\n",
    ][shape]
    found = rewritten(before.encode(), {("x",): tuple(values)})
    tree = parse(found.content, "")
    assert isinstance(tree, MappingNode)
    items = tree.get("x")
    assert isinstance(items, SequenceNode)
    if not found.left:
        assert [item.text for item in items.items if isinstance(item, Scalar)] == values
    assert found.content.count(b"#") == before.count("#")
