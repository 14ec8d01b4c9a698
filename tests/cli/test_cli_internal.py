"""Exit code 4: what cannot happen leaves one line and a file that reproduces it."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import HAND

_BROKEN = """
import sys
from tsolve.api import positions
from tsolve.cli import run
from tsolve.errors import DisagreementError

def broken(*_, **__):
    raise {error}

positions.check = broken
sys.exit(run(sys.argv[1:]))
"""
DISAGREEMENT = "DisagreementError({'promised': 12, 'played': 11})"
FAULT = "KeyError('a\\x1bb')"


def _run(
    error: str, folder: Path, environment: dict[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    (folder / "position.yaml").write_text(HAND)
    command = [sys.executable, "-c", _BROKEN.replace("{error}", error), "check", "position.yaml", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment, check=False, timeout=60
    )


@pytest.mark.parametrize(
    ("error", "says"), [(DISAGREEMENT, "solver and engine disagree"), (FAULT, "internal error: KeyError")]
)
def test_one_line_and_a_bundle(error: str, says: str, environment: dict[str, str], tmp_path: Path) -> None:
    ended = _run(error, tmp_path, environment)
    assert (ended.returncode, ended.stdout) == (4, "")
    (line,) = ended.stderr.splitlines()
    assert says in line
    assert "\x1b" not in line
    (bundle,) = tmp_path.glob("tsolve-bundle-*.yaml")
    assert bundle.name in line


def test_the_bundle_is_the_position_with_comments(environment: dict[str, str], tmp_path: Path) -> None:
    _run(DISAGREEMENT, tmp_path, environment)
    (bundle,) = tmp_path.glob("tsolve-bundle-*.yaml")
    content = bundle.read_text()
    assert content.endswith(HAND)
    comments = content.removesuffix(HAND).splitlines()
    assert all(line.startswith("# ") for line in comments)
    assert "# command: tsolve check position.yaml" in comments
    assert any("'promised': 12" in line for line in comments)
    again = subprocess.run(
        [sys.executable, "-m", "tsolve", "legal", bundle.name],
        capture_output=True,
        cwd=tmp_path,
        env=environment,
        check=False,
    )
    assert again.returncode == 0


def test_a_bundle_is_never_written_over(environment: dict[str, str], tmp_path: Path) -> None:
    _run(DISAGREEMENT, tmp_path, environment)
    (bundle,) = tmp_path.glob("tsolve-bundle-*.yaml")
    bundle.write_text("mine")
    assert _run(DISAGREEMENT, tmp_path, environment).returncode == 4
    assert bundle.read_text() == "mine"


def test_a_full_disk_leaves_no_empty_bundle(environment: dict[str, str], tmp_path: Path) -> None:
    """No byte may be written to files; Python is told of it as of a full disk."""
    (tmp_path / "position.yaml").write_text(HAND)
    broken = shlex.quote(_BROKEN.replace("{error}", FAULT))
    ended = subprocess.run(
        ["sh", "-c", f"ulimit -f 0; {sys.executable} -c {broken} check position.yaml"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        check=False,
        timeout=60,
    )

    assert ended.returncode == 4
    assert "no file to reproduce it could be written" in ended.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["position.yaml"]


def test_the_other_files_are_judged(environment: dict[str, str], tmp_path: Path) -> None:
    ended = _run(FAULT, tmp_path, environment, "none.yaml")
    assert ended.returncode == 4
    assert "none.yaml:1:1: error E101" in ended.stderr


def test_as_json(environment: dict[str, str], tmp_path: Path) -> None:
    import json

    ended = _run(FAULT, tmp_path, environment, "--format", "json")
    told = json.loads(ended.stdout)
    assert (ended.returncode, told["exit_code"], ended.stderr) == (4, 4, "")
    assert [error["kind"] for error in told["errors"]] == ["internal"]


def test_the_traceback_on_request(environment: dict[str, str], tmp_path: Path) -> None:
    ended = _run(FAULT, tmp_path, {**environment, "TSOLVE_DEBUG": "1"})
    assert ended.returncode == 4
    assert "Traceback" in ended.stderr
