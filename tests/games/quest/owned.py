"""More cards that players own, typed from the card facts as those of `table` are."""

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
