"""Positions of Thunderstone Quest dealt by hand, with cards typed from the card facts.

Cards of later Quests stand with numbers of our own where no source gives one.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import yaml
from msgspec.structs import replace

from tsolve.cardkit.piles import UNKNOWN, known
from tsolve.games.quest.actions import Action
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Player, Room, Stack, State
from tsolve.model.trace import Entry, Trace
from tsolve.rules.compiling import InterpretationsFile
from tsolve.rules.rulings import Provenance
from tsolve.source.project import rulesets_path

OWNED = """
shortspear: {kind: weapon, keywords: [Edged], cost: 4, gold: 1, physical_boost: 1, requirement: 3, vp: 2,
  abilities: [{phase: dungeon,
    do: [{kind: strengthen, physical: 2, to: itself}, {kind: destroy_itself, after_battle: true}]}]}
future_vision: {kind: spell, keywords: [Arcane, Divine], cost: 3, light: 1,
  abilities: [{phase: village_or_dungeon,
    do: [{kind: to_deck}, {kind: more_hp, when: {have: Cleric or Wizard}}]}]}
gem_of_healing: {kind: item, keywords: [Magic], cost: 5,
  abilities: [{phase: village_or_dungeon, pay: [{kind: heal}], do: [{kind: draw}]}]}
gorlandor_3: {kind: hero, title: Gorlandor, level: 3, classes: [fighter], races: [Human], cost: 13,
  physical: 6, skill: 10, vp: 5, traits: [{kind: weapon_limit, most: 1}],
  abilities: [{phase: spoils, when: {armed: true}, do: [{kind: to_deck, itself: true}]}]}
hawkswood_3: {kind: hero, title: Hawkswood, level: 3, classes: [rogue], races: [Elf, Avian], cost: 12,
  gold: 3, physical: 3, skill: 5, light: 2, vp: 5, abilities: [
    {phase: dungeon, pay: [{kind: destroy_tokens, number: 2}], do: [{kind: draw}]},
    {phase: spoils, do: [{kind: buy_gear}]}]}
scathian_1: {kind: hero, title: Scathian, level: 1, classes: [rogue, wizard], races: [Halfling], cost: 8,
  gold: 1, magic: 2, skill: 2}
scathian_2: {kind: hero, title: Scathian, level: 2, classes: [rogue, wizard], races: [Halfling], cost: 11,
  gold: 2, magic: 3, skill: 3, vp: 2,
  abilities: [{phase: village, do: [{kind: dungeon_follows, most_light: 0}]}]}
silverhelm_3: {kind: hero, title: Silverhelm, level: 3, classes: [cleric, fighter], races: [Dwarf], cost: 12,
  physical: 4, skill: 6, light: 1, vp: 5, abilities: [{phase: dungeon,
    do: [{kind: heal, wounds: 2}, {kind: draw, may: true, when: {wielded: Weapon}}]}]}
the_reaper: {kind: weapon, treasure: true, keywords: [Edged, Cursed, Magic], physical_boost: 2,
  requirement: 4, light: 1, vp: 2, abilities: [{phase: dungeon, do: [{kind: sacrifice}]}]}
sun_of_the_forest: {kind: item, treasure: true, keywords: [Magic], gold: 2, magic: 1, light: 1, vp: 4,
  abilities: [{phase: dungeon, do: [{kind: strengthen, level: 2, to: hero, sort: Wizard}]}]}
riens_ring: {kind: item, treasure: true, keywords: [Magic], gold: 3, skill_boost: 3, vp: 2,
  abilities: [{phase: village_or_dungeon, do: [{kind: borrow_hero, level: 2}]}]}
chain_lightning: {kind: spell, treasure: true, keywords: [Arcane, Elemental], magic: 3, light: 1, vp: 2,
  abilities: [{phase: spoils, do: [{kind: xp_for_surplus}]}]}
root_stride: {kind: spell, treasure: true, keywords: [Arcane, Chaos], light: 1, vp: 2,
  abilities: [{phase: dungeon, do: [{kind: stride}]}]}
orb_of_opposing_forces: {kind: item, treasure: true, keywords: [Magic], gold: 1, skill_boost: 2, light: 1,
  vp: 2, abilities: [{phase: dungeon, do: [{kind: swap_defence}]}]}
