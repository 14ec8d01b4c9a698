"""A table that a file describes is played on: what others own is public, and chance decides which of it
is in their hands. (QUEST-1.9, QUEST-6.3)
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from tests import sweeping
from tests.games.quest.files import position_of
from tests.sweeping import seeds
from tsolve import api
from tsolve.cardkit import piles
from tsolve.cardkit.piles import contents, lies_elsewhere
from tsolve.engine import CHANCE
from tsolve.errors import InputError
from tsolve.games.quest.game import Quest
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.ending import NextMonster
from tsolve.games.quest.turn.spaces import has_class_decks, is_epic
from tsolve.games.quest.writing.position_text import seen_by_the_active_player, write_position


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


VARIANTS: dict[str, dict[str, list[str]]] = {
    "usual": {},
    "epic": {"variant": ["epic"]},
    "class decks": {"variant": ["class_decks"]},
    "both": {"variant": ["epic", "class_decks"]},
    "harder": {"keys": ["5"], "deck_keys": ["0", "2", "4"]},
}
LONGEST = 10_000 if sweeping.large else 600
"""Actions after which a game is left unfinished; random players seldom end one much sooner."""


@pytest.mark.parametrize("seed", seeds(1, 8))
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("chosen", VARIANTS.values(), ids=VARIANTS)
def test_a_table_is_set_up_and_played_on(chosen: dict[str, list[str]], players: int, seed: int) -> None:
    """Nobody meets an unknown card, the variant stays, and whatever table comes is written and read again."""
    table = api.set_up(seed, players=players, game="quest", selection=chosen).position
    position = api.loads(table.encode(), "table.yaml").to_the_end()
    game, state, random = position.whole_game, position.state, Random(seed)
    assert isinstance(game, Quest)
    begun, seats = state, set[int]()
    for action in range(LONGEST):
        while game.mover(state) == CHANCE:
            state = game.sample(state, random)
        if game.is_over(state):
            break
        assert game.mover(state) >= 0, "an unknown card comes next"
        if game.begins_turn(state):
            seats.add(state.active)
            if action % 7 == 0:
                assert_read_again(game, state)
        state = game.apply(state, random.choice(game.legal_actions(state)))
    assert seats == {*range(players)}
    assert (is_epic(state), has_class_decks(state)) == (is_epic(begun), has_class_decks(begun))
    assert is_epic(state) == ("epic" in chosen.get("variant", ()))
    assert has_class_decks(state) == ("class_decks" in chosen.get("variant", ()))
    assert state.keys_to_end == int(*chosen.get("keys", ["4"]))
    assert not state.over or state.keys >= state.keys_to_end, "the Guardian came too soon"


def assert_read_again(game: Quest, state: State) -> None:
    """Or the table cannot be read, since a Legendary card was won of which no source gives the numbers."""
    text = write_position(game.book, state)
    owned = (card for seat in range(len(state.players)) for card in cards_of(state, seat))
    if any(game.book.card(card).missing and not game.book.card(card).is_wound for card in owned):
        with pytest.raises(InputError, match="no source gives these facts"):
            api.loads(text.encode(), "written.yaml")
        return
    read = api.loads(text.encode(), "written.yaml")
    assert isinstance(read, QuestPosition)
    assert read.table == seen_by_the_active_player(game.book, state)


def test_a_card_that_lies_face_down_is_one_of_its_deck() -> None:
    """Abyssal Temple was refilled face down: nobody knows with which of three cards. When only that one of
    the deck is left, the room beside it stays empty, for no deck is higher. (QUEST-5.22, QUEST-5.24)
    """
    position = position_of(
        """
        hand: [Lantern]
        dungeon: {Abyssal Temple: face down, Vault: Stone Giant}
        monster_decks: {level_1: [], level_2: [], level_3: {rest: [Goblin King, Goblin Queen, Guardian Key]}}
        """
    )
    known = replace(position.state.rooms[5], monster="goblin_king")
    state = replace(
        position.state,
        rooms=(*position.state.rooms[:5], known, position.state.rooms[6]),
        monsters=(piles.EMPTY, piles.EMPTY, piles.shuffled(("goblin_queen", "guardian_key"))),
    )

    assert seen_by_the_active_player(position.book, state).rooms == position.state.rooms
    assert seen_by_the_active_player(position.book, state).monsters == position.state.monsters

    last = replace(position.state, monsters=(piles.EMPTY, piles.EMPTY, piles.shuffled(("goblin_king",))))
    assert NextMonster(6).pile(position.book, last) == piles.EMPTY
    assert NextMonster(6).pile(position.book, position.state) == position.state.monsters[2]
