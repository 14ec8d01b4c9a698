"""The pages about Thunderstone and rulesets: words are the program's own, and every example holds."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import get_args

import pytest

from tests.docs.pages import Block, code, page, pages
from tests.games.thunderstone.builders import ruleset
from tsolve import api
from tsolve.errors import InputError
from tsolve.games.thunderstone import actions, cards, setup
from tsolve.games.thunderstone.card_files import Card
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.writing.reading import LONGEST, read
from tsolve.rules.loading import load_ruleset
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source import parse, tree
from tsolve.source.project import rulesets_path

POSITION, STEPS, CLAIMS, EXPECTATIONS, GOALS, YAML = (
    page(f"docs/reference/{name}.md")
    for name in ("position", "steps", "claims", "expectations", "goals", "yaml")
)
PAGES = (POSITION, STEPS, CLAIMS, EXPECTATIONS, GOALS, YAML)
POSITIONS = [(here, block) for here in pages() for block in here.blocks("yaml") if "game: " in block.text]


@pytest.mark.parametrize(
    ("name", "block"), [(here.name, block) for here, block in POSITIONS], ids=lambda part: str(part)[:20]
)
def test_example_positions_are_valid_and_hold(name: str, block: Block) -> None:
    if block.file in ("mistakes.yaml", "avania.yaml"):  # what they print is compared elsewhere
        with pytest.raises(InputError):
            api.loads(block.text)
        return
    position = api.loads(block.text)
    if not any(f"{key}:" in block.text for key in ("line", "claims", "expect")):
        return  # a table to try verbs at: its best play takes long
    answer = api.check(position)
    if page(name) in PAGES or not block.file:  # files that commands are shown with may have refuted claims
        assert answer.holds or answer.verdict == "undecided"  # a best line may depend on an unknown deck
        assert {claim.verdict for claim in answer.claims} <= {"confirmed"}


# Actions

ROWS = STEPS.table("# Steps of a turn")


def test_every_action_is_documented() -> None:
    tags = [each.__struct_config__.tag for each in actions.Action.__args__]

    assert sorted(code(row[0])[0] for row in ROWS) == sorted(map(str, tags))


@pytest.mark.parametrize(("tag", "text"), [(code(row[0])[0], text) for row in ROWS for text in code(row[1])])
def test_documented_texts_are_understood(tag: str, text: str) -> None:
    position = api.loads(STEPS.file("verbs.yaml"))

    action = read(position.game, ruleset(), position.state, text).action

    assert action.__struct_config__.tag == tag


# Goals and limits


HEADINGS = {
    "dungeon": "## Levels in the Dungeon",
    "village": "## Levels in the Village",
    "rest": "## Levels of a rest",
}


@pytest.mark.parametrize(("place", "heading"), HEADINGS.items())
def test_goals_are_documented(heading: str, place: str) -> None:
    assert [code(row[0])[0] for row in GOALS.table(heading)] == list(MEASURES.levels_of(place))
    section = GOALS.text.partition(heading)[2]
    assert section.strip().startswith(f"The usual goal is `{','.join(DEFAULTS[place])}`.")


def test_the_numbers_of_a_turn_are_documented() -> None:
    rows = CLAIMS.table("## The numbers of a turn")
    told = {measure.name: measure.about for measure in MEASURES if measure.is_stated}
    assert [code(row[0])[0] for row in rows] == list(told)
    assert [row[2] for row in rows] == [f"{about[0].upper()}{about[1:]}." for about in told.values()]


def test_limits_are_those_of_the_reader() -> None:
    assert f"{parse.MAX_DEPTH} levels of nesting, {parse.MAX_NODES:,} values" in YAML.text
    assert f"{tree.MOST_CHARACTERS} characters in one text" in YAML.text
    assert f"{parse.MAX_SCALAR_BYTES // 1024} KiB in a map" in YAML.text
    assert f"A text of an action may be {LONGEST} characters long" in YAML.text


PAGE = page("docs/reference/rulesets.md")


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
    chosen = extended.readings("house", {"oil_lamp_light": "2"})  # goes before the printing
    assert extended.under(chosen)["oil_lamp"].light == 2