ark_of_creation: {kind: item, treasure: true, keywords: [Elemental, Magic], gold: 2, vp: 2,
  abilities: [{phase: village_or_dungeon, pay: [{kind: discard_other, sort: Elemental}],
    do: [{kind: draw, cards: 2}]}]}
huma: {kind: hero, treasure: true, level: 2, classes: [wizard], races: [Avian, Beast], keywords: [Ally],
  magic: 4, vp: 2, traits: [{kind: to_deck_instead}]}
thunderstone_rug: {kind: item, treasure: true, keywords: [Magic], gold: 3, skill_boost: 2, light: 1, vp: 2,
  traits: [{kind: ignores, texts: alerts, may: true}]}
"""


LATER = """
eternal_flame: {kind: item, keywords: [Elemental, Magic], cost: 8, magic_boost: 2, skill_boost: 2,
  traits: [{kind: only_for, sort: Dwarf or Cleric}]}
create_fire: {kind: spell, keywords: [Elemental], cost: 3, light: 1,
  traits: [{kind: better_rations, gold: 1, physical: 1}]}
fire_rod: {kind: weapon, keywords: [Magic, Elemental], cost: 7, requirement: 9, magic_boost: 3, traits: [
    {kind: modifier, value: requirement, by: -5, when: {wielder: Cleric or Wizard}},
    {kind: modifier, value: requirement, by: -3,
      when: {wielder: Rogue or Human, wielder_not: Cleric or Wizard}}],
  abilities: [{phase: spoils, do: [{kind: gain_token, token: lantern}]}]}
flaming_hammer: {kind: weapon, keywords: [Blunt], cost: 6, requirement: 8, physical_boost: 3,
  traits: [{kind: modifier, value: requirement, by: -2, when: {wielder: Dwarf or Orc}}]}
frost_bow: {kind: weapon, keywords: [Magic, Bow, Elemental], cost: 7, requirement: 6, physical_boost: 2,
  traits: [
    {kind: modifier, value: requirement, by: -2, when: {wielder: Celestial or Demon or Elemental or Elf}},
    {kind: modifier, value: magic, by: 1, when: {against: Celestial or Demon or Elemental or Elf}}]}
mechanical_harpoon: {kind: weapon, keywords: [Bow, Edged], cost: 4, requirement: 5, physical_boost: 2,
  traits: [{kind: modifier, value: requirement, by: -2, when: {wielder: Halfling or Rogue}}],
  abilities: [{phase: spoils, when: {wielder_skill: 6}, do: [{kind: gain_token, token: iron_rations}]}]}
wand_of_illumination: {kind: item, keywords: [Magic], cost: 7, light: 1, abilities: [
    {phase: spoils, when: {have: Cleric or Wizard or Halfling}, do: [{kind: gain_token, token: lantern}]}]}
acid_burst: {kind: spell, keywords: [Arcane, Elemental], cost: 5, magic: 1, traits: [
    {kind: modifier, value: health, by: -1, to: foe, each: {of: Wizard, level: true, highest: true}},
    {kind: modifier, value: health, by: -1, to: foe,
      when: {against: Aberration or Golem or Humanoid, have: Wizard}}]}
ascendance: {kind: spell, keywords: [Arcane, Divine, Chaos], cost: 8, light: 1,
  traits: [{kind: modifier, value: cost, by: -1, each: {of: Cleric or Wizard, level: true}}],
  abilities: [{phase: village_or_spoils, do: [{kind: raise_hero}]}]}
bastard_sword: {kind: weapon, keywords: [Edged], cost: 7, requirement: 7, physical_boost: 3,
  traits: [{kind: modifier, value: requirement, by: -2, when: {wielder: Human}}],
  abilities: [{phase: spoils, do: [{kind: raise_hero, sort: Fighter, wielder: true}]}]}
battle_axe: {kind: weapon, keywords: [Edged], cost: 6, requirement: 5, physical_boost: 3,
  traits: [{kind: xp_for_wounds, xp: 1}]}
ice_climbing_gear: {kind: item, cost: 4, skill_boost: 1, light: 1, traits: [
    {kind: modifier, value: skill, by: 1, when: {wielder: Halfling or Rogue}},
    {kind: modifier, value: light, by: 1, when: {wielder: Halfling or Rogue}},
    {kind: ignores, texts: alerts, of: rooms}]}
