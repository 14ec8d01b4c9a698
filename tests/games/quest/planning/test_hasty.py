"""Plays for which there is always time: they are legal to their end, and worth what is said; and a search
that is cut short anywhere has a play and bounds around the best.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.games.quest.planning.dealing import dungeon, goal, played, searched, village
from tests.sweeping import seeds
from tsolve.budget import Budget, allow
from tsolve.errors import TooLargeError
from tsolve.games.quest.planning.goals import Kind, value
from tsolve.games.quest.planning.hasty import HastyPlays
from tsolve.games.quest.planning.plan import Planner

STEPS = (50, 400, 2_000, 6_000)


@pytest.mark.parametrize("seed", seeds(60, 2_000))
def test_a_search_cut_short_has_a_play_between_bounds(seed: int) -> None:
    random = Random(70_000 + seed)
    kind: Kind = random.choice(("dungeon", "village"))
    game, state = dungeon(random, 3) if kind == "dungeon" else village(random, 3)
    about = goal(random, kind)
    with allow(Budget(steps=random.choice(STEPS))):
        planned = Planner(game, state, about, kind).plan()
    assert planned.root is not None
    assert planned.low == played(game, planned.root, about, "expected")
    try:
        best = searched(game, state, about, kind, "expected")
    except TooLargeError:
        return
    assert best is not None
    assert planned.low <= best.worth
    assert planned.high is None or planned.left_out or best.worth <= planned.high


@pytest.mark.parametrize("seed", seeds(60, 2_000))
def test_a_hasty_play_is_legal_and_comes_to_what_is_said(seed: int) -> None:
    random = Random(71_000 + seed)
    game, state = village(random, 5)
    about = goal(random, "village")
    state = game.apply(state, random.choice(game.legal_actions(state)))
    found = HastyPlays(game, lambda here: value(game.book, here, about)).best(state)
    if found is None:
        return  # something is drawn before anything is chosen
    for action in found.line:
        assert game.why_not(state, action) is None
        state = game.apply(state, action)
    assert state == found.end
    assert found.worth == value(game.book, state, about)
