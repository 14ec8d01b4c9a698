"""`--html FILE`: where the page goes, what it never replaces, and what is said of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import HAND, Tsolve

TURN = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Torch]
deck: {rest: [4 x Militia, 4 x Torch]}
hall: [Nixie, none, none]
line: [attack Nixie]
"""
COMMANDS = ("check", "solve")


@pytest.fixture
def hand(tmp_path: Path) -> str:
    (tmp_path / "hand.yaml").write_text(HAND)
    return "hand.yaml"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_answer_says_where_its_page_is(tsolve: Tsolve, tmp_path: Path, hand: str, command: str) -> None:
    plain = tsolve(command, hand)
    ended = tsolve(command, "--html", "page.html", hand)

    assert ended.code == plain.code
    assert ended.out.removeprefix(plain.out).split() == ["page:", "page.html"]
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")


def test_a_page_is_whole_whatever_else_is_printed(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    for name, options in (("a", ()), ("b", ("-q",)), ("c", ("-v", "--explain", "--sources"))):
        tsolve("check", *options, "--html", f"{name}.html", hand)

    assert len({(tmp_path / f"{name}.html").read_text() for name in "abc"}) == 1


def test_nothing_is_replaced_unasked(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    (tmp_path / "page.html").write_text("mine")

    refused = tsolve("check", "--html", "page.html", hand)

    assert (refused.code, refused.out) == (2, "")
    assert "page.html exists; --force overwrites it" in refused.err
    assert (tmp_path / "page.html").read_text() == "mine"
    assert tsolve("check", "--html", "page.html", "--force", hand).code == 0
    assert "<title>" in (tmp_path / "page.html").read_text()


def test_the_position_is_never_replaced(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    refused = tsolve("check", "--html", hand, "--force", hand)

    assert refused.code == 2
    assert "one of the input files" in refused.err
    assert (tmp_path / hand).read_text() == HAND


def test_a_page_may_go_to_standard_output(tsolve: Tsolve, hand: str) -> None:
    ended = tsolve("check", "--html", "-", hand)

    assert ended.code == 0
    assert ended.out.startswith("<!doctype html>")
    assert ended.out.endswith("</html>\n")


def test_standard_input_is_told_in_the_page(tsolve: Tsolve) -> None:
    ended = tsolve("check", "--html", "-", "-", stdin=HAND.encode())

    assert "hall: [Pegasus, Pegasus, Pegasus]" in ended.out


def test_a_page_beside_json(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    ended = tsolve("check", "--format", "json", "--html", "page.html", hand)

    assert json.loads(ended.out)["answers"]
    assert (tmp_path / "page.html").exists()
    refused = tsolve("check", "--format", "json", "--html", "-", hand)
    assert refused.code == 2
    assert refused.json["errors"][0]["message"] == "--html - goes with text only: name a file"


def test_several_files_have_no_common_page(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    refused = tsolve("check", "--html", "page.html", hand, hand)

    assert refused.code == 2
    assert "give one FILE with --html" in refused.err
    assert not (tmp_path / "page.html").exists()


def test_a_mistake_in_the_file_leaves_no_page(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("game: thunderstone\nhandd: []\n")

    assert tsolve("check", "--html", "page.html", "bad.yaml").code == 2
    assert not (tmp_path / "page.html").exists()


def test_a_page_and_a_receipt_have_a_file_each(tsolve: Tsolve, tmp_path: Path, hand: str) -> None:
    refused = tsolve("check", "--html", "one", "--receipt", "./one", "--force", hand)

    assert (refused.code, refused.err) == (
        2,
        "every --html, --svg and --receipt needs a file of its own\n",
    )
    assert not (tmp_path / "one").exists()


@pytest.mark.parametrize(
    "arguments",
    [("grade",), ("odds",), ("odds", "--event", "Torch"), ("targets",), ("why-not", "defeat Nixie")],
)
def test_every_kind_of_answer_has_a_page(tsolve: Tsolve, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "turn.yaml").write_text(TURN)
    command, *rest = arguments
    options = rest if command == "odds" else []
    queries = rest if command == "why-not" else []

    ended = tsolve(command, *options, "--html", "-", "turn.yaml", *queries)

    assert (ended.code in (0, 1, 3), ended.err) == (True, "")
    assert ended.out.startswith("<!doctype html>")
    assert "the position file" in ended.out.lower()


def test_several_queries_have_no_common_page(tsolve: Tsolve, hand: str) -> None:
    refused = tsolve("why-not", "--html", "page.html", hand, "defeat Pegasus", "attack nobody")

    assert refused.code == 2
    assert "give one QUERY with --html" in refused.err
