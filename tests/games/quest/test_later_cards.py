"""What the cards of later Quests do, worked out by hand; a number that no source gives is one of our own."""

from __future__ import annotations

import pytest

from tests.games.quest.table import CARDS, READINGS, dealt, game, play, typed, why_not
from tests.games.quest.test_owned_cards import facing, front, in_dungeon, in_village
from tsolve.games.quest.actions import Give, Use
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.turn.attack import attack_of, gold_of
from tsolve.games.quest.turn.skill import skill_of, weight_of
from tsolve.games.quest.turn.values import cost_of, monster_value

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
        "Eternal Flame may only be given to a Dwarf or Cleric",
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
