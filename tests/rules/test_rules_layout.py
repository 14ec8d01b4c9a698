from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from tsolve.rules.loading import layout

SOURCE = """
from __future__ import annotations
from typing import Annotated, Literal
import msgspec

LOW = 0
Colour = Literal["red", "blue"]

class Sail(msgspec.Struct, frozen=True, tag_field="kind", tag="sail"):
    miles: int = 1

class Row(msgspec.Struct, frozen=True, tag_field="kind", tag="row"):
    crew: tuple[str, ...] = ()

AnyMove = Sail | Row

class Base(msgspec.Struct, frozen=True):
    id: str

class Boat(Base, frozen=True):
    price: Annotated[int, msgspec.Meta(ge=LOW)] = 3
    colour: Colour = "red"
    moves: tuple[AnyMove, ...] = ()
"""


@pytest.fixture
def layout_of() -> Iterator[Callable[[str], str]]:
    """The layout of `Boat` in a module of the given source."""

    def define(source: str) -> str:
        module = sys.modules["boats"] = ModuleType("boats")
        exec(source, vars(module))
        return layout([module.Boat])

    yield define
    sys.modules.pop("boats", None)


def test_same_source_has_the_same_layout(layout_of: Callable[[str], str]) -> None:
    assert layout_of(SOURCE) == layout_of(SOURCE)
    assert layout_of(SOURCE) == layout_of(SOURCE + "\nclass Other(msgspec.Struct):\n    x: int\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("price: Annotated", "cost: Annotated"),  # a field's name
        ("int, msgspec", "str, msgspec"),  # a field's type
        ("] = 3", "] = 4"),  # a default
        ("LOW = 0", "LOW = 1"),  # a constant in a constraint
        ('"red", "blue"', '"red", "green"'),  # the choices behind an alias
        ("miles: int", "miles: float"),  # a field two structs away
        ("miles: int = 1", "miles: int = 2"),
        ('tag="row"', 'tag="oar"'),
        ('tag_field="kind", tag="row"', 'tag_field="type", tag="row"'),
        ("AnyMove = Sail | Row", "AnyMove = Sail"),
        ("id: str", "id: int"),  # an inherited field
        ("class Boat(Base, frozen=True)", "class Boat(Base, frozen=True, array_like=True)"),
        ("class Boat(Base, frozen=True)", 'class Boat(Base, frozen=True, rename="camel")'),
    ],
)
def test_every_change_shows(layout_of: Callable[[str], str], old: str, new: str) -> None:
    assert old in SOURCE
    changed = SOURCE.replace(old, new)
    if "camel" in new:  # only visible where a name has two words
        changed = changed.replace("price:", "list_price:")
        assert layout_of(changed) != layout_of(SOURCE.replace("price:", "list_price:"))
    else:
        assert layout_of(changed) != layout_of(SOURCE)


def test_annotations_need_not_be_texts(layout_of: Callable[[str], str]) -> None:
    evaluated = SOURCE.replace("from __future__ import annotations\n", "")
    assert layout_of(evaluated) != layout_of(evaluated.replace("miles: int", "miles: float"))


def test_layout_is_the_same_in_every_process() -> None:
    program = """
from tsolve.games.thunderstone.cards import Card
from tsolve.rules.loading import layout
print(layout([Card]))
"""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert "Provenance" in outputs.pop()
