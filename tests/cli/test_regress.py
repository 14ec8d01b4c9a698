"""`tsolve regress` and its coverage: reports, files, exit codes, bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import Tsolve, Write
from tests.suite.puzzles import FEWEST, GHOST, WRONG
from tsolve.report.formats import output_schema

UNDECIDED = """\
game: thunderstone
turn: dungeon
hand: [Magical Aura, Thyrian Squire]
deck: unknown
hall: [Nixie, none, none]
claims: [{defeats: Nixie}]
expect: {illegal: {attack Griffon in Rank 1: []}}
"""
"""The Aura draws from a deck of which nothing is known: nobody can say whether the Nixie falls."""
UNDECIDED_BEST = f"{UNDECIDED.partition('claims')[0]}expect: {{best: {{win: true}}}}\n"
OVERRIDE = ("--interpretation", "half_attack_order=before_light")


@pytest.fixture
def folder(write: Write, tmp_path: Path) -> Path:
    """Two puzzles of which one fails, and somebody else's file."""
    (tmp_path / "puzzles").mkdir()
    write(FEWEST, "puzzles/a.yaml")
    write(GHOST, "puzzles/b.yaml")
    write("services: {game: {expect: x}}\n", "puzzles/compose.yaml")
    return tmp_path / "puzzles"


