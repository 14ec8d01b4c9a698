"""What the cards of later Quests and the Legendary Heroes do, worked out by hand; a number that no source
gives is one of our own.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.quest.effects.test_abilities import facing, front, in_dungeon, in_village
from tests.games.quest.table import CARDS, READINGS, dealt, game, play, typed, why_not
from tsolve.cardkit.piles import known
from tsolve.games.quest.actions import Give, Use
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Room, State
from tsolve.games.quest.turn.heroes import weight_of
from tsolve.games.quest.turn.values import (
    attack_of,
    cost_of,
    gold_of,
    level_of,
    light_of,
    monster_value,
    skill_of,
)
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

OOZE = typed("ooze: {kind: monster, level: 0, health: 9, races: [Aberration, Elf], wounds: 2}")
RULES = Quest(Book(CARDS | OOZE, READINGS))


@pytest.mark.parametrize(
    ("weapon", "hero", "requirement"),
    [
        ("fire_rod", "pylorian_1", 4),  # a Wizard and a Human: 9 - 5, not 9 - 5 - 3
        ("fire_rod", "scathian_1", 4),
        ("fire_rod", "hawkswood_1", 6),  # a Rogue: 9 - 3
        ("fire_rod", "adventurer", 6),  # a Human
        ("fire_rod", "stormhand_1", 9),
        ("flaming_hammer", "stormhand_1", 6),  # a Dwarf: 8 - 2
        ("flaming_hammer", "adventurer", 8),
        ("frost_bow", "hawkswood_1", 4),  # an Elf: 6 - 2
        ("mechanical_harpoon", "scathian_1", 3),  # a Halfling and a Rogue: 5 - 2
        ("bastard_sword", "gorlandor_1", 5),  # a Human: 7 - 2
        ("bastard_sword", "stormhand_1", 7 - 1),  # Stormhand holds Edged Weapons with 1 less
    ],
)
def test_what_weapons_require(weapon: str, hero: str, requirement: int) -> None:
    assert weight_of(game().book, in_dungeon(hero, weapon), 1, 0) == requirement


def test_the_eternal_flame_burns_for_some() -> None:
    """A Dwarf may have it: Skill 4 + 2; an Adventurer may not."""
    state = in_dungeon("stormhand_1", "adventurer", "eternal_flame")
    after, _ = play(game(), state, "give Eternal Flame to Stormhand 1")
    assert (skill_of(game().book, after, 0), attack_of(game().book, after)) == (6, (3, 2))
    assert why_not(game(), state, Give(2, 1)) == (
        "you may give Eternal Flame only to a Dwarf or Cleric",
        ("card.eternal_flame",),
    )


def test_a_fire_improves_iron_rations() -> None:
    """2 gold instead of 1; or Skill 2 + 2 and physical attack 1 + 1."""
    after, _ = play(game(), in_village("create_fire", iron_rations=1), "use Iron Rations for gold")
    assert gold_of(game().book, after) == 2
    state = in_dungeon("adventurer", "create_fire", iron_rations=1)
    after, _ = play(game(), state, "use Iron Rations on Adventurer")
    assert (skill_of(game().book, after, 0), attack_of(game().book, after)) == (4, (2, 0))


def test_the_frost_bow_knows_its_foes() -> None:
    """3 + 2 of the Bow, and 1 magic attack against an Elf: 7 with Gorlandor's 4, and 6 against the Rat."""
    state, _ = play(RULES, in_dungeon("gorlandor_2", "frost_bow"), "give Frost Bow to Gorlandor 2", "pass")
    after, _ = play(RULES, state, "battle Giant Rat")
    assert after.tally.total == 6
    assert RULES.book.card("ooze").kinds >= {"elf"}
    _, entries = play(RULES, facing(state, "ooze"), "battle Ooze")
    assert any(entry.quantity == "magic" and entry.after == 1 for entry in entries)


@pytest.mark.parametrize(("hero", "health"), [("pylorian_1", 9 - 2 - 1), ("silverhelm_1", 9)])
def test_acid_eats_health(hero: str, health: int) -> None:
    """Pylorian has Level 1 + 1 by an Arcane Spell; an Aberration loses 1 more. Without a Wizard nothing."""
    state, _ = play(RULES, facing(in_dungeon(hero, "acid_burst"), "ooze"), "pass")
    assert monster_value(RULES.book, state, 0, "health") == 9  # before the battle
    _, entries = play(RULES, state, "battle Ooze")
    assert [entry.after for entry in entries if entry.quantity == "health"][-1] == health