snow_trekking_tools: {kind: item, cost: 4, skill_boost: 1,
  traits: [{kind: ordinary_wounds, of: frostbite_wound}],
  abilities: [{phase: dungeon, pay: [{kind: discard_itself}, {kind: discard_other}], do: [{kind: draw}]}]}
tent: {kind: item, cost: 5, light: 1, traits: [{kind: ignores, texts: after_battle, of: rooms, may: true}],
  abilities: [{phase: spoils, once: true, do: [{kind: more_hp}]}]}
blizzard: {kind: spell, keywords: [Elemental], cost: 5,
  traits: [{kind: modifier, value: magic, by: 1, each: {card: frostbite_wound}}],
  abilities: [{phase: dungeon, pay: [{kind: take_wound_card, card: frostbite_wound}],
    do: [{kind: strengthen, magic: 2, to: itself}]}]}
inner_fire: {kind: spell, keywords: [Arcane, Divine, Elemental], cost: 4, traits: [{kind: before_is_after},
    {kind: modifier, value: light, by: 1, when: {have: Cleric or Wizard}},
    {kind: modifier, value: light, by: 1, when: {have: Cleric Wizard}}]}
studded_leather_shirt: {kind: item, cost: 3, traits: [
    {kind: modifier, value: physical, by: 1, when: {wielder: Human}},
    {kind: modifier, value: physical, by: 1, when: {wielder_not: Human, wielder_armed: true}},
    {kind: modifier, value: wounds, by: -1, to: foe, once: true},
    {kind: modifier, value: wounds, by: -1, to: foe, once: true,
      when: {wielder: Fighter, wielder_has_copies: true}}]}
cleaners_net: {kind: weapon, keywords: [Blunt], cost: 1, requirement: 1, physical_boost: 1, traits: [
    {kind: ignores, texts: alerts, of: monsters, sort: Plant or Swarm or Vermin},
    {kind: modifier, value: health, by: -1, to: foe, when: {against: Plant or Swarm or Vermin}},
    {kind: modifier, value: wounds, by: -1, to: foe, when: {against: Plant or Swarm or Vermin}}],
  abilities: [{phase: spoils, do: [{kind: destroy_itself}]}]}
frostbite_wound: {kind: wound}
cone_of_cold: {kind: spell, keywords: [Arcane, Chaos, Elemental], cost: 6, traits: [
    {kind: roll_when_gained, pips: 4},
    {kind: modifier, value: magic, by: 1},
    {kind: modifier, value: magic, by: 1, each: {of: Wizard, level: true, highest: true}}]}
bracers_of_cleansing: {kind: item, keywords: [Magic], cost: 5, gold: 1,
  abilities: [{phase: village_or_dungeon, do: [{kind: cleanse_deck, cards: 3, light: 1}]}]}
neverending_rope_spool: {kind: item, keywords: [Magic], cost: 4, gold: 1,
  traits: [{kind: on_discard, do: {kind: to_hand}, when: {have: Rogue}}],
  abilities: [{phase: village_or_dungeon,
    do: [{kind: disguise, into: rogue}, {kind: discard_deck, each: {of: Rogue}}]}]}
cure_disease: {kind: spell, keywords: [Divine], cost: 5, abilities: [{phase: village_or_dungeon, do: [
    {kind: heal, again: Disease},
    {kind: strengthen, magic: 1, per_level: true, to: hero, sort: Cleric}]}]}
haste: {kind: spell, keywords: [Chaos], cost: 7,
  traits: [{kind: on_discard, do: {kind: strengthen, physical: 1, skill: 1, to: hero}}],
  abilities: [{phase: dungeon,
    do: [{kind: strengthen_all, physical: 1, skill: 1}, {kind: discard_more, cards: 1}]}]}
battlepick: {kind: weapon, keywords: [Edged], cost: 4, requirement: 4, physical_boost: 2,
  traits: [{kind: on_discard, do: {kind: wield_at_once, skill: 5}}],
  abilities: [{phase: dungeon, do: [{kind: discard_deck, cards: 2}]}]}
