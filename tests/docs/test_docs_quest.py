"""The pages about Thunderstone Quest: every verb and goal is the program's own."""

from __future__ import annotations

import pytest

from tests.docs.pages import code, page
from tsolve import api
from tsolve.api import games
from tsolve.games.quest import actions
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.planning.goals import DEFAULTS
from tsolve.games.quest.writing.reading import read

STEPS, GOALS = (page(f"docs/reference/quest-{name}.md") for name in ("steps", "goals"))
ACTIONS, ANSWERS = (STEPS.table("# Steps of a turn in Thunderstone Quest", number) for number in (1, 2))
IN_OWN_WORDS = {"opt", "put_back", "take_ware", "destroy_ware"}
"""Answers that the program offers where a card asks for them."""


def tag_of(text: str) -> str:
    """What a text is read as in the position of the page."""
    position = api.loads(STEPS.file("verbs.yaml"))
    action = read(position.game, games.ruleset("quest"), position.state, text).action
    return str(action.__struct_config__.tag)


@pytest.mark.parametrize(
    ("tag", "text"), [(code(row[0])[0], text) for row in ACTIONS for text in code(row[1])]
)
def test_documented_texts_are_understood(tag: str, text: str) -> None:
    assert tag_of(text) == tag


def test_every_action_is_documented() -> None:
    answers = {tag_of(text) for row in ANSWERS for text in code(row[1])}
    shown = {code(row[0])[0] for row in ACTIONS} | answers
    tags = {str(each.__struct_config__.tag) for each in actions.Action.__args__}

    assert tags - shown == IN_OWN_WORDS


def test_goals_are_documented() -> None:
    assert [code(row[0])[0] for row in GOALS.table("# Goals in Thunderstone Quest", 1)] == list(
        MEASURES.levels
    )
    usual = [code(row[1])[0] for row in GOALS.table("# Goals in Thunderstone Quest", 2)]
    assert usual == [",".join(DEFAULTS[kind]) for kind in ("dungeon", "village", "any")]


def test_the_numbers_of_a_turn_are_documented() -> None:
    rows = page("docs/reference/quest-claims.md").table("## The numbers of a turn")
    assert [code(row[0])[0] for row in rows] == list(MEASURES.stated)
