"""Points of position files, and whole games from the set-up and from a file."""

from __future__ import annotations

import pytest

from tests.games.quest.files import opened
from tsolve import api
from tsolve.errors import UsageError

TABLE = """
    hand: [Stormhand 2, Shortsword]
    deck: [Adventurer]
    discard: [Shortbow]
    xp: 7
    players: {others: [{hand: [Stormhand 2], deck: [], xp: 3}]}
    """


def test_points_of_cards_and_xp() -> None:
    """QUEST-13.1: 2 + 2 + 0 + 1 and 7 XP make 12; 2 and 3 XP make 5."""
    answer = api.score(opened(TABLE))
    assert [player.points for player in answer.players] == [12, 5]
    assert (answer.winners, answer.reason) == ((1,), "with the most points")
    assert {row.card: row.points for row in answer.players[0].cards} == {
        "Shortsword": 2,
        "Stormhand 2": 2,
        "Shortbow": 1,
        "XP": 7,
    }


def test_nobody_wins_with_cards_that_nobody_knows() -> None:
    answer = api.score(opened("hand: [Stormhand 2]\ndeck: []"))
    assert answer.winners == ()
    assert answer.reason == "player 2's hand and deck are not known in full"


def test_wounds_decide_a_tie() -> None:
    """QUEST-13.2: 2 points each; player 2 has more Wounds."""
    table = "hand: [Stormhand 2]\ndeck: []\nplayers: {others: [{hand: [Stormhand 2], deck: [], wounds: 1}]}"
    assert api.score(opened(table)).winners == (2,)


def test_a_game_ends_with_everybodys_points() -> None:
    answer = api.simulate(seed=1, games=1, players=2, game="quest", detailed=False)
    assert len(answer.games) == 1


@pytest.mark.parametrize("variant", ["epic", "class decks"])
def test_variants(variant: str) -> None:
    chosen = {
        "variant": ["epic", variant] if variant != "epic" else ["epic"],
        "guardian": ["Smorga the Queen IV"],
    }
    assert api.simulate(seed=1, games=1, game="quest", selection=chosen, detailed=False).games


@pytest.mark.parametrize(
    "chosen",
    [{"variant": ["short"]}, {"guardian": ["Smorga IV", "Smorga V"]}, {"heroes": ["Nobody"]}, {"spoons": []}],
)
def test_a_set_up_that_cannot_be(chosen: dict[str, list[str]]) -> None:
    with pytest.raises(UsageError):
        api.simulate(seed=1, games=1, game="quest", selection=chosen)


def test_a_game_of_one_quest_has_no_cards_of_others() -> None:
    sets = ["mirror-in-the-dark"]
    assert api.simulate(seed=2, games=1, game="quest", sets=sets, detailed=False).games
    with pytest.raises(UsageError):
        api.simulate(seed=2, games=1, game="quest", sets=["nowhere"])


def test_a_position_is_played_on() -> None:
    """With every card known, the game goes on over the End phase."""
    table = """
    hand: [3 x Adventurer]
    deck: [3 x Adventurer]
    monster_decks: {level_1: [], level_2: [], level_3: []}
    treasure_deck: []
    players: {others: 0}
    """
    played = api.simulate_from(opened(table), seed=1)
    assert len(played.games[0].turns) > 1
