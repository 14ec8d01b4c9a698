"""`tsolve explain`: every code with an example, which gives that very code, and which mended does not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Tsolve
from tsolve.api.shipped import mistakes
from tsolve.codes import CODES

EXAMPLES = mistakes()


def run(code: str, text: str, folder: Path, environment: dict[str, str]) -> tuple[int, set[str]]:
    """The exit code of the example with this text, and the codes that are seen."""
    example = EXAMPLES[code]
    files = {**example.beside, example.file: text} if example.file else example.beside
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    command = example.command if example.file else text
    tsolve = folder / "bin" / "tsolve"
    tsolve.parent.mkdir()
    tsolve.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tsolve "$@"\n')
    tsolve.chmod(0o755)
    ended = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={
            **environment,
            "PATH": f"{tsolve.parent}{os.pathsep}{environment['PATH']}",
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return ended.returncode, set(re.findall(r"error (E[0-9]{3}):", ended.stderr))


def test_every_code_has_an_example() -> None:
    assert set(EXAMPLES) == set(CODES)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_gives_the_code(code: str, tmp_path: Path, environment: dict[str, str]) -> None:
    ended, seen = run(code, EXAMPLES[code].wrong, tmp_path, environment)

    assert ended == 2
    assert code in seen


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_mended_example_is_judged(code: str, tmp_path: Path, environment: dict[str, str]) -> None:
    ended, seen = run(code, EXAMPLES[code].right, tmp_path, environment)

    assert ended in (0, 1, 3)  # holds, refuted, undecided
    assert not seen


@pytest.mark.parametrize("code", EXAMPLES)
def test_pages_where_more_is_written_exist(code: str) -> None:
    assert EXAMPLES[code].pages
    assert all((ROOT / "docs" / page).is_file() for page in EXAMPLES[code].pages)


def test_an_explanation_shows_both(tsolve: Tsolve) -> None:
    shown = tsolve("explain", "E302").out

    assert shown.startswith("E302  unknown card\n")
    assert "     hand: [Regian Preist, Short Sword]\n" in shown
    assert "     hand: [Regian Priest, Short Sword]\n" in shown
    assert "docs/reference/position.md" in shown


@pytest.mark.parametrize("written", ["e302", "302", " E302 "])
def test_other_spellings(tsolve: Tsolve, written: str) -> None:
    assert tsolve("explain", written).out.startswith("E302  unknown card\n")


def test_an_old_name_is_understood_with_a_word(tsolve: Tsolve) -> None:
    first, second, *_ = tsolve("explain", "TS302").out.splitlines()

    assert first == "TS302 is E302 now, so that it looks like no rule."
    assert second == "E302  unknown card"


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("E3002", 'did you mean "E302"'),
        ("TS-3.2", "`tsolve rule TS-3.2` tells a rule"),
        ("QUEST-5.17", "`tsolve rule QUEST-5.17` tells a rule"),
        ("zzz", "`tsolve explain` lists them"),
    ],
)
def test_what_is_no_code(tsolve: Tsolve, written: str, advice: str) -> None:
    ended = tsolve("explain", written)

    assert ended.code == 2
    assert advice in ended.err


def test_all_codes_are_listed(tsolve: Tsolve) -> None:
    listed = tsolve("explain").out

    assert all(f"{code}  {info.title}\n" in listed for code, info in CODES.items())


def test_a_program_gets_the_example(tsolve: Tsolve) -> None:
    (answer,) = tsolve("explain", "E302", "--format", "json").json["answers"]

    assert answer["code"] == "E302"
    assert answer["example"]["right"] == EXAMPLES["E302"].right
