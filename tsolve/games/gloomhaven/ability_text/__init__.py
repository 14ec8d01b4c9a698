"""Abilities as people read them off a card, one text for each: `attack +0, range 3, target 2, poison`.

An ability begins with what it is; behind commas stands what is printed beside it, in any order. A number
with a sign is relative to the statistics, one without stands as it is. Parentheses hold lists.

    move +1, jump                                   move 3
    attack +0, range 3, target 2, poison, push 1    attack 2, range +1, pierce 2, advantage
    attack -1, all adjacent                         attack +0, all in range
    attack +0, all on one target                    attack 3, add 1 target
    attack +0, area triangle3                       attack 2, area (1,0) (2,0) from (0,0)
    attack +0, +2 if target is adjacent to an ally  (or: is alone, is poisoned)
    heal 2, self                                    heal 3, range 3, target 2
    shield 1                                        shield 1, self and all allies within 2
    retaliate 2, range 3                            loot 1
    muddle and immobilize, one adjacent enemy       strengthen, self
    push 1, all adjacent enemies                    pull 2, poison, one enemy within 3
    suffer 2, self                                  suffer 2, all figures adjacent to the target
    infuse fire                                     trap 3 damage, stun
    summon 2 x Zephyr, elite                        summon Egg, for each character
    summon Ooze, normal, hit points of the summoner summon Deep Terror, normal, next to the target
    summon Rat King (hp 6, move 3, attack 2, range 3, poison, flying)
    on death (attack +2, area ring6_self)           xp 1
    attackers have disadvantage this round          allies attack +1 this round
    special 1                                       extra turn Vermling Scout
    scenario (the throne changes its place)

Consumed elements (GH-9.4) change the ability before them, or stand by themselves; `any` is the wild icon:

    attack +0 with fire (+1, wound)                 attack -1 with fire and air (area disc7, xp 1)
    attack +0 with dark (for each target damaged (heal 2, self))
    shield 1 with ice (2 instead)                   heal 2, range 3 with light (all allies in range)
    with ice (heal 3, self; strengthen, self)       with any (infuse fire)

Whom an ability affects: `self`; `all` or `one`, then `enemies`, `allies` or `figures` (both), with
`adjacent`, `within 3`, `in range`, `adjacent to the target` or `within 2 of the target`; `self and` may stand
before it.

The hexes of an area are axial, (q,p); behind `from` stands the attacker, which makes it a melee pattern.
Single words may also be those that a ruleset's names give them, such as `zatrucie` for `poison`.
"""

from tsolve.games.gloomhaven.ability_text.phrases import in_plain_words
from tsolve.games.gloomhaven.ability_text.reading import read_ability
from tsolve.games.gloomhaven.ability_text.writing import write_ability

__all__ = ["in_plain_words", "read_ability", "write_ability"]
