"""What a file is read into: texts as written, and exact places. Files that are broken or meant to do harm
get their code and place, quickly, and never a traceback.
"""

import gc
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tsolve.errors import Diagnostic, InputError, Span
from tsolve.report.mistakes import mistakes_as_text
from tsolve.source import parse as parse_module
from tsolve.source.decode import decode
from tsolve.source.parse import parse, parse_file
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode


def where(node: Node) -> tuple[int, int, int, int]:
    return (node.span.line, node.span.column, node.span.end_line, node.span.end_column)


def scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case SequenceNode():
            for item in node.items:
                yield from scalars(item)
        case MappingNode():
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
    assert isinstance(root, MappingNode)
    hand, village, deck = root.get("hand"), root.get("village"), root.get("deck")
    assert isinstance(hand, SequenceNode)
    assert isinstance(village, MappingNode)
    assert isinstance(deck, SequenceNode)
    entry = deck.items[0]
    assert isinstance(entry, MappingNode)

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


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (b"\xef\xbb\xbfa: 1\n", [1, 4]),  # a byte order mark takes no column
        ("\ufeffa: 1\n", [1, 4]),
        ("é漢😀: [ü, x]\n", [1, 7, 10]),  # three characters and ": [" come before the ü
        ("a:\t1\t# why\n", [1, 4]),
    ],
)
def test_columns_count_characters(text: str | bytes, columns: list[int]) -> None:
    assert [scalar.span.column for scalar in scalars(parse(text, "p.yaml"))] == columns


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
    assert isinstance(root, MappingNode)
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
    place = (1, 6) if sign == "|" else (3, 3)  # the sign that is to be another one, or else the line
    assert (found.code, found.span.line, found.span.column) == ("E117", *place)
    assert found.corrected == ("map: |2" if sign == "|" else "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("map: |\n    .   .\n  .   B\n", "indent no line of a text less than its first line"),
        ("a:\n\t- b\n", "indent with spaces, not with tabs"),
        ("hall:[none]\nhand: []\n", "write a space after the colon"),
    ],
)
def test_what_breaks_a_file_gets_help(text: str, told: str) -> None:
    (found,) = problems(lambda: parse(text, "p.yaml"))

    assert found.code == "E107"
    assert told in found.help


def test_the_least_indented_line_says_how_a_text_begins() -> None:
    """Indented by 4 behind a key that is indented by 2: `|2`."""
    with pytest.raises(InputError) as caught:
        parse("map:\n  drawing: |\n      .   .\n    .   B\n", "p.yaml")

    assert caught.value.diagnostics[0].corrected == "  drawing: |2"


def test_a_comment_below_a_text_may_stay() -> None:
    assert texts("a:\n  map: |\n    x\n  # of the next\n  b: c\n# end\n") == ["a", "map", "x\n", "b", "c"]


