"""An ability in the notation of the tables, by code that shares nothing with its text."""

from __future__ import annotations

from typing import Any

from tsolve.games.gloomhaven.abilities import (
    SELF,
    Ability,
    Amount,
    Attack,
    Augment,
    Consume,
    CreateTrap,
    ExtraTurn,
    Heal,
    Infuse,
    Loot,
    Move,
    OnDeath,
    Place,
    Retaliate,
    ScenarioStep,
    Shield,
    Shove,
    Special,
    Suffer,
    Summon,
    UntilRoundEnd,
    Whom,
)

Facts = dict[str, Any]

_WHOM = {
    SELF: "self",
    Whom("enemies", 1): "all_adjacent_enemies",
    Whom("enemies", 2): "all_enemies_within_2",
    Whom("enemies", 3): "all_enemies_within_3",
    Whom("enemies", 1, each=False): "one_adjacent_enemy",
    Whom("enemies", in_range=True): "all_enemies_in_range",
    Whom("enemies"): "all_enemies",
    Whom("allies", 1): "all_adjacent_allies",
    Whom("allies", 2): "all_allies_within_2",
    Whom("allies", in_range=True): "all_allies_in_range",
    Whom("allies", 2, and_self=True): "self_and_all_allies_within_2",
    Whom("allies", and_self=True): "self_and_all_allies",
    Whom("everybody", 1): "all_adjacent_enemies_and_allies",
    Whom("everybody", 1, from_target=True): "all_allies_and_enemies_adjacent_to_the_target",
}
_ROUND = {
    "attackers_have_disadvantage": "attackers_targeting_self_have_disadvantage",
    "allies_attack_plus_1": "allies_attack_plus_1",
}


def facts(ability: Ability) -> Facts:
    """What the tables say of this ability."""
    match ability:
        case Move(Amount(number, True), jump):
            return {"move": number, **({"jump": True} if jump else {})}
        case Attack(Amount(number, True)):
            return {"attack": number, **_attack(ability)}
        case Heal(amount, whom, range_, 1):
            near = {"target": _WHOM[whom]} if range_ is None else {"range": range_}
            return {"heal": amount, **near, **_consume(ability.augments, "heal_mod")}
        case Shield(amount, whom):
            to = {} if whom == SELF else {"target": _WHOM[whom]}
            return {"shield": amount, **to, **_consume(ability.augments, replaced="shield_replaced_by")}
        case Retaliate(amount, range_, Whom("self")):
            return {"retaliate": amount, **({} if range_ == 1 else {"range": range_})}
        case Place(conditions, whom):
            return {"condition": list(conditions), "target": _WHOM[whom]}
        case Shove(push, 0, whom, conditions):
            more = _consume(ability.augments, replaced="push_replaced_by")
            return {"push": push, **_applied(conditions), "target": _WHOM[whom], **more}
        case Suffer(amount, whom):
            return {"suffer": amount, "who": _WHOM[whom]}
        case Infuse(element):
            return {"infuse": element}
        case Consume((element,), then):
            return {"consume": element, "then": [facts(each) for each in then]}
        case Summon(statistics=None):
            return {"summon": ability.name, **_summon(ability)}
        case CreateTrap(damage, ()):
            where = "adjacent_empty_hex_closest_to_an_enemy"
            return {"create_trap": {"damage": damage, "where": where}}
        case Loot(range_):
            return {"loot": range_}
        case OnDeath(then):
            return {"on_death": [facts(each) for each in then]}
        case UntilRoundEnd(effect):
            return {"until_round_end": _ROUND[effect]}
        case Special(number):
            return {"boss_special": number}
        case ExtraTurn(name):
            return {"extra_turn": f"all_{name.lower().replace(' ', '_')}s"}
        case ScenarioStep(text):
            return {"scenario": text}
    raise AssertionError(ability)


def _attack(attack: Attack) -> Facts:
    found: Facts = {}
    if attack.range is not None:
        found["range_mod" if attack.range.relative else "range"] = attack.range.number
    if attack.targets is not None:
        found["targets"] = attack.targets
    if attack.all_adjacent:
        found["target"] = "all_adjacent_enemies"
    if attack.all_in_range:
        found["target"] = "all_enemies_in_range"
    for bonus in attack.bonuses:
        assert bonus.when == "target_adjacent_to_ally"
        found["attack_bonus"] = {"amount": bonus.attack, "if": "target_adjacent_to_an_ally_of_attacker"}
    if attack.all_on_one:
        found["all_attacks_on_one_target"] = True
    assert not attack.add_target
    assert not attack.advantage
    return {**found, **_effects(attack), **_consume(attack.augments, "attack_mod")}


def _effects(holder: Attack | Augment) -> Facts:
    found: Facts = {} if holder.area is None else {"area": holder.area.name}
    for name in ("pierce", "push", "pull"):
        if number := getattr(holder, name):
            found[name] = number
    return {**found, **_applied(holder.conditions)}


def _applied(conditions: tuple[str, ...]) -> Facts:
    return {"apply": list(conditions)} if conditions else {}


def _consume(augments: tuple[Augment, ...], amount: str = "", replaced: str = "") -> Facts:
    return {"consume": [_augment(each, amount, replaced) for each in augments]} if augments else {}


def _augment(augment: Augment, amount: str, replaced: str) -> Facts:
    (element,) = augment.elements
    found: Facts = {"element": element, **_effects(augment)}
    if augment.amount:
        found[amount] = augment.amount
    if augment.replaced_by is not None:
        found[replaced] = augment.replaced_by
    if augment.range:
        found["range_mod"] = augment.range
    if augment.targets is not None:
        found["targets"] = augment.targets
    if augment.all_in_range:
        found["target"] = "all_enemies_in_range"
    if augment.whom is not None:
        found["target"] = _WHOM[augment.whom]
    if augment.per_target_damaged:
        found["per_target_damaged"] = [facts(each) for each in augment.per_target_damaged]
    assert not augment.experience
    return found


def _summon(summon: Summon) -> Facts:
    found: Facts = {"rank": summon.rank} if summon.rank else {}
    if summon.per_character:
        assert summon.count == 1
        found["count"] = "C"
    elif summon.count != 1:
        found["count"] = summon.count
    if summon.by_target:
        found["where"] = "hex_adjacent_to_the_target"
    if summon.shares_hit_points:
        assert summon.name == "Ooze"
        found["hit_points"] = "min(current hit points of the summoner, maximum of a normal Ooze)"
    return found
