"""The worked examples of the rulebook that need no text of a card; QE-n are those of the rules restated."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, game, play, why_not
from tsolve.cardkit.piles import EMPTY, known
from tsolve.games.quest.actions import Buy, BuyToken, Give, LevelUp, Move, UseToken
from tsolve.games.quest.book import Book
from tsolve.games.quest.state import Stack, State, adjacent
from tsolve.games.quest.turn.heroes import hp_with
from tsolve.games.quest.turn.values import counted

SIX_ADVENTURERS = ("adventurer",) * 6
STARTING_GOLD = ("lantern", "lantern", "dagger", "dagger", "thunderstone_shard", "thunderstone_shard")


def drew(**player: object) -> State:
    """Four Adventurers, a Dagger and a Lantern: with the Dagger in use 4 x 1 + 1 = 5 attack, and 1 Light."""
    return dealt(("adventurer",) * 4 + ("dagger", "lantern"), **player)


IN_THE_MINE = (
    "enter the Dungeon",
    "give Dagger to Adventurer #1",
    "pass",
    "move to Mine",
    "battle Goblin Berserker",
)


def test_the_richest_starting_hand_has_ten_gold() -> None:
    """QE-2: 2 x 2 + 2 x 1 + 2 x 2 = 10."""
    after, entries = play(game(), dealt(STARTING_GOLD), "go to Bazaar", "pass")
    assert after.gold == 10
    assert [entry.change for entry in entries if entry.quantity == "gold"] == [2, 2, 1, 1, 2, 2]


def test_a_card_and_then_rations() -> None:
    """QE-3: 10 - 7 = 3, 3 - 2 = 1, which is lost."""
    state = dealt(STARTING_GOLD, ["magic_missile"])
    after, _ = play(game(), state, "go to Bazaar", "pass", "buy Magic Missile", "pass", "buy Iron Rations")
    assert (after.gold, after.me.iron_rations, after.me.discard) == (1, 1, ("magic_missile",))
    assert after.stacks == (Stack((("magic_missile", 2),)),)


def test_one_purchase_and_one_token_a_turn() -> None:
    """QUEST-4.4 and QUEST-9.5; 10 - 3 = 7 gold would do for either."""
    rules = game()
    state = dealt(STARTING_GOLD, ["shortsword", "magic_missile"])
    after, _ = play(
        rules,
        state,
        "go to Bazaar",
        "pass",
        "buy Shortsword",
        "pass",
        "buy Lantern token",
    )
    assert why_not(rules, after, Buy("magic_missile")) == ("you buy one card a turn", ("QUEST-4.4",))
    assert why_not(rules, after, BuyToken("iron_rations")) == (
        "you buy one Gear token a visit",
        ("QUEST-9.5",),
    )


def test_where_one_light_leads() -> None:
    """QE-7: rooms of level 1 take 0 Light and those of level 2 take 1, so 1 Light ends there."""
    rules = game()
    state, _ = play(rules, drew(), "enter the Dungeon", "pass")
    assert state.budget == 1
    state, _ = play(rules, state, "move to Mine", "move to Sunken Well")
    told = "Vault takes 2 Light, you have 0 of 1 left"
    assert why_not(rules, state, Move(5)) == (told, ("QUEST-5.4", "card.vault"))


def test_the_berserker_in_the_mine() -> None:
    """QE-8, QE-9, QE-10: 4 + 1 health against 5; 2 Wounds, 2 XP, a Treasure, Iron Rations; then 5 cards."""
    state = drew()
    after, entries = play(game(), state, *IN_THE_MINE)
    assert (after.tally.outcome, after.tally.total, after.tally.health) == ("won", 5, 5)
    assert (after.me.wounds, after.me.xp, after.me.iron_rations) == (2, 2, 1)
    assert after.me.discard == ("fireball",)
    assert after.rooms[1].monster == "goblin_shaman"
    assert hp_with(Book(CARDS, READINGS), 2) == 5
    cited = {ruling for entry in entries for ruling in entry.rulings}
    assert {"QUEST-5.18", "QUEST-5.19", "QUEST-5.21", "QUEST-5.22", "card.mine"} <= cited


def test_four_attack_is_not_enough_in_the_mine() -> None:
    """QE-8: without the Dagger 4 against 4 + 1."""
    after, _ = play(game(), drew(), "enter the Dungeon", "pass", "move to Mine", "battle Goblin Berserker")
    assert after.tally.outcome == "lost"
    assert (after.me.wounds, after.me.xp) == (2, 0)
    assert after.rooms[1].monster == "goblin_berserker"


def test_a_key_among_the_monsters() -> None:
    """QE-11: the key is set aside as found, and the next Monster comes."""
    state = replace(drew(), monsters=(known(("guardian_key", "goblin_shaman")), EMPTY, EMPTY))
    after, _ = play(game(), state, *IN_THE_MINE)
    assert (after.keys, after.me.keys, after.rooms[1].monster) == (1, 1, "goblin_shaman")


def test_two_keys_at_the_bottom() -> None:
    """QE-24, QE-25: one is found, the room is filled from the next deck, the other key goes back."""
    decks = known(("guardian_key", "guardian_key")), known(("hobgoblin_scrapper",) * 2), EMPTY
    state = replace(drew(), monsters=decks)
    after, _ = play(game(), state, *IN_THE_MINE)
    assert (after.keys, after.rooms[1].monster) == (1, "hobgoblin_scrapper")
    after, _ = play(game(), after, "pass")
    assert after.monsters[0] == known(("guardian_key",)) or after.monsters[0][0].cards == ("guardian_key",)
    assert after.keys == 1


def test_without_any_monster_left_the_room_stays_empty() -> None:
    """QUEST-5.24."""
    state = replace(drew(), monsters=(EMPTY, EMPTY, EMPTY))
    after, _ = play(game(), state, *IN_THE_MINE)
    assert after.rooms[1].monster == ""


@pytest.mark.parametrize(
    ("physical", "magic", "armor", "resistance", "total"),
    [(7, 0, 3, 0, 4), (0, 4, 0, 2, 2), (18, 0, 3, 0, 15), (2, 6, 4, 2, 4)],
)
def test_armor_and_resistance(physical: int, magic: int, armor: int, resistance: int, total: int) -> None:
    """QE-17 to QE-19; and 2 - 4 counts 0, so that 6 - 2 = 4 is left."""
    assert counted(physical, armor) + counted(magic, resistance) == total


@pytest.mark.parametrize(("reading", "xp"), [("counted", 8), ("raw", 9), ("less_health", 4)])
def test_xp_of_a_guardian(reading: str, xp: int) -> None:
    """QE-17: (18 - 3) / 2 = 7.5 -> 8; raw 18 / 2 = 9; less the health of 8: 7 / 2 = 3.5 -> 4."""
    cards = CARDS | {"smorga_4": replace(CARDS["smorga_4"], armor=3)}
    rules = game(guardian_xp=reading)
    rules = type(rules)(Book(cards, rules.book.readings))
    hand = ("adventurer",) * 18  # 18 attack
    state = dealt(hand)
    state = replace(state, rooms=(replace(state.rooms[0], monster="smorga_4"), *state.rooms[1:]))
    after, _ = play(rules, state, "enter the Dungeon", "pass", "battle Smorga 4")
    assert (after.tally.outcome, after.me.xp, after.rooms[0].monster) == ("won", xp, "smorga_4")


def test_the_skill_for_two_weapons() -> None:
    """QE-20: requirements 3 and 2 ask for a Skill of 5; Silverhelm 1 has 4, and 4 + 2 with a Shard."""
    rules = game()
    state = dealt(("silverhelm_1", "shortsword", "dagger", "thunderstone_shard"))
    state, _ = play(rules, state, "enter the Dungeon", "give Shortsword to Silverhelm 1")
    reason, rulings = why_not(rules, state, Give(2, 0))
    assert reason == "Dagger requires Skill 2 besides 3 for other Weapons, Silverhelm 1 has 4"
    assert rulings == ("QUEST-2.3",)
    state, _ = play(
        rules, state, "give Thunderstone Shard to Silverhelm 1", "give Dagger to Silverhelm 1", "pass"
    )
    after, _ = play(rules, state, "battle Giant Rat")
    assert after.tally.total == 3  # 1 + 1 + 1


def test_iron_rations_raise_the_skill() -> None:
    """QUEST-9.2: 2 + 2 = 4 suffices for 3, and 2 does not."""
    rules = game()
    state, _ = play(rules, dealt(("adventurer", "shortsword"), iron_rations=1), "enter the Dungeon")
    assert why_not(rules, state, Give(1, 0))[1] == ("QUEST-2.3",)
    after, _ = play(rules, state, "use Iron Rations on Adventurer", "give Shortsword to Adventurer")
    assert (after.me.iron_rations, after.laid[1].bearer) == (0, 0)


def test_the_other_way_to_read_wielding() -> None:
    """key.wield: the glossary asks for requirements of at least the Skill, so 3 goes with 2."""
    rules = game(wield="at_least")
    state, _ = play(rules, dealt(("adventurer", "stormhand_1", "shortsword", "dagger")), "enter the Dungeon")
    assert rules.why_not(state, Give(2, 0)) is None
    assert rules.why_not(state, Give(3, 1)) is not None


@pytest.mark.parametrize(("place", "next_to"), [(0, {1, 2}), (3, {1, 4, 5}), (6, {4, 5})])
def test_adjacent_rooms(place: int, next_to: set[int]) -> None:
    """QE-37 and QUEST-1.4: never across a corner."""
    assert set(adjacent(place)) == next_to


def test_light_over_three_rooms() -> None:
    """QE-40: rooms of 0, 1 and 2 Light take 3 together; from the second one the third takes 2."""
    rules = game()
    state = dealt(("lantern",) * 3)
    after, _ = play(
        rules, state, "enter the Dungeon", "pass", "move to Mine", "move to Sunken Well", "move to Vault"
    )
    assert after.spent_light == 3
    there = dealt(("lantern",) * 2, room=3)
    after, _ = play(rules, there, "enter the Dungeon", "pass", "move to Vault")
    assert after.spent_light == 2


def test_nobody_walks_in_circles() -> None:
    """key.revisit_rooms: by the Sunken Well, which takes 1 Light; nobody walks round for nothing."""
    state, _ = play(game(), dealt(("lantern",) * 3), "enter the Dungeon", "pass", "move to Mine")
    assert game().why_not(state, Move(0)) is not None
    assert game(revisit_rooms="yes").why_not(state, Move(0)) is not None
    state, _ = play(game(), state, "move to Sunken Well")
    assert game().why_not(state, Move(1)) is not None
    assert game(revisit_rooms="yes").why_not(state, Move(1)) is None


@pytest.mark.parametrize(
    ("hero", "into", "price"),
    [("adventurer", "stormhand_1", 2), ("stormhand_1", "stormhand_2", 3)],
)
def test_what_a_level_costs(hero: str, into: str, price: int) -> None:
    """QE-39: the level and 2 more."""
    rules = game()
    steps = ("go to Bazaar", "pass", "pass", "pass")
    poor, _ = play(rules, dealt([hero], [into], xp=price - 1), *steps)
    assert why_not(rules, poor, LevelUp(0, into))[1] == ("QUEST-8.1",)
    rich, _ = play(rules, dealt([hero], [into], xp=price), *steps)
    after = rules.apply(rich, LevelUp(0, into))
    assert (after.me.xp, after.me.discard, after.removed) == (0, (into,), (hero,))


@pytest.mark.parametrize(("reading", "left"), [("none", 6), ("second_hero", 4), ("printed", 6)])
def test_two_heroes_at_the_guilds_quarter(reading: str, left: int) -> None:
    """QC-1: two Adventurers cost 2 + 2, or 2 + 4 with the surcharge, of 10 XP; printed 2 each."""
    rules = game(level_up_surcharge=reading)
    state = dealt(("adventurer",) * 3, ["stormhand_1"], xp=10)
    after, _ = play(rules, state, "go to Guilds Quarter", "pass", "pass", "pass")
    for _ in range(2):
        raised = next(action for action in rules.legal_actions(after) if isinstance(action, LevelUp))
        after = rules.apply(after, raised)
    assert after.me.xp == left
    assert not any(isinstance(action, LevelUp) for action in rules.legal_actions(after))


def test_the_temple() -> None:
    """QE-42: one card, up to two Wounds, and nobody levels up."""
    rules = game()
    state = dealt(
        ("lantern", "lantern", "dagger", "adventurer"), ["shortsword", "stormhand_1"], xp=9, wounds=3
    )
    after, _ = play(rules, state, "go to Temple", "put Adventurer on the deck", "pass", "pass")
    assert (after.gold, after.me.deck[0].cards) == (5, ("adventurer",))
    after, _ = play(rules, after, "buy Shortsword", "pass", "pass", "heal a Wound", "heal a Wound")
    assert after.me.wounds == 1
    assert why_not(rules, after, UseToken("potion"))[1] == ("QUEST-9.1",)


def test_hp_with_wounds() -> None:
    """QC-3: every second token costs one card; by other readings each one, or the first of each two."""
    tables = {
        "every_second": [6, 6, 5, 5, 4, 4, 3, 3, 2],
        "every_one": [6, 5, 4, 3, 2, 1, 0, 0, 0],
        "every_first": [6, 5, 5, 4, 4, 3, 3, 2, 2],
    }
    for reading, table in tables.items():
        book = Book(CARDS, READINGS | {"hp_per_wound": reading})
        assert [hp_with(book, wounds) for wounds in range(9)] == table


def test_a_full_board_takes_no_more_wounds() -> None:
    """key.wound_slots: 7 + 2 is 8 with eight slots, and 9 without a limit."""
    for reading, wounds in (("eight", 8), ("unlimited", 9)):
        state = drew(wounds=7)
        after, _ = play(game(wound_slots=reading), state, *IN_THE_MINE)
        assert after.me.wounds == wounds


@pytest.mark.parametrize(("reading", "kept"), [("discard_any", 8), ("discard_drawn", 8), ("down_to_hand", 6)])
def test_the_fourth_key(reading: str, kept: int) -> None:
    """QE-14, QC-4: everybody draws 6 and discards 4 (6 + 6 - 4 = 8), or 4 and 4; each has one more turn."""
    rules = game(final_draw=reading)
    state = replace(drew(), keys=3, monsters=(known(("guardian_key", "goblin_shaman")), EMPTY, EMPTY))
    me = replace(state.me, deck=known(("lantern",) * 30))
    state = replace(state, players=(me, replace(me, hand=SIX_ADVENTURERS)))
    # two Wounds: Drew draws 5 cards at the end of the turn
    after, _ = play(rules, state, *IN_THE_MINE, "pass")
    while rules.mover(after) >= 0 and after.todo:
        after = rules.apply(after, rules.legal_actions(after)[0])
    assert after.rooms[0].monster == "smorga_4"
    assert (after.active, after.last_turns) == (1, 2)
    assert len(after.players[0].hand or ()) == kept - 1
    assert len(after.me.hand or ()) == kept


def test_the_game_ends_after_everybody_s_last_turn() -> None:
    """QUEST-12.2, QUEST-12.6: two players, two turns."""
    rules = game()
    state = replace(dealt(("adventurer",), players=2), last_turns=2)
    me = replace(state.me, deck=known(("lantern",) * 30))
    state = replace(state, players=(me, me))
    for left in (1, 0):
        state, _ = play(rules, state, "go to Bazaar", "pass", "pass", "pass", "pass")
        assert state.last_turns == left
    assert state.over


def test_a_potion_is_drunk_where_it_is_bought() -> None:
    """QE-35: bought at the Bazaar it heals at once, or later; 2 + 2 gold pay the price of 4."""
    state, _ = play(game(), dealt(("lantern",) * 2, wounds=2), "go to Bazaar", "pass", "buy Potion")
    drunk, _ = play(game(), state, "use Potion")
    assert (drunk.me.wounds, drunk.me.potion, drunk.tally.wounds) == (1, 0, -1)
    kept, _ = play(game(), state, "pass")
    assert (kept.me.wounds, kept.me.potion) == (2, 1)


def test_rations_for_the_hero_who_wields_already() -> None:
    """Two Adventurers are not alike once one of them wields a Dagger: with 2 + 2 Skill he takes both."""
    rules = game()
    state, _ = play(rules, dealt(("adventurer",) * 2 + ("dagger",) * 2, iron_rations=1), "enter the Dungeon")
    state, _ = play(rules, state, "give Dagger #1 to Adventurer #1", "use Iron Rations on Adventurer #1")
    after, _ = play(rules, state, "give Dagger #2 to Adventurer #1")
    assert [laid.bearer for laid in after.laid] == [-1, -1, 0, 0]


def test_a_healed_wound_card_counts_as_healed() -> None:
    """QUEST-7.4: a Wound card in front of the player, destroyed in the healing step."""
    state, _ = play(game(), dealt(("festering_wound",)), "go to Bazaar", "pass", "pass")
    after, _ = play(game(), state, "heal Festering Wound")
    assert (after.tally.wounds, after.tally.destroyed, after.removed) == (-1, (), ())