def test_a_suite_does_not_shrink_unseen(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    """What is clearly meant as a puzzle is told in every format, beside other people's files."""
    (tmp_path / "suite").mkdir()
    write(GHOST, "suite/a.yaml")
    write(GHOST.replace("game: thunderstone", "game: thunderstoen"), "suite/b.yaml")
    write(GHOST.replace("game: thunderstone", "game: our-club"), "suite/c.yaml")
    write(GHOST.replace("expect:", "expct:"), "suite/d.yaml")
    write("game: chess\nexpect: {mate: 3}\n", "suite/e.yaml")
    ended = tsolve("regress", "suite")
    told = " ".join(ended.out.split())

    assert (ended.code, ended.err) == (2, "")
    assert 'suite/b.yaml:3:7: error E301: unknown game "thunderstoen"' in told
    assert 'did you mean "thunderstone"?' in told
    assert 'suite/c.yaml:3:7: error E301: unknown game "our-club"' in told
    assert "--ruleset-path or TSOLVE_RULESET_PATH" in told
    assert "suite/d.yaml:13:1: error E202" in told
    assert "e.yaml" not in told
    assert told.endswith(
        "4 puzzles: 1 is as expected, 3 cannot be judged; 3 of 3 expectations hold;"
        " passed over: 1 position without `expect`"
    )

    document = tsolve("regress", "suite", "--format", "json").json
    statuses = [(each["file"], each["status"]) for each in document["answers"][0]["puzzles"]]
    assert statuses == [("suite/a.yaml", "holds"), *((f"suite/{name}.yaml", "wrong") for name in "bcd")]
    root = ET.fromstring(tsolve("regress", "suite", "--format", "junit").out)
    assert (root.get("tests"), root.get("errors")) == ("6", "3")
    annotations = tsolve("regress", "suite", "--format", "github").out.splitlines()
    assert [line.partition(",")[0] for line in annotations[:-1]] == [
        f"::error file=suite/{name}.yaml" for name in "bcd"
    ]


def test_all_hold(tsolve: Tsolve, write: Write) -> None:
    write(GHOST)
    ended = tsolve("regress", ".")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "1 puzzle, 3 expectations: all as expected\n"
    assert tsolve("regress", ".").out == "1 puzzle, 3 expectations: all as expected (1 remembered)\n"
    assert (
        tsolve("regress", ".", "--quiet").out == "1 puzzle, 3 expectations: all as expected (1 remembered)\n"
    )


def test_files_of_a_folder_that_are_no_puzzles_are_counted(
    tsolve: Tsolve, write: Write, tmp_path: Path
) -> None:
    write(GHOST)
    (tmp_path / "no-puzzle.yaml").write_text("game: thunderstone\nhand: [6 Militia]\n")
    for name in ("a", "b"):
        (tmp_path / f"{name}.yml").write_text("version: 2\n")

    assert " ".join(tsolve("regress", ".", "--no-cache").out.split()) == (
        "1 puzzle, 3 expectations: all as expected;"
        " passed over: 2 other YAML files, 1 position without `expect`"
    )


@pytest.mark.usefixtures("folder")
def test_what_fails_with_its_place(tsolve: Tsolve) -> None:
    ended = tsolve("regress")

    assert ended.code == 1
    assert " ".join(ended.out.split()) == (
        "✗ fails puzzles/a.yaml: 1 of 3 expectations."
        " :14 line total expected 1 found 0: Ghost is not defeated: 0 against Health 6."
        " 2 puzzles: 1 is as expected, 1 fails; 5 of 6 expectations hold;"
        " passed over: 1 other YAML file"
    )
    (quiet,) = tsolve("regress", "--quiet").out.splitlines()
    assert quiet == (
        "2 puzzles: 1 is as expected, 1 fails (2 remembered); 5 of 6 expectations hold;"
        " passed over: 1 other YAML file;"
        " puzzles/a.yaml:14: line total: expected 1, found 0: Ghost is not defeated: 0 against Health 6"
    )
    assert tsolve("regress", "-v").out.splitlines()[-4:-2] == ["as expected  puzzles/b.yaml (3)", ""]


def test_what_moved(tsolve: Tsolve, write: Write) -> None:
    """Halved before the Light Penalty: 5 becomes 2, less 2 is 0; after it: 5 less 2 is 3, which becomes 1."""
    write(GHOST)
    out = tsolve("regress", ".", *OVERRIDE).out
    told = " ".join(out.split())

    applies = "Applies now: half_attack_order=before_light. No longer: half_attack_order=after_light."
    assert applies in told
    assert told.endswith("judged with half_attack_order=before_light")

    whole = tsolve("regress", ".", "-v", *OVERRIDE).out
    assert "compared with the puzzle as written" in whole
    assert "    applies    key.half_attack_order=before_light\n" in whole
    assert "    no longer  key.half_attack_order=after_light\n" in whole
    assert "Ghost: total: 3 becomes 1 -> 5 becomes 2" in whole


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"a": GHOST}, 0),
        ({"a": GHOST, "b": FEWEST}, 1),
        ({"a": GHOST, "b": UNDECIDED}, 3),
        ({"a": FEWEST, "b": UNDECIDED}, 1),
        ({"a": GHOST, "b": UNDECIDED_BEST}, 3),
        ({"a": FEWEST, "b": WRONG}, 2),
        ({"a": UNDECIDED, "b": "game: thunderstone\nhand: [\nexpect: {x: 1}\n"}, 2),
    ],
)
def test_exit_codes(tsolve: Tsolve, write: Write, files: dict[str, str], code: int) -> None:
    for name, content in files.items():
        write(content, f"{name}.yaml")

    assert tsolve("regress", ".").code == code
    assert tsolve("regress", ".").code == code  # remembered


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "there is no folder `puzzles` here"),
        (["nowhere"], "there is no file or folder nowhere"),
        (["."], "no puzzle under ."),
        (["position.yaml"], "not a puzzle"),
        ([".", "-k", "("], "makes no sense"),
        ([".", "--interpretation", "x"], "KEY=OPTION"),
        ([".", "--update", *OVERRIDE], "--interpretation and --printing"),
        ([".", "--update", "--format", "json"], "--update"),
        ([".", "--yes"], "--update"),
    ],
)
def test_usage(tsolve: Tsolve, write: Write, arguments: list[str], says: str) -> None:
    write("game: thunderstone\n")
    ended = tsolve("regress", *arguments)

    assert ended.code == 2
    assert says in " ".join((ended.out + ended.err).replace("│", " ").split())
    assert "Traceback" not in ended.err


