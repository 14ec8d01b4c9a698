"""Who answers a question about a position is named, found late, and there."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

from tests.toys.cellars import cellar_with
from tests.toys.raid import RaidPosition
from tsolve import api
from tsolve.advising.candidates import OUTLOOK, WAYS
from tsolve.chances.events import ODDS
from tsolve.contract.capability import Capabilities, Question
from tsolve.contract.position import Position
from tsolve.errors import UnsupportedError
from tsolve.games.gloomhaven.attacks.position import AttacksPosition
from tsolve.games.gloomhaven.campaign.position import CampaignPosition
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.quest.position import QuestPosition
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.judging.check import BEST_PLAYS, CLAIM, EXPECTATION
from tsolve.judging.numbers import OUTCOMES
from tsolve.model.plays import NO_WISHES
from tsolve.players import PLAYERS
from tsolve.plays.grading import GRADING
from tsolve.plays.planners import CASES
from tsolve.worlds.decisive import ABLATION
from tsolve.worlds.verdict import COMPARISON

POSITIONS = (
    ThunderstonePosition,
    QuestPosition,
    ScenarioPosition,
    AttacksPosition,
    CampaignPosition,
    RaidPosition,
)
BESIDE = (
    BEST_PLAYS,
    CLAIM,
    EXPECTATION,
    COMPARISON,
    ABLATION,
    GRADING,
    OUTCOMES,
    ODDS,
    CASES,
    PLAYERS,
    WAYS,
    OUTLOOK,
)


@pytest.mark.parametrize("position", POSITIONS)
def test_whoever_is_named_takes_a_position(position: type[Position[object, object]]) -> None:
    _, *names = position.capabilities
    for named in filter(None, names):
        module, _, function = position.capabilities.where(named).partition(":")
        found = getattr(import_module(module), function)
        assert inspect.signature(found).parameters, named


def test_every_name_is_that_of_one_question() -> None:
    """And the other way round."""
    in_class = [name for name, each in vars(Position).items() if isinstance(each, Question)]
    assert sorted([*in_class, *(each.name for each in BESIDE)]) == sorted(Capabilities._fields[1:])


def test_nobody_answers() -> None:
    cellar = cellar_with((), ())
    with pytest.raises(UnsupportedError, match="Cellar has no `score`"):
        cellar.score  # noqa: B018 (that it is asked at all)
    with pytest.raises(UnsupportedError, match="Cellar has no `hunt`"):
        Question[[], None](name="targets", asked="hunt").of(cellar)


def test_what_is_usual() -> None:
    cellar = cellar_with((), ())
    assert cellar.board(cellar.state) == ()
    assert list(CASES.of(cellar)(NO_WISHES)) == []


def test_former_names_of_a_position_are_read() -> None:
    position = api.position(game="thunderstone", turn="village", hand=["Militia"])

    assert api.Opened is api.Position
    assert position.position is position.written