def test_ascendance_is_cheaper_for_the_wise() -> None:
    """8 less the Levels of Silverhelm 1 and Pylorian 1 + 1, beside an Arcane Spell: 8 - 1 - 2 = 5."""
    card = game().book.card("ascendance")
    state = in_village("silverhelm_1", "pylorian_1", "magic_missile", "lantern", "lantern", "adventurer")
    assert cost_of(game().book, state, card) == 5
    assert cost_of(game().book, in_village("adventurer"), card) == 8
    hand = ("silverhelm_1", "pylorian_1", "magic_missile", "lantern", "lantern", "lantern")
    state, _ = play(game(), dealt(hand, ["ascendance"]), "go to Bazaar", "pass", "buy Ascendance")
    assert state.gold == 1  # 6 - 5


def test_the_bastard_sword_raises_its_wielder() -> None:
    """Gorlandor 1 wields it and pays 3 XP; Stormhand beside him is not meant."""
    rules = game()
    state = dealt(("gorlandor_1", "stormhand_1", "bastard_sword"), ["gorlandor_2", "stormhand_2"], xp=5)
    line = ("enter the Dungeon", "give Bastard Sword to Gorlandor 1", "pass", "battle Giant Rat")
    state, _ = play(rules, state, *line, "use Bastard Sword")
    offered = {rules.notation(state, action) for action in rules.legal_actions(state)}
    assert offered == {"level up Gorlandor 1 to Gorlandor 2", "pass"}
    after, _ = play(rules, state, "level up Gorlandor 1 to Gorlandor 2")
    assert (after.me.xp, after.me.discard) == (2, ("gorlandor_2",))


def test_tokens_as_spoils() -> None:
    """The Rod gives a Lantern token, the Wand with a Wizard, the Harpoon to a Hero of Skill 6 or more."""
    rules = game()
    hand = ("gorlandor_1", "pylorian_1", "wand_of_illumination", "mechanical_harpoon")
    state, _ = play(
        rules, in_dungeon(*hand), "give Mechanical Harpoon to Gorlandor 1", "pass", "battle Giant Rat"
    )
    after, _ = play(rules, state, "use Wand Of Illumination", "use Mechanical Harpoon")
    assert (after.me.lantern, after.me.iron_rations) == (1, 1)
    state, _ = play(rules, in_dungeon("gorlandor_3", "wand_of_illumination"), "pass", "battle Giant Rat")
    assert why_not(rules, state, Use(1, 0))[1] == ("card.wand_of_illumination",)
    assert front(state) == ["gorlandor_3", "wand_of_illumination"]


# Wounds, alerts and what comes before and after a battle

FOES = typed(
    """
stinger: {kind: monster, level: 0, health: 99, wounds: 2, keywords: [Vermin],
  alerts: [{scope: out_of, demands: [{kind: suffer, tokens: 1}]}],
  after: [{kind: suffer, cards: 1, each: {of: Hero}}]}
robber: {kind: monster, level: 0, health: 2, before: [{kind: lose, by: discard, of: [{sort: Hero}]}]}
gate: {kind: room, level: 0, light_needed: 0, wounds: 1, after: [{kind: suffer, tokens: 1}],
  alerts: [{scope: out_of, demands: [{kind: lose, by: discard}]}]}
"""
)
WILD = Quest(Book(CARDS | FOES, READINGS))


def at_gate(state: State, monster: str) -> State:
    """The same with a room of our own at the entrance, and this Monster in it."""
    return replace(state, rooms=(Room("gate", monster), *state.rooms[1:]))


def test_battle_axes_thrive_on_wounds() -> None:
    """QE-21: the printed Wounds are one event, and the Wound cards for two Heroes another; the text of the
    room is the third: 3 XP. Unwielded it gains nothing.
    """
    state = in_dungeon("gorlandor_3", "stormhand_1", "battle_axe")
    armed, _ = play(WILD, at_gate(state, "stinger"), "give Battle Axe to Gorlandor 3", "pass")
    line = ("battle Stinger", "resolve Gate first")
    after, _ = play(WILD, armed, *line)
    assert after.me.xp == 3
    after, _ = play(WILD, at_gate(state, "stinger"), "pass", *line)
    assert after.me.xp == 0


