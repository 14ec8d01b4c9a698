"""The text of an ability, in the one form that the house writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsolve.games.gloomhaven.abilities import (
    SELF,
    Ability,
    Amount,
    Attack,
    Augment,
    Consume,
    CreateTrap,
    Experience,
    ExtraTurn,
    Heal,
    Infuse,
    Loot,
    Move,
    NegateDamage,
    OnDeath,
    Pattern,
    Place,
    Recover,
    Retaliate,
    ScenarioStep,
    Shield,
    Shove,
    Special,
    Suffer,
    Summon,
    Summoned,
    UntilRoundEnd,
    Whom,
)
from tsolve.games.gloomhaven.ability_text.whom import whom_in_words
from tsolve.games.gloomhaven.board.hexes import Hex

_CENTRE = (Hex(0, 0),)
_BONUSES = {
    "target_adjacent_to_ally": "adjacent to an ally",
    "target_alone": "alone",
    "target_poisoned": "poisoned",
}
_THIS_ROUND = {
    "attackers_have_disadvantage": "attackers have disadvantage this round",
    "allies_attack_plus_1": "allies attack +1 this round",
}


def write_ability(ability: Ability) -> str:
    """The text that `read_ability` reads as this ability."""
    match ability:
        case Move(amount, jump):
            return _listed(f"move {_amount(amount)}", "jump" if jump else "")
        case Attack():
            return _listed(f"attack {_amount(ability.amount)}", *_of_attack(ability)) + _augments(
                ability.augments
            )
        case Heal(amount, whom, range_, targets, augments):
            near = [f"range {range_}", _targets(targets)] if range_ is not None else [whom_in_words(whom)]
            return _listed(f"heal {amount}", *near) + _augments(augments)
        case Shield(amount, whom, augments):
            return _listed(f"shield {amount}", _if_not_self(whom)) + _augments(augments)
        case Retaliate(amount, range_, whom):
            return _listed(
                f"retaliate {amount}", f"range {range_}" if range_ != 1 else "", _if_not_self(whom)
            )
        case Place(conditions, whom):
            return _listed(" and ".join(conditions), whom_in_words(whom))
        case Shove(push, pull, whom, conditions, augments):
            by = f"push {push}" if push else f"pull {pull}"
            return _listed(by, *conditions, whom_in_words(whom)) + _augments(augments)
        case Suffer(amount, whom):
            return _listed(f"suffer {amount}", whom_in_words(whom))
        case NegateDamage():
            return "negate damage"
        case Recover(number):
            return f"recover {number}"
        case Infuse(element):
            return f"infuse {element}"
        case Consume(elements, then):
            return f"with {' and '.join(elements)} {_abilities(then)}"
        case Summon():
            return _listed(*_summon(ability))
        case CreateTrap(damage, conditions):
            return _listed(f"trap {damage} damage", *conditions)
        case Loot(range_):
            return f"loot {range_}"
        case Experience(amount):
            return f"xp {amount}"
        case OnDeath(then):
            return f"on death {_abilities(then)}"
        case UntilRoundEnd(effect):
            return _THIS_ROUND[effect]
        case Special(number):
            return f"special {number}"
        case ScenarioStep(text):
            return f"scenario ({text})"
        case ExtraTurn(name):
            return f"extra turn {name}"


def _of_attack(attack: Attack) -> Iterator[str]:
    if attack.range is not None:
        yield f"range {_amount(attack.range)}"
    yield from _effects(attack)
    if attack.all_adjacent:
        yield "all adjacent"
    if attack.add_target:
        yield "add target" if attack.add_target == 1 else f"add {attack.add_target} targets"
    if attack.advantage:
        yield "advantage"
    for bonus in attack.bonuses:
        yield f"{bonus.attack:+} if target is {_BONUSES[bonus.when]}"
    if attack.all_on_one:
        yield "all on one target"


def _effects(holder: Attack | Augment) -> Iterator[str]:
    """What an attack prints, and what an augment may add to it."""
    if holder.targets is not None:
        yield f"target {holder.targets}"
    if holder.all_in_range:
        yield "all in range"
    if holder.area is not None:
        yield f"area {_area(holder.area)}"
    yield from _numbers(pierce=holder.pierce, push=holder.push, pull=holder.pull)
    yield from holder.conditions


def _augments(augments: Iterable[Augment]) -> str:
    return "".join(
        f" with {' and '.join(augment.elements)} ({_listed(*_of_augment(augment))})" for augment in augments
    )


def _of_augment(augment: Augment) -> Iterator[str]:
    if augment.amount:
        yield f"{augment.amount:+}"
    if augment.replaced_by is not None:
        yield f"{augment.replaced_by} instead"
    if augment.range:
        yield f"range {augment.range:+}"
    yield from _effects(augment)
    if augment.whom is not None:
        yield whom_in_words(augment.whom)
    yield from _numbers(xp=augment.experience)
    if augment.per_target_damaged:
        yield f"for each target damaged {_abilities(augment.per_target_damaged)}"


def _summon(summon: Summon) -> Iterator[str]:
    count = f"{summon.count} x " if summon.count != 1 else ""
    statistics = f" ({_listed(*_statistics(summon.statistics))})" if summon.statistics is not None else ""
    yield f"summon {count}{summon.name}{statistics}"
    yield summon.rank
    if summon.per_character:
        yield "for each character"
    if summon.by_target:
        yield "next to the target"
    if summon.shares_hit_points:
        yield "hit points of the summoner"


def _statistics(printed: Summoned) -> Iterator[str]:
    yield from _numbers(hp=printed.hp, move=printed.move, attack=printed.attack, range=printed.range)
    yield from _numbers(shield=printed.shield, retaliate=printed.retaliate, pierce=printed.pierce)
    yield _targets(printed.targets)
    yield from printed.conditions
    if printed.flying:
        yield "flying"


# smaller things


def _listed(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _numbers(**numbers: int) -> Iterator[str]:
    return (f"{word} {number}" for word, number in numbers.items() if number)


def _abilities(abilities: Iterable[Ability]) -> str:
    return f"({'; '.join(map(write_ability, abilities))})"


def _amount(amount: Amount) -> str:
    return f"{amount.number:+}" if amount.relative else str(amount.number)


def _targets(number: int) -> str:
    return f"target {number}" if number != 1 else ""


def _if_not_self(whom: Whom) -> str:
    return whom_in_words(whom) if whom != SELF else ""


def _area(pattern: Pattern) -> str:
    if pattern.name:
        return pattern.name
    seen_from = f" from {_hexes(pattern.body or _CENTRE)}" if pattern.is_melee else ""
    return _hexes(pattern.hexes) + seen_from


def _hexes(hexes: Iterable[Hex]) -> str:
    return " ".join(f"({each.q},{each.p})" for each in hexes)
