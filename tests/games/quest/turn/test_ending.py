"""The end of a turn: Spoils, Guild Sponsors, a Dungeon phase after a Village phase, and what a question
about one turn does not wait for.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, game, play, typed, why_not
from tsolve.cardkit.piles import UNKNOWN, known
from tsolve.games.quest.actions import (
    Buy,
    Destroy,
    Enter,
    FindTreasure,
    LevelUp,
    Move,
    Reveal,
    Use,
    UseSpoils,
)
from tsolve.games.quest.book import Book
from tsolve.games.quest.effects.abilities import RaiseHero
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Room, State
from tsolve.games.quest.turn.ending import EndPhase
from tsolve.games.quest.turn.heroes import Raise

FOUR = ("adventurer",) * 4


def test_the_rat_makes_a_hero() -> None:
    """QE-13: 4 attack; one Adventurer becomes Stormhand for no XP, into the discard pile; the Rat stays."""
    rules = game()
    state = dealt(FOUR, ["stormhand_1", "hawkswood_1", "stormhand_2"])
    state, _ = play(
        rules, state, "enter the Dungeon", "pass", "battle Giant Rat", "use the Spoils of Giant Rat"
    )
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    line = "level up Adventurer #1 to "
    assert offered == {f"{line}Stormhand 1", f"{line}Hawkswood 1", "pass"}
    after, entries = play(rules, state, f"{line}Stormhand 1")
    assert (after.me.discard, after.me.xp, after.removed) == (("stormhand_1",), 0, ("adventurer",))
    assert after.rooms[0].monster == "giant_rat"
    assert any("QUEST-8.2" in entry.rulings for entry in entries)
    assert why_not(rules, after, UseSpoils("giant_rat", 0))[1] == ("QUEST-0.19",)


def test_no_spoils_without_a_victory() -> None:
    """QUEST-5.20: three attack against the Rat's four; then the turn is over."""
    state, _ = play(game(), dealt(FOUR[:3]), "enter the Dungeon", "pass")
    assert game().why_not(state, UseSpoils("giant_rat", 0)) is not None
    after, _ = play(game(), state, "battle Giant Rat")
    assert after.tally.outcome == "lost"


def test_the_tome_raises_any_hero_once() -> None:
    """It is destroyed, and Stormhand reaches level 2 for no XP."""
    rules = game()
    hand = (*FOUR, "stormhand_1", "tome_of_knowledge")
    state, _ = play(rules, dealt(hand, ["stormhand_2"]), "enter the Dungeon")
    assert why_not(rules, state, Use(5, 0))[1] == ("QUEST-0.21", "card.tome_of_knowledge")
    line = ("pass", "battle Giant Rat", "use Tome Of Knowledge", "level up Stormhand 1 to Stormhand 2")
    after, _ = play(rules, state, *line)
    assert after.me.discard == ("stormhand_2",)
    assert after.tally.destroyed == ("tome_of_knowledge",)


def test_rations_are_spoils_and_potions_are_not() -> None:
    """QUEST-5.27, QE-35."""
    rules = game()
    state = dealt(FOUR, iron_rations=1, potion=1, wounds=1)
    state, _ = play(rules, state, "enter the Dungeon", "pass", "battle Giant Rat")
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    assert "use Iron Rations for gold" in offered
    assert "use Potion" not in offered


def test_a_weapon_as_spoils() -> None:
    """Gorlandor 2 has 4 attack; a Lantern and a Dagger bring 3 gold, the price of a Shortsword and not of a
    Maul. It may go on the deck, and a Dagger may go with the purchase.
    """
    rules = game()
    state = dealt(("gorlandor_2", "lantern", "dagger"), ["shortsword", "maul", "moonlight"])
    state = replace(state, players=(replace(state.me, deck=known(("adventurer",))),))
    state, _ = play(rules, state, "enter the Dungeon", "pass", "battle Giant Rat", "use Gorlandor 2")
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    assert offered == {"buy Shortsword", "buy Shortsword and put it on the deck", "pass"}
    after, _ = play(rules, state, "buy Shortsword and put it on the deck", "destroy Dagger")
    assert after.me.deck[0].cards == ("shortsword", "adventurer")
    assert (after.spent_gold, after.removed) == (3, ("dagger",))


