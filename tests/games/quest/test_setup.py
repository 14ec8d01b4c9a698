"""Setting up a game: who gets what, and where each card lies. (QUEST-1)"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.quest.table import game
from tsolve.cardkit.piles import contents
from tsolve.errors import UsageError
from tsolve.games.quest.actions import NONE, Battle
from tsolve.games.quest.book import KEY
from tsolve.games.quest.setup import Setup, new_game
from tsolve.games.quest.state import Stack, State

SETUP = Setup(
    heroes=(Stack((("stormhand_1", 4), ("stormhand_2", 3))), Stack((("pylorian_1", 4),))),
    market=(Stack((("shortsword", 8),)),),
    rooms=("mine", "abandoned_gate", "sunken_well", "crypt", "vault", "throne_room"),
    monsters=(("goblin_shaman",) * 4, ("hobgoblin_scrapper",) * 5, ("stone_giant",) * 6),
    guardian="smorga_4",
    treasures=("flying_death", "flying_death"),
    players=4,
)


def begun(setup: Setup = SETUP, seed: int = 1, **readings: str) -> State:
    return new_game(game(**readings).book, setup, Random(seed))


def test_everybody_has_a_hand_of_six_from_the_starting_deck() -> None:
    for player in begun().players:
        assert player.hand is not None
        assert len(player.hand) == 6
        owned = Counter((*player.hand, *contents(player.deck)))
        assert owned == {"adventurer": 6, "lantern": 2, "thunderstone_shard": 2, "dagger": 2}
        assert (player.xp, player.wounds, player.room, player.location) == (0, 0, NONE, "")


def test_later_players_have_more_iron_rations() -> None:
    for seed in range(8):
        state = begun(seed=seed)
        seats = [(state.active + turn) % 4 for turn in range(4)]
        assert [state.players[seat].iron_rations for seat in seats] == [0, 1, 2, 3]
    assert {begun(seed=seed).active for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("reading", "keys"), [("one_two_three", [1, 2, 3]), ("one_each", [1, 1, 1]), ("two_each", [2, 2, 2])]
)
def test_rooms_are_filled_before_the_keys_are_shuffled_in(reading: str, keys: list[int]) -> None:
    state = begun(guardian_keys=reading)
    assert [room.monster for room in state.rooms] == [
        "giant_rat",
        *("goblin_shaman",) * 2,
        *("hobgoblin_scrapper",) * 2,
        *("stone_giant",) * 2,
    ]
    assert [contents(deck).count(KEY) for deck in state.monsters] == keys
    left = [len(contents(deck)) - count for deck, count in zip(state.monsters, keys, strict=True)]
    assert left == [4 - 2, 5 - 2, 6 - 2]
    assert all(segment.order == "shuffled" for deck in state.monsters for segment in deck)


def test_a_seed_makes_one_game() -> None:
    assert begun(seed=5) == begun(seed=5)
    assert len({begun(seed=seed).players for seed in range(10)}) > 1


@pytest.mark.parametrize(
    "wrong",
    [
        replace(SETUP, players=5),
        replace(SETUP, rooms=SETUP.rooms[:5]),
        replace(SETUP, rooms=SETUP.rooms[::-1]),
        replace(SETUP, monsters=(("goblin_shaman",), *SETUP.monsters[1:])),
    ],
)
def test_pieces_that_make_no_game(wrong: Setup) -> None:
    with pytest.raises(UsageError):
        begun(wrong)


def test_a_battle_in_an_empty_room_is_refused_in_words() -> None:
    rules, state = game(), begun()
    empty = (replace(room, monster="") for room in state.rooms)
    player = replace(state.me, room=1)
    players = tuple(player if seat == state.active else each for seat, each in enumerate(state.players))
    state = replace(state, players=players, rooms=tuple(empty), phase="moving", path=(1,))
    refusal = rules.why_not(state, Battle())
    assert refusal is not None
    assert (refusal.action, refusal.rulings) == ("battle", ("QUEST-5.13",))
