"""Cards of later Quests: their texts, typed from the card facts, beside numbers of our own for those that no
source gives.
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