def test_the_rug_flies_over_alerts() -> None:
    """Both alerts out of this place may be ignored, each by itself."""
    state, _ = play(WILD, at_gate(in_dungeon("thunderstone_rug", "adventurer"), "stinger"), "pass")
    state, _ = play(WILD, state, "move to Mine", "resolve Stinger first")
    ignored, _ = play(WILD, state, "ignore Stinger", "ignore Gate")
    assert (ignored.me.wounds, len(front(ignored))) == (0, 2)
    met, _ = play(WILD, state, "pass", "pass")
    assert met.me.wounds == 1


def test_climbing_gear_and_a_net() -> None:
    """The Gear lets alerts of rooms pass, the Net those of Vermin: nothing is lost. On a Halfling the Gear
    gives Skill 2 + 1 + 1 and Light 1 + 1.
    """
    state = at_gate(in_dungeon("scathian_1", "ice_climbing_gear", "cleaners_net"), "stinger")
    line = ("give Ice Climbing Gear to Scathian 1", "give Cleaners Net to Scathian 1")
    state, _ = play(WILD, state, *line)
    assert (skill_of(WILD.book, state, 0), light_of(WILD.book, state)) == (4, 2)
    after, _ = play(WILD, state, "pass", "move to Mine", "resolve Gate first")
    assert (after.me.wounds, len(front(after)), after.todo) == (0, 3, ())


def test_the_net_weakens_vermin() -> None:
    """99 - 1 health; the Monster's 2 and the room's 1 are 3 - 1 = 2 Wounds."""
    state = at_gate(in_dungeon("scathian_1", "cleaners_net"), "stinger")
    state, _ = play(WILD, state, "give Cleaners Net to Scathian 1", "pass")
    after, entries = play(WILD, state, "battle Stinger", "resolve Gate first")
    assert after.players[0].wounds == 2 + 1  # and the text of the room
    assert any(entry.note == "not defeated: 3 against 98" for entry in entries)


@pytest.mark.parametrize(
    ("hero", "shirts", "attack", "wounds"),
    [
        ("adventurer", 1, 2, 2),  # a Human: 1 + 1; 3 - 1 Wounds
        ("adventurer", 2, 3, 2),  # the second one saves nothing
        ("gorlandor_1", 2, 4, 1),  # a Fighter in two Shirts: 3 - 2
        ("stormhand_1", 1, 2, 2),  # neither Human nor armed
    ],
)
def test_a_shirt_saves_a_wound(hero: str, shirts: int, attack: int, wounds: int) -> None:
    state = at_gate(in_dungeon(hero, *("studded_leather_shirt",) * shirts), "stinger")
    name = game().book.name(hero)
    copies = [""] if shirts == 1 else [" #1", " #2"]
    line = (f"give Studded Leather Shirt{copy} to {name}" for copy in copies)
    state, _ = play(WILD, state, *line, "pass")
    assert attack_of(WILD.book, state)[0] == attack
    after, _ = play(WILD, state, "battle Stinger", "resolve Gate first")
    assert after.players[0].wounds == wounds + 1  # and the text of the room


def test_a_tent_keeps_out_the_room() -> None:
    """The After Battle text of the room may be ignored. Two Tents give 1 HP together."""
    state = at_gate(in_dungeon("gorlandor_3", "gorlandor_3", "tent", "tent"), "robber")
    state, _ = play(WILD, state, "pass", "battle Robber")
    snug, _ = play(WILD, state, "ignore Gate")
    assert snug.me.wounds == 1  # that of the room
    assert play(WILD, state, "pass")[0].me.wounds == 2
    snug, _ = play(WILD, snug, "use Tent #1")
    assert sum(boon.hp for boon in snug.boons) == 1
    assert why_not(WILD, snug, Use(3, 0)) == ("only one Tent can do this in a turn", ("card.tent",))