def test_a_token_as_spoils() -> None:
    """Hawkswood 2 and two Adventurers have 2 + 1 + 1 = 4 attack; his 2 gold buy Iron Rations alone."""
    rules = game()
    state = dealt(("hawkswood_2", "adventurer", "adventurer"))
    state, _ = play(rules, state, "enter the Dungeon", "pass", "battle Giant Rat", "use Hawkswood 2")
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    assert offered == {"buy Iron Rations", "pass"}
    after, _ = play(rules, state, "buy Iron Rations")
    assert (after.me.iron_rations, after.spent_gold) == (1, 2)


@pytest.mark.parametrize(("reading", "purchases"), [("one", 1), ("two", 2)])
def test_a_purchase_in_a_room(reading: str, purchases: int) -> None:
    """Ominous Looking Road: 5 gold and 1 more for each purchase; Moonlight 3 - 1 and Shortsword 3 - 1.

    Six Adventurers less the armor of 1 are 5 attack against the Berserker's 4.
    """
    rules = game(room_purchase=reading)
    hand = (*("adventurer",) * 6, "lantern", "lantern", "hawkswood_1")
    state = dealt(hand, ["moonlight", "shortsword"])
    rooms = (state.rooms[0], Room("ominous_looking_road", "goblin_berserker"), *state.rooms[2:])
    state = replace(state, rooms=rooms)
    line = ("enter the Dungeon", "pass", "move to Ominous Looking Road", "battle Goblin Berserker")
    state, _ = play(rules, state, *line, "use the Spoils of Ominous Looking Road")
    bought = 0
    while any(isinstance(action, Buy) for action in rules.legal_actions(state)):
        state = rules.apply(state, rules.legal_actions(state)[0])
        bought += 1
    assert (bought, state.spent_gold) == (purchases, 2 * purchases)


def test_a_surcharge_of_the_village_is_none_of_the_spoils() -> None:
    """QC-1: with one Hero levelled up in the Village, a Rogue of level 1 costs 1 + 2 = 3 XP as Spoils, by
    whichever reading; 2 are for the Adventurer.
    """
    raises = RaiseHero("Rogue")
    for reading in ("none", "second_hero", "printed"):
        rules = game(level_up_surcharge=reading)
        state = replace(dealt(("hawkswood_1",), ["hawkswood_2"], xp=3), levelled=1)
        state, _ = play(rules, state, "enter the Dungeon")
        assert Raise(raises, "card.rogues").price(rules.book, state, 0) == 3
        assert LevelUp(0, "hawkswood_2") in Raise(raises, "card.rogues").options(rules.book, state)


OWN = typed("""
giant: {kind: hero, level: 1, physical: 30, skill: 9}
rogues: {kind: sponsor, abilities: [{phase: spoils, do: [{kind: raise_hero, sort: Rogue}]}]}
""")
TOWN = ["hawkswood_1", "hawkswood_2"]


def rules(**readings: str) -> Quest:
    return Quest(Book(CARDS | OWN, READINGS | readings))


def won(game: Quest, *hand: str, **player: object) -> State:
    """After a victory over the Goblin Berserker in the Mine."""
    state = dealt(hand, TOWN, room=1, sponsor="rogues", **player)
    return play(game, state, "enter the Dungeon", "pass", "battle Goblin Berserker")[0]


def test_a_rogue_levels_up_for_the_normal_price() -> None:
    """3 XP for Hawkswood of level 1, with the Berserker's 2 and 1 of before; no Rogue, no price."""
    state, _ = play(rules(), won(rules(), "giant", "hawkswood_1", xp=1), "use the Spoils of Rogues")
    state, _ = play(rules(), state, "level up Hawkswood 1 to Hawkswood 2")
    assert (state.me.xp, state.me.discard[-1]) == (0, "hawkswood_2")
    assert why_not(rules(), state, UseSpoils("rogues", 0))[1] == ("QUEST-0.19",)


