"""The pages about Gloomhaven: every sign, step, goal and word of an ability is the program's own."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.docs.pages import code, page
from tsolve import api
from tsolve.api import games
from tsolve.games.gloomhaven import actions
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.campaign.reading import ACTIONS
from tsolve.games.gloomhaven.measures import MEASURES
from tsolve.games.gloomhaven.modifiers import parse
from tsolve.games.gloomhaven.planning.goals import CHARACTERS_TURN, OBJECTIVES, USUAL, WITH_CARDS
from tsolve.games.gloomhaven.writing import table_file
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.games.gloomhaven.writing.ability_words import LONGEST
from tsolve.games.gloomhaven.writing.map_reading import SIGNS
from tsolve.games.gloomhaven.writing.names import FARTHEST

POSITION, STEPS, GOALS_PAGE, ABILITIES, CAMPAIGN = (
    page(f"docs/reference/gloomhaven-{name}.md")
    for name in ("position", "steps", "goals", "abilities", "campaign")
)
STEP_TEXTS = [
    (code(row[0])[0], text) for row in STEPS.table("# Steps of a turn in Gloomhaven") for text in code(row[1])
]
CAMPAIGN_STEPS = [text for row in CAMPAIGN.table("## Steps") for text in code(row[1])]
ABILITY_TEXTS = [text for row in ABILITIES.table("## Abilities") for text in code(row[1])]
MODIFIERS = [text for row in ABILITIES.table("## Modifier cards") for text in code(row[1])]


# The map


def test_every_sign_is_documented() -> None:
    assert [code(row[0])[0] for row in POSITION.table("## The map", 1)] == list(SIGNS)


def test_the_limits_of_maps_are_documented() -> None:
    assert f"at most {table_file.MOST_HEXES:,} hexes" in POSITION.text
    assert f"to {FARTHEST:,} either side of 0" in POSITION.text


# Steps


@pytest.mark.parametrize(("action", "text"), STEP_TEXTS)
def test_documented_steps_are_understood(action: str, text: str) -> None:
    position = api.loads(STEPS.file("verbs.yaml"))

    assert type(position.step_reader().read(position.state, text, None).action).__name__ == action


def test_documented_choices_of_cards_are_understood() -> None:
    position = api.loads(STEPS.file("round.yaml"))

    for text in ("Brute plays Skewer and Trample", "Brute takes a long rest"):
        assert f"`{text}`" in STEPS.text
        assert isinstance(position.step_reader().read(position.state, text, None).action, actions.Choose)


def test_every_action_is_documented() -> None:
    shown = {action for action, _ in STEP_TEXTS} | {"Choose"}

    assert shown == {each.__name__ for each in get_args(actions.Action)}


@pytest.mark.parametrize("text", CAMPAIGN_STEPS)
def test_documented_steps_of_a_campaign_are_understood(text: str) -> None:
    position = api.loads(CAMPAIGN.file("party.yaml"))

    assert position.step_reader().read(position.state, text, None).action


def test_every_step_of_a_campaign_is_documented() -> None:
    position = api.loads(CAMPAIGN.file("party.yaml"))
    shown = {type(position.step_reader().read(position.state, text, None).action) for text in CAMPAIGN_STEPS}

    assert shown == {*ACTIONS}


# Words of abilities


@pytest.mark.parametrize("text", ABILITY_TEXTS)
def test_documented_abilities_are_understood(text: str) -> None:
    assert read_ability(text, load_areas(games.ruleset("gloomhaven").roots))


def plain(beginning: str) -> str:
    """Words about attacks without what kind of attacks."""
    return beginning.replace("melee ", "").replace("ranged ", "").removesuffix(" of commands")


def test_every_kind_of_ability_is_documented() -> None:
    from tsolve.games.gloomhaven.writing.ability_text import _ABILITIES

    for beginning in _ABILITIES:
        assert f"`{beginning}" in ABILITIES.text or f"`{plain(beginning)}" in ABILITIES.text


def test_the_longest_ability_is_documented() -> None:
    assert f"The longest text has {LONGEST} characters." in ABILITIES.text


def test_every_area_is_documented() -> None:
    areas = load_areas(games.ruleset("gloomhaven").roots)
    rows = {code(row[0])[0]: code(row[1])[0] for row in ABILITIES.table("## Areas")}

    assert list(rows) == list(areas)
    for name, hexes in rows.items():
        drawn, named = (read_ability(f"attack +0, area {text}", areas) for text in (hexes, name))
        assert str(drawn).replace("name=''", f"name={name!r}") == str(named)


@pytest.mark.parametrize("text", MODIFIERS)
def test_documented_modifier_cards_are_understood(text: str) -> None:
    assert str(parse(text)) == text


# Goals, open points


def test_goals_are_documented() -> None:
    assert [code(row[0])[0] for row in GOALS_PAGE.table("# Goals in Gloomhaven", 1)] == list(MEASURES.levels)
    named = [code(row[0])[0].split()[0] for row in GOALS_PAGE.table("# Goals in Gloomhaven", 2)]
    assert named == list(OBJECTIVES)
    usual = [code(row[1])[0] for row in GOALS_PAGE.table("# Goals in Gloomhaven", 3)]
    assert usual == [",".join(each) for each in (USUAL, WITH_CARDS, CHARACTERS_TURN)]
