"""What a command does not need is not loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import HAND

MOST_MODULES = 200
"""Modules of tsolve in a quiet check of a line: each takes 0.1 ms before it does anything."""

HEAVY = ("ortools", "numpy", "pandas", "rich", "clingo")

_TELL = """
import sys
from tsolve.cli import run
code = run(sys.argv[1:])
print("LOADED", *sorted(sys.modules))
sys.exit(code)
"""


def _loaded(arguments: list[str], environment: dict[str, str], whole_names: bool = False) -> set[str]:
    """The packages, or the modules, that a command has loaded when it ends."""
    ended = subprocess.run(
        [sys.executable, "-c", _TELL, *arguments],
        capture_output=True,
        env=environment,
        check=True,
        timeout=60,
    )
    names = ended.stdout.decode().splitlines()[-1].split()[1:]
    return set(names) if whole_names else {name.partition(".")[0] for name in names}


@pytest.mark.parametrize(
    "arguments", [["--help"], ["check", "--help"], ["rule", "zero_rule"], ["card", "Pegaz"], ["cards"]]
)
def test_looking_up_is_light(arguments: list[str], environment: dict[str, str]) -> None:
    _loaded(arguments, environment)  # the first run compiles the ruleset
    loaded = _loaded(arguments, environment)
    assert "tsolve" in loaded
    assert loaded.isdisjoint((*HEAVY, "yaml", "_hashlib"))


def test_judging_a_line_needs_no_solver(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "line.yaml"
    path.write_text(HAND + "line: [attack Pegasus in Rank 1]\nclaims: [{total: 2, against: Pegasus}]\n")
    assert _loaded(["check", str(path)], environment).isdisjoint(HEAVY)


def test_judging_a_line_loads_what_it_asks_for(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "line.yaml"
    path.write_text(HAND + "line: [attack Pegasus in Rank 1]\n")
    _loaded(["check", "--quiet", str(path)], environment)
    loaded = _loaded(["check", "--quiet", str(path)], environment, whole_names=True)
    room = "tsolve.games.thunderstone"
    assert f"{room}.judging.narration" in loaded
    assert not [name for name in loaded if name.startswith(f"{room}.planning")]
    others = {f"{room}.judging.expectations", "tsolve.report.answers.check", "tsolve.rules.compiling"}
    maps = {"tsolve.model.hexmaps", "tsolve.report.text.hexmap"}
    assert loaded.isdisjoint(others | maps)
    assert sum(name.split(".")[0] == "tsolve" for name in loaded) <= MOST_MODULES


def test_only_the_command_that_is_called_is_built(environment: dict[str, str]) -> None:
    loaded = _loaded(["rule", "TS-8.1"], environment, whole_names=True)
    assert "tsolve.cli.lookups" in loaded
    others = {"tsolve.cli.judge", "tsolve.cli.games", "tsolve.games.thunderstone.planning"}
    assert loaded.isdisjoint(others)
