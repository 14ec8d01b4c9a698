"""Rulesets of one's own in runs of pytest: wherever one is named, it is there or the run ends at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
Run = Callable[..., str]

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
def run(tmp_path: Path) -> Run:
    """Run pytest in a folder inside a project with an overlay `house`, where nothing else is installed."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    own = {"PYTHONPATH": str(ROOT), "TSOLVE_CACHE_DIR": str(tmp_path / "cache"), "COLUMNS": "200"}
    root = tmp_path / "project"
    (root / "house" / "cards").mkdir(parents=True)
    (root / "house" / "ruleset.yaml").write_text("extends: thunderstone\n")
    (root / "house" / "cards" / "own.yaml").write_text(WOLF)
    (root / "puzzles").mkdir()
    (root / "puzzles" / "wolf.yaml").write_text(PUZZLE % ("Lamp Wolf", "Lamp Wolf"))
    (root / "puzzles" / "nixie.yaml").write_text(PUZZLE % ("Nixie", "Nixie"))

    def run_pytest(*arguments: str, path: str = "", folder: str = ".", **files: str) -> str:
        for name, content in files.items():
            (root / name).write_text(content)
        ended = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
            capture_output=True,
            cwd=root / folder,
            env={**kept, **own, **({"TSOLVE_RULESET_PATH": path} if path else {})},
            timeout=120,
            check=False,
        )
        return f"{ended.stdout.decode()}{ended.stderr.decode()}exit {ended.returncode}"

    return run_pytest


@pytest.mark.parametrize("where", NAMED)
@pytest.mark.parametrize("folder", [".", "puzzles"])
def test_paths_count_from_the_root(run: Run, where: str, folder: str) -> None:
    arguments, path, files = NAMED[where]
    shown = run(*arguments, path=path, folder=folder, **(files or SOME_INI))

    assert "2 passed" in shown


@pytest.mark.parametrize("where", NAMED)
def test_what_is_not_there_ends_the_run(run: Run, where: str) -> None:
    """Even where every puzzle has an answer that is remembered from a run without it."""
    run("puzzles/nixie.yaml")
    arguments, path, files = NAMED[where]
    arguments = tuple(each.replace("house", "hose") for each in arguments)
    files = {name: text.replace("house", "hose") for name, text in files.items()}
    shown = run("puzzles/nixie.yaml", *arguments, path=path.replace("house", "hose"), **files)

    assert "/project/hose: there is no such folder" in shown
    assert "passed" not in shown
    assert "Traceback" not in shown
    assert shown.endswith("exit 4")


def test_a_folder_without_a_ruleset_ends_the_run(run: Run) -> None:
    shown = run(*OPTION, "puzzles")

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
def test_a_table_that_makes_no_sense_ends_the_run(run: Run, table: str, told: str) -> None:
    shown = run(**{"pytest.ini": "[pytest]\n", "pyproject.toml": table})

    assert told in shown
    assert shown.endswith("exit 4")


def test_several_are_searched_once_each_by_all_workers(run: Run) -> None:
    shown = run("-n", "2", *OPTION, "house", path="house", **NAMED["project"][2])

    assert "2 passed" in shown


def test_the_run_leaves_the_environment_as_it_was(run: Run) -> None:
    inner = (
        "import os, pytest, sys\n"
        "code = pytest.main(['-q', '--tsolve-ruleset-path', 'house', 'puzzles'])\n"
        "sys.exit(9 if 'TSOLVE_RULESET_PATH' in os.environ else int(code))\n"
    )
    test = (
        "import subprocess, sys\n\n\ndef test_it():\n"
        "    subprocess.run([sys.executable, 'inner.py'], check=True)\n"
    )
    assert "1 passed" in run("test_it.py", **{"inner.py": inner, "test_it.py": test})