def test_inner_fire_puts_off_what_comes_before() -> None:
    """The Robber takes his Hero after the battle: Scathian's 2 magic attack beats him. Light 1, or 2 with a
    Cleric who is a Wizard.
    """
    state = facing(in_dungeon("scathian_1", "inner_fire"), "robber")
    assert light_of(WILD.book, state) == 1
    after, _ = play(WILD, state, "pass", "battle Robber")
    assert (after.tally.outcome, front(after)) == ("won", ["inner_fire"])
    sage = typed("sage: {kind: hero, level: 1, classes: [cleric, wizard]}")
    rules = Quest(Book(CARDS | sage, READINGS))
    assert light_of(rules.book, in_dungeon("inner_fire", "adventurer")) == 0
    both, _ = play(rules, dealt(("inner_fire", "sage")), "enter the Dungeon")
    assert light_of(rules.book, both) == 2


def test_blizzard_bites_both_ways() -> None:
    """1 for the Frostbite Wound in front; another one is taken for 2 more. With the Tools it is a token."""
    state = in_dungeon("blizzard", "frostbite_wound")
    assert attack_of(game().book, state) == (0, 1)
    after, _ = play(game(), state, "use Blizzard")
    assert (attack_of(game().book, after), after.me.discard) == ((0, 3), ("frostbite_wound",))
    after, _ = play(game(), in_dungeon("blizzard", "snow_trekking_tools"), "use Blizzard")
    assert (after.me.discard, after.me.wounds) == ((), 1)


def test_tools_are_put_down_for_a_card() -> None:
    """They and another card of choice are discarded; alone they are kept."""
    state = in_dungeon("snow_trekking_tools", "adventurer", "dagger", deck=("lantern",))
    after, _ = play(game(), state, "use Snow Trekking Tools", "give up Dagger")
    assert front(after) == ["adventurer", "lantern"]
    assert after.me.discard == ("snow_trekking_tools", "dagger")
    assert game().why_not(in_dungeon("snow_trekking_tools"), Use(0, 0)) is not None


# Cards discarded off the deck


def test_bracers_cleanse_the_deck() -> None:
    """Of three cards one is a Wound: it is healed, or there is 1 Light. Without one there is Light."""
    rules = game()
    state = in_dungeon("bracers_of_cleansing", deck=("lantern", "festering_wound", "dagger", "adventurer"))
    state, _ = play(rules, state, "use Bracers Of Cleansing")
    assert state.me.discard == ("lantern", "festering_wound", "dagger")
    healed, _ = play(rules, state, "heal Festering Wound")
    assert (healed.me.discard, healed.tally.wounds) == (("lantern", "dagger"), -1)
    lit, _ = play(rules, state, "have Light")
    assert (light_of(rules.book, lit), lit.me.discard) == (1, state.me.discard)
    whole = in_dungeon("bracers_of_cleansing", deck=("lantern", "dagger", "lantern"))
    after, _ = play(rules, whole, "use Bracers Of Cleansing")
    assert light_of(rules.book, after) == 1


def test_a_rope_makes_a_rogue() -> None:
    """Stormhand's printed 2, Skill 4 and level 1 are 1 more each, his magic attack stays 0; he is a Rogue for
    the Amulet. For one Rogue one card leaves the deck: another Rope, which comes back.
    """
    rules = game()
    hand = ("stormhand_1", "neverending_rope_spool", "amulet_of_infravision")
    state = in_dungeon(*hand, deck=("neverending_rope_spool", "lantern"))
    assert rules.why_not(state, Use(2, 0)) is not None
    after, _ = play(rules, state, "use Neverending Rope Spool on Stormhand 1")
    assert (attack_of(rules.book, after), skill_of(rules.book, after, 0)) == ((3, 0), 5)
    assert level_of(rules.book, after, 0) == 2
    assert front(after) == [*hand, "neverending_rope_spool"]
    assert after.me.discard == ()
    drawn, _ = play(rules, after, "use Amulet Of Infravision")
    assert front(drawn)[-1] == "lantern"
    gold = in_village("hawkswood_1", "neverending_rope_spool")
    gold, _ = play(rules, gold, "use Neverending Rope Spool on Hawkswood 1")
    assert gold_of(rules.book, gold) == 3  # 1 + 1, and 1 of the Rope