@pytest.mark.usefixtures("folder")
def test_json(tsolve: Tsolve) -> None:
    ended = tsolve("regress", *OVERRIDE, "--format", "json")
    document = json.loads(ended.out)

    jsonschema.validate(document, output_schema("regress"))
    assert (document["command"], document["exit_code"], ended.code) == ("regress", 1, 1)
    (answer,) = document["answers"]
    a, b = answer["puzzles"]
    assert (a["file"], a["status"], b["status"]) == ("puzzles/a.yaml", "refuted", "refuted")
    assert b["judgements"][2]["path"] == ["expect", "line", "total"]
    assert b["judgements"][2]["right"] == 0
    assert b["difference"]["fires"] == ["key.half_attack_order=before_light"]
    assert answer["interpretations"] == {"half_attack_order": "before_light"}


@pytest.mark.usefixtures("folder")
def test_junit(tsolve: Tsolve, write: Write) -> None:
    write(WRONG, "puzzles/c.yaml")
    write(GHOST.replace("Ghost\nexpect", "Ghost <&> \\u0001\nexpect"), "puzzles/d.yaml")
    root = ET.fromstring(tsolve("regress", "--format", "junit").out)

    assert root.attrib == {"tests": "8", "failures": "1", "errors": "2", "name": "tsolve"}
    assert [suite.get("name") for suite in root] == [f"puzzles/{name}.yaml" for name in "abcd"]
    (failure,) = root.iter("failure")
    assert failure.get("message") == "expected 1, found 0: Ghost is not defeated: 0 against Health 6."
    assert [case.get("name") for case in root[1]] == ["line legal", "line won", "line total"]
    assert all("E3" in (error.text or "") for error in root.iter("error"))


@pytest.mark.usefixtures("folder")
def test_annotations(tsolve: Tsolve) -> None:
    ended = tsolve("regress", env={"GITHUB_ACTIONS": "true"})

    first, last = ended.out.splitlines()
    assert first.startswith(
        "::error file=puzzles/a.yaml,line=14,title=expectation refuted::line total: expected 1"
    )
    assert (
        last == "tsolve: 2 puzzles: 1 is as expected, 1 fails; 5 of 6 expectations hold;"
        " passed over: 1 other YAML file"
    )


def test_a_known_suite_loads_no_engine(environment: dict[str, str], folder: Path) -> None:
    heavy = ("ortools", "yaml", "rich", "concurrent.futures", "tsolve.games")
    tell = (
        "import sys\nfrom tsolve.cli import run\ncode = run(sys.argv[1:])\n"
        f"print(*(name for name in {heavy} if name in sys.modules))\n"
    )
    for _ in range(2):
        ended = subprocess.run(
            [sys.executable, "-c", tell, "regress", str(folder / "b.yaml")],
            capture_output=True,
            env=environment,
            check=True,
            timeout=60,
        )
    assert ended.stdout.decode().splitlines()[-1] == ""


STALE = GHOST.replace("total: 1, won: false}", "total:   5, won: false}  # by hand")


def test_update_writes_only_when_asked(tsolve: Tsolve, write: Write, tmp_path: Path) -> None:
    write(STALE)
    path = tmp_path / "position.yaml"
    ended = tsolve("regress", "--update", ".")

    assert ended.code == 1
    assert "-  line: {legal: true, total:   5, won: false}  # by hand\n" in ended.out
    assert "+  line: {legal: true, total:   1, won: false}  # by hand\n" in ended.out
    assert "nothing was written" in ended.out
    assert path.read_text() == STALE

    ended = tsolve("regress", "--update", "--yes", ".")
    assert ended.code == 0
    assert "+  line: {legal: true, total:   1, won: false}  # by hand\n" in ended.out
    assert path.read_text() == STALE.replace("  5", "  1")
    assert tsolve("regress", ".").out == "1 puzzle, 3 expectations: all as expected (1 remembered)\n"
    assert tsolve("regress", "--update", ".").code == 0


