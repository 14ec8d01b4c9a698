"""A Dungeon phase after a Village phase, and what a purchase lets go."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import dealt, game, play, why_not
from tsolve.cardkit.piles import known
from tsolve.games.quest.actions import Destroy, Enter, Move

VILLAGE = ("go to Bazaar", "pass", "pass", "pass")


def test_one_dagger_may_go_with_a_purchase() -> None:
    """QE-3 and QUEST-4.8: of two Daggers one; the gold stays 10 - 7 = 3. It need not go (QE-12)."""
    hand = ("lantern", "lantern", "dagger", "dagger", "thunderstone_shard", "thunderstone_shard")
    state, _ = play(game(), dealt(hand, ["magic_missile"]), "go to Bazaar", "pass", "buy Magic Missile")
    after, _ = play(game(), state, "destroy Dagger #1")
    assert (after.gold, after.removed, after.tally.destroyed) == (3, ("dagger",), ("dagger",))
    assert not any(isinstance(action, Destroy) for action in game().legal_actions(after))
    kept, _ = play(game(), state, "pass")
    assert kept.removed == ()


@pytest.mark.parametrize(("reading", "asked"), [("buys_a_card", True), ("no_card", False)])
def test_a_treasure_as_a_purchase(reading: str, asked: bool) -> None:
    """QC-18: 10 gold for a Treasure, and a Dagger may go with it, or not."""
    rules = game(treasure_purchase=reading)
    hand = ("lantern",) * 5 + ("dagger",)
    state, _ = play(rules, dealt(hand), "go to Shop Of Wonders", "pass", "buy a Treasure")
    assert any(isinstance(action, Destroy) for action in rules.legal_actions(state)) is asked


def test_from_the_village_to_the_giant_rat() -> None:
    """QE-12, QE-13: three Adventurers and a Dagger, 3 + 1 = 4 attack; the Lantern allows no move."""
    hand = ("adventurer",) * 3 + ("dagger", "lantern", "thunderstone_shard")
    state, _ = play(
        game(), dealt(hand), *VILLAGE, "enter the Dungeon", "give Dagger to Adventurer #1", "pass"
    )
    assert why_not(game(), state, Move(1))[1] == ("QUEST-4.13",)
    after, _ = play(game(), state, "battle Giant Rat")
    assert (after.tally.outcome, after.me.wounds, after.me.xp) == ("won", 0, 0)
    assert after.rooms[0].monster == "giant_rat"


def test_scathian_may_move_on() -> None:
    """Level 3: the Dungeon phase is not confined, also beside a Lantern; 1 + 1 Light."""
    state, _ = play(
        game(), dealt(("scathian_3", "lantern")), *VILLAGE, "enter the Dungeon", "pass", "move to Mine"
    )
    assert state.budget == 2


def test_no_way_from_the_temple_or_without_a_card() -> None:
    """QUEST-3.4 and QUEST-4.13."""
    state, _ = play(game(), dealt(("lantern",)), "go to Temple", "pass", "pass", "pass", "pass")
    assert why_not(game(), state, Enter())[1] == ("QUEST-3.4",)
    state, _ = play(game(), dealt(("dagger",)), *VILLAGE)
    assert why_not(game(), state, Enter())[1] == ("QUEST-4.13",)


@pytest.mark.parametrize(("reading", "room", "location"), [("wilderness", 0, ""), ("location", -1, "bazaar")])
def test_where_the_champion_is_then(reading: str, room: int, location: str) -> None:
    """QC-19; there are two players, so the next turn is another one's."""
    rules = game(after_lantern=reading)
    state = dealt(("lantern",), players=2)
    me = replace(state.me, deck=known(("lantern",) * 6))
    state = replace(state, players=(me, state.players[1]))
    after, _ = play(rules, state, *VILLAGE, "enter the Dungeon", "pass", "battle Giant Rat")
    assert (after.active, after.players[0].room, after.players[0].location) == (1, room, location)
