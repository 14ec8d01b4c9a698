"""A folder of a ruleset may hold anything; what is no file of a ruleset is told at once, with its place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tsolve.errors import InputError
from tsolve.games.thunderstone.card_files import Card
from tsolve.rules import loading
from tsolve.rules.loading import load_ruleset
from tsolve.source.kit import files_under

HEAD = """\
id: own
title: Own
default_printing: a
printings: [{id: a, title: A}]
engine: thunderstone
"""

NO_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "zeros": (lambda path: path.symlink_to("/dev/zero"), "a device"),
    "pipe": (os.mkfifo, "a pipe"),
    "folder": (Path.mkdir, "a directory"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TSOLVE_CACHE_DIR", str(tmp_path / "cache"))
    for part in ("cards", "glossary", "names"):
        (tmp_path / "own" / part).mkdir(parents=True)
    (tmp_path / "own" / "ruleset.yaml").write_text(HEAD)
    return tmp_path / "own"


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("name", ["cards/z.yaml", "glossary/z.yaml", "names/pl.yaml", "interpretations.yaml"])
def test_what_is_no_file_is_told_with_its_place(kind: str, name: str, folder: Path) -> None:
    make, what = NO_FILES[kind]
    make(folder / name)

    with pytest.raises(InputError) as caught:
        load_ruleset(folder, Card)

    assert f"{folder / name}:1:1: error E102: this is {what}, not a file" in str(caught.value)
    assert (
        b"" in [content for found, content in files_under(folder, ".yaml") if found == name]
        or kind == "folder"
    )


def test_more_files_than_a_ruleset_has(folder: Path) -> None:
    for number in range(loading.MOST_FILES):
        (folder / "cards" / f"{number}.yaml").touch()

    with pytest.raises(InputError, match=r"own/cards:1:1: error E118: a ruleset has at most 200 files"):
        load_ruleset(folder, Card)


def test_larger_files_than_a_ruleset_has(folder: Path) -> None:
    for name in "abcdefgh":
        with open(folder / "glossary" / f"{name}.yaml", "wb") as stream:
            stream.truncate(300_000)  # 7 x 300,000 bytes are more than 2 MiB

    with pytest.raises(InputError, match=r"glossary/g.yaml:1:1: error E118: the files of a ruleset"):
        load_ruleset(folder, Card)


def test_a_damaged_cache_is_no_error(folder: Path, tmp_path: Path) -> None:
    """Whatever lies in the place of an entry, the ruleset is compiled anew."""
    first = load_ruleset(folder, Card)
    (entry,) = (tmp_path / "cache").glob("*.ruleset")
    for make in (lambda path: path.symlink_to("/dev/zero"), os.mkfifo):
        entry.unlink()
        make(entry)
        assert load_ruleset(folder, Card).id == first.id