@pytest.mark.parametrize(
    ("answer", "written"), [(b"y\n", True), (b"\n", False), (b"n\n", False), (b"\x04", False)]
)
def test_update_asks_on_a_terminal(
    environment: dict[str, str], write: Write, tmp_path: Path, answer: bytes, written: bool
) -> None:
    import pty

    write(STALE)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tsolve", "regress", "--update", "position.yaml", "--no-color"]
    with subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "TERM": "xterm"},
        cwd=tmp_path,
    ) as process:
        os.close(theirs)
        shown = b""
        asked = False
        try:
            while part := os.read(ours, 65536):
                shown += part
                if not asked and b"[y/N]" in shown:
                    asked = True
                    os.write(ours, answer)
        except OSError:  # Linux: the other side is closed
            pass
    os.close(ours)
    assert "Write 1 value into 1 file? [y/N]" in shown.decode()
    assert process.returncode == (0 if written else 1)
    assert ((tmp_path / "position.yaml").read_text() != STALE) is written


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


@pytest.mark.usefixtures("puzzles")
def test_text_comes_behind_the_verdict(tsolve: Tsolve) -> None:
    ended = tsolve("regress", "--coverage")

    assert ended.code == 0, ended.err
    assert ended.out.startswith("1 puzzle, 2 expectations: all as expected")
    assert "Rule coverage of thunderstone: " in ended.out
    assert "by 1 puzzle\n" in ended.out
    assert "TS-1.2 Kinds of card" in ended.out.split("Named by puzzles, but")[1]


@pytest.mark.usefixtures("puzzles")
def test_coverage_is_worked_out_only_where_it_is_asked_for(tsolve: Tsolve) -> None:
    assert tsolve("regress", "--format", "json").json["answers"][0]["coverage"] is None


@pytest.mark.usefixtures("puzzles")
def test_a_remembered_answer_covers_the_same(tsolve: Tsolve) -> None:
    first = tsolve("regress", "--coverage", "--format", "json").json["answers"][0]
    second = tsolve("regress", "--coverage", "--format", "json").json["answers"][0]

    assert second["puzzles"][0]["remembered"]
    assert second["coverage"] == first["coverage"]


@pytest.mark.usefixtures("puzzles")
@pytest.mark.parametrize(("asked", "code"), [("0", 0), ("100", 1)])
def test_too_little_coverage_is_refuted(tsolve: Tsolve, asked: str, code: int) -> None:
    ended = tsolve("regress", "--fail-under", asked)

    assert ended.code == code
    assert ("100 % asked for" in ended.out) == bool(code)
    assert "No puzzle exercises" not in ended.out  # that is for --coverage


def test_a_failing_puzzle_goes_before_enough_coverage(tsolve: Tsolve, puzzles: Path) -> None:
    (puzzles / "wrong.yaml").write_text(PUZZLE.replace("gold: 4", "gold: 5"), encoding="utf-8")

    assert tsolve("regress", "--fail-under", "0").code == 1


@pytest.mark.usefixtures("puzzles")
@pytest.mark.parametrize("name", ["cover.html", "new/cover.html", "folder", "new/folder/"])
def test_the_page_links_to_the_puzzles_from_where_it_lies(tsolve: Tsolve, tmp_path: Path, name: str) -> None:
    ended = tsolve("regress", "--coverage-html", name)
    page = tmp_path / (name if name.endswith(".html") else f"{name}/index.html")
    up = "../" * (len(page.relative_to(tmp_path).parts) - 1)

    assert ended.code == 0, ended.err
    assert f'href="{up}puzzles/a%20%26%20b.yaml">a &amp; b.yaml</a>' in page.read_text(encoding="utf-8")
    assert sorted(found.name for found in page.parent.glob("*.tmp")) == []


@pytest.mark.usefixtures("puzzles")
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


@pytest.mark.usefixtures("puzzles")
def test_actions_get_the_coverage_as_a_notice(tsolve: Tsolve) -> None:
    lines = tsolve("regress", "--coverage", "--format", "github").out.splitlines()

    assert lines[-1].startswith("::notice title=rule coverage::")