the_five_points: {kind: weapon, keywords: [Edged], cost: 6, requirement: 8, physical_boost: 3, traits: [
    {kind: modifier, value: requirement, by: -2, when: {wielder: Dwarf or Triton}},
    {kind: on_discard, do: {kind: gain_token, token: iron_rations}, from_deck: false}],
  abilities: [{phase: village_or_dungeon, when: {unwielded: true}, do: [{kind: discard_itself}]}]}
diseased_wound: {kind: wound, keywords: [Disease]}
"""


_CARDS = """
adventurer: {kind: hero, level: 0, physical: 1, skill: 2, races: [Human]}
lantern: {kind: item, gold: 2, light: 1, traits: [{kind: dungeon_after_village, confined: true}]}
thunderstone_shard: {kind: item, gold: 2, skill_boost: 2,
  abilities: [{phase: village_or_dungeon, when: {wounded: true}, do: [{kind: draw}]}]}
dagger: {kind: weapon, keywords: [Edged], gold: 1, physical_boost: 1, requirement: 2,
  traits: [{kind: leaves_with_purchase}],
  abilities: [{phase: dungeon, when: {wielder_level: 0}, do: [{kind: draw}]}]}
stormhand_1: {kind: hero, title: Stormhand, level: 1, classes: [fighter], cost: 7, physical: 2, skill: 4,
  races: [Dwarf], traits: [{kind: modifier, value: requirement, by: -1, to: wielded, sort: Edged}]}
stormhand_2: {kind: hero, title: Stormhand, level: 2, classes: [fighter], cost: 10, physical: 3, skill: 5,
  vp: 2, races: [Dwarf], traits: [{kind: modifier, value: requirement, by: -1, to: wielded, sort: Edged},
    {kind: modifier, value: physical, by: 1, to: wielded, sort: Edged}]}
gorlandor_1: {kind: hero, title: Gorlandor, level: 1, classes: [fighter], races: [Human], cost: 7,
  physical: 2, skill: 6, traits: [{kind: weapon_limit, most: 1}]}
pylorian_1: {kind: hero, title: Pylorian, level: 1, classes: [wizard], races: [Human], cost: 6, magic: 1,
  skill: 2, traits: [{kind: modifier, value: magic, by: 1, when: {have: Spell}},
    {kind: modifier, value: level, by: 1, when: {have: Arcane Spell}}]}
silverhelm_1: {kind: hero, title: Silverhelm, level: 1, classes: [cleric, fighter], races: [Dwarf], cost: 6,
  physical: 1, skill: 4, abilities: [{phase: dungeon, do: [{kind: strengthen, skill: 2}, {kind: heal}]}]}
silverhelm_2: {kind: hero, title: Silverhelm, level: 2, classes: [cleric, fighter], races: [Dwarf], cost: 9,
  physical: 2, skill: 5, vp: 2,
  abilities: [{phase: dungeon, do: [{kind: strengthen, skill: 2, physical: 2}, {kind: heal}]}]}
vision: {kind: spell, abilities: [{phase: village, do: [{kind: more_hp}]}]}
maul: {kind: weapon, keywords: [Blunt], cost: 8, gold: 1, physical_boost: 4, requirement: 8,
  traits: [{kind: modifier, value: requirement, by: -2, when: {wielder: Dwarf}}]}
shortbow: {kind: weapon, keywords: [Bow], cost: 5, gold: 2, physical_boost: 2, requirement: 4, vp: 1,
  traits: [{kind: modifier, value: physical, by: 1, when: {wielder: Elf}},
    {kind: modifier, value: requirement, by: -1, when: {wielder: Rogue}}]}
moonlight: {kind: spell, keywords: [Divine], cost: 3, magic: 1, vp: 2,
  traits: [{kind: modifier, value: light, by: 1, each: {of: Wizard}}]}
hawkswood_1: {kind: hero, title: Hawkswood, level: 1, classes: [rogue], races: [Elf], cost: 6, gold: 1,
  physical: 1, skill: 3, light: 1}
shortsword: {kind: weapon, keywords: [Edged], cost: 3, gold: 1, physical_boost: 1, requirement: 3, vp: 2,
  abilities: [{phase: dungeon, when: {wielder_has_more: true}, do: [{kind: draw}]}]}
scathian_3: {kind: hero, title: Scathian, level: 3, classes: [rogue, wizard], cost: 14, gold: 3, magic: 4,
  skill: 4, light: 1, vp: 5, traits: [{kind: dungeon_after_village}]}
