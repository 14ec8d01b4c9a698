"""What other projects use of this one: hooks for pre-commit and an action for GitHub."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tsolve.cli.commands import COMMANDS

ROOT = Path(__file__).parent.parent
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))

TURN = (ROOT / "tsolve" / "examples" / "turn.yaml").read_text(encoding="utf-8")
PUZZLE = f"{TURN}expect: {{claims: [confirmed]}}\n"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A runner in which tsolve is installed."""
    program = tmp_path / "runner" / "tsolve" / "bin" / "tsolve"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tsolve "$@"\n')
    program.chmod(0o755)
    return {
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "RUNNER_TEMP": str(tmp_path / "runner"),
        "TSOLVE_CACHE_DIR": str(tmp_path / "cache"),
    }


def run(script: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-e", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_hooks_run(hook: dict[str, Any], tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "turn.yaml").write_text(PUZZLE)
    files = "puzzles/turn.yaml" if hook.get("pass_filenames", True) else ""

    assert {"id", "name", "entry", "language", "types"} <= hook.keys()
    assert hook["entry"].split()[:1] == ["tsolve"]
    assert hook["entry"].split()[1] in COMMANDS
    assert run(f"{hook['entry']} {files}", tmp_path, environment).returncode == 0
    (folder / "turn.yaml").write_text(PUZZLE.replace("[confirmed]", "[refuted]"))
    assert run(f"{hook['entry']} {files}", tmp_path, environment).returncode == 1


def test_a_hook_takes_the_files_of_folders_with_positions() -> None:
    (pattern,) = (hook["files"] for hook in HOOKS if "files" in hook)

    assert re.search(pattern, "disputes/a.yaml")
    assert re.search(pattern, "club/puzzles/b/c.yaml")
    assert not re.search(pattern, ".github/workflows/ci.yaml")


@pytest.mark.parametrize(
    ("inputs", "code", "told"),
    [
        ({}, 0, "1 puzzle"),
        ({"COMMAND": "check", "PATHS": "puzzles\n"}, 0, "turn.yaml"),
        ({"COMMAND": "check", "PATHS": "puzzles/turn.yaml\nlost one.yaml"}, 2, "there is no such file"),
        ({"OPTIONS": "--interpretation=light_factor=9"}, 2, "E413"),
        ({"COMMAND": "check", "PATHS": "$(touch hacked)"}, 2, "there is no such file"),
    ],
)
def test_the_action_judges(
    inputs: dict[str, str], code: int, told: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "turn.yaml").write_text(PUZZLE)
    step = ACTION["runs"]["steps"][-1]
    usual = {name.upper(): each["default"] for name, each in ACTION["inputs"].items()}
    given = {name: inputs.get(name, usual[name]) for name in step["env"]}
    ended = run(step["run"], tmp_path, {**environment, **given, "GITHUB_ACTIONS": "true"})

    assert (ended.returncode, told in ended.stdout + ended.stderr) == (code, True), ended
    assert not (tmp_path / "hacked").exists()


def test_the_action_is_composite_and_takes_its_inputs_by_the_environment() -> None:
    steps = ACTION["runs"]["steps"]

    assert ACTION["runs"]["using"] == "composite"
    assert all(each["shell"] == "bash" for each in steps if "run" in each)
    assert not any("${{" in each["run"] for each in steps if "run" in each)
    assert all((ROOT / name).exists() for name in ("requirements/run.txt", "pyproject.toml"))
