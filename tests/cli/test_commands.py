"""What a command does not need is not loaded."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tsolve.cli
from tests.cli.conftest import HAND, Tsolve
from tsolve.cli.command import Question, reporting
from tsolve.cli.commands import COMMANDS, class_of
from tsolve.cli.options import PANELS

MOST_MODULES = 200
"""Modules of tsolve in a quiet check of a line: each takes 0.1 ms before it does anything."""

HEAVY = ("ortools", "numpy", "pandas", "rich", "clingo", "asyncio", "starlette", "uvicorn", "segno")

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


def test_the_best_attack_of_a_few_lines_needs_no_solver(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "attack.yaml"
    path.write_text(HAND + "goal: win\n")
    assert _loaded(["solve", str(path)], environment).isdisjoint(HEAVY)


def test_judging_a_line_loads_what_it_asks_for(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "line.yaml"
    path.write_text(HAND + "line: [attack Pegasus in Rank 1]\n")
    _loaded(["check", "--quiet", str(path)], environment)
    loaded = _loaded(["check", "--quiet", str(path)], environment, whole_names=True)
    room = "tsolve.games.thunderstone"
    assert f"{room}.judging.step_reader" in loaded
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


@pytest.mark.parametrize("name", COMMANDS)
def test_what_shows_an_answer_is_there(name: str) -> None:
    kind = class_of(name)
    assert kind.name == name
    if not issubclass(kind, Question):
        return
    layers = ("detail",) if kind.detail is not Question.detail else ()
    inspect.signature(reporting(kind.shows)).bind("page", "answer", *layers)
    if kind.in_short:
        inspect.signature(reporting(kind.in_short)).bind("page", "answer")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_stands_once_below_a_heading(name: str, tsolve: Tsolve) -> None:
    told = tsolve(name, "--help").out
    headings = [line[:-1] for line in told.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert headings == [each for each in ("Arguments", *PANELS) if each in headings]
    written = re.findall(r"^  (?:-\w, )*(--[a-z-]+)", told.partition("\nOptions:")[2], re.MULTILINE)
    assert sorted(written) == sorted({*written, "--help", "--ruleset-path"})


def test_no_part_of_a_command_is_long() -> None:
    """What a command does stands in short methods; nobody needs more than eight parameters."""
    folder = Path(tsolve.cli.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno is not None
                assert node.end_lineno - node.lineno < 40, f"{path.name}: {node.name}"
                given = node.args
                assert len([*given.posonlyargs, *given.args, *given.kwonlyargs]) <= 8, node.name
