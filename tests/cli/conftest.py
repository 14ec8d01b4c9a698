"""The command line, asked in this process or in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, chdir
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple
from unittest import mock

import pytest

from tsolve.api import games
from tsolve.cli import run

ROOT = Path(__file__).resolve().parents[2]
TOYS = str(ROOT / "tests" / "toys")

# Runs the rest of its command line, then tells the peak memory of that process in a file.
_MEASURED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as told:
    told.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(code)
"""

HAND = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Torch]
hall: [Pegasus, Pegasus, Pegasus]
"""
"""Thyrian Squire has Attack 2, a Torch gives Light 1, a Pegasus has Health 6: nothing can be defeated."""


class Ended(NamedTuple):
    """A command that has ended."""

    code: int
    out: str
    err: str
    megabytes: float = 0
    """The peak memory of a process of its own."""

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Tsolve = Callable[..., Ended]
Write = Callable[..., str]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of compiled rulesets for the whole run."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def environment(cache: Path) -> dict[str, str]:
    """What the processes see: nothing that a developer's or a runner's shell may have set."""
    return environment_with(cache)


def environment_with(cache: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), "TSOLVE_CACHE_DIR": str(cache), "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def tsolve(environment: dict[str, str], tmp_path: Path) -> Tsolve:
    """Run tsolve in a folder of the test's own, in this process: it has loaded the rules already."""

    def run_here(*arguments: str, env: Mapping[str, str] | None = None, stdin: bytes = b"") -> Ended:
        told = {**environment, **(env or {})}
        encoding = told["PYTHONIOENCODING"]
        out, err = (TextIOWrapper(BytesIO(), encoding, "backslashreplace") for _ in range(2))
        with ExitStack() as inside:
            given = inside.enter_context(TemporaryFile("w+"))
            given.buffer.write(stdin)
            given.seek(0)
            inside.enter_context(chdir(tmp_path))
            inside.enter_context(mock.patch.dict(os.environ, told, clear=True))
            inside.enter_context(
                mock.patch.multiple(
                    sys,
                    argv=["tsolve", *arguments],
                    stdin=given,
                    stdout=out,
                    stderr=err,
                    __stdout__=None,  # whose width would be asked for
                )
            )
            code = run(arguments)
        return Ended(code, _text(out), _text(err))

    return run_here


def _text(stream: TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@pytest.fixture(scope="module")
def toys() -> Iterator[None]:
    """The toy games are installed, as far as commands in this process can see."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOYS)
        games.installed.cache_clear()
        yield
    games.installed.cache_clear()


@pytest.fixture
def process(environment: dict[str, str], tmp_path: Path) -> Tsolve:
    """The same in a process of its own, where memory, streams or what is loaded matters."""

    def run_process(*arguments: str, env: Mapping[str, str] | None = None, stdin: bytes = b"") -> Ended:
        told = tmp_path / "peak.txt"
        ended = subprocess.run(
            [sys.executable, "-c", _MEASURED, str(told), sys.executable, "-m", "tsolve", *arguments],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env={**environment, **(env or {})},
            timeout=60,
            check=False,
        )
        peak = int(told.read_text()) / 1024  # kilobytes on Linux
        return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode(), peak)

    return run_process


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file into the folder where tsolve runs; its name is returned."""

    def write_file(content: str, name: str = "position.yaml") -> str:
        (tmp_path / name).write_text(content, encoding="utf-8")
        return name

    return write_file