def test_a_cure_for_a_disease() -> None:
    """The Disease lets another Wound be healed, a token does not; a Cleric of level 2 adds 2 magic attack."""
    rules = game()
    state = in_dungeon("silverhelm_2", "cure_disease", "diseased_wound", wounds=2)
    line = ("use Cure Disease on Silverhelm 2", "heal Diseased Wound", "heal a Wound")
    after, _ = play(rules, state, *line)
    assert (front(after), after.me.wounds, after.todo) == (["silverhelm_2", "cure_disease"], 1, ())
    assert attack_of(rules.book, after) == (2, 2)
    once, _ = play(rules, state, "use Cure Disease on nobody", "heal a Wound")
    assert (once.me.wounds, once.todo, attack_of(rules.book, once)) == (1, (), (2, 0))


def test_haste() -> None:
    """Both Heroes have 1 more; the Battlepick then discards 2 + 1 cards, and of these another Haste gives
    Gorlandor 1 and 1 once more.
    """
    rules = game()
    state = in_dungeon(
        "gorlandor_2", "adventurer", "haste", "battlepick", deck=("lantern", "haste", "dagger", "lantern")
    )
    state, _ = play(rules, state, "use Haste")
    assert attack_of(rules.book, state) == (7, 0)  # 4 + 1 and 1 + 1
    assert skill_of(rules.book, state, 1) == 3
    line = ("give Battlepick to Gorlandor 2", "use Battlepick", "choose Gorlandor 2")
    after, _ = play(rules, state, *line)
    assert after.me.discard == ("lantern", "haste", "dagger")
    assert (attack_of(rules.book, after), skill_of(rules.book, after, 0)) == (
        (10, 0),
        10,
    )  # 7 + 2 + 1; 8 + 1 + 1


def test_a_battlepick_out_of_the_deck() -> None:
    """A Hero of Skill 5 or more may wield it at once: Silverhelm 2 + 2; otherwise it stays discarded."""
    rules = game()
    state = in_dungeon("silverhelm_2", "bracers_of_cleansing", deck=("battlepick", "lantern"))
    state, _ = play(rules, state, "use Bracers Of Cleansing")
    wielded, _ = play(rules, state, "choose Silverhelm 2")
    assert (attack_of(rules.book, wielded), wielded.me.discard) == ((4, 0), ("lantern",))
    left, _ = play(rules, state, "pass")
    assert left.me.discard == ("battlepick", "lantern")


def test_the_five_points_leave_rations() -> None:
    """Unwielded it may be discarded; a Dwarf needs 2 less. At the end of the turn it leaves nothing."""
    rules = game()
    state = in_dungeon("stormhand_2", "the_five_points")
    assert weight_of(rules.book, state, 1, 0) == 8 - 2 - 1  # Edged, with Stormhand
    after, _ = play(rules, state, "use The Five Points")
    assert (front(after), after.me.iron_rations) == (["stormhand_2"], 1)
    ended, _ = play(rules, in_village("the_five_points"), "pass", "pass", "pass", "pass")
    assert (ended.players[0].iron_rations, ended.players[0].hand) == (0, ("the_five_points",))


@pytest.mark.parametrize(("pips", "lost"), [(3, ()), (4, ("lantern",))])
def test_cone_of_cold(pips: int, lost: tuple[str, ...]) -> None:
    """On 4 to 6 it costs a card. Its magic attack is 1, and the highest Level among the Wizards."""
    rules = game()
    state = dealt(("lantern", "lantern", "lantern"), ["cone_of_cold"])
    state, _ = play(rules, state, "go to Bazaar", "pass", "buy Cone Of Cold", f"roll {pips}")
    assert (state.removed, state.me.discard) == (lost, ("cone_of_cold",))
    book = rules.book
    assert attack_of(book, in_dungeon("cone_of_cold")) == (0, 1)
    assert attack_of(book, in_dungeon("cone_of_cold", "scathian_2", "scathian_1")) == (0, 8)  # 1 + 2 + 3 + 2


OWN = typed("giant: {kind: hero, level: 1, physical: 30, skill: 9}")
GAME = Quest(Book(load_ruleset(rulesets_path() / "quest", Card).cards | OWN, READINGS))


def notations(state: State) -> set[str]:
    """What may be done, in words."""
    return {GAME.notation(state, action) for action in GAME.legal_actions(state)}


