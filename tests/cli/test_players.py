"""`tsolve simulate --players`: who plays, and what the games come to."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Tsolve

FEW = ("simulate", "--first-game", "--quiet")


def test_names_say_who_plays_in_each_seat(tsolve: Tsolve) -> None:
    ended = tsolve(*FEW, "--players", "Quick,random", "--games", "2", "--format", "json")

    (answer,) = ended.json["answers"]
    quick, chance = answer["seats"]
    assert ended.code == 0
    assert (quick["name"], quick["won"], chance["name"], chance["won"]) == ("quick", 2, "random", 0)
    assert [game["winners"] for game in answer["games"]] == [[1], [1]]
    assert answer["length"]["value"] == sum(game["turn_count"] for game in answer["games"]) / 2


def test_several_games_are_summed_up(tsolve: Tsolve) -> None:
    told = tsolve(*FEW, "--players", "quick,random", "--games", "2").out

    assert "1  quick   2: 100.0 % (34.2 to 100.0 %)" in told  # Wilson: 2 / (2 + 3.84)
    assert "turns on average" in told


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("clever", 'no player is called "clever"; there are: random'),
        ("0", "somebody has to play"),
        ("99", "the game is for 1 to 5 players, not 99"),
    ],
)
def test_players_that_there_are_not(tsolve: Tsolve, players: str, message: str) -> None:
    ended = tsolve(*FEW, "--players", players)

    assert ended.code == 2
    assert message in ended.err
