"""Playing on from a position to the end of its scenario. (`tsolve.api.simulate_from`)"""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError, UnsupportedError
from tsolve.source.data import Data

CARDS: dict[str, Data] = {
    f"Card {number}": {"initiative": 10 * number, "top": "attack 3", "bottom": "move 3"}
    for number in range(1, 6)
}
BRUTE: dict[str, Data] = {"at": [0, 0], "hp": 9, "cards": CARDS}


def test_a_scenario_is_played_to_its_end_and_again_from_the_same_seed() -> None:
    opened = api.position(
        game="gloomhaven",
        map={"size": [6, 3], "doors": [[3, 1]], "walls": [[3, 0], [3, 2]]},
        rooms={"(3,1)": {"monsters": {"Living Bones 1": {"at": [5, 1]}}}},
        characters={"Brute": BRUTE},
        monsters={"Bandit Guard 1": {"at": [2, 2]}},
    )
    answer = api.simulate_from(opened, seed=3, games=4)
    assert [game.finished for game in answer.games] == [True] * 4
    assert {game.ending for game in answer.games} <= {"the scenario is won", "the scenario is lost"}
    assert [turn.name for turn in answer.games[0].turns][:2] == ["Round 1", "Round 2"]
    assert all(game.scores == () for game in answer.games)
    assert api.simulate_from(opened, seed=3, games=4).games == answer.games


def test_what_a_scenario_needs_is_asked_for() -> None:
    """A type of one's own has no ability deck, and a character without cards can choose none."""
    opened = api.position(
        game="gloomhaven",
        map={"size": [6, 3]},
        characters={"Brute": {"at": [0, 0], "hp": 9}},
        monsters={"Sentry 1": {"at": [2, 2], "stats": {"hp": 3, "move": 2, "attack": 2}}},
    )
    with pytest.raises(InputError) as caught:
        api.simulate_from(opened)
    assert [each.message for each in caught.value.diagnostics] == [
        "the round is played, and the cards of Brute are not given",
        "the round is played, and the initiative of Sentry is not given",
    ]


def test_there_are_no_scenarios_without_a_file() -> None:
    with pytest.raises(UnsupportedError, match="plays on from a position"):
        api.simulate(game="gloomhaven")
