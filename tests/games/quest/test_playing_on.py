"""A table that a file describes is played on: what others own is public, and chance decides which of it
is in their hands. (QUEST-1.9, QUEST-6.3)
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.quest.files import position_of
from tests.sweeping import seeds
from tsolve import api
from tsolve.cardkit.piles import contents, lies_elsewhere
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State


def hands(rules: Quest, state: State) -> dict[tuple[str, ...], Fraction]:
    """The hands that the second player may have, each with its chance."""
    if not state.todo:
        assert state.players[1].hand is not None
        return {state.players[1].hand: Fraction(1)}
    found: dict[tuple[str, ...], Fraction] = {}
    outcomes = rules.chance(state)
    whole = sum(weight for _, weight in outcomes)
    for event, weight in outcomes:
        for hand, chance in hands(rules, rules.apply(state, event)).items():
            found[hand] = found.get(hand, Fraction(0)) + Fraction(weight, whole) * chance
    return found


def other(player: str) -> tuple[Quest, State]:
    """The whole game with this second player."""
    position = position_of(f"hand: [Lantern]\ndeck: []\nplayers: {{others: [{player}]}}").to_the_end()
    return position.whole_game, position.state


def test_a_hand_of_what_is_owned() -> None:
    """Six of seven cards are in the hand: the Dagger in 6 of 7 cases."""
    rules, state = other("{owned: [6 x Lantern, Dagger]}")

    assert hands(rules, state) == {
        ("dagger", *("lantern",) * 5): Fraction(6, 7),
        ("lantern",) * 6: Fraction(1, 7),
    }


def test_wounds_make_the_hand_smaller() -> None:
    """QUEST-7.2: with two Wound tokens five HP, so five of six cards: the Dagger in 5 of 6 cases."""
    rules, state = other("{owned: [5 x Lantern, Dagger], wounds: 2}")

    assert hands(rules, state)["dagger", *("lantern",) * 4] == Fraction(5, 6)


def test_what_lies_on_the_deck_is_not_in_the_hand() -> None:
    rules, state = other("{owned: [7 x Lantern, Dagger], deck: {top: [Dagger], rest: unknown}}")

    assert hands(rules, state) == {("lantern",) * 6: 1}
    assert contents(state.players[1].deck) == ("dagger", "lantern")


def test_nothing_of_a_player_is_lost() -> None:
    """Twelve cards: six in the hand, six in the deck, none elsewhere."""
    position = position_of(
        """
        hand: [Lantern]
        deck: []
        players:
          others:
          - owned: [6 x Adventurer, 2 x Lantern, 2 x Thunderstone Shard, 2 x Dagger]
        """
    ).to_the_end()
    rules, state = position.whole_game, position.state
    while state.todo:
        state = rules.apply(state, rules.chance(state)[0][0])
    player = state.players[1]

    assert player.hand is not None
    assert (len(player.hand), len(contents(player.deck))) == (6, 6)
    assert not lies_elsewhere(player.deck)


def test_who_owns_unknown_cards_ends_the_game() -> None:
    played = api.simulate_from(position_of("hand: [Lantern]\ndeck: []\nplayers: {others: 1}"), seed=1)

    assert "an unknown card comes next" in played.games[0].ending


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", seeds(2, 8))
def test_a_table_is_set_up_and_played_on(seed: int, players: int) -> None:
    """Every player has a first turn with six cards in hand; no card is unknown."""
    table = api.set_up(seed, players=players, game="quest").position
    played = api.simulate_from(api.loads(table.encode(), "table.yaml"), seed=seed).games[0]

    assert "unknown" not in played.ending
    assert {turn.player for turn in played.turns[:players]} == {*range(1, players + 1)}
    assert (
        table.count("owned: [6 x Adventurer, 2 x Dagger, 2 x Lantern, 2 x Thunderstone Shard]") == players - 1
    )
