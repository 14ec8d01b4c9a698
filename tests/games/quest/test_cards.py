"""The cards of the ruleset: a table typed by hand, what must hold for all cards, and cards of one's own that
make no sense.
"""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest
import yaml

from tests.games.quest.files import position_of, problems
from tests.games.quest.table import CARDS, RULESET
from tsolve.games.quest.cards import Card, Missing
from tsolve.games.quest.lint_cards import faults
from tsolve.rules.names import Match
from tsolve.source.project import rulesets_path

ROOT = rulesets_path() / "quest"


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("Adventurer", {"level": 0, "physical": 1, "magic": 0, "skill": 2, "count": 24, "classes": ()}),
        ("Lantern", {"gold": 2, "light": 1, "kind": "item", "count": 8}),
        ("Thunderstone Shard", {"gold": 2, "skill_boost": 2, "light": 0}),
        ("Dagger", {"gold": 1, "physical_boost": 1, "requirement": 2, "keywords": ("Edged", "Starter")}),
        ("Gorlandor 1", {"cost": 7, "physical": 2, "skill": 6, "classes": ("fighter",)}),
        ("Gorlandor 3", {"cost": 13, "physical": 6, "skill": 10, "vp": 5}),
        ("Hawkswood 1", {"cost": 6, "gold": 1, "physical": 1, "skill": 3, "light": 1}),
        ("Hawkswood 4", {"gold": 5, "physical": 8, "vp": 10, "legendary": True, "cost": None}),
        ("Pylorian 1", {"cost": 6, "magic": 1, "skill": 2, "title": "Pylorian"}),
        ("Scathian 2", {"cost": 11, "gold": 2, "magic": 3, "classes": ("rogue", "wizard")}),
        ("Silverhelm level 3", {"cost": 12, "physical": 4, "skill": 6, "light": 1}),
        ("Stormhand L1", {"cost": 7, "physical": 2, "skill": 4, "races": ("Dwarf",)}),
        ("Stormhand 2", {"cost": 10, "physical": 3, "skill": 5, "vp": 2}),
        ("Hammer", {"cost": 3, "physical_boost": 2, "requirement": 4, "keywords": ("Blunt",)}),
        ("Maul", {"cost": 8, "physical_boost": 4, "requirement": 8}),
        ("Short Bow", {"cost": 5, "gold": 2, "physical_boost": 2, "requirement": 4, "vp": 1}),
        ("Short Sword", {"cost": 3, "physical_boost": 1, "requirement": 3, "vp": 2}),
        ("Fireball", {"cost": 8, "magic": 3, "light": 1, "physical": None}),
        ("Magic Missile", {"cost": 7, "vp": 1, "keywords": ("Arcane",)}),
        ("Tome of Knowledge", {"cost": 5, "gold": 1, "vp": 2, "keywords": ()}),
        ("Amulet of Infravision", {"cost": 5, "gold": 2, "skill_boost": 2, "light": 1}),
        ("Goblin Berserker", {"health": 4, "wounds": 2, "xp": 2, "rewards": ("treasure",), "count": 2}),
        ("Goblin Warrior", {"health": 4, "armor": 3, "xp": 3, "rewards": ("iron_rations",)}),
        ("Kobold Shaman", {"health": 6, "resistance": 1, "xp": 2, "group": "Kobold Skirmishers"}),
        ("Cankerous Spider", {"health": 7, "wounds": 0, "wound_cards": 2, "xp": 5, "level": 2}),
        ("Goblin Queen", {"health": 8, "resistance": 4, "wounds": 3, "xp": 7}),
        ("Goblin Sycophant", {"health": 3, "wounds": 2, "xp": 5}),
        ("Giant Rat", {"level": 0, "health": 4, "wounds": 0, "xp": 0}),
        ("Smorga IV", {"health": 8, "armor": 0, "wounds": 2, "rewards": ("treasure",), "level": 4}),
        ("Smorga 6", {"health": 8, "wounds": 4, "kind": "guardian"}),
        ("Mine", {"level": 1, "health": 1, "rewards": ("iron_rations",), "light_needed": 0}),
        ("Crypt", {"level": 2, "light_needed": 1, "wounds": 1, "xp": 1}),
        ("Throne Room", {"level": 3, "light_needed": 2, "xp": 2}),
        ("Darkness Temple", {"id": "abyssal_temple", "level": 3, "light_needed": 2}),
        ("Hollow Tree", {"level": 2, "light_needed": 2, "rewards": ("potion",)}),
        ("Sunken Graveyard", {"level": 2, "light_needed": 0, "health": 2}),
        ("The Reaper", {"physical_boost": 2, "requirement": 4, "light": 1, "treasure": True}),
        ("Huma", {"magic": 4, "skill": 0, "gold": 0, "vp": 2, "missing": ("physical",)}),
        ("Thunderstone Rug", {"gold": 3, "skill_boost": 2, "light": 1, "vp": 2, "treasure": True}),
        ("Iron Rations", {"id": "iron_rations_token", "cost": 2, "count": 16}),
        ("Lantern token", {"cost": 3, "count": 16, "kind": "token"}),
        ("Potion", {"id": "potion_token", "cost": 4}),
        ("Guardian Key", {"kind": "key", "count": 6}),
        ("Plague Doctor", {"kind": "side_quest", "vp": 18}),
    ],
)
def test_facts_typed_by_hand(name: str, facts: dict[str, object]) -> None:
    found = RULESET.names.resolve(name)

    assert isinstance(found, Match)
    assert {field: getattr(CARDS[found.id], field) for field in facts} == facts


