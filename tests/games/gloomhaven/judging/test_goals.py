"""The goals of a turn: names, sums and objectives."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import UsageError
from tsolve.games.gloomhaven.opened import Opened

TEXT = """
game: gloomhaven
turn: Brute
map: {size: 4 x 1}
characters: {Brute: {at: [1, 0], hp: 8, plays: [One, Two]}}
monsters: {Guard 1: {at: [2, 0], stats: {hp: 3, move: 0, attack: 1}}}
"""


@pytest.fixture
def opened() -> Opened:
    found = api.loads(TEXT)
    assert isinstance(found, Opened)
    return found


def test_levels_are_read_in_their_plain_form(opened: Opened) -> None:
    goal = opened.goal("1*kills, 4 * damage+health ,reach (3,0),kill guard 1")
    assert goal.levels == ("kills", "4*damage+health", "reach (3,0)", "kill Guard 1")


def test_the_start_is_worth_nothing_but_what_there_is(opened: Opened) -> None:
    goal = opened.goal("4*damage+health,protect Guard 1,kill Guard 1,reach (1,0)")
    assert goal.worth(goal.amounts(opened.laid.state)) == (8, 1, 0, 1)  # 4 x 0 + 8


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gold", 'unknown goal "gold"; there are: standing, health, kills'),
        ("kill", 'unknown goal "kill"; there are'),
        ("0*kills", "a weight is a whole number from 1 to 99"),
        ("reach (9,9)", "is no hex of the map"),
        ("kill Nobody", 'goal "kill Nobody"'),
        ("kills+kills", "names a level twice"),
    ],
)
def test_what_is_no_goal_is_refused(opened: Opened, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told.replace("(", r"\(").replace(")", r"\)").replace("*", r"\*")):
        opened.goal(text)
