"""Whole games by players: they end, sense beats chance, and the same seed gives the same game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.players.games import new_game, skirmish
from tsolve import api
from tsolve.budget import Budget, SpentError, allow
from tsolve.errors import UnknownNameError, UsageError
from tsolve.players import Start, brought, seats
from tsolve.players.planning import PlanningPlayer
from tsolve.players.playing import play_out


def test_names_are_one_for_all_or_one_for_each_seat() -> None:
    start = new_game("thunderstone", 0, sitting=3)
    assert len(seats(start, ["random"])) == 3
    assert len(seats(start, ["random", "greedy", "random"])) == 3
    with pytest.raises(UsageError, match="2 players are named, and 3 play"):
        seats(start, ["random", "random"])
    with pytest.raises(
        UnknownNameError, match='no player is called "clever"; there are: random, quick, greedy'
    ):
        seats(start, ["clever"])


def test_a_party_plays_as_one() -> None:
    assert len(seats(skirmish(), ["greedy"])) == 1
    with pytest.raises(UsageError, match="the party plays as one: name one player"):
        seats(skirmish(), ["greedy", "random"])


def test_the_same_seed_gives_the_same_game_whoever_shares_the_work() -> None:
    alone, together = (
        api.simulate(7, 4, ["quick", "random"], first_game=True, detailed=False, workers=workers)
        for workers in (1, 2)
    )
    assert alone.games == together.games
    assert alone.seats == together.seats


def test_sense_beats_chance_at_thunderstone() -> None:
    answer = api.simulate(0, 2, ["random", "greedy"], first_game=True, detailed=False)
    chance, sense = answer.seats
    assert (chance.won, sense.won) == (0, 2)
    assert all(game.finished and game.winners == (2,) for game in answer.games)
    assert chance.points is not None
    assert sense.points is not None
    assert sense.points.value > chance.points.value + 20
    assert answer.length is not None
    assert answer.length.value == sum(game.turn_count for game in answer.games) / 2


def test_a_game_of_quest_by_a_greedy_player_ends() -> None:
    """Random players take hundreds of turns, and many of their games never end."""
    start = new_game("quest", 0)
    outcome = play_out(start, seats(start, ["greedy", "random"]), Random(0))
    assert outcome.over
    assert brought(start).winners(outcome.state) == (0,)


@pytest.mark.parametrize("seed", range(3))
def test_a_greedy_party_wins_where_it_is_stronger(seed: int) -> None:
    start = skirmish()
    outcome = play_out(start, seats(start, ["greedy"]), Random(seed))
    assert outcome.state.ended == "won"
    assert brought(start).winners(outcome.state) == (0,)


def test_a_game_is_left_when_enough_is_played() -> None:
    start = new_game("thunderstone", 1)
    asked: list[int] = []

    def enough(_: Any, turns: int) -> bool:
        asked.append(turns)
        return turns == 5

    outcome = play_out(start, seats(start, ["random"]), Random(1), enough=enough)
    assert (outcome.turns, outcome.over, asked) == (5, False, [1, 2, 3, 4, 5])


def _planner(line: Any, most: int = 1_000) -> tuple[Start[Any, Any], PlanningPlayer[Any, Any]]:
    start = new_game("thunderstone", 1)

    class Plans:
        def line(self, state: Any) -> Any:
            return line(start, state)

    return start, PlanningPlayer(Plans(), start.game.apply, lambda _, actions, __: actions[-1], most)


def test_a_plan_is_followed_and_made_anew_where_something_else_came() -> None:
    made: list[int] = []

    def line(start: Start[Any, Any], state: Any) -> Any:
        made.append(1)
        visit = start.game.legal_actions(state)[1]
        return [visit, start.game.legal_actions(start.game.apply(state, visit))[-1]]

    start, player = _planner(line)
    state, random = start.state, Random(0)
    for _ in range(2):
        action = player.choose(state, start.game.legal_actions(state), random)
        state = start.game.apply(state, action)
    assert len(made) == 1
    player.choose(start.state, start.game.legal_actions(start.state), random)
    player.choose(start.state, start.game.legal_actions(start.state), random)  # not what was foreseen
    assert len(made) == 3


def test_without_time_for_a_plan_a_rule_of_thumb_chooses() -> None:
    def line(*_: Any) -> Any:
        raise SpentError

    start, player = _planner(line)
    actions = start.game.legal_actions(start.state)
    with allow(Budget(steps=10)):
        assert player.choose(start.state, actions, Random(0)) == actions[-1]
