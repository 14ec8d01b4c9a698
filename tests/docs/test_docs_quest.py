"""The pages about Thunderstone Quest: every key, default, verb, goal and open point is the program's own."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.docs.pages import Page, code, defaults_of, documented, page
from tsolve import api
from tsolve.api import games
from tsolve.games.quest import actions
from tsolve.games.quest.planning.goals import DEFAULTS, LEVELS
from tsolve.games.quest.writing import position_file, statements
from tsolve.games.quest.writing.reading import read

QUEST = page("docs/reference/quest.md")
POSITION, STEPS, CLAIMS, EXPECTATIONS, GOALS = (
    page(f"docs/reference/quest-{name}.md")
    for name in ("position", "steps", "claims", "expectations", "goals")
)

STRUCTS = {
    (POSITION, "## Keys of the file", 1): position_file.PositionFile,
    (POSITION, "## Decks", 1): position_file.DeckFile,
    (POSITION, "## Decks", 2): position_file.MonsterDecksFile,
    (POSITION, "## Decks", 3): position_file.MonsterDeckFile,
    (POSITION, "## Other players", 1): position_file.PlayersFile,
    (POSITION, "## Other players", 2): position_file.OtherFile,
    (CLAIMS, "# Claims in Thunderstone Quest", 1): statements.ClaimFile,
    (EXPECTATIONS, "# Expectations in Thunderstone Quest", 1): statements.Expectations,
    (EXPECTATIONS, "## A row of the sum", 1): statements.RowExpectation,
    (EXPECTATIONS, "## The position afterwards", 1): statements.AfterExpectation,
    (EXPECTATIONS, "## The chances of a deck", 1): statements.OddsExpectation,
}
WITH_FIGURES = {
    (EXPECTATIONS, "## The best play", 1): statements.BestExpectation,
    (EXPECTATIONS, "## What the steps come to", 1): statements.LineExpectation,
}
"""They have the figures of claims, too, which the page does not repeat."""

ACTIONS, ANSWERS = (STEPS.table("# Steps of a turn in Thunderstone Quest", number) for number in (1, 2))
IN_OWN_WORDS = {"opt", "put_back", "take_ware", "destroy_ware"}
"""Answers that the program offers where a card asks for them."""


@pytest.mark.parametrize(
    ("place", "struct"), STRUCTS.items(), ids=[struct.__name__ for struct in STRUCTS.values()]
)
def test_every_key_is_documented_with_its_default(
    place: tuple[Page, str, int], struct: type[msgspec.Struct]
) -> None:
    assert documented(*place) == defaults_of(struct)


@pytest.mark.parametrize(("place", "struct"), WITH_FIGURES.items())
def test_keys_beside_the_figures_are_documented(
    place: tuple[Page, str, int], struct: type[msgspec.Struct]
) -> None:
    own = {key: default for key, default in defaults_of(struct).items() if key not in statements.FIGURES}

    assert documented(*place) == own


def tag_of(text: str, folder: Path) -> str:
    """What a text is read as in the position of the page."""
    path = folder / "verbs.yaml"
    path.write_text(next(block.text for block in STEPS.blocks("yaml") if block.file == "verbs.yaml"), "utf-8")
    opened = api.load(str(path))
    action = read(opened.game, games.ruleset("quest"), opened.state, text).action
    return str(action.__struct_config__.tag)


@pytest.mark.parametrize(
    ("tag", "text"), [(code(row[0])[0], text) for row in ACTIONS for text in code(row[1])]
)
def test_documented_texts_are_understood(tag: str, text: str, tmp_path: Path) -> None:
    assert tag_of(text, tmp_path) == tag


def test_every_action_is_documented(tmp_path: Path) -> None:
    answers = {tag_of(text, tmp_path) for row in ANSWERS for text in code(row[1])}
    shown = {code(row[0])[0] for row in ACTIONS} | answers
    tags = {str(each.__struct_config__.tag) for each in actions.Action.__args__}

    assert tags - shown == IN_OWN_WORDS | {"destroy"}  # to destroy reads as to give up where nothing waits


def test_goals_are_documented() -> None:
    assert [code(row[0])[0] for row in GOALS.table("# Goals in Thunderstone Quest", 1)] == list(LEVELS)
    usual = [code(row[1])[0] for row in GOALS.table("# Goals in Thunderstone Quest", 2)]
    assert usual == [",".join(DEFAULTS[kind]) for kind in ("dungeon", "village", "any")]


def test_open_points_are_documented() -> None:
    listed = [(code(row[0])[0], code(row[2])[0]) for row in QUEST.table("## Where the rules are open")]
    points = games.ruleset("quest").interpretations

    assert listed == [(key, point.options[0].id) for key, point in points.items()]
