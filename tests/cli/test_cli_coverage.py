"""`tsolve regress --coverage` as a real process: reports, files, exit codes, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import Tsolve
from tsolve.report.formats import output_schema

pytestmark = pytest.mark.usefixtures("puzzles")

PUZZLE = """\
game: thunderstone
about: [TS-1.2]
turn: village
hand: [2 x Torch]
village: {Dagger: 5}
line: [buy Dagger]
expect: {line: {legal: true, gold: 4}}
"""
"""Two Torches have 2 gold each."""


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    """A folder with one puzzle, in the folder where tsolve runs."""
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "a & b.yaml").write_text(PUZZLE, encoding="utf-8")
    return folder


def test_text_comes_behind_the_verdict(tsolve: Tsolve) -> None:
    ended = tsolve("regress", "--coverage")

    assert ended.code == 0, ended.err
    assert ended.out.startswith("1 puzzle, 2 expectations: all as expected")
    assert "Rule coverage of thunderstone: " in ended.out
    assert "by 1 puzzle\n" in ended.out
    assert "TS-1.2 Kinds of card" in ended.out.split("Named by puzzles, but")[1]


def test_json_holds_the_coverage_of_each_thing(tsolve: Tsolve) -> None:
    ended = tsolve("regress", "--coverage", "--format", "json")
    jsonschema.validate(ended.json, output_schema("regress"))
    items = {(item["kind"], item["id"]): item for item in ended.json["answers"][0]["coverage"]["items"]}

    assert items["card", "dagger"]["level"] == "exercised"
    assert items["card", "dagger"]["puzzles"] == ["puzzles/a & b.yaml"]
    assert items["rule", "TS-4.4"]["level"] == "exercised"
    assert items["rule", "TS-1.2"]["level"] == "stated"
    assert items["card", "polearm"]["level"] == "missing"


def test_coverage_is_worked_out_only_where_it_is_asked_for(tsolve: Tsolve) -> None:
    assert tsolve("regress", "--format", "json").json["answers"][0]["coverage"] is None


def test_a_remembered_answer_covers_the_same(tsolve: Tsolve) -> None:
    first = tsolve("regress", "--coverage", "--format", "json").json["answers"][0]
    second = tsolve("regress", "--coverage", "--format", "json").json["answers"][0]

    assert second["puzzles"][0]["remembered"]
    assert second["coverage"] == first["coverage"]


@pytest.mark.parametrize(("asked", "code"), [("0", 0), ("100", 1)])
def test_too_little_coverage_is_refuted(tsolve: Tsolve, asked: str, code: int) -> None:
    ended = tsolve("regress", "--fail-under", asked)

    assert ended.code == code
    assert ("100 % asked for" in ended.out) == bool(code)
    assert "No puzzle exercises" not in ended.out  # that is for --coverage


def test_a_failing_puzzle_goes_before_enough_coverage(tsolve: Tsolve, puzzles: Path) -> None:
    (puzzles / "wrong.yaml").write_text(PUZZLE.replace("gold: 4", "gold: 5"), encoding="utf-8")

    assert tsolve("regress", "--fail-under", "0").code == 1


@pytest.mark.parametrize("name", ["cover.html", "new/cover.html", "folder", "new/folder/"])
def test_the_page_links_to_the_puzzles_from_where_it_lies(tsolve: Tsolve, tmp_path: Path, name: str) -> None:
    ended = tsolve("regress", "--coverage-html", name)
    page = tmp_path / (name if name.endswith(".html") else f"{name}/index.html")
    up = "../" * (len(page.relative_to(tmp_path).parts) - 1)

    assert ended.code == 0, ended.err
    assert f'href="{up}puzzles/a%20%26%20b.yaml">a &amp; b.yaml</a>' in page.read_text(encoding="utf-8")
    assert sorted(found.name for found in page.parent.glob("*.tmp")) == []


def test_json_goes_into_a_file_and_is_written_anew(tsolve: Tsolve, tmp_path: Path) -> None:
    file = tmp_path / "cover.json"
    file.write_text("old")
    refused = tsolve("regress", "--coverage-json", "cover.json")
    assert refused.code == 2
    assert "cover.json is no report of coverage; --force overwrites it" in refused.err
    assert file.read_text() == "old"

    for again in (("--force",), ()):
        assert tsolve("regress", "--coverage-json", "cover.json", *again).code == 0
        assert json.loads(file.read_text())["puzzles"] == 1


@pytest.mark.usefixtures("puzzles")
def test_a_page_of_somebody_else_is_kept(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    page = tmp_path / "site" / "index.html"
    page.write_text("<title>My home</title>")
    refused = tsolve("regress", "--coverage-html", "site")
    assert refused.code == 2
    assert page.read_text() == "<title>My home</title>"
    assert tsolve("regress", "--coverage-html", "site", "--force").code == 0
    assert tsolve("regress", "--coverage-html", "site").code == 0
    assert "Rule coverage of" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--coverage-html", "puzzles/a & b.yaml"), "writes a .html file"),
        (("--coverage-json", "puzzles/a & b.yaml"), "writes a .json file"),
        (("--coverage-html", "puzzles/a & b.yaml/x.html"), "cannot make the folder"),
        (("--fail-under", "101"), "--fail-under"),
        (("--fail-under", "nan"), "--fail-under"),
        (("--coverage", "--update"), "--update"),
    ],
)
def test_what_is_surely_not_meant_changes_nothing(
    tsolve: Tsolve, puzzles: Path, arguments: tuple[str, ...], message: str
) -> None:
    ended = tsolve("regress", *arguments)

    assert ended.code == 2
    assert message in ended.err
    assert "Traceback" not in ended.err
    assert (puzzles / "a & b.yaml").read_text(encoding="utf-8") == PUZZLE


def test_actions_get_the_coverage_as_a_notice(tsolve: Tsolve) -> None:
    lines = tsolve("regress", "--coverage", "--format", "github").out.splitlines()

    assert lines[-1].startswith("::notice title=rule coverage::")
