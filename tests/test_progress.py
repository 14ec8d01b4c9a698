"""The line that tells how far a run of the tests is, in runs of their own."""

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_number(number):
    assert number < 2
"""


@pytest.mark.parametrize(
    ("arguments", "shown", "hidden"),
    [
        (
            ["-n", "2"],
            ["3 tests on 2 cores: less than", "  3 of 3 tests, 1 failed"],
            ["FF", "nodes"],
        ),
        (
            ["-n", "0"],
            ["3 tests on one core: less than a minute", "  failed: test_it.py::test_number[2]"],
            [],
        ),
        (["-n", "0", "-q"], ["..F"], ["3 of 3"]),
        (["-n", "0", "-v"], ["test_number[1] PASSED"], ["3 of 3"]),
        (["-n", "0", "--collect-only"], ["3 tests collected"], ["Looking"]),
    ],
)
def test_progress(tmp_path: Path, arguments: list[str], shown: list[str], hidden: list[str]) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    root = Path(__file__).resolve().parents[1]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "tests.progress", *arguments]
    ended = subprocess.run(
        [*command, "test_it.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    for text in shown:
        assert text in ended.stdout
    for text in hidden:
        assert text not in ended.stdout
    assert ("assert 2 < 2" in ended.stdout) == ("--collect-only" not in arguments)
