"""What a sound file is read into: texts as written, and exact places."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.errors import InputError, Span
from tsolve.source.decode import decode
from tsolve.source.parse import parse, parse_file
from tsolve.source.tree import Mapping, Node, Scalar, Sequence


def where(node: Node) -> tuple[int, int, int, int]:
    return (node.span.line, node.span.column, node.span.end_line, node.span.end_column)


def scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node.items:
                yield from scalars(item)
        case Mapping():
            for key, value in node.items:
                yield key
                yield from scalars(value)


def texts(text: str) -> list[str]:
    return [scalar.text for scalar in scalars(parse(text, "p.yaml"))]


POSITION = """\
# a position
game: thunderstone

hand: [Disease, "Iron Rations",
       Polearm]
village:
  Short Sword: 5
deck:
- top: ~
  rest:
"""


def test_places_are_exact() -> None:
    root = parse(POSITION, "p.yaml")
    assert isinstance(root, Mapping)
    hand, village, deck = root.get("hand"), root.get("village"), root.get("deck")
    assert isinstance(hand, Sequence)
    assert isinstance(village, Mapping)
    assert isinstance(deck, Sequence)
    entry = deck.items[0]
    assert isinstance(entry, Mapping)

    assert [where(key) for key, _ in root.items] == [(2, 1, 2, 5), (4, 1, 4, 5), (6, 1, 6, 8), (8, 1, 8, 5)]
    assert where(root.items[0][1]) == (2, 7, 2, 19)  # thunderstone: twelve letters from column 7
    assert where(hand) == (4, 7, 5, 16)
    assert [where(item) for item in hand.items] == [(4, 8, 4, 15), (4, 17, 4, 31), (5, 8, 5, 15)]
    assert where(village) == (7, 3, 7, 17)
    assert [where(node) for node in village.items[0]] == [(7, 3, 7, 14), (7, 16, 7, 17)]
    assert where(deck) == (9, 1, 10, 8)  # a block ends with its last value
    assert where(entry) == (9, 3, 10, 8)
    assert [where(value) for _, value in entry.items] == [(9, 8, 9, 9), (10, 8, 10, 8)]
    assert where(root) == (2, 1, 10, 8)


def test_spans_carry_the_file_and_the_line_as_written() -> None:
    span = parse("a: 1\nb:  [x]  # why\n", "dir/p.yaml").items[1][0].span  # type: ignore[index]

    assert span == Span("dir/p.yaml", 2, 1, 2, 2)
    assert span.text == "b:  [x]  # why"


def test_scalars_stay_as_written() -> None:
    text = "[no, 1:30, 017, 1_000, 2024-01-01, 0x1F, .5, true, null, ~, Yes]"

    assert texts(text) == text[1:-1].split(", ")


def test_quotes_are_remembered() -> None:
    root = parse("[a, 'a', \"a\", null, 'null']", "p.yaml")

    assert [scalar.quoted for scalar in scalars(root)] == [False, True, True, False, True]
    assert [scalar.is_null for scalar in scalars(root)] == [False, False, False, True, False]
    block = parse("a: |\n  x\n  y\nb: >\n  x\n  y\n", "p.yaml")
    assert [(s.text, s.quoted) for s in scalars(block)] == [
        ("a", False),
        ("x\ny\n", True),
        ("b", False),
        ("x y\n", True),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system(end: str) -> None:
    root = parse(end.join(["a: 1", "b:", "- c", "- 'd'", ""]), "p.yaml")

    assert texts(end.join(["a: 1", "b:", "- c", "- 'd'", ""])) == ["a", "1", "b", "c", "d"]
    assert [where(scalar) for scalar in scalars(root)] == [
        (1, 1, 1, 2),
        (1, 4, 1, 5),
        (2, 1, 2, 2),
        (3, 3, 3, 4),
        (4, 3, 4, 6),
    ]
    assert next(scalars(root)).span.text == "a: 1"


@pytest.mark.parametrize("text", [b"\xef\xbb\xbfa: 1\n", "\ufeffa: 1\n"])
def test_a_byte_order_mark_takes_no_column(text: str | bytes) -> None:
    assert [where(scalar) for scalar in scalars(parse(text, "p.yaml"))] == [(1, 1, 1, 2), (1, 4, 1, 5)]


def test_columns_count_characters_not_bytes() -> None:
    root = parse("é漢😀: [ü, x]\n", "p.yaml")

    # three characters and ": [" come before the ü
    assert [where(scalar) for scalar in scalars(root)] == [(1, 1, 1, 4), (1, 7, 1, 8), (1, 10, 1, 11)]


def test_tabs_inside_a_line_are_fine() -> None:
    root = parse("a:\t1\t# why\n", "p.yaml")

    assert [where(scalar) for scalar in scalars(root)] == [(1, 1, 1, 2), (1, 4, 1, 5)]


def test_a_mapping_finds_its_keys() -> None:
    root = parse("{a: 1, 'b': 2}", "p.yaml")
    assert isinstance(root, Mapping)
    found = root.get("b")

    assert isinstance(found, Scalar)
    assert found.text == "2"
    assert root.get("c") is None


def test_files_are_named_as_given(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_bytes("a: ü\n".encode())

    assert [scalar.text for scalar in scalars(parse_file(path))] == ["a", "ü"]
    assert parse_file(str(path)).span.file == str(path)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("- use Iron Rations on Militia #2", 31),
        ("- 'use Iron Rations on Militia' #2", 33),
        ("legal: use Iron Rations on Militia\t#2", 36),
        ("Militia #2: 3", 9),
        ("- a #2 b", 5),
        ("- {legal: a #12,\n   after: 1}", 13),
    ],
)
def test_a_number_that_is_cut_off_as_a_comment_is_told(text: str, column: int) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, "p.yaml")
    (found,) = (each for each in caught.value.diagnostics if each.code == "E117")

    assert found.span is not None
    assert (found.span.line, found.span.column) == (1, column)
    assert 'as in "second CARD"' in found.help


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: b # 2 gold", {"a": "b"}),
        ("a: b #2nd try", {"a": "b"}),
        ("a: b #second", {"a": "b"}),
        ("a: 3 #2", {"a": 3}),
        ("a: 'b #2'", {"a": "b #2"}),
        ("a: b#2", {"a": "b#2"}),
        ("#2\na: b\n #3\n", {"a": "b"}),
        ("a: [b] #2 of them", {"a": ["b"]}),
        ("a: |\n  b #2\n", {"a": "b #2\n"}),
    ],
)
def test_other_comments_stay_comments(text: str, value: Any) -> None:
    assert decode(parse(text, "p.yaml"), Any).value == value  # type: ignore[arg-type]


WORDS = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"]), max_size=12)
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-999_999_999, 999_999_999) | WORDS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=30,
)


@given(DATA.filter(lambda data: data is not None), st.sampled_from([None, 0, 1, 2]))
def test_json_reads_as_the_json_module_wrote_it(data: Any, indent: int | None) -> None:
    text = json.dumps(data, ensure_ascii=False, indent=indent)

    assert decode(parse(text, "p.json"), Any).value == data  # type: ignore[arg-type]


@given(DATA.filter(lambda data: data is not None), st.sampled_from([None, 0, 3]))
def test_spans_cut_the_written_text_out_of_the_file(data: Any, indent: int | None) -> None:
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    lines = text.split("\n")

    for scalar in scalars(parse(text, "p.json")):
        span = scalar.span
        written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
        assert (json.loads(written) if scalar.quoted else written) == scalar.text
        assert span.text == lines[span.line - 1]


DRAWN = """\
map: |
  a   b

    cd