def test_every_name_leads_to_its_card() -> None:
    for card in CARDS.values():
        for name in (card.id, card.name, *card.aliases):
            assert RULESET.names.resolve(name) == Match(card.id), name


def test_every_russian_name_leads_to_its_card() -> None:
    for card, forms in RULESET.names.languages["ru"].cards.items():
        for form in forms:
            assert RULESET.names.resolve(form) == Match(card), form


def test_all_cards_are_there() -> None:
    # 422 records, of which 56 are Monster groups and two are tokens for Wounds and XP
    assert len(CARDS) == 365


def test_every_playable_monster_has_health_and_xp() -> None:
    for card in CARDS.values():
        if card.kind in ("monster", "guardian") and not card.missing:
            assert card.health is not None, card.id
            assert (card.xp is None) == (card.kind == "guardian"), card.id


def test_what_the_box_holds_agrees_with_the_cards() -> None:
    setup = yaml.safe_load((ROOT / "setup.yaml").read_text(encoding="utf-8"))
    components = setup["components"]
    counted = {**components["cards"], **{k: v for k, v in components["tokens"].items() if k in CARDS}}

    assert {card: CARDS[card].count for card in counted} == counted
    assert sum(setup["starting_deck"].values()) == 12
    assert len(setup["groups"]) == 56
    groups = {group["name"]: group for group in setup["groups"]}
    copies = Counter[str]()
    for card in CARDS.values():
        if card.group and not card.missing:
            assert groups[card.group]["level"] == card.level
            copies[card.group] += card.count
    assert set(copies.values()) == {10}


