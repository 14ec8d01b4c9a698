"""Puzzles as tests of pytest: what a project writes, what it reads, with rulesets of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest import mock

import pytest

from tests.suite.puzzles import FEWEST, GHOST, WRONG

ROOT = Path(__file__).resolve().parents[1]
Run = Callable[..., str]


def pytest_here(folder: Path, arguments: Sequence[str], env: Mapping[str, str]) -> str:
    """What pytest prints, run in this process and in that folder, and how it ended."""
    shown = StringIO()
    with (
        chdir(folder),
        mock.patch.dict(os.environ, env, clear=True),
        redirect_stdout(shown),
        redirect_stderr(shown),
    ):
        code = pytest.main(["-p", "no:cacheprovider", *arguments])
    return f"{shown.getvalue()}exit {int(code)}"


def pytest_alone(folder: Path, arguments: Sequence[str], env: Mapping[str, str]) -> str:
    """The same in a process of its own, where what is loaded or changed matters."""
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        capture_output=True,
        cwd=folder,
        env=env,
        timeout=120,
        check=False,
    )
    return f"{ended.stdout.decode()}{ended.stderr.decode()}exit {ended.returncode}"


def environment(folder: Path, columns: int) -> dict[str, str]:
    """Where nothing but tsolve is configured."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    own = {"PYTHONPATH": str(ROOT), "TSOLVE_CACHE_DIR": str(folder / "cache"), "COLUMNS": str(columns)}
    return {**kept, **own}


def suite(folder: Path, how: Callable[..., str]) -> Run:
    """Run pytest in a folder of the test's own, with the files that are given."""
    (folder / "suite").mkdir()

    def run_pytest(*arguments: str, **files: str) -> str:
        for name, content in files.items():
            path = folder / "suite" / (name if "." in name else f"{name}.yaml")
            path.write_bytes(content.encode("utf-8", "surrogateescape"))
        return how(folder / "suite", arguments, environment(folder, 100))

    return run_pytest


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return suite(tmp_path, pytest_here)


@pytest.fixture
def alone(tmp_path: Path) -> Run:
    return suite(tmp_path, pytest_alone)


def test_a_test_for_each_expectation(run: Run) -> None:
    shown = run("--collect-only", "-q", a=GHOST, b=FEWEST)

    assert [line for line in shown.splitlines() if "::" in line] == [
        f"{name}.yaml::line {field}" for name in "ab" for field in ("legal", "total", "won")
    ]


def test_a_failure_is_no_traceback(run: Run) -> None:
    """Squire 2 + Militia 1 = 3, less 2 for the dark: 1, of which half is 0."""
    run(a=GHOST)
    shown = run("-v", a=FEWEST)

    assert "a.yaml::line legal PASSED" in shown
    assert "a.yaml::line total FAILED" in shown
    assert "line total: expected 1, found 0: Ghost is not defeated: 0 against Health 6." in shown
    assert "a.yaml:14: When the sword drops" in shown
    assert "card.ghost" in shown
    assert "compared with the last answer that held, before the file was edited" in shown
    assert "Militia: attack: +3 -> +1" in shown
    assert "Traceback" not in shown
    assert "pytest_plugin.py" not in shown
    assert "1 failed, 2 passed" in shown
    assert shown.endswith("exit 1")


def test_what_is_undecided_fails_and_says_so(run: Run) -> None:
    """Which card the Aura draws is not known."""
    content = (
        "game: thunderstone\nturn: dungeon\nhand: [Magical Aura, Thyrian Squire]\ndeck: unknown\n"
        "hall: [Nixie, none, none]\nexpect: {totals: {Nixie: 9}}\n"
    )
    shown = run(a=content)

    assert "totals Nixie: expected 9, found undecided: Magical Aura brings" in shown
    assert "1 failed" in shown


def test_a_wrong_file_is_one_failing_test(run: Run) -> None:
    broken = "game: thunderstone\nhand: [Torch\nexpect: {line: {legal: true}}\n"
    shown = run(a=GHOST, wrong=WRONG, broken=broken)

    assert "2 failed, 3 passed" in shown
    assert "wrong.yaml:7:24: error E302" in shown
    assert "broken.yaml:3:7: error E107" in shown
    assert "FAILED wrong.yaml::position" in shown
    assert "Traceback" not in shown


def test_what_is_meant_as_a_puzzle_fails(run: Run) -> None:
    """A misspelt game, a ruleset that was not given, a misspelt key: the suite does not shrink unseen."""
    names = {
        "slip": GHOST.replace("game: thunderstone", "game: thunderstoen"),
        "club": GHOST.replace("game: thunderstone", "game: our-club"),
        "key": GHOST.replace("expect:", "expct:"),
    }
    shown = run(a=GHOST, **names)

    assert "3 failed, 3 passed" in shown
    assert all(f"FAILED {name}.yaml::position" in shown for name in names)
    assert 'slip.yaml:3:7: error E301: unknown game "thunderstoen"' in shown
    assert "key.yaml:13:1: error E202" in shown
    assert "Traceback" not in shown


