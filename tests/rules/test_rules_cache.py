from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tsolve.errors import InputError
from tsolve.rules import compiling
from tsolve.rules import loading as cache_module
from tsolve.rules.loading import cache_directory, load_ruleset
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.rulings import Provenance

Load = Callable[[dict[str, str]], Ruleset[Any]]


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for every time that a ruleset is compiled."""
    made: list[str] = []
    original = compiling.compile_ruleset

    def counted(root: Path, *rest: Any) -> Any:
        made.append(root.name)
        return original(root, *rest)

    monkeypatch.setattr(compiling, "compile_ruleset", counted)
    return made


def content(ruleset: Ruleset[Any]) -> tuple[object, ...]:
    return (
        ruleset.title,
        ruleset.default_printing,
        ruleset.documents,
        ruleset.printings,
        ruleset.interpretations,
        ruleset.cards,
        ruleset.glossary,
        ruleset.names,
        ruleset.under({"old_price": "none"}),
    )


def test_second_load_comes_from_the_cache_and_is_equal(
    load: Load, files: dict[str, str], compilations: list[str]
) -> None:
    first, second = load(files), load(files)
    assert compilations == ["harbour"]
    assert content(first) == content(second)
    assert list(first.cards) == list(second.cards)
    assert list(first.interpretations) == list(second.interpretations)


def test_change_of_the_same_size_and_time_is_seen(
    load: Load, files: dict[str, str], root: Path, compilations: list[str]
) -> None:
    load(files)
    file = root / "cards/small.yaml"
    before = file.stat()
    files["cards/small.yaml"] = files["cards/small.yaml"].replace("price: 7", "price: 8")
    file.write_text(files["cards/small.yaml"])
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    changed: Ruleset[Any] = load_ruleset(root, type(load(files).cards["cutter"]))
    assert changed.cards["cutter"].price == 8
    assert len(compilations) == 2


def test_new_and_removed_files_are_seen(
    load: Load, files: dict[str, str], root: Path, boat_type: Any
) -> None:
    load(files)
    files["cards/new.yaml"] = "cards: [{id: raft, name: Raft}]\n"
    assert "raft" in load(files).cards
    (root / "cards/new.yaml").unlink()
    assert "raft" not in load_ruleset(root, boat_type).cards


def test_a_mistake_is_reported_every_time(load: Load, files: dict[str, str]) -> None:
    load(files)
    files["cards/new.yaml"] = "cards: [{id: cutter, name: Raft}]\n"
    for _ in range(2):
        with pytest.raises(InputError):
            load(files)


@pytest.mark.parametrize(
    "damage", [lambda b: b[:0], lambda b: b[:40], lambda b: b[:-1], lambda b: b[:-9] + b"\0" * 9]
)
def test_damaged_cache_is_compiled_anew(
    load: Load,
    files: dict[str, str],
    cache: Path,
    compilations: list[str],
    damage: Callable[[bytes], bytes],
) -> None:
    whole = content(load(files))
    [file] = cache.iterdir()
    good = file.read_bytes()
    file.write_bytes(damage(good))
    assert content(load(files)) == whole
    assert len(compilations) == 2
    assert file.read_bytes() == good  # repaired


def test_other_version_or_layout_does_not_fit(
    load: Load, files: dict[str, str], compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load(files)
    monkeypatch.setattr(cache_module, "__version__", "0.0.0")
    load(files)
    assert len(compilations) == 2


def test_a_card_type_with_a_new_default_is_compiled_anew(
    load: Load, files: dict[str, str], root: Path, compilations: list[str]
) -> None:
    def raft(colour: str) -> Any:
        fields = [("id", str), ("name", str), ("aliases", tuple[str, ...], ()), ("colour", str, colour)]
        return msgspec.defstruct("Raft", [*fields, ("provenance", Provenance, Provenance())], module=__name__)

    load(files)
    for file in ("small", "large"):
        (root / f"cards/{file}.yaml").unlink()
    (root / "interpretations.yaml").write_text(
        "interpretations: [{id: tide, question: Q, options: [{id: ebb, text: E}]}]"
    )
    for name in ("glossary/rules.yaml", "names/pl.yaml"):
        (root / name).unlink()
    (root / "cards/raft.yaml").write_text("cards: [{id: raft, name: Raft}]\n")
    compilations.clear()
    for colour in ("red", "red", "blue"):
        assert load_ruleset(root, raft(colour)).cards["raft"].colour == colour
    assert len(compilations) == 2


def test_unwritable_cache_is_no_error(
    load: Load,
    files: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    compilations: list[str],
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TSOLVE_CACHE_DIR", str(tmp_path / "file" / "below"))  # cannot be made, even by root
    assert content(load(files)) == content(load(files))
    assert len(compilations) == 2


def test_nothing_is_left_lying_about(load: Load, files: dict[str, str], cache: Path) -> None:
    load(files)
    files["cards/new.yaml"] = "cards: [{id: raft, name: Raft}]\n"
    load(files)
    assert len(list(cache.iterdir())) == 1  # replaced, not accumulated


def test_cache_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_directory() == tmp_path / "cache"
    monkeypatch.setenv("TSOLVE_CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_directory() == tmp_path / "xdg" / "tsolve"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_directory() == tmp_path / ".cache" / "tsolve"


def test_loading_from_the_cache_does_not_import_yaml(load: Load, files: dict[str, str], root: Path) -> None:
    program = f"""
import sys, pathlib, msgspec
from tsolve.rules.loading import load_ruleset
from tsolve.rules.rulings import Provenance

class Card(msgspec.Struct, frozen=True):
    id: str
    name: str
    aliases: tuple[str, ...] = ()
    provenance: Provenance = Provenance()

ruleset = load_ruleset(pathlib.Path({str(root)!r}), Card)
ruleset.names.resolve("raft"), ruleset.readings(), ruleset.under({{}}), ruleset.ruling("HB-2")
print("yaml" in sys.modules, "difflib" in sys.modules)
"""
    files["cards/small.yaml"] = "cards: [{id: cutter, name: Cutter}, {id: raft, name: Raft}]\n"
    files["cards/large.yaml"] = "cards: []\n"
    files["interpretations.yaml"] = files["interpretations.yaml"].split("- id: old_price")[0]
    load(files)
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(2)
    ]
    assert outputs == [["True", "False"], ["False", "False"]]
