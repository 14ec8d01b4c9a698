"""What a round needs and what stays undecided in it, and playing on to the end of a scenario."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError, UsageError
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.source.data import Data

CARDS: dict[str, Data] = {
    "One": {"initiative": 20, "top": "shield 1", "bottom": "move 1"},
    "Two": {"initiative": 40, "top": "heal 1, self", "bottom": "move 2"},
}


def position_of(**keys: Data) -> ScenarioPosition:
    found = api.position(game="gloomhaven", until="round", map={"size": [9, 5]}, **keys)
    assert isinstance(found, ScenarioPosition)
    return found


def monster(at: tuple[int, int], rank: str = "normal", **keys: Data) -> dict[str, Data]:
    return {"at": list(at), "rank": rank, "hp": 5, "stats": {"move": 0, "attack": 1}, **keys}


def test_what_a_round_needs_is_asked_for() -> None:
    with pytest.raises(InputError) as caught:
        position_of(
            characters={"A": {"at": [0, 0], "hp": 9, "initiative": 20}},
            monsters={"Guard 1": monster((8, 0)), "Guard 2": monster((8, 1))},
        )
    assert [each.message for each in caught.value.diagnostics] == [
        "the round is played, and the cards of A are not given",
        "the round is played, and the initiative of Guard is not given",
    ]


@pytest.mark.parametrize(
    ("keys", "line", "reason", "missing"),
    [
        (
            {"ability_decks": {"Guard": "unknown"}},
            ["A plays One and Two", "play top of One"],
            "the ability card of Guard is drawn first",
            "the ability card of Guard",
        ),
        (
            {
                "ability_decks": {"Guard": {"rest": [{"initiative": 10}, {"initiative": 90}]}},
                "rooms": {"(1,0)": {}},
            },
            ["A plays One and Two", "play top of One"],
            "the ability card of Guard is drawn first, and the steps do not say which (`draw Guard card 1`)",
            "",
        ),
        (
            {"ability_cards": {"Guard": {"initiative": 90}}},
            ["A plays One and Two", "play bottom of Two", "move to (1,0)", "move to (2,0)"],
            "nobody knows what stands behind the door in (1,0)",
            "what stands behind the door in (1,0)",
        ),
    ],
)
def test_what_nobody_knows_stays_undecided(
    keys: dict[str, Data], line: list[Data], reason: str, missing: str
) -> None:
    """The Guard's deck is unknown or shuffled; the door's room is not told."""
    position = api.position(
        game="gloomhaven",
        until="round",
        map={"size": [9, 1], "doors": [[1, 0]]},
        characters={"A": {"at": [0, 0], "hp": 9, "cards": CARDS}},
        monsters={"Guard 1": monster((8, 0))},
        line=line,
        **keys,
    )
    answer = api.check(position)
    assert answer.verdict == "undecided"
    assert answer.line is not None
    assert reason in answer.line.undecided
    assert [each.what for each in answer.to_write] == [missing] * bool(missing)


HAND: dict[str, Data] = {
    f"Card {number}": {"initiative": 10 * number, "top": "attack 3", "bottom": "move 3"}
    for number in range(1, 6)
}
BRUTE: dict[str, Data] = {"at": [0, 0], "hp": 9, "cards": HAND}


def test_a_scenario_is_played_to_its_end_and_again_from_the_same_seed() -> None:
    position = api.position(
        game="gloomhaven",
        map={"size": [6, 3], "doors": [[3, 1]], "walls": [[3, 0], [3, 2]]},
        rooms={"(3,1)": {"monsters": {"Living Bones 1": {"at": [5, 1]}}}},
        characters={"Brute": BRUTE},
        monsters={"Bandit Guard 1": {"at": [2, 2]}},
    )
    answer = api.simulate_from(position, seed=3, games=4)
    assert [game.finished for game in answer.games] == [True] * 4
    assert {game.ending for game in answer.games} <= {"the scenario is won", "the scenario is lost"}
    assert [turn.name for turn in answer.games[0].turns][:2] == ["Round 1", "Round 2"]
    assert all(game.scores == () for game in answer.games)
    assert api.simulate_from(position, seed=3, games=4).games == answer.games


def test_what_a_scenario_needs_is_asked_for() -> None:
    """A type of one's own has no ability deck, and a character without cards can choose none."""
    position = api.position(
        game="gloomhaven",
        map={"size": [6, 3]},
        characters={"Brute": {"at": [0, 0], "hp": 9}},
        monsters={"Sentry 1": {"at": [2, 2], "stats": {"hp": 3, "move": 2, "attack": 2}}},
    )
    with pytest.raises(InputError) as caught:
        api.simulate_from(position)
    assert [each.message for each in caught.value.diagnostics] == [
        "the round is played, and the cards of Brute are not given",
        "the round is played, and the initiative of Sentry is not given",
    ]


def test_a_scenario_of_the_book_is_played_without_a_file() -> None:
    with pytest.raises(UsageError, match="name one scenario"):
        api.simulate(game="gloomhaven")
    chosen = {"scenario": ["1"], "characters": ["Brute", "Spellweaver"]}
    (game,) = api.simulate(0, game="gloomhaven", selection=chosen).games
    assert game.ending in ("the scenario is won", "the scenario is lost")
