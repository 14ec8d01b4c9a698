"""The pages of vocabulary are what the code says, every kind is explained, and every example can be read."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tests.docs.pages import Block, page
from tsolve.api.games import module
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.vocabulary import Kind, places, vocabulary_as_markdown

PAGES = {
    "thunderstone": page("docs/reference/vocabulary.md"),
    "quest": page("docs/reference/vocabulary-quest.md"),
}
KINDS = [kind for game in PAGES for place in places(game) for kind in place.kinds]
TYPES = {
    game: {field.name: field.type for field in msgspec.structs.fields(module(game).card_type)}
    for game in PAGES
}
BLOCKS = [(game, block) for game, here in PAGES.items() for block in here.blocks("yaml")]


@pytest.mark.parametrize("game", PAGES)
def test_the_page_is_up_to_date(game: str) -> None:
    """`python -m tsolve.vocabulary thunderstone > docs/reference/vocabulary.md` makes it, `quest` its own."""
    assert PAGES[game].text == vocabulary_as_markdown(game)


@pytest.mark.parametrize("game", PAGES)
def test_no_word_is_shown_as_nothing(game: str) -> None:
    assert "``" not in PAGES[game].prose


def test_the_scan_finds_the_places() -> None:
    fields = [place.field for place in places("thunderstone")]

    assert {"abilities", "traits", "battle", "breach", "spoils"} <= set(fields)
    assert fields.count("traits") == 2, "those of Heroes and Weapons, and those of Monsters"
    assert len([kind for kind in KINDS if kind.game == "thunderstone"]) >= 47  # in the base box alone
    assert [place.title for place in places("quest")] == [
        *("Traits", "Abilities", "Alerts", "Before", "After", "Arriving", "Aim")
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.struct.cls.__name__}")
def test_every_kind_says_what_it_does_and_has_an_example(kind: Kind) -> None:
    assert re.match(r"[A-Z`+].*\.( \(.*\))?$", kind.sentence), kind.sentence
    assert str(kind.struct.tag) in str(kind.example)


@pytest.mark.parametrize(
    ("game", "block"), BLOCKS, ids=lambda part: part if isinstance(part, str) else str(part.line)
)
def test_every_example_can_be_read(game: str, block: Block) -> None:
    tree = parse(block.text, "vocabulary.md")
    ((field, _),) = tree.items
    before = PAGES[game].text.splitlines()[: block.line]
    kind = next(line for line in reversed(before) if line.startswith("### ")).strip("# `")

    found: Any = decode(tree, dict[str, TYPES[game][field.text]]).value[field.text]

    assert f"kind: {kind}" in block.text
    assert not isinstance(found, tuple) or len(found) == 1
