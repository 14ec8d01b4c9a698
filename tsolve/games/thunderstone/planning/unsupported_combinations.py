"""Effects that the planner covers singly but not together on one card.

No printed card has them so; one's own may. A battle with such a card is searched in the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.abilities.adding import Feed, Rally, TaintedFeast
from tsolve.games.thunderstone.effects.abilities.drawing import Plunder
from tsolve.games.thunderstone.effects.base import AbilityEffect, MonsterTrait, Trait, overrides
from tsolve.games.thunderstone.effects.battle.destroying import DestroyEffect
from tsolve.games.thunderstone.effects.battle.weakening import Hinder, SilenceEffect, Weaken

RANKS = (1, 2, 3)
_OCCUPYING = (Rally, Feed, TaintedFeast)
"""What serves others from then on, and is no more used for anything else. (TS-7.3)"""

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Ability, Card


def is_entangled(card: Card) -> bool:
    """Whether its effects come together in a way that no statement covers."""
    usable = [ability for ability in card.abilities if ability.when == "dungeon"]
    quiet = [ability for ability in usable if not ability.reveals and not ability.readies]
    if len(quiet) > 1 or not all(_is_usual(card, ability) for ability in quiet):
        return True
    if any(len(ability.do) > 1 and ability.may_be_duty for ability in usable):
        return True  # robbing may be a duty, and then the rest comes with it
    if card.is_monster:
        weakens = _weakens_in_the_dark(card) or _drains_in_part(card) or _weakens_afterwards(card)
        return _chooses_twice(card) or weakens or _teaches(card)
    return parts_with_itself(card) or _feeds_on_gold(card)


def parts_with_itself(card: Card) -> bool:
    """Whether an ability that is tried before the party is prepared occupies or destroys the card, so that
    another one of the card must be used before.
    """
    usable = [ability for ability in card.abilities if ability.when == "dungeon"]
    ends = any(
        ability.reveals
        and (ability.destroy == "self" or any(isinstance(effect, _OCCUPYING) for effect in ability.do))
        for ability in usable
    )
    return ends and not all(ability.reveals for ability in usable)


def _is_usual(card: Card, ability: Ability) -> bool:
    """Whether an ability that reveals nothing is one of those that are stated."""
    if len(ability.do) != 1:
        return False
    (effect,) = ability.do
    if effect.robs or isinstance(effect, Plunder):
        return True
    if effect.target == "none" and overrides(type(effect), AbilityEffect.serve):
        return card.is_hero and ability.destroy == "food"  # the Hero itself, for Food that it eats
    free = ability.destroy is None and not ability.repeat
    if effect.thrown_attack():
        return free and card.is_weapon
    return (
        free
        and not card.is_hero
        and not card.is_weapon
        and (isinstance(effect, Rally) or effect.target == "hero")
    )


def _feeds_on_gold(card: Card) -> bool:
    """Whether a card that draws on gold may be eaten before the battle."""
    return card.is_food and any(isinstance(trait, Trait) and trait.gold_for_magic() for trait in card.traits)


def _teaches(card: Card) -> bool:
    """Whether its Spoils bring Experience, in whatever Rank."""
    return any(spoils.experience(rank) for spoils in card.spoils for rank in RANKS)


def _weakens_in_the_dark(card: Card) -> bool:
    """Whether a Monster asks for Light when it is chosen, and may then make a Hero drop a shining Weapon."""
    shuns = any(isinstance(trait, MonsterTrait) and trait.dark for trait in card.traits)
    return shuns and any(isinstance(effect, Weaken) for effect in card.battle)


def _drains_in_part(card: Card) -> bool:
    """Whether a Monster destroys Heroes without Strength by one effect, and only weakens by another."""
    return len({effect.fatal for effect in card.battle if isinstance(effect, Weaken)}) > 1


def _weakens_afterwards(card: Card) -> bool:
    """Whether a Monster strikes while the Heroes still have the Strength that it then takes."""
    before = False
    for effect in card.battle:
        if before and isinstance(effect, Weaken):
            return True
        before = before or isinstance(effect, (DestroyEffect, Hinder))
    return False


def _chooses_twice(card: Card) -> bool:
    """Whether a Monster chooses among Heroes twice, or silences one while others are shut out anyway."""
    silences = sum(isinstance(effect, SilenceEffect) for effect in card.battle)
    hinders = sum(isinstance(effect, Hinder) for effect in card.battle)
    monster_traits = [trait for trait in card.traits if isinstance(trait, MonsterTrait)]
    shut_out = any(guard.silences_unequipped or guard.dark for guard in monster_traits)
    return silences > 1 or hinders > 1 or bool(silences and (shut_out or hinders))