def test_a_step_that_cannot_be_read_is_told_with_its_place(run: Run) -> None:
    shown = run(a=GHOST.replace("- attack Ghost", "- dance with the Ghost"))

    assert "a.yaml:12:3: error E" in shown
    assert "passed" not in shown


OTHERS = {
    "compose": "services:\n  game:\n    expect: x\n",
    "kubernetes": "kind: Pod\ngame: thunderstones\n---\nkind: x\n---\nexpect: y\n",
    "invalid": "game: [\n\texpect: }{\n",
    "anchors": "game: &a thunderstone2\nexpect: *a\n",
    "other_game": "game: chess\nexpect: {mate: 1}\n",
    "chess_with_a_turn": "game: chess\nturn: white\nexpect: {best: {line: [e4]}}\n",
    "task": "hosts: all\nexpect: {command: passwd, responses: {x: y}}\n",
    "ci": "on: push\njobs: {game: {steps: [{run: expect x}]}}\n",
    "settings": "game: thunderstone\nversion: 3\n",
    "binary": "game: expect \x00\x01\udcff\udcfe",
    "huge": "game: thunderstone\nexpect: {line: {legal: true}}\n" + "# x\n" * 300_000,
    "no_words": "a: 1\n",
}


def test_other_files_are_passed_over_in_silence(run: Run) -> None:
    shown = run("-W", "error", **OTHERS)

    assert "no tests ran" in shown
    assert shown.endswith("exit 5")
    assert all(name not in shown for name in OTHERS)


@pytest.mark.parametrize(
    ("beside", "modules"),
    [
        ({}, []),
        (
            {"no_words": "a: 1\n"},
            ["errors", "source", "source.reading", "suite", "suite.collect"],
        ),
    ],
)
def test_other_peoples_runs_import_nothing(alone: Run, beside: dict[str, str], modules: list[str]) -> None:
    """Nothing besides the plugin itself, and next to nothing where YAML lies beside their tests."""
    expected = sorted(
        ["tsolve", "tsolve.pytest_plugin", "tsolve.version", *(f"tsolve.{module}" for module in modules)]
    )
    test = (
        "import sys\n\n\ndef test_nothing():\n"
        f"    assert sorted(name for name in sys.modules if name.startswith('tsolve')) == {expected}\n"
    )
    assert "1 passed" in alone(**{"test_it.py": test}, **beside)


def test_judged_once_for_all_tests_of_a_file(alone: Run) -> None:
    conftest = (
        "from tsolve.suite import judging\njudge = judging.judge\n\n\n"
        "def counted(*arguments):\n    print('JUDGED')\n    return judge(*arguments)\n\n\n"
        "judging.judge = counted\n"
    )
    shown = alone("-s", "--tsolve-no-cache", a=GHOST, b=GHOST, **{"conftest.py": conftest})

    assert shown.count("JUDGED") == 2
    assert "6 passed" in shown
    assert alone("-s").count("JUDGED") == 2
    assert alone("-s").count("JUDGED") == 0  # remembered


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-k", "total"], "1 failed, 1 passed, 4 deselected"),
        (["-k", "TS-8.1"], "3 passed, 3 deselected"),
        (["-x"], "1 failed, 1 passed"),
        (["b.yaml"], "3 passed"),
        (["a.yaml::line won"], "1 passed"),
        (["--tsolve-interpretation", "half_attack_order=before_light"], "2 failed, 4 passed"),
        (["--tsolve-printing", "1.4"], "1 failed, 5 passed"),
    ],
)
def test_works_with(run: Run, arguments: list[str], says: str) -> None:
    assert says in run(*arguments, a=FEWEST, b=GHOST.replace("TS-8.3", "TS-8.1"))


def test_works_with_workers_and_can_be_left_out(alone: Run) -> None:
    assert "1 failed, 5 passed" in alone("-n", "2", a=FEWEST, b=GHOST)
    assert "no tests ran" in alone("-p", "no:tsolve")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--tsolve-printing", "9.9"], 'E411: unknown printing "9.9"'),
        (["--tsolve-interpretation", "half_attack_order=x"], "E413"),
        (["--tsolve-interpretation", "x"], "KEY=OPTION"),
    ],
)
def test_wrong_options_end_the_run(run: Run, arguments: list[str], says: str) -> None:
    shown = run(*arguments, a=GHOST)

    assert says in shown
    assert shown.endswith("exit 4")


