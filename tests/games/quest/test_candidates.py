"""What a turn of Quest may be spent on: each candidate is the best of its kind, by exhaustive search."""

from __future__ import annotations

import pytest

from tests.games.quest.files import opened
from tsolve import api
from tsolve.engine.search import best_line
from tsolve.games.quest.planning.answer import _wanted
from tsolve.games.quest.planning.goals import value
from tsolve.model.plays import Wishes
from tsolve.model.solved import Candidate

TABLE = """
    hand: [3 x Adventurer, Shortsword, Lantern]
    tokens: {iron_rations: 1}
    xp: 3
    wounds: 1
    deck: []
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    village: [Silverhelm, Shortspear]
    """


def found(text: str, turn: str) -> tuple[Candidate, ...]:
    """The candidates of a position."""
    position = opened(text)
    return api.with_candidates(position, api.solve(position, turn=turn), Wishes(turn=turn)).candidates


def test_purchases_levels_and_healing_stand_beside_the_battles() -> None:
    told = {(each.turn, each.title) for each in found(TABLE, "any")}

    assert ("village", "buy Shortspear") in told
    assert {turn for turn, _ in told} == {"village", "dungeon"}
    assert found(TABLE, "dungeon") == ()


@pytest.mark.parametrize("location", ["Bazaar", "Temple", "Guilds' Quarter"])
def test_every_candidate_is_the_best_of_its_kind(location: str) -> None:
    text = TABLE.rstrip() + f"\n    turn: village\n    location: {location}\n"
    position = opened(text)
    candidates = found(text, "village")
    told = {each.title: tuple(int(number.exact) for number in each.worth) for each in candidates}
    goal = candidates[0].goal

    for title, level in _wanted(position):
        wanted = (level, *goal)
        best = best_line(
            position.game, position.state, lambda state, wanted=wanted: value(position.book, state, wanted)
        )
        assert best is not None
        if not best.value[0]:
            assert title not in told
        elif title in told:
            assert told[title] == best.value[1:]
        else:  # the same turn is told already
            assert best.value[1:] in told.values()
