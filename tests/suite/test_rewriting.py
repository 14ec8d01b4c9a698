"""New values in a file, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.model.answers import Value
from tsolve.source.parse import parse
from tsolve.source.tree import Mapping, Node, Scalar, Sequence
from tsolve.suite.update import rewritten

PUZZLES = sorted((Path(__file__).parents[2] / "puzzles").rglob("*.yaml"))[::9]


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


def test_mappings() -> None:
    assert one("x: {a: 1, 'b': '2'} # c", {"b": "4", "a": "1"}, "x") == "x: {a: 1, 'b': '4'} # c"
    assert one("x:\n  a: 1 # c\n  b: 2\n", {"a": "3", "b": "2"}, "x") == "x:\n  a: 3 # c\n  b: 2\n"
    assert one("x: {} # c", {"vp": "1/2"}, "x") == "x: {vp: 1/2} # c"


def test_several_values_and_one_that_is_left() -> None:
    found = rewritten(b"a: 1 # x\nb: |\n  t\nc: [p, q]\n", {("a",): 2, ("b",): "u", ("c",): ("q",)})

    assert found.content == b"a: 2 # x\nb: |\n  t\nc: [q]\n"
    assert list(found.left) == [("b",)]


def _scalars(node: Node, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Scalar]]:
    if isinstance(node, Scalar):
        return [(path, node)]
    if isinstance(node, Sequence):
        return [each for index, item in enumerate(node.items) for each in _scalars(item, (*path, index))]
    assert isinstance(node, Mapping)
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
    assert isinstance(tree, Mapping)
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
    assert isinstance(tree, Mapping)
    items = tree.get("x")
    assert isinstance(items, Sequence)
    if not found.left:
        assert [item.text for item in items.items if isinstance(item, Scalar)] == values
    assert found.content.count(b"#") == before.count("#")
