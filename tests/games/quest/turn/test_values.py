"""Traits of cards, Monsters and rooms: what they change, worked out by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.table import CARDS, READINGS, dealt, game, play, why_not
from tsolve.games.quest.actions import Give
from tsolve.games.quest.book import Book
from tsolve.games.quest.effects.base import Required
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Room, State
from tsolve.games.quest.turn.heroes import weight_of
from tsolve.games.quest.turn.values import Defence, attack_of, defence_of, light_of, monster_value


def laid_out(*hand: str, **player: object) -> State:
    """A Dungeon phase with these cards laid out."""
    return play(game(), dealt(hand, **player), "enter the Dungeon")[0]


def in_room(state: State, place: int, card: str, monster: str) -> State:
    """The same with another room and Monster in a place."""
    rooms = (*state.rooms[:place], Room(card, monster), *state.rooms[place + 1 :])
    return replace(state, rooms=rooms)


def test_two_shortswords_on_stormhand() -> None:
    """QE-43: 3 - 1 and 3 - 1 are 4, his Skill; a third would be 6."""
    state = laid_out("stormhand_1", "shortsword", "shortsword", "shortsword")
    line = ("give Shortsword #1 to Stormhand 1", "give Shortsword #2 to Stormhand 1")
    state, _ = play(game(), state, line[0])
    assert weight_of(game().book, state, 1, 0) == 2
    state, _ = play(game(), state, line[1])
    assert attack_of(game().book, state) == (4, 0)  # 2 + 1 + 1
    assert why_not(game(), state, Give(3, 0))[1] == ("QUEST-2.3",)


def test_edged_weapons_of_a_higher_stormhand() -> None:
    """Level 2: 3, and the Shortsword 1 + 1; the Maul is not Edged: 8 - 2 for a Dwarf is more than 5."""
    state = laid_out("stormhand_2", "shortsword", "maul")
    state, _ = play(game(), state, "give Shortsword to Stormhand 2")
    assert attack_of(game().book, state) == (5, 0)
    assert why_not(game(), state, Give(2, 0))[0] == (
        "Maul requires Skill 6 besides 2 for other Weapons, Stormhand 2 has 5"
    )


def test_a_hero_of_one_weapon() -> None:
    """Gorlandor has Skill 6, enough for 2 + 2, and wields one Weapon all the same."""
    state, _ = play(game(), laid_out("gorlandor_1", "dagger", "dagger"), "give Dagger #1 to Gorlandor 1")
    assert why_not(game(), state, Give(2, 0)) == (
        "Gorlandor 1 wields at most 1 Weapon",
        ("card.gorlandor_1",),
    )


def test_pylorian_with_magic_missile() -> None:
    """QE-44: Pylorian 1 + 1; his Level 1 + 1, which is the attack of Magic Missile: 2 + 2."""
    assert attack_of(game().book, laid_out("pylorian_1", "magic_missile")) == (0, 4)
    assert attack_of(game().book, laid_out("pylorian_1", "fireball")) == (0, 5)  # 1 + 1 + 3; no Arcane Spell


def test_a_bow_for_an_elf_and_a_rogue() -> None:
    """Hawkswood is both: requirement 4 - 1 is his Skill of 3; attack 1 + 2 + 1."""
    state, _ = play(game(), laid_out("hawkswood_1", "shortbow"), "give Shortbow to Hawkswood 1")
    assert attack_of(game().book, state) == (4, 0)


def test_moonlight_shines_for_each_wizard() -> None:
    """No Light by itself; 1 for each of two Wizards."""
    assert light_of(game().book, laid_out("moonlight")) == 0
    assert light_of(game().book, laid_out("moonlight", "pylorian_1", "pylorian_1")) == 2


@pytest.mark.parametrize(("given", "armor"), [(0, 3), (1, 2), (2, 1)])
def test_armor_against_edged_weapons(given: int, armor: int) -> None:
    """Goblin Warrior: 3, less 1 for each Edged Weapon that is wielded."""
    state = in_room(
        laid_out("adventurer", "adventurer", "dagger", "dagger"), 1, "abandoned_gate", "goblin_warrior"
    )
    if given:
        state, _ = play(game(), state, "give Dagger #1 to Adventurer #1")
    if given == 2:
        state, _ = play(game(), state, "give Dagger #2 to Adventurer #2")
    assert defence_of(game().book, state, 1) == Defence(4, armor, 0)


def test_a_kobold_protects_the_others() -> None:
    """Two Kobold Warriors: each gives the other 1, and the Grunt gets 2."""
    state = laid_out("adventurer")
    state = in_room(state, 1, "mine", "kobold_warrior")
    state = in_room(state, 2, "abandoned_gate", "kobold_warrior")
    state = in_room(state, 3, "sunken_well", "kobold_grunt")
    assert [defence_of(game().book, state, place).armor for place in (1, 2, 3, 4)] == [1, 1, 2, 0]


def test_wounds_for_spells_and_health_for_humans() -> None:
    """Sword Spider: 1 + 2 with a Spell. Alfrennia: 7 + 2 + 2 against two Humans."""
    state = in_room(laid_out("fireball", "adventurer", "adventurer"), 3, "sunken_well", "sword_spider")
    assert monster_value(game().book, state, 3, "wounds") == 3
    state = in_room(state, 5, "throne_room", "alfrennia_the_ranger")
    assert monster_value(game().book, state, 5, "health") == 11


@pytest.mark.parametrize(("lights", "health"), [(0, 6), (1, 4), (2, 4)])
def test_the_bonus_of_a_room_stops_at_zero(lights: int, health: int) -> None:
    """Gate Cavern: 2 less 2 for each Light, never below 0; Goblin Berserker has 4."""
    state = in_room(laid_out(*("lantern",) * lights), 1, "gate_cavern", "goblin_berserker")
    assert monster_value(game().book, state, 1, "health") == health
    below = monster_value(game(below_zero="negative").book, state, 1, "health")
    assert below == 4 + 2 - 2 * lights


def test_armor_in_the_dark() -> None:
    """Sunken Graveyard: armor + 3 below 2 Light."""
    for lights, armor in ((1, 3), (2, 0)):
        state = in_room(laid_out(*("lantern",) * lights), 3, "sunken_graveyard", "hobgoblin_scrapper")
        assert defence_of(game().book, state, 3).armor == armor


@pytest.mark.parametrize("room", ["bog", "fire_temple"])
def test_a_room_that_disarms(room: str) -> None:
    """Bog: Skill 2 - 1 is too little for a Dagger; Fire Temple: 2 + 2 is too much. The attack is 1."""
    state = in_room(laid_out("adventurer", "dagger", room=3), 3, room, "hobgoblin_scrapper")
    after, entries = play(game(), state, "give Dagger to Adventurer", "pass", "battle Hobgoblin Scrapper")
    assert after.tally.total == 1
    assert any("QUEST-2.5" in entry.rulings for entry in entries)


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        (("adventurer", "adventurer", "fireball"), 2),  # 2 physical, 3 magic: the magic counts 0
        (("adventurer",) * 4 + ("fireball",), 3),  # 4 physical, 3 magic: the physical counts 0
        (("adventurer",) * 3 + ("fireball",), 3),  # a tie: the player chooses, and 3 are left either way
        (("adventurer",) * 5, 0),
    ],
)
def test_immune_to_the_higher_attack(hand: tuple[str, ...], total: int) -> None:
    """Goblin Sycophant, QUEST-2.11."""
    state = in_room(laid_out(*hand), 0, "wilderness", "goblin_sycophant")
    after, _ = play(game(), state, "pass", "battle Goblin Sycophant")
    assert after.tally.total == total
    assert after.tally.outcome == ("won" if total >= 3 else "lost")


@pytest.mark.parametrize(("reading", "total"), [("before", 3), ("after", 2)])
def test_which_totals_the_sycophant_compares(reading: str, total: int) -> None:
    """Armor 3 of the room, as there is 1 Light: 5 physical and 3 magic. Before it the physical is higher,
    and 3 magic count; after it 5 - 3 = 2 are lower than 3, and 2 physical count.
    """
    rules = game(sycophant_compares=reading)
    state = in_room(laid_out(*("adventurer",) * 5, "fireball"), 0, "sunken_graveyard", "goblin_sycophant")
    after, _ = play(rules, state, "pass", "battle Goblin Sycophant")
    assert after.tally.total == total


def test_a_monster_that_requires_a_spell() -> None:
    """QUEST-2.12, with a Monster of our own: 4 attack against 4 health is not enough without a Spell."""
    own = replace(CARDS["giant_rat"], id="warded_rat", name="Warded Rat", traits=(Required("Spell"),))
    rules = Quest(Book(CARDS | {"warded_rat": own}, READINGS))
    for hand, outcome in ((("adventurer",) * 4, "lost"), (("adventurer",) * 4 + ("moonlight",), "won")):
        state = in_room(laid_out(*hand), 0, "wilderness", "warded_rat")
        after, entries = play(rules, state, "pass", "battle Warded Rat")
        assert after.tally.outcome == outcome
        assert any("QUEST-2.12" in entry.rulings for entry in entries) is (outcome == "lost")
