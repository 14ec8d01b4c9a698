"""A campaign: what players keep between two games. (QUEST-17)"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.quest.table import READINGS
from tests.games.quest.test_setup import CARDS, SETUP, begun
from tsolve.cardkit.piles import contents, known
from tsolve.errors import UsageError
from tsolve.games.quest.book import Book
from tsolve.games.quest.setup import Campaign, after_game, may_pick, new_game, picking_order
from tsolve.games.quest.state import Player, State

BOOK = Book(CARDS, READINGS)


def ended() -> State:
    """A game of three players that is over: the second one wins with 9 XP."""
    players = (
        Player(deck=known(("shortsword", "dagger", "flying_death")), hand=("fireball",), xp=4),
        Player(deck=known(("shortsword", "stormhand_1")), xp=9),
        Player(deck=known(("lantern",)), xp=1),
    )
    return State(players=players, over=True)


def test_the_winner_picks_first() -> None:
    """By points: 4 + 2 + 2 for the Shortsword and Flying Death, 9 + 2, and 1."""
    assert picking_order(BOOK, ended()) == [1, 2, 0]


def test_market_cards_alone_are_picked() -> None:
    """No starting card, no Hero, no Treasure, and nothing that somebody else has picked."""
    assert may_pick(BOOK, ended(), 0, ()) == ["shortsword", "fireball"]
    assert may_pick(BOOK, ended(), 0, ("shortsword",)) == ["fireball"]
    assert may_pick(BOOK, ended(), 1, ()) == ["shortsword"]
    assert may_pick(BOOK, ended(), 2, ()) == []


def test_decks_grow_and_points_add_up() -> None:
    campaign = after_game(BOOK, ended(), Campaign.of(3), {1: "shortsword", 0: "fireball"})
    assert campaign.kept == (("fireball",), ("shortsword",), ())
    assert campaign.points == (8, 11, 1)
    again = after_game(BOOK, ended(), campaign, {0: "shortsword"})
    assert again.points == (16, 22, 2)
    assert again.leaders() == [1]
    state = new_game(BOOK, again.next_game(SETUP), Random(1))
    sizes = [len((*contents(player.deck), *(player.hand or ()))) for player in state.players]
    assert sizes == [14, 13, 12]  # QE-41: 12 + 2 for who picked twice


def test_a_card_is_picked_once() -> None:
    with pytest.raises(UsageError, match="player 1 may not pick Shortsword"):
        after_game(BOOK, ended(), Campaign.of(3), {1: "shortsword", 0: "shortsword"})


def test_nobody_picks_while_the_game_goes_on() -> None:
    with pytest.raises(UsageError, match="goes on"):
        after_game(BOOK, replace(ended(), over=False), Campaign.of(3), {})


def test_a_harder_campaign() -> None:
    """More keys to find, or keys elsewhere."""
    state = begun(replace(SETUP, keys=(0, 3, 3), keys_to_end=5))
    assert [contents(deck).count("guardian_key") for deck in state.monsters] == [0, 3, 3]
    assert state.keys_to_end == 5
