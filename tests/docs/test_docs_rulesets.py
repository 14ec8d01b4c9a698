"""The page about rulesets: every field and every kind of effect is there, and the example can be loaded."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tests.docs.pages import code, defaults_of, documented, page
from tsolve.games.thunderstone import cards, setup
from tsolve.games.thunderstone.card_files import Card
from tsolve.rules import compiling, names, overlaying, rulings
from tsolve.rules.loading import load_ruleset
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.project import rulesets_path

PAGE = page("docs/reference/rulesets.md")

STRUCTS = {
    ("## `ruleset.yaml`", 1): compiling.RulesetFile,
    ("## `ruleset.yaml`", 2): rulings.Document,
    ("## A ruleset of one's own", 1): overlaying.OverlayFile,
    ("## Cards", 1): cards.Card,
    ("### Provenance", 1): rulings.Provenance,
    ("### Abilities and their effects", 1): cards.Ability,
    ("## Glossary", 1): rulings.Entry,
    ("## Glossary", 2): rulings.Citation,
    ("## Open points", 1): rulings.Interpretation,
    ("## Open points", 2): rulings.Option,
    ("## Printings", 1): rulings.Printing,
    ("## Names", 1): names.Lexicon,
}


@pytest.mark.parametrize(
    ("place", "struct"), STRUCTS.items(), ids=[struct.__name__ for struct in STRUCTS.values()]
)
def test_every_field_is_documented_with_its_default(
    place: tuple[str, int], struct: type[msgspec.Struct]
) -> None:
    assert documented(PAGE, *place) == defaults_of(struct)


def test_the_words_of_a_card_are_documented() -> None:
    assert _words("## Cards", "kind") == {*get_args(cards.Kind)}
    assert _words("### Abilities and their effects", "destroy") == {"self", *get_args(cards.Price)}


def _words(heading: str, key: str) -> set[str]:
    return next(set(code(row[1])) for row in PAGE.table(heading) if code(row[0]) == [key])


def test_the_set_up_is_documented() -> None:
    section = PAGE.text.partition("## `setup.yaml`\n")[2].partition("\n## ")[0]

    assert set(setup.Setup.__struct_fields__) <= set(code(section))


@pytest.fixture
def extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ruleset[cards.Card]:
    """A copy of the ruleset with the examples of the page added to it."""
    monkeypatch.setenv("TSOLVE_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "thunderstone"
    shutil.copytree(rulesets_path() / "thunderstone", root)
    for block in filter(lambda block: block.file, PAGE.blocks("yaml")):
        file = root / block.file
        if file.exists():  # the shown part of it is its last list
            added = block.text.partition("\n")[2].partition("\n")[2]
            file.write_text(file.read_text(encoding="utf-8") + "\n" + added, encoding="utf-8")
        else:
            file.write_text(block.text, encoding="utf-8")
    return load_ruleset(root, Card)


def test_the_example_can_be_loaded(extended: Ruleset[cards.Card]) -> None:
    readings = extended.readings("house")

    assert extended.names.resolve("ollampe") == Match("oil_lamp")
    assert extended.ruling("card.oil_lamp").see == ("TS-10.3",)
    assert extended.cards["oil_lamp"].light == 2
    assert extended.under(readings)["oil_lamp"].light == 1  # the printing prefers the reading "1"
    assert readings["zero_rule"] == "negative"


def test_a_reading_on_the_way_in_goes_before_the_printing(extended: Ruleset[cards.Card]) -> None:
    readings = extended.readings("house", {"oil_lamp_light": "2"})

    assert extended.under(readings)["oil_lamp"].light == 2
