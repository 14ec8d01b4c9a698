"""What is a puzzle, that nothing else is ever complained about, and expressions over the words of a
puzzle.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsolve.errors import UsageError
from tsolve.source.reading import MAX_BYTES
from tsolve.suite import collect
from tsolve.suite.collect import selection
from tsolve.suite.judging import judge

PUZZLE = b"game: thunderstone\ntitle: A torch\nabout: [TS-1.1]\nexpect: {line: {legal: true}}\n"

OTHERS = {
    "compose": b"services:\n  game:\n    image: x\n    expect: y\n",
    "kubernetes": b"apiVersion: v1\nkind: Pod\n---\ngame: thunderstone\nexpect: x\n",
    "inside another mapping": b"tests:\n  game: thunderstone\n  expect: {line: {legal: true}}\n",
    "another game": b"game: chess\nexpect: {mate: 3}\n",
    "another game, broken": b"game: chess\nexpect: {mate: [3}\n",
    "chess with a turn": b"game: chess\nturn: white\nexpect: {best: {line: [e4]}}\n",
    "poker": b"game: poker\nhand: [As, Kd]\ndeck: [Qs]\nexpect: {best: {total: 3}}\n",
    "another village": b"game: settlers\nvillage: 3\nroads: [1]\nports: 2\nexpect: {legal: [trade]}\n",
    "what is not ours to state": b"game: chess\nturn: village\nexpect: {mate: 3}\n",
    "a pipeline": b"stages: [build]\nexpect: {line: ok}\n",
    "ansible": b"- hosts: all\n  tasks:\n  - expect: {command: passwd}\n    vars: {game: z}\n",
    "a task": b"hosts: all\nexpect: {command: passwd, responses: {x: y}}\n",
    "a configuration": b"game: thunderstone\nversion: 3\nplayers: 4\n",
    "no expectation": b"game: thunderstone\nline: [expect the worst]\n",
    "empty expect": b"game: thunderstone\nexpect: {}\n",
    "null expect": b"game: thunderstone\nexpect:\n",
    "a list": b"- game: thunderstone\n- expect: x\n",
    "a text": b"game expect thunderstone\n",
    "nothing": b"",
    "no YAML": b"game: [thunderstone\nexpect\n",
    "not UTF-8": b"game: thunderst\xff\nexpect: x\n",
    "UTF-16": "game: thunderstone\nexpect: {line: {legal: true}}\n".encode("utf-16"),
    "a tag": b"game: !!python/object:os.system thunderstone\nexpected: x\n",
    "deep": b"game: " + b"[" * 5000 + b"]" * 5000 + b" # expect\n",
}


@pytest.mark.parametrize("content", OTHERS.values(), ids=OTHERS)
def test_other_files_are_passed_over(content: bytes) -> None:
    assert collect.puzzle(content, "x.yaml") is None


@pytest.mark.parametrize(
    "content",
    [
        PUZZLE,
        b"\xef\xbb\xbf" + PUZZLE,
        PUZZLE.replace(b"\n", b"\r\n"),
        b'{"game": "thunderstone", "expect": {"line": {"legal": true}}}',
        b"  game: thunderstone\n  expect: {line: {legal: true}}\n",
        b"# a comment\n---\n'expect': {line: {legal: true}}\n\"game\": 'thunderstone'\n",
    ],
)
def test_puzzles_in_every_style(content: bytes) -> None:
    puzzle = collect.puzzle(content, "x.yaml")

    assert puzzle is not None
    assert [place for place, _ in puzzle.stated] == [("expect", "line", "legal")]
    assert b"about" not in content or list(puzzle.words) == ["A torch", "TS-1.1"]


@pytest.mark.parametrize(
    "content",
    [
        b"game: thunderstone\nhand: [Torch\nexpect: {line: {legal: true}}\n",
        b"game: thunderstone\n\thand: []\nexpect:\n  line: x\n",
        b"game: 'thunderstone'\nexpect: {best: {ways: 1, ways: 2}}\n",
    ],
)
def test_a_broken_file_that_says_it_is_ours_is_ours(content: bytes) -> None:
    assert collect.puzzle(content, "x.yaml") == collect.Puzzle(None, ())


TABLE = b"turn: dungeon\nhand: [Torch]\nhall: [Nixie, none, none]\n"
EXPECT = b"expect: {line: {legal: true}}\n"


@pytest.mark.parametrize(
    "content",
    [
        b"game: thunderstoen\n" + TABLE + EXPECT,
        b"game: my-own-club\nturn: rest\nhand: [Torch]\n" + EXPECT,
        b"game: my-own-club\nvillage: {Torch: 1}\nlnie: [buy Torch]\n" + EXPECT,
        b"gmae: thunderstone\n" + TABLE + EXPECT,
        TABLE + b"claims: [{defeats: Nixie}]\n" + EXPECT,
        b"{game: thunderstoen, turn: village, expect: {best: {value: 3}}}",
        *(
            b"game: thunderstone\n" + TABLE + word + b": {line: {legal: true}}\n"
            for word in (b"expct", b"epxect", b"expected", b"expected-results")
        ),
        b"game: thunderstone\n" + TABLE + b"expect: [legal]\n",
        b"game: thunderstone\n" + TABLE + b"expect: {lnie: {legal: true}}\n",
    ],
)
def test_what_is_meant_as_a_puzzle_is_not_passed_over(content: bytes, tmp_path: Path) -> None:
    """And it is never judged: it has one problem at least."""
    (file := tmp_path / "x.yaml").write_bytes(content)
    found = collect.content(file)

    assert found == content
    assert collect.puzzle(found, "x.yaml") is not None
    judged = judge("x.yaml", content)
    assert judged.status == "wrong"
    assert judged.problems[0].line is not None


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_nothing_that_a_file_holds_is_an_error(start: bytes, end: bytes) -> None:
    collect.puzzle(start + b"\ngame: thunderstone\nexpect: {line: {legal: true}}\n" + end, "x.yaml")
    collect.puzzle(start + PUZZLE[:40] + end, "x.yaml")


def test_files_in_order_each_once(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "c.txt", "in/z.yaml", ".hidden/x.yaml", "in/.venv/y.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "in" / "loop").symlink_to(tmp_path)
    text = tmp_path / "c.txt"

    found = list(collect.files([str(text), str(tmp_path), str(tmp_path / "b.yaml"), str(tmp_path / "in")]))

    names = [(str(Path(file).relative_to(tmp_path)), named) for file, named in found]
    with pytest.raises(UsageError, match="there is no file or folder nowhere"):
        list(collect.files(["nowhere"]))
    assert names == [("c.txt", True), ("a.yml", False), ("b.yaml", False), ("in/z.yaml", False)]


def test_what_looks_like_a_file_and_is_none_does_not_vanish(tmp_path: Path) -> None:
    """But the hidden broken link is how Emacs locks a file. Opening the pipe would wait for ever."""
    (tmp_path / ".#a.yaml").symlink_to("somebody@somewhere.1234")
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    (tmp_path / "gone.yaml").symlink_to("nowhere.yaml")
    (tmp_path / "a.yaml").touch()

    found = [file for file, _ in collect.files([str(tmp_path)])]

    assert [Path(file).name for file in found] == ["a.yaml", "gone.yaml", "pipe.yaml", "zero.yaml"]
    for file in found[1:]:
        with pytest.raises(OSError, match=r"not a file|No such file"):
            collect.content(file)


def test_large_files_and_files_without_the_words_are_not_read_on(tmp_path: Path) -> None:
    large, other = tmp_path / "large.yaml", tmp_path / "other.yaml"
    large.write_bytes(PUZZLE + b"#" * MAX_BYTES)
    other.write_bytes(b"a: {game: thunderstone}\n")

    assert collect.content(large) is None
    assert collect.content(other) is None


DEEP = "(" * 5000 + "x" + ")" * 5000
TEXTS = (
    "puzzles/rules/weapons/polearm.yaml",
    "Strength seven and a Polearm",
    "TS-8.6",
    "key.zero_rule=floor",
)


WANTED = [
    *("polearm", "POLEARM", "TS-8.6", "ts-8", "not sword", "not not polearm", "polearm or sword"),
    "not polearm or TS-8.6",  # not binds most
    "TS-8.6 or polearm and sword",  # and binds more than or
    *("not (sword or dagger)", "strength seven", '"seven and a"', "key.zero_rule=floor"),
]
UNWANTED = [
    *("sword", "polearm and sword", "sword or dagger", "(TS-8.6 or polearm) and sword", "seven strength"),
    "polearm.yaml strength",  # texts do not run into each other
    *("'not' or sword", "zero_rule=negative"),
]


@pytest.mark.parametrize(
    ("expression", "wanted"), [*((each, True) for each in WANTED), *((each, False) for each in UNWANTED)]
)
def test_expressions(expression: str, wanted: bool) -> None:
    assert selection(expression)(TEXTS) is wanted


@pytest.mark.parametrize(
    "expression",
    ["", " ", "and", "polearm and", "or sword", "not", "(polearm", "polearm)", "()", "a and or b", DEEP],
)
def test_nonsense_is_said(expression: str) -> None:
    with pytest.raises(UsageError, match="nested" if expression == DEEP else "makes no sense"):
        selection(expression)


def _expressions() -> st.SearchStrategy[str]:
    words = st.sampled_from(["polearm", "sword", "TS-8", "rules"])

    def more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            inner.map(lambda text: f"not ({text})"),
            inner.map(lambda text: f"({text})"),
            st.tuples(inner, st.sampled_from([" and ", " or "]), inner).map("".join),
        )

    return st.recursive(words, more, max_leaves=8)


@given(_expressions())
def test_means_what_python_means(expression: str) -> None:
    present = {
        word: any(word.casefold() in text.casefold() for text in TEXTS)
        for word in ("polearm", "sword", "TS-8", "rules")
    }
    python = expression
    for word, there in present.items():
        python = python.replace(word, str(there))

    assert selection(expression)(TEXTS) is eval(python)
