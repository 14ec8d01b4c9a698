"""docs/vocabulary.md is what the code says, every kind is explained, and every example can be read."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tests.docs.pages import page
from tsolve.games.thunderstone.card_files import Card
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.vocabulary import Kind, places, vocabulary_as_markdown

PAGE = page("docs/vocabulary.md")
KINDS = [kind for place in places("thunderstone") for kind in place.kinds]
TYPES = {field.name: field.type for field in msgspec.structs.fields(Card)}


def test_the_page_is_up_to_date() -> None:
    """`python -m tsolve.vocabulary thunderstone > docs/vocabulary.md` makes it anew."""
    assert PAGE.text == vocabulary_as_markdown("thunderstone")


def test_no_word_is_shown_as_nothing() -> None:
    assert "``" not in PAGE.prose


def test_the_scan_finds_the_places() -> None:
    fields = [place.field for place in places("thunderstone")]

    assert {"abilities", "traits", "battle", "breach", "spoils"} <= set(fields)
    assert fields.count("traits") == 2, "those of Heroes and Weapons, and those of Monsters"
    assert len(KINDS) >= 47  # effects 17, traits 9 + 9, battle 6, breach 2, spoils 4 in the base box


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.struct.cls.__name__}")
def test_every_kind_says_what_it_does_and_has_an_example(kind: Kind) -> None:
    assert re.match(r"[A-Z`+].*\.( \(.*\))?$", kind.sentence), kind.sentence
    assert str(kind.struct.tag) in str(kind.example)


@pytest.mark.parametrize("block", PAGE.blocks("yaml"), ids=lambda block: str(block.line))
def test_every_example_can_be_read(block: Any) -> None:
    tree = parse(block.text, "vocabulary.md")
    ((field, _),) = tree.items
    before = PAGE.text.splitlines()[: block.line]
    kind = next(line for line in reversed(before) if line.startswith("### ")).strip("# `")

    entries = decode(tree, dict[str, TYPES[field.text]]).value[field.text]

    assert f"kind: {kind}" in block.text
    assert len(entries) == 1
