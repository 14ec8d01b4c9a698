"""Files that are broken or meant to do harm: each gets its code and place, quickly, and never a traceback."""

import gc
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tsolve.errors import Diagnostic, InputError
from tsolve.report.mistakes import mistakes_as_text
from tsolve.source import parse as parse_module
from tsolve.source.parse import parse, parse_file

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


BOMB = "a: &a [x, x]\n" + "".join(f"{'bcdefghij'[i]}: &x{i} [*a, *a]\n" for i in range(9))


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
        pytest.param("a: b: c\n", [("E107", 1, 5)], id="colon in a text"),
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
        pytest.param("[" * 10_000, [("E108", 1, 33)], id="10,000 lists"),
        pytest.param("{a: " * 10_000, [("E108", 1, 129)], id="10,000 mappings"),  # 32 * 4 + 1
        pytest.param("- " * 10_000, [("E108", 1, 65)], id="10,000 block lists"),  # 32 * 2 + 1
        pytest.param("? " * 10_000, [("E108", 1, 65)], id="10,000 block keys"),
        pytest.param("a: " + "x" * 65_537, [("E110", 1, 4)], id="long text"),
        pytest.param("a: '" + "é" * 32_769 + "'", [("E110", 1, 4)], id="long text of two bytes each"),
    ],
)
def test_hostile_text(text: str | bytes, expected: list[tuple[str, int, int]]) -> None:
    assert places(problems(lambda: parse(text, "p.yaml"))) == expected


def test_too_many_values() -> None:
    # The list counts when it closes; so the 50,001st value is the 50,001st x, in column 1 + 2 * 50,000 + 1.
    found = problems(lambda: parse("[" + "x," * 50_001 + "]", "p.yaml"))

    assert places(found) == [("E109", 1, 100_002)]


def test_an_alias_bomb_is_named_and_never_built() -> None:
    # Ten anchors, and two aliases in each of the nine lines behind the first.
    found = problems(lambda: parse(BOMB, "p.yaml"))

    assert [each.code for each in found] == ["E111"] * (10 + 2 * 9)


def test_limits_themselves_are_allowed() -> None:
    assert parse("[" * 32 + "]" * 32, "p.yaml")
    assert parse("a: " + "x" * 65_536, "p.yaml")
    assert parse("[" + "x," * 49_999 + "]", "p.yaml")  # 49,999 and the list
    assert parse("a: b # " + "x" * ((1 << 20) - 7), "p.yaml")


def test_a_duplicate_key_shows_both_places() -> None:
    (found,) = problems(lambda: parse("a: 1\nb: 2\na: 3\n", "p.yaml"))

    assert mistakes_as_text((found,)).splitlines() == [
        'p.yaml:3:1: error E115: the key "a" is given twice',
        "   3 | a: 3",
        "     | ^",
        "     = p.yaml:1:1: first given here",
    ]


def test_a_tab_gets_help() -> None:
    (found,) = problems(lambda: parse("a:\n\t- b\n", "p.yaml"))

    assert found.help == "indent with spaces, not with tabs"


def test_an_open_bracket_shows_where_it_was_opened() -> None:
    (found,) = problems(lambda: parse("a: [1\n\n\n", "p.yaml"))

    assert [(place.line, place.column) for _, place in found.related] == [(1, 4)]
    assert found.span is not None
    assert (found.span.line, found.span.column) == (1, 6)  # behind the last character that says anything


def test_all_problems_of_a_file_come_in_one_run() -> None:
    text = "a: &x 1\nb: !t 2\nc: 1\nc: 2\n<<: 3\n? [k]\n: 4\n"

    found = places(problems(lambda: parse(text, "p.yaml")))
    assert found == [("E111", 1, 4), ("E113", 2, 4), ("E115", 4, 1), ("E112", 5, 1), ("E116", 6, 3)]


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


def test_a_missing_blank_behind_a_colon_is_told() -> None:
    with pytest.raises(InputError) as raised:
        parse("hall:[none]\nhand: []\n", "p.yaml")

    assert raised.value.diagnostics[0].help == "write a blank behind the colon"