fireball: {kind: spell, cost: 8, magic: 3, light: 1}
magic_missile: {kind: spell, keywords: [Arcane], cost: 7, vp: 1,
  traits: [{kind: modifier, value: magic, by: 1, each: {of: Wizard, level: true}}]}
flying_death: {kind: weapon, keywords: [Edged, Magic], treasure: true, magic_boost: 2, requirement: 6, vp: 2,
  traits: [{kind: modifier, value: requirement, by: -1, when: {wielder: Rogue}}],
  abilities: [{phase: dungeon, do: [{kind: cancel_before}]}]}
amulet_of_infravision: {kind: item, cost: 5, gold: 2, skill_boost: 2, light: 1, vp: 1,
  abilities: [{phase: village_or_dungeon, when: {have: Rogue}, do: [{kind: draw}]}]}
festering_wound: {kind: wound}
goblin_berserker: {kind: monster, level: 1, health: 4, wounds: 2, xp: 2, rewards: [treasure]}
goblin_warrior: {kind: monster, level: 1, health: 4, armor: 3, xp: 3, rewards: [iron_rations],
  traits: [{kind: modifier, value: armor, by: -1, each: {of: Edged Weapon, wielded: true}}]}
kobold_warrior: {kind: monster, group: Kobold Skirmishers, level: 1, health: 5, wounds: 1, xp: 2,
  rewards: [treasure],
  traits: [{kind: modifier, value: armor, by: 1, to: others}]}
kobold_grunt: {kind: monster, group: Kobold Skirmishers, level: 1, health: 4, xp: 2,
  rewards: [lantern]}
sword_spider: {kind: monster, level: 2, health: 5, armor: 4, wounds: 1, xp: 5, rewards: [iron_rations],
  traits: [{kind: modifier, value: wounds, by: 2, when: {have: Spell}}]}
alfrennia_the_ranger: {kind: monster, level: 3, health: 7, wounds: 2, xp: 6, rewards: [treasure],
  traits: [{kind: modifier, value: health, by: 2, each: {of: Human Hero}}]}
goblin_shaman: {kind: monster, level: 1, health: 5, resistance: 2, wounds: 1, xp: 3, rewards: [lantern]}
hobgoblin_scrapper: {kind: monster, level: 2, health: 8, wounds: 1, xp: 3, rewards: [treasure]}
stone_giant: {kind: monster, level: 3, health: 7, armor: 4, wounds: 2, xp: 8}
goblin_sycophant: {kind: monster, level: 3, health: 3, wounds: 2, xp: 5, rewards: [treasure],
  traits: [{kind: immune, to: higher}]}
giant_rat: {kind: monster, level: 0, health: 4,
  abilities: [{phase: spoils, do: [{kind: raise_hero, level: 0, free: true}]}]}
tome_of_knowledge: {kind: item, cost: 5, gold: 1, vp: 2,
  abilities: [{phase: spoils, do: [{kind: destroy_itself}, {kind: raise_hero, free: true}]}]}
smorga_4: {kind: guardian, level: 4, health: 8, wounds: 2, rewards: [treasure]}
guardian_key: {kind: key}
wilderness: {kind: room, level: 0, light_needed: 0}
mine: {kind: room, level: 1, health: 1, light_needed: 0, rewards: [iron_rations]}
abandoned_gate: {kind: room, level: 1, light_needed: 0}
sunken_well: {kind: room, level: 2, health: 1, light_needed: 1, rewards: [lantern]}
crypt: {kind: room, level: 2, light_needed: 1, wounds: 1, xp: 1}
vault: {kind: room, level: 3, light_needed: 2, wounds: 1, rewards: [treasure]}
throne_room: {kind: room, level: 3, light_needed: 2, xp: 2}
bog: {kind: room, level: 2, light_needed: 1, traits: [{kind: modifier, value: skill, by: -1, to: heroes}],
  abilities: [{phase: spoils, do: [{kind: buy_card, sorts: [Spell, Weapon]}]}]}
gorlandor_2: {kind: hero, title: Gorlandor, level: 2, classes: [fighter], races: [Human], cost: 10,
  physical: 4, skill: 8, vp: 2, traits: [{kind: weapon_limit, most: 1}],
  abilities: [{phase: spoils, do: [{kind: buy_card, sorts: [Weapon], on_deck: true}]}]}