def test_damaged_rules_are_told_once(alone: Run, tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text("id: [\n")
    conftest = f"import os\nos.environ['TSOLVE_RULESET_PATH'] = {str(tmp_path)!r}\n"
    shown = alone(a=GHOST, b=GHOST, **{"conftest.py": conftest})

    assert "1 failed" in shown
    assert "ruleset.yaml:1:6: error E107" in shown
    assert "Traceback" not in shown


WOLF = "cards: [{id: lamp_wolf, name: Lamp Wolf, kind: monster, health: 3, vp: 1, xp: 1}]\n"
PUZZLE = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Torch]
deck: []
hall: [%s, none, none]
line: [attack %s]
expect: {line: {total: 2}}
"""
"""A Thyrian Squire has Attack 2, and a Torch in Rank 1 leaves no penalty."""
OPTION = ("--tsolve-ruleset-path",)
NAMED = {
    "option": ((*OPTION, "house"), "", {}),
    "variable": ((), "house", {}),
    "pytest.ini": ((), "", {"pytest.ini": "[pytest]\ntsolve_ruleset_path =\n    house\n"}),
    "ini options": (
        (),
        "",
        {"pyproject.toml": '[tool.pytest.ini_options]\ntsolve_ruleset_path = ["house"]\n'},
    ),
    "project": (
        (),
        "",
        {"pyproject.toml": '[tool.pytest.ini_options]\n[tool.tsolve]\nruleset-path = "house"\n'},
    ),
}
"""Where a folder can be named: arguments, variable, files."""
SOME_INI = {"pytest.ini": "[pytest]\n"}


@pytest.fixture
def project(tmp_path: Path) -> Run:
    """Run pytest in a folder inside a project with an overlay `house`, where nothing else is installed."""
    root = tmp_path / "project"
    (root / "house" / "cards").mkdir(parents=True)
    (root / "house" / "ruleset.yaml").write_text("extends: thunderstone\n")
    (root / "house" / "cards" / "own.yaml").write_text(WOLF)
    (root / "puzzles").mkdir()
    (root / "puzzles" / "wolf.yaml").write_text(PUZZLE % ("Lamp Wolf", "Lamp Wolf"))
    (root / "puzzles" / "nixie.yaml").write_text(PUZZLE % ("Nixie", "Nixie"))

    def run_pytest(
        *arguments: str, path: str = "", folder: str = ".", is_alone: bool = False, **files: str
    ) -> str:
        for name, content in files.items():
            (root / name).write_text(content)
        env = environment(tmp_path, 200) | ({"TSOLVE_RULESET_PATH": path} if path else {})
        return (pytest_alone if is_alone else pytest_here)(root / folder, arguments, env)

    return run_pytest


@pytest.mark.parametrize("where", NAMED)
def test_paths_count_from_the_root(project: Run, where: str) -> None:
    arguments, path, files = NAMED[where]
    for folder in (".", "puzzles"):
        assert "2 passed" in project(*arguments, path=path, folder=folder, **(files or SOME_INI))


@pytest.mark.parametrize("where", NAMED)
def test_what_is_not_there_ends_the_run(project: Run, where: str) -> None:
    """Even where every puzzle has an answer that is remembered from a run without it."""
    project("puzzles/nixie.yaml")
    arguments, path, files = NAMED[where]
    arguments = tuple(each.replace("house", "hose") for each in arguments)
    files = {name: text.replace("house", "hose") for name, text in files.items()}
    shown = project("puzzles/nixie.yaml", *arguments, path=path.replace("house", "hose"), **files)

    assert "/project/hose: there is no such folder" in shown
    assert "passed" not in shown
    assert "Traceback" not in shown
    assert shown.endswith("exit 4")


def test_a_folder_without_a_ruleset_ends_the_run(project: Run) -> None:
    shown = project(*OPTION, "puzzles")

    assert "/project/puzzles: the folder holds no ruleset.yaml" in shown
    assert shown.endswith("exit 4")


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (
            '[tool.tsolve]\nruleset_path = "house"\n',
            'pyproject.toml:2:1: error E202: unknown key "ruleset_path"',
        ),
        (
            "[tool.tsolve]\nruleset-path = 3\n",
            "2:1: error E201: `ruleset-path` is a path in quotes, of at most 4,096 characters, or a list",
        ),
        ("[tool]\ntsolve = 3  # not [tool.tsolve]\n", "[tool.tsolve] is a table"),
        ("[tool.tsolve\n", "pyproject.toml"),
    ],
)
def test_a_table_that_makes_no_sense_ends_the_run(project: Run, table: str, told: str) -> None:
    shown = project(**{"pytest.ini": "[pytest]\n", "pyproject.toml": table})

    assert told in shown
    assert shown.endswith("exit 4")


def test_several_are_searched_once_each_by_all_workers(project: Run) -> None:
    shown = project("-n", "2", *OPTION, "house", path="house", is_alone=True, **NAMED["project"][2])

    assert "2 passed" in shown


def test_the_run_leaves_the_environment_as_it_was(project: Run) -> None:
    inner = (
        "import os, pytest, sys\n"
        "code = pytest.main(['-q', '--tsolve-ruleset-path', 'house', 'puzzles'])\n"
        "sys.exit(9 if 'TSOLVE_RULESET_PATH' in os.environ else int(code))\n"
    )
    test = (
        "import subprocess, sys\n\n\ndef test_it():\n"
        "    subprocess.run([sys.executable, 'inner.py'], check=True)\n"
    )
    assert "1 passed" in project("test_it.py", **{"inner.py": inner, "test_it.py": test})