def test_without_a_sponsor() -> None:
    state = won(rules(), "giant", "hawkswood_1")
    state = replace(state, players=(replace(state.me, sponsor=""),))
    assert why_not(rules(), state, UseSpoils("rogues", 0))[1] == ("QUEST-14.3",)


def test_a_sponsor_is_no_card_of_yours() -> None:
    """QUEST-0.2: it lies beside the board."""
    state = won(rules(), "giant")
    assert [state.laid[place].card for place in state.present()] == ["giant"]


@pytest.mark.parametrize(("reading", "allowed"), [("apart", True), ("counts", False)])
def test_the_level_up_of_the_village(reading: str, allowed: bool) -> None:
    """QC-30: an Adventurer rose in the Village; then the Lantern lets a Dungeon phase follow."""
    game = rules(sponsor_level_up=reading)
    state = dealt(("adventurer", "giant", "hawkswood_1", "lantern"), TOWN, sponsor="rogues", xp=9)
    line = ("go to Bazaar", "pass", "pass", "pass", "level up Adventurer to Hawkswood 1", "enter the Dungeon")
    state, _ = play(game, state, *line, "pass", "battle Giant Rat")
    refusal = game.why_not(state, UseSpoils("rogues", 0))
    assert (refusal is None) is allowed
    assert refusal is None or refusal.rulings == ("QUEST-14.3", "key.sponsor_level_up")


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


RULES = Quest.for_one_turn(Book(CARDS, READINGS))
HAND = ("adventurer",) * 4 + ("stormhand_1",)
"""4 + 2 attack: the Berserker in the Mine has 4 + 1."""


def test_spoils_do_not_wait_for_unknown_cards() -> None:
    """The room waits for its Monster and the Treasure for its name, until somebody tells them."""
    state = replace(dealt(HAND), treasures=UNKNOWN, monsters=(UNKNOWN, UNKNOWN, UNKNOWN))
    line = ("enter the Dungeon", "pass", "move to Mine", "battle Goblin Berserker")
    after, _ = play(RULES, state, *line)
    assert (after.phase, after.todo, len(after.postponed)) == ("spoils", (), 2)
    told = RULES.happened(after, Reveal("goblin_shaman"))
    assert told is not None
    assert (told.rooms[1].monster, len(told.postponed)) == ("goblin_shaman", 1)
    found = RULES.happened(told, FindTreasure("fireball"))
    assert found is not None
    assert (found.me.discard, found.postponed) == (("fireball",), ())
    assert RULES.happened(found, Reveal("goblin_shaman")) is None
    ended, _ = play(RULES, after, "pass")
    assert isinstance(ended.todo[-1], EndPhase)


def test_a_key_is_told_and_then_the_monster() -> None:
    """QUEST-5.23: behind the key the next card is turned up."""
    state = replace(dealt(HAND), monsters=(UNKNOWN, UNKNOWN, UNKNOWN))
    line = ("enter the Dungeon", "pass", "move to Mine", "battle Goblin Berserker")
    after, _ = play(RULES, state, *line)
    told = RULES.happened(after, Reveal("guardian_key"))
    assert told is not None
    assert (told.keys, len(told.postponed)) == (1, 1)
    told = RULES.happened(told, Reveal("goblin_shaman"))
    assert told is not None
    assert (told.rooms[1].monster, told.postponed) == ("goblin_shaman", ())


def test_a_known_card_comes_at_once() -> None:
    state = replace(dealt(HAND), monsters=(known(("goblin_shaman",)), UNKNOWN, UNKNOWN))
    line = ("enter the Dungeon", "pass", "move to Mine", "battle Goblin Berserker")
    after, _ = play(RULES, state, *line)
    assert (after.rooms[1].monster, after.me.discard) == ("goblin_shaman", ("fireball",))