LOADERS = [yaml.CSafeLoader, yaml.SafeLoader] if yaml.__with_libyaml__ else [yaml.SafeLoader]


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def _each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both the C parser and the one in Python, which stands in where PyYAML was built without the former."""
    monkeypatch.setattr(parse_module, "LOADER", request.param)


def problems(read: Callable[[], object]) -> list[Diagnostic]:
    """What is reported, in under a second of processor time, every line of it fit for a terminal."""
    gc.collect()  # else what the tests before left behind may be collected in the time that is measured
    start = time.process_time()
    with pytest.raises(InputError) as caught:
        read()
    for diagnostic in caught.value.diagnostics:
        assert all(line.isprintable() for line in mistakes_as_text((diagnostic,)).split("\n"))
    assert time.process_time() - start < 1
    return list(caught.value.diagnostics)


def places(found: list[Diagnostic]) -> list[tuple[str, int, int]]:
    return [(each.code, each.span.line, each.span.column) for each in found if each.span]


@pytest.mark.usefixtures("_each_parser")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [("E104", 1, 1)], id="empty"),
        pytest.param("# nothing\n\n", [("E104", 1, 1)], id="only a comment"),
        pytest.param("---\n", [("E104", 1, 1)], id="only a document mark"),
        pytest.param("~\n", [("E104", 1, 1)], id="only null"),
        pytest.param("a: [1, 2\n", [("E107", 1, 9)], id="open bracket"),
        pytest.param("a: 'x\n", [("E107", 1, 6)], id="open quote"),
        pytest.param("a:\n\t- b\n", [("E107", 2, 1)], id="tab"),
        pytest.param("a: b: c\n", [("E107", 1, 4)], id="colon in a text"),
        pytest.param("a: @b\n", [("E107", 1, 4)], id="reserved character"),
        pytest.param("%YAML 9\n---\na: 1\n", [("E107", 1, 8)], id="directive"),
        pytest.param("a: *x\n", [("E111", 1, 4)], id="alias of nothing"),
        pytest.param("a: &x 1\nb: *x\n", [("E111", 1, 4), ("E111", 2, 4)], id="anchor and alias"),
        pytest.param("a: &x [&y {b: 1}]\n", [("E111", 1, 4), ("E111", 1, 8)], id="anchors on collections"),
        pytest.param("a: 1\n<<: {b: 1}\n", [("E112", 2, 1)], id="merge key"),
        pytest.param("a: !!python/object/apply:os.abort []\n", [("E113", 1, 4)], id="python tag"),
        pytest.param("a: !mine x\nb: ! y\n", [("E113", 1, 4), ("E113", 2, 4)], id="other tags"),
        pytest.param("a: 1\n---\nb: 2\n", [("E114", 2, 1)], id="two documents"),
        pytest.param("a: 1\nb: 2\n'a': 3\n", [("E115", 3, 1)], id="duplicate key"),
        pytest.param("x: {a: 1, b: {c: 1, c: 2}}\n", [("E115", 1, 21)], id="duplicate key inside"),
        pytest.param("? [a]\n: b\n", [("E116", 1, 3)], id="list as a key"),
        pytest.param("{a: b}: c\n", [("E116", 1, 1)], id="mapping as a key"),
        pytest.param("a: \x00\n", [("E106", 1, 4)], id="NUL"),
        pytest.param("a: b\nc: x\x1b[31mred\n", [("E106", 2, 5)], id="terminal escape"),
        pytest.param("\x07a: \x9fb\n", [("E106", 1, 1), ("E106", 1, 5)], id="two controls"),
        pytest.param('a: "x\\0y"\n', [("E106", 1, 4)], id="escaped NUL"),
        pytest.param('a: "\\e[1m"\n', [("E106", 1, 4)], id="escaped terminal escape"),
        pytest.param("a: \ud800\n", [("E106", 1, 4)], id="lone surrogate"),
        pytest.param(b"a: 1\nb: caf\xe9\n", [("E105", 2, 7)], id="Latin-1"),
        pytest.param(bytes(range(256)) * 40, [("E105", 3, 115)], id="binary"),
        pytest.param("a: b".encode("utf-16"), [("E105", 1, 1)], id="UTF-16"),
        pytest.param(b"x" * 10_000_000, [("E103", 1, 1)], id="10 MB"),
        pytest.param("é" * (1 << 19) + "x", [("E103", 1, 1)], id="one byte too many"),
        pytest.param("[" * 900, [("E108", 1, 33)], id="900 lists"),
        pytest.param("{a: " * 10_000, [("E108", 1, 129)], id="10,000 mappings"),  # 32 * 4 + 1
        pytest.param("- " * 10_000, [("E108", 1, 65)], id="10,000 block lists"),  # 32 * 2 + 1
        pytest.param("? " * 10_000, [("E108", 1, 65)], id="10,000 block keys"),
        pytest.param("a: " + "x" * 65_537, [("E110", 1, 4)], id="long text"),
        pytest.param("a: '" + "é" * 32_769 + "'", [("E110", 1, 4)], id="long text of two bytes each"),
        pytest.param(
            "a: &a [x, x]\n" + "".join(f"{'bcdefghij'[i]}: &x{i} [*a, *a]\n" for i in range(9)),
            [("E111", 1, 4), *(("E111", line, column) for line in range(2, 11) for column in (4, 9, 13))],
            id="a bomb of aliases, never built",
        ),
        pytest.param(
            "a: &x 1\nb: !t 2\nc: 1\nc: 2\n<<: 3\n? [k]\n: 4\n",
            [("E111", 1, 4), ("E113", 2, 4), ("E115", 4, 1), ("E112", 5, 1), ("E116", 6, 3)],
            id="all problems in one run",
        ),
    ],
)
def test_hostile_text(text: str | bytes, expected: list[tuple[str, int, int]]) -> None:
    assert places(problems(lambda: parse(text, "p.yaml"))) == expected


def test_a_list_deeper_than_the_library_reads_is_told_as_too_deep() -> None:
    # The place is the library's: PyYAML 6.0.4 stops at its own limit of 1,000, and older ones at ours.
    (found,) = problems(lambda: parse("[" * 10_000, "p.yaml"))
    assert (found.code, found.span and found.span.line) == ("E108", 1)


def test_limits_themselves_are_allowed() -> None:
    assert parse("[" * 32 + "]" * 32, "p.yaml")
    assert parse("a: " + "x" * 65_536, "p.yaml")
    assert parse("[" + "x," * 49_999 + "]", "p.yaml")  # 49,999 and the list
    assert parse("a: b # " + "x" * ((1 << 20) - 7), "p.yaml")
    # the list counts when it closes: the 50,001st value is the 50,001st x, in column 1 + 2 * 50,000 + 1
    assert places(problems(lambda: parse("[" + "x," * 50_001 + "]", "p.yaml"))) == [("E109", 1, 100_002)]


def test_a_duplicate_key_and_an_open_bracket_show_both_places() -> None:
    (found,) = problems(lambda: parse("a: 1\nb: 2\na: 3\n", "p.yaml"))
    assert mistakes_as_text((found,)).splitlines() == [
        'p.yaml:3:1: error E115: the key "a" is given twice',
        "   3 | a: 3",
        "     | ^",
        "     = p.yaml:1:1: first given here",
    ]
    (found,) = problems(lambda: parse("a: [1\n\n\n", "p.yaml"))
    assert [(place.line, place.column) for _, place in found.related] == [(1, 4)]
    assert places([found]) == [("E107", 1, 6)]  # behind the last character that says anything


def test_a_file_of_nothing_but_controls_is_cut_short() -> None:
    found = problems(lambda: parse("\x01" * 1_000_000, "p.yaml"))

    assert len(found) == 100


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("missing.yaml", "E101"),
        ("folder", "E102"),
        ("file.yaml/inside.yaml", "E101"),
        ("loop.yaml", "E101"),
        ("x" * 5000, "E101"),
        ("nul\0.yaml", "E101"),
    ],
)
def test_paths_that_cannot_be_read(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.yaml").write_text("a: 1")
    (tmp_path / "loop.yaml").symlink_to(tmp_path / "loop.yaml")

    assert places(problems(lambda: parse_file(tmp_path / name))) == [(code, 1, 1)]


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "secret.yaml").touch()
    monkeypatch.setattr("os.open", refuse)  # root, who may run the tests, may read everything
    with pytest.raises(InputError) as caught:
        parse_file(tmp_path / "secret.yaml")
    where = f"{tmp_path}/secret.yaml:1:1"
    assert str(caught.value) == f"{where}: error E101: the file cannot be read: permission denied"


MARKS = [*"abc019-:,[]{}?&*!|>'\"%@`#~ \n\t\\", "\r\n", "- ", ": ", "? ", "<<", "---", "...", "|2-", ">+\n"]
NAMES = ["!!int", "&a", "*a", "%YAML 1.1", "%TAG ! tag:x,1:", "\\x1b", "\\U0011FFFF", "\\ud800"]
CHARACTERS = ["\ufeff", "\u2028", "\x85", "é", "漢", "\U0001f600"]
YAML_PIECES = st.sampled_from(MARKS + NAMES + CHARACTERS)


@pytest.mark.parametrize("loader", LOADERS, ids=lambda loader: loader.__name__)
@given(text=st.one_of(st.lists(YAML_PIECES, max_size=60).map("".join), st.text(), st.binary(max_size=200)))
def test_parse_only_ever_raises_input_errors(loader: type, text: str | bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse_module, "LOADER", loader)
        found: tuple[Diagnostic, ...] = ()
        try:
            parse(text, "p.yaml")
        except InputError as error:
            found = error.diagnostics or (Diagnostic("", "an error without a reason"),)
    assert all(str(each) and each.code for each in found)
    assert all(each.span and each.span.line >= 1 and each.span.column >= 1 for each in found)