def test_gorlandor_goes_back_on_the_deck() -> None:
    state, _ = play(GAME, dealt(("gorlandor_4",), deck=known(("lantern",))), "go to Bazaar")
    state, _ = play(GAME, state, "use Gorlandor 4")
    assert state.me.deck == known(("gorlandor_4", "lantern"))


def test_hawkswood_buys_two_tokens_in_the_village() -> None:
    """5 gold and 2 of a Lantern: a Lantern token for 3 and Iron Rations for 2 leave 2 of 7, and 7 HP."""
    state = dealt(("hawkswood_4", "lantern"), deck=known(("lantern",) * 9))
    state, _ = play(GAME, state, "go to Guilds' Quarter", "use Hawkswood 4")
    state, _ = play(GAME, state, "buy Lantern token", "buy Iron Rations", "pass")
    assert state.gold == 2
    state, _ = play(GAME, state, "pass", "pass", "pass")
    assert len(state.me.hand or ()) == 7


def test_hawkswood_lets_potions_be_spoils() -> None:
    """The Berserker's first Wound is healed after the battle; without him it is not."""
    for hero, allowed in (("hawkswood_4", True), ("giant", False)):
        state = dealt((hero,), room=1, potion=1)
        line = ("enter the Dungeon", "pass", "battle Goblin Berserker")
        state, _ = play(GAME, state, *line)
        assert ("use Potion" in notations(state)) is allowed


def test_pylorian_brings_a_lantern_token() -> None:
    """With an Arcane Spell; his magic is 4 + 2, and Magic Missile adds his Level of 4 + 2."""
    state, _ = play(GAME, dealt(("pylorian_4", "magic_missile")), "enter the Dungeon", "use Pylorian 4")
    assert state.me.lantern == 1
    assert attack_of(GAME.book, state)[1] == 12
    state, _ = play(GAME, dealt(("pylorian_4", "fireball")), "enter the Dungeon")
    assert "use Pylorian 4" not in notations(state)


def test_scathian_uses_the_bazaar_twice() -> None:
    """4 gold: Iron Rations for 2 twice, not a third time; and a Dungeon phase may follow."""
    state, _ = play(GAME, dealt(("scathian_4", "lantern")), "go to Bazaar", "pass")
    state, _ = play(GAME, state, "buy Iron Rations", "buy Iron Rations")
    assert "buy Iron Rations" not in notations(state)
    assert (state.gold, state.me.iron_rations) == (2, 2)
    state, _ = play(GAME, state, "pass", "pass")
    assert "enter the Dungeon" in notations(state)


def test_scathian_leaves_out_what_the_temple_forbids() -> None:
    """Three Wounds are healed (1 and twice 1 more), and an Adventurer levels up all the same."""
    state = dealt(("scathian_4", "adventurer"), ["hawkswood_1"], wounds=4, xp=2)
    line = ("go to Temple", "pass", "pass", "pass", *("heal a Wound",) * 3)
    state, _ = play(GAME, state, *line)
    assert "heal a Wound" not in notations(state)
    state, _ = play(GAME, state, "pass")
    assert {"level up Adventurer to Hawkswood 1", "enter the Dungeon"} <= notations(state)


def test_silverhelm_draws_for_what_is_healed() -> None:
    """Two Wounds healed and one Hero with a Weapon: one card may be drawn."""
    state = dealt(("silverhelm_4", "dagger"), wounds=2, deck=known(("lantern", "lantern")))
    state, _ = play(GAME, state, "enter the Dungeon", "give Dagger to Silverhelm 4", "use Silverhelm 4")
    state, _ = play(GAME, state, "heal a Wound", "heal a Wound", "accept")
    assert (state.me.wounds, len(state.laid), state.me.deck) == (0, 3, known(("lantern",)))
    state = dealt(("silverhelm_4",), wounds=2, deck=known(("lantern",)))
    state, _ = play(GAME, state, "enter the Dungeon", "use Silverhelm 4", "heal a Wound", "heal a Wound")
    assert len(state.laid) == 1


def test_the_level_of_a_legendary_hero_is_not_in_a_stack() -> None:
    """Level 3 rises no further: nothing of level 4 is in the Guilds' Quarter."""
    state = replace(dealt(("gorlandor_3",), ["gorlandor_3"], xp=20))
    state, _ = play(GAME, state, "go to Bazaar", "pass", "pass", "pass")
    assert not any("level up" in told for told in notations(state))
