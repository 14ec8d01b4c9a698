"""A made-up game, so that these tests know nothing of any real one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from tsolve.rules.loading import load_ruleset
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.rulings import Provenance


class Sail(msgspec.Struct, frozen=True, tag_field="kind", tag="sail"):
    miles: int


class Row(msgspec.Struct, frozen=True, tag_field="kind", tag="row"):
    crew: tuple[str, ...]


class Boat(msgspec.Struct, frozen=True):
    id: str
    name: str
    aliases: tuple[str, ...] = ()
    price: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    moves: tuple[Sail | Row, ...] = ()
    provenance: Provenance = Provenance()


HARBOUR = Path(__file__).parent / "harbour"


def files_of(folder: Path) -> dict[str, str]:
    """The files of a ruleset: path inside it -> content."""
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*.yaml"))}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of the test's own."""
    directory = tmp_path / "cache"
    monkeypatch.setenv("TSOLVE_CACHE_DIR", str(directory))
    return directory


@pytest.fixture
def files() -> dict[str, str]:
    """The files of the harbour, to be changed by the test."""
    return files_of(HARBOUR)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "harbour"


@pytest.fixture
def load(root: Path) -> Callable[[dict[str, str]], Ruleset[Boat]]:
    """Write the files and load the ruleset that they make."""

    def write_and_load(files: dict[str, str]) -> Ruleset[Boat]:
        for name, content in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content, encoding="utf-8")
        return load_ruleset(root, Boat)

    return write_and_load


@pytest.fixture
def harbour(load: Callable[[dict[str, str]], Ruleset[Boat]], files: dict[str, str]) -> Ruleset[Boat]:
    return load(files)


@pytest.fixture
def boat_type() -> type[Boat]:
    return Boat