hawkswood_2: {kind: hero, title: Hawkswood, level: 2, classes: [rogue], races: [Elf, Avian], cost: 9,
  gold: 2, physical: 2, skill: 4, light: 1, vp: 2, abilities: [{phase: spoils, do: [{kind: buy_gear}]}]}
ominous_looking_road: {kind: room, level: 1, armor: 1, light_needed: 0,
  abilities: [{phase: spoils, do: [{kind: buy_card, sorts: [Spell, Weapon], more_gold: 1}]}]}
fire_temple: {kind: room, level: 2, light_needed: 0, wounds: 1, rewards: [lantern, lantern],
  traits: [{kind: modifier, value: requirement, by: 2, to: weapons}]}
gate_cavern: {kind: room, level: 1, light_needed: 0, health: 2,
  traits: [{kind: modifier, value: health, by: -2, each: {}}]}
sunken_graveyard: {kind: room, level: 2, light_needed: 0, health: 2, rewards: [iron_rations],
  traits: [{kind: modifier, value: armor, by: 3, when: {light_below: 2}}]}
temple: {kind: location}
bazaar: {kind: location}
shop_of_wonders: {kind: location}
guilds_quarter: {kind: location}
iron_rations_token: {kind: token, cost: 2}
lantern_token: {kind: token, cost: 3}
potion_token: {kind: token, cost: 4}
"""
"""What these cards print and do; `vision` is a card of our own."""

OWN = Provenance("own")


def typed(cards: str) -> dict[str, Card]:
    """Cards typed as YAML, by their ids."""
    return {
        id_: msgspec.convert(
            {"id": id_, "name": id_.replace("_", " ").title(), "provenance": OWN} | facts, Card
        )
        for id_, facts in yaml.safe_load(cards).items()
    }


CARDS = typed(_CARDS + OWNED + LATER)
_POINTS = yaml.safe_load((rulesets_path() / "quest" / "interpretations.yaml").read_text(encoding="utf-8"))
READINGS = {
    point.id: point.default.id for point in msgspec.convert(_POINTS, InterpretationsFile).interpretations
}
ROOMS = ("wilderness", "mine", "abandoned_gate", "sunken_well", "crypt", "vault", "throne_room")
MONSTERS = (
    "giant_rat",
    "goblin_berserker",
    "goblin_shaman",
    "hobgoblin_scrapper",
    "hobgoblin_scrapper",
    "stone_giant",
    "stone_giant",
)


def game(**readings: str) -> Quest:
    """The rules, with the default readings but for these."""
    return Quest(Book(CARDS, READINGS | readings))


def dealt(
    hand: Iterable[str],
    stacks: Iterable[str] = (),
    players: int = 1,
    **player: object,
) -> State:
    """A turn that begins with this hand, and with the fields given of the player whose turn it is."""
    me = replace(Player(UNKNOWN), hand=tuple(hand), **player)
    others = (Player(UNKNOWN, hand=None),) * (players - 1)
    return State(
        players=(me, *others),
        rooms=tuple(Room(room, monster) for room, monster in zip(ROOMS, MONSTERS, strict=True)),
        monsters=(
            known(("goblin_shaman",) * 3),
            known(("hobgoblin_scrapper",) * 3),
            known(("stone_giant",) * 3),
        ),
        guardian="smorga_4",
        stacks=tuple(Stack(((card, 3),)) for card in stacks),
        treasures=known(("fireball", "flying_death")),
    )


def play(rules: Quest, state: State, *texts: str) -> tuple[State, tuple[Entry, ...]]:
    """Plays steps by their words; each must be legal. Returns the end and all that happened."""
    trace = Trace()
    for text in texts:
        options = {rules.notation(state, action): action for action in _offered(rules, state)}
        assert text in options, f"{text}: {sorted(options)}"
        state = rules.apply(state, options[text], trace)
    return state, trace.entries


def why_not(rules: Quest, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
    """The reason why an action is not legal, which it must not be."""
    refusal = rules.why_not(state, action)
    assert refusal is not None
    return refusal.reason, refusal.rulings


def _offered(rules: Quest, state: State) -> list[Action]:
    return rules.legal_actions(state) or [event for event, _ in rules.chance(state)]
