"""What abilities change that are bonuses: those that last, and those of items. (GH-10.1, GH-10.4, GH-11.8)"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import (
    SELF,
    Ability,
    Attack,
    Augment,
    Move,
    NegateDamage,
    Retaliate,
    Shield,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.items import Item
from tsolve.games.gloomhaven.state import Effect
from tsolve.games.gloomhaven.turn.consuming import augmented


def effects_of(ability: Ability) -> Iterator[Effect]:
    """The bonuses that an ability is for its performer itself; none for another ability."""
    match ability:
        case Shield(whom=whom) if whom == SELF:
            yield Effect("shield", ability.amount)
        case Retaliate(whom=whom) if whom == SELF:
            yield Effect("retaliate", ability.amount, ability.range)
        case UntilRoundEnd(effect="attackers_have_disadvantage"):
            yield Effect("attackers_have_disadvantage")
        case NegateDamage():
            yield Effect("negate_damage")
        case Attack(amount=value) if is_attack_bonus(ability):
            if value.number:
                yield Effect("attack_plus", value.number)
            if ability.pierce:
                yield Effect("pierce", ability.pierce)
            if ability.advantage:
                yield Effect("advantage")


def is_attack_bonus(ability: Ability) -> bool:
    """Whether an ability is a bonus to attacks, `attack +1, pierce 1`, and no attack of its own."""
    if not isinstance(ability, Attack) or not ability.amount.relative:
        return False
    return ability == Attack(ability.amount, pierce=ability.pierce, advantage=ability.advantage)


def attack_with(attack: Attack, item: Item) -> Attack:
    """An attack as an item changes it."""
    for change in item.do:
        assert isinstance(change, Attack)
        more = Augment(
            (),
            range=change.range.number if change.range is not None else 0,
            pierce=change.pierce,
            push=change.push,
            pull=change.pull,
            conditions=change.conditions,
        )
        changed = augmented(attack, more)
        assert isinstance(changed, Attack)
        further = attack.add_target + change.add_target
        number = change.amount.number
        added = (*attack.added, (item.name, number)) if number else attack.added
        advantage = attack.advantage or change.advantage
        attack = replace(changed, added=added, advantage=advantage, add_target=further)
    return attack


def move_with(move: Move, item: Item) -> Move:
    """A move as an item changes it."""
    for change in item.do:
        assert isinstance(change, Move)
        amount = replace(move.amount, number=move.amount.number + change.amount.number)
        move = Move(amount, move.jump or change.jump)
    return move