other: "a\\nb"
"""


def test_the_lines_of_a_text_have_places() -> None:
    root = parse(DRAWN, "p.yaml")
    assert isinstance(root, Mapping)
    drawn, other = root.get("map"), root.get("other")
    assert isinstance(drawn, Scalar)
    assert isinstance(other, Scalar)
    # "cd" is the fourth line of the file and stands behind four blanks, of which two are the indentation
    place = drawn.place(2, 2, 4)
    assert (place.line, place.column, place.end_line, place.end_column) == (4, 5, 4, 7)
    assert place.text == "    cd"
    assert drawn.place(3, 0, 1) == drawn.span, "there is no such line"
    assert other.place(0, 0, 1) == other.span, "its lines are not written as lines"


@pytest.mark.parametrize("sign", ["|", "|-", ">"])
def test_no_line_of_a_text_is_lost_to_a_comment(sign: str) -> None:
    """YAML ends the text where a line is indented less, and takes that line for a comment."""
    with pytest.raises(InputError) as caught:
        parse(f"map: {sign}\n    .   .\n  #   #\nother: 1\n", "p.yaml")
    (found,) = caught.value.diagnostics
    assert found.span is not None
    assert (found.code, found.span.line, found.span.column) == ("E117", 3, 3)


def test_a_line_that_is_indented_less_than_its_text_is_told() -> None:
    with pytest.raises(InputError) as caught:
        parse("map: |\n    .   .\n  .   B\n", "p.yaml")
    (found,) = caught.value.diagnostics
    assert found.code == "E107"
    assert "indent no line of a text less than its first line" in found.help


def test_a_comment_below_a_text_may_stay() -> None:
    assert texts("a:\n  map: |\n    x\n  # of the next\n  b: c\n# end\n") == ["a", "map", "x\n", "b", "c"]