def test_cards_without_all_facts_are_counted_per_set() -> None:
    lacking = Counter(card.set for card in CARDS.values() if card.missing)

    assert lacking == {
        "base": 1,  # Festering Wound
        "mirror-in-the-dark": 1,  # Stormland Mirror
        "total-eclipse": 19,  # 6 Heroes, 12 Market cards, 1 Guardian
        "risen-from-the-mire": 20,  # the same and 1 Treasure
        "foundations-of-the-world": 20,  # the same and 1 Treasure
        "ripples-in-time": 21,  # the same and 2 Treasures
        "what-lies-beneath": 34,  # 19, 6 rooms, 2 Treasures, 2 Side Quests, 4 guilds, 1 Wound
        "frozen-in-time": 36,  # 19, 6 rooms, 2 Treasures, 3 Side Quests, 4 guilds, 1 Wound, 1 Monster
        "vengeful-sands": 25,  # 6 Heroes, 12 Market cards, 1 Guardian, 6 rooms
        "clockwork-destiny": 25,  # the same
        "bandits-of-black-rock": 5,  # 1 Hero, 3 Market cards, 1 Treasure
        "champion-promos": 6,  # 3 Heroes, 3 Market cards
        "new-horizons-promos": 1,  # a Guardian
        "warlord-promos": 1,  # a Guardian
        "": 12,  # of no known Quest: 9 Legendaries, Huma, Thunderstone Rug, Treasure Cache
    }


def test_no_card_of_unknown_text_has_abilities() -> None:
    """Unknown stays unknown: the text that a source tells may stand beside numbers that none does."""
    unknown = [card for card in CARDS.values() if "abilities" in card.missing]
    assert unknown
    assert not [card.id for card in unknown if card.abilities or card.before or card.after or card.alerts]


def test_the_words_for_missing_facts() -> None:
    """Each names a field of the card."""
    assert set(get_args(Missing)) <= set(Card.__struct_fields__)


def test_the_ruleset_makes_sense() -> None:
    """But for the commas that three names have as they are printed."""
    found = [each for each in faults(CARDS, list(CARDS), {}) if each.code != "E425"]
    assert found == []


@pytest.mark.parametrize(
    ("card", "code"),
    [
        ("{kind: monster, level: 1, xp: 2}", "E422"),  # no health
        ("{kind: hero, level: 1}", "E422"),  # no Skill
        ("{kind: weapon, physical_boost: 2}", "E422"),  # no requirement
        ("{kind: room, level: 1}", "E422"),  # no Light needed
        ("{kind: spell, health: 3}", "E423"),
        ("{kind: item, requirement: 3}", "E423"),
        ("{kind: spell, aim: {kind: reveal}}", "E423"),
        ("{kind: spell, traits: [{kind: immune, to: magic}]}", "E423"),
        ("{kind: spell, traits: [{kind: refilled_face_down}]}", "E423"),
        ("{kind: spell, traits: [{kind: modifier, value: armor, by: 1, to: others}]}", "E423"),
        ("{kind: spell, traits: [{kind: modifier, value: magic, by: 1, when: {wielder: Dwarf}}]}", "E423"),
        ("{kind: spell, traits: [{kind: modifier, value: magic, by: 1, when: {armed: true}}]}", "E423"),
        ("{kind: spell, abilities: [{phase: village, do: []}]}", "E208"),  # does nothing
        (
            "{kind: monster, level: 1, health: 3, xp: 1, abilities: [{phase: dungeon, do: [{kind: draw}]}]}",
            "E423",
        ),
        ("{kind: spell, keywords: [Arkane]}", "E427"),
        ("{kind: spell, traits: [{kind: modifier, value: magic, by: 1, each: {of: Wizzard}}]}", "E427"),
    ],
)
def test_cards_that_make_no_sense(card: str, code: str) -> None:
    assert {found for found, _ in problems(f"cards: {{Whim: {card}}}")} == {code}


def test_a_name_that_cannot_be_read() -> None:
    assert {code for code, _ in problems("cards: {2 x Whim: {kind: spell}}")} == {"E425"}


def test_a_card_that_makes_sense() -> None:
    text = "hand: [Whim]\ncards: {Whim: {kind: spell, magic: 2, keywords: [Arcane, Whimsical]}}"
    assert position_of(text).state.me.hand == ("whim",)


def test_the_rules_need_some_cards() -> None:
    few = {card_id: card for card_id, card in CARDS.items() if card_id != "giant_rat"}
    assert [(each.code, each.message) for each in faults(few, (), CARDS)] == [
        ("E402", 'the rules need a card with the id "giant_rat"')
    ]
