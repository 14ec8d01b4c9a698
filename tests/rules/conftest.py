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


FILES = {
    "ruleset.yaml": """\
id: harbour
title: The Harbour
default_printing: second
documents:
- {id: book, title: The rulebook, language: en, year: 1999}
- {id: letter, title: A letter of the author}
printings:
- {id: first, title: First edition, documents: [book], defaults: {tide: ebb}}
- {id: second, title: Second edition, documents: [book, letter]}
""",
    "interpretations.yaml": """\
interpretations:
- id: tide
  question: Does the tide turn at noon?
  rulings: [HB-1]
  citations: [{document: book, section: Tides}]
  options:
  - {id: flood, text: It rises., evidence: the example}
  - {id: ebb, text: It falls.}
- id: old_price
  question: What does a cutter cost?
  entry: H-02
  options:
  - {id: seven, text: Seven.}
  - id: none
    text: It cannot be bought, and it is rowed.
    cards:
      cutter: {price: null, moves: [{kind: row, crew: [Ann]}]}
- id: ketch_rig
  question: How far does a ketch sail?
  options:
  - {id: far, text: Far., cards: {ketch: {moves: [{kind: sail, miles: 9}]}}}
  - {id: near, text: As printed.}
""",
    "glossary/rules.yaml": """\
entries:
- id: HB-1
  title: Tides
  text: Boats wait for the wáter.
  citations: [{document: book, section: Tides}]
  see: [HB-2]
- {id: HB-2, title: Boats, text: A boat sails on the water., see: [key.tide, card.cutter]}
""",
    "glossary/cards.yaml": """\
entries:
- {id: card.cutter, title: Cutter, text: Fast.}
""",
    "cards/small.yaml": """\
cards:
- id: cutter
  name: Cutter
  price: 7
  moves: [{kind: sail, miles: 3}]
  provenance: {confidence: single, sources: [book], single_fields: [price], conflicts: {price: {letter: "6"}}}
""",
    "cards/large.yaml": """\
cards:
- {id: ketch, name: Ketch, aliases: [Two-master], price: 20}
""",
    "names/pl.yaml": """\
cards:
  cutter: [Łódź, Łodzi]
groups:
  Sailing boats: [Żaglówki]
words:
  sail: [żagiel]
""",
}
"""A complete ruleset without any mistake: path inside it -> content."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of the test's own."""
    directory = tmp_path / "cache"
    monkeypatch.setenv("TSOLVE_CACHE_DIR", str(directory))
    return directory


@pytest.fixture
def files() -> dict[str, str]:
    """The files of the harbour, to be changed by the test."""
    return dict(FILES)


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
