"""Abilities in the words in which `ability_text` reads them, one text for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Augment,
    Bestow,
    Command,
    Consume,
    Either,
    Heal,
    If,
    Kill,
    Loot,
    Move,
    OnDeath,
    Pay,
    Place,
    Priced,
    Recover,
    Retaliate,
    Shield,
    Shove,
    Suffer,
)
from tsolve.games.gloomhaven.ability_parts import SELF, Amount, Bonus, Count, PerTargets, Whom
from tsolve.games.gloomhaven.hexes import named as hex_named
from tsolve.games.gloomhaven.map_abilities import CreateTrap, PutObstacles, Remove, Summon, Summoned
from tsolve.games.gloomhaven.simple_abilities import (
    ChooseHex,
    Cure,
    Dampen,
    Doubled,
    EndAll,
    Experience,
    ExtraTurn,
    Give,
    Hatch,
    HitPoints,
    Infuse,
    InitiativeChange,
    Leap,
    NegateDamage,
    OneMore,
    OneMoreObstacle,
    PassDooms,
    Refresh,
    ScenarioStep,
    Special,
    Swap,
    Teleport,
    Toward,
    Uncurse,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.writing.ability_clauses import PER
from tsolve.games.gloomhaven.writing.ability_words import MOST
from tsolve.games.gloomhaven.writing.lasting_text import write_lasting
from tsolve.games.gloomhaven.writing.restoring_words import augments_of, restoring_in_words
from tsolve.games.gloomhaven.writing.trait_words import condition_in_words
from tsolve.games.gloomhaven.writing.whom_words import area_in_words, whom_in_words

_THIS_ROUND = {
    "attackers_have_disadvantage": "attackers have disadvantage this round",
    "allies_attack_plus_1": "allies attack +1 this round",
}


def write_ability(ability: Ability) -> str:
    """The text that `read_ability` reads as this ability."""
    match ability:
        case Move(amount, jump, augments, only, loots, twice, clears):
            on_the_way = "loot each hex" if loots else "", "clear the way" if clears else ""
            more = "jump" if jump else "", only, "double" if twice else "", *on_the_way
            return _listed(f"move {_amount(amount)}", *more) + _augments(augments)
        case Attack():
            return _listed(f"attack {_amount(ability.amount)}", *_of_attack(ability)) + _augments(
                ability.augments
            )
        case Heal(amount, whom, range_, targets, augments, counts, times):
            near = [f"range {range_}", _targets(targets)] if range_ is not None else [whom_in_words(whom)]
            doubled = "doubled" if times > 1 else ""
            return _listed(f"heal {_number(amount, counts)}", *near, doubled) + _augments(augments)
        case Shield(amount, whom, augments):
            return _listed(f"shield {amount}", _if_not_self(whom)) + _augments(augments)
        case Retaliate(amount, range_, whom, augments, experience):
            far = f"range {range_}" if range_ != 1 else ""
            gained = f"xp {experience} each time" if experience else ""
            return _listed(f"retaliate {amount}", far, gained, _if_not_self(whom)) + _augments(augments)
        case Place(conditions, whom, augments):
            return _listed(" and ".join(conditions), whom_in_words(whom)) + _augments(augments)
        case Shove(push, pull, whom, conditions, augments):
            by = f"push {push}" if push else f"pull {pull}"
            return _listed(by, *conditions, whom_in_words(whom)) + _augments(augments)
        case Suffer(amount, whom, augments, counts):
            return _listed(f"suffer {_number(amount, counts)}", whom_in_words(whom)) + _augments(augments)
        case Kill(whom, augments, experience):
            gained = f"xp {experience} for each" if experience else ""
            return _listed("kill", whom_in_words(whom), gained) + _augments(augments)
        case NegateDamage(whom, fatal, of_attacks):
            of = " of an attack" if of_attacks else ""
            return _listed(f"negate {'fatal ' if fatal else ''}damage{of}", _if_not_self(whom))
        case Recover() | Refresh() | Cure():
            return _listed(*restoring_in_words(ability)) + _augments(augments_of(ability))
        case Give(card, whom):
            return _listed(f"give {card}", whom_in_words(whom))
        case Bestow(whom, then):
            return f"before {whom_in_words(whom)} {_abilities(then)}"
        case Pay(price, then, up_to):
            borne = write_ability(price)
            borne = borne.replace("suffer ", "suffer up to ", 1) if up_to else borne
            return f"with {borne} {_abilities(then)}"
        case Infuse(element, optional):
            return f"{'may ' if optional else ''}infuse {element}"
        case Consume(elements, then, otherwise):
            else_ = f" else {_abilities(otherwise)}" if otherwise else ""
            return f"with {' and '.join(elements)} {_abilities(then)}{else_}"
        case If(when, then, otherwise):
            else_ = f" else {_abilities(otherwise)}" if otherwise else ""
            return f"if {condition_in_words(when)} {_abilities(then)}{else_}"
        case Command(whom, then, ends_beside):
            verb = "perform" if (whom.each and not whom.name) or whom.number > 1 else "performs"
            where = ", ending beside it" if ends_beside else ""
            return f"{whom_in_words(whom)} {verb} {_abilities(then)}{where}"
        case Summon():
            return _listed(*_summon(ability))
        case PutObstacles(number, within, beside, area, in_its_hex):
            far = f" within {within}" if within > 1 else ""
            far = " in its hex" if in_its_hex else f" in area {area_in_words(area)}{far}" if area else far
            told = f"put {number} obstacle{'s' if number > 1 else ''}{far}"
            return told + _on_those_beside(beside, number > 1)
        case Remove(moves_within=int() as within):
            return f"shift one adjacent obstacle within {within}"
        case Remove(what, within, each, sprung_by, beside=beside):
            named = f"{what}s" if each else what
            where = f"{named} within {within}" if within > 1 else f"adjacent {named}"
            springs = f", {whom_in_words(sprung_by)} springs it" if sprung_by is not None else ""
            return f"clear {'all' if each else 'one'} {where}{springs}{_on_those_beside(beside, each)}"
        case ChooseHex(within):
            return f"choose a hex within {within}"
        case PassDooms(number, whom):
            return f"pass {'all dooms' if number is None else 'one doom'}, {whom_in_words(whom)}"
        case Teleport(to_its_hex):
            return "teleport to its hex" if to_its_hex else "teleport"
        case Swap(whom):
            return f"change places with {whom_in_words(whom)}"
        case CreateTrap(damage, conditions, experience, beside):
            sprung = f"xp {experience} once an enemy springs it" if experience else ""
            harm = _on_those_beside(beside, several=False).removeprefix(", ")
            return _listed(f"trap {damage} damage", *conditions, sprung, harm)
        case Loot(range_, augments, per_enemy):
            told = f"{per_enemy} more for each adjacent enemy" if per_enemy else ""
            return _listed(f"loot {range_}", told) + _augments(augments)
        case Uncurse():
            return "remove all curses"
        case Doubled():
            return "double the heal"
        case Dampen():
            return "consume the element first"
        case OneMoreObstacle():
            return "one more obstacle"
        case InitiativeChange(by, either):
            which = "more or less" if either else "more" if by > 0 else "less"
            return f"initiative {abs(by)} {which}"
        case Either(of):
            return f"either {_abilities(of)}"
        case EndAll():
            return "become exhausted"
        case HitPoints(left):
            return f"hit points become {left}"
        case OneMore(side):
            return f"play one more {side}"
        case Experience(amount):
            return f"xp {amount}"
        case OnDeath(then):
            return f"on death {_abilities(then)}"
        case UntilRoundEnd(effect, whom):
            return _listed(_THIS_ROUND[effect], _if_not_self(whom))
        case Special(number):
            return f"special {number}"
        case Leap(hexes):
            return f"leap to the next of {' '.join(hex_named(each, 'offset') for each in hexes)}"
        case Toward(points, hexes):
            return f"walk {points} toward {' '.join(hex_named(each, 'offset') for each in hexes)}"
        case Hatch(name, into, rank):
            return f"hatch {name}, {into}, {rank}"
        case ScenarioStep(text):
            return f"scenario ({text})"
        case ExtraTurn(name):
            return f"extra turn {name}"
        case _:
            return write_lasting(ability, write_ability)


def _on_those_beside(abilities: tuple[Ability, ...], several: bool) -> str:
    return f", beside {'them' if several else 'it'} {_abilities(abilities)}" if abilities else ""


def _of_attack(attack: Attack) -> Iterator[str]:
    if attack.range is not None:
        yield f"range {_amount(attack.range)}"
    yield from _effects(attack)
    if attack.all_adjacent:
        yield "all adjacent"
    yield from _add_target(attack.add_target)
    if attack.target_each:
        yield "one target each"
    for words, harm in (("through obstacles", attack.breaks), ("each hex blocked", attack.blocked)):
        if harm is not None:
            gained = f", xp {harm.experience}" if harm.experience else ""
            yield f"{words} ({harm.damage} damage{gained})"
    if attack.whom is not None:
        yield whom_in_words(attack.whom)
    if attack.damaging:
        yield f"for each target damaged {_abilities(attack.damaging)}"
    if attack.after:
        yield f"for each target {_abilities(attack.after)}"
    if attack.then:
        yield f"then {_abilities(attack.then)}"
    if attack.all_on_one:
        yield "all on one target"
    if attack.disadvantage:
        yield "disadvantage"
    if attack.doubled:
        yield "double"
    if attack.per_targets is not None:
        yield _per_targets(attack.per_targets)


def _add_target(number: int) -> Iterator[str]:
    if number:
        yield "add target" if number == 1 else f"add {number} targets"


def _per_targets(gained: PerTargets) -> str:
    of = "damage" if gained.of_damage else "targets"
    every = "each target" if gained.every == 1 else f"every {gained.every} {of}"
    return f"xp {gained.experience} for {every}"


def _effects(holder: Attack | Augment) -> Iterator[str]:
    """What an attack prints, and what an augment may add to it."""
    if holder.targets is not None:
        yield f"target {holder.targets}"
    if holder.all_in_range:
        yield "all in range"
    if holder.on_the_path:
        yield "all on the path"
    if holder.area is not None:
        yield f"area {area_in_words(holder.area)}"
    yield from _forces(holder)
    yield from holder.conditions
    if holder.advantage:
        yield "advantage"
    for bonus in holder.bonuses:
        if bonus.per is not None:
            per = next(word for word, what in PER.items() if what == bonus.per)
            yield f"for each {per} ({_listed(*_of_bonus(bonus))})"
            continue
        when = f"if {condition_in_words(bonus.when)}"
        if bonus.is_plain:
            yield f"{bonus.attack:+} {when}"
        else:
            yield f"{when} ({_listed(*_of_bonus(bonus))})"


def _forces(holder: Attack | Augment | Bonus) -> Iterator[str]:
    if holder.pierce >= MOST:
        yield "ignore shields"
    else:
        yield from _numbers(pierce=holder.pierce)
    yield from _numbers(push=holder.push, pull=holder.pull)


def _of_bonus(bonus: Bonus) -> Iterator[str]:
    if bonus.attack:
        yield f"{bonus.attack:+}"
    yield from _forces(bonus)
    yield from bonus.conditions
    if bonus.advantage:
        yield "advantage"
    if bonus.kills:
        yield "kill"
    if bonus.doubled:
        yield "double"
    yield from _numbers(xp=bonus.experience)


def _augments(augments: Iterable[Augment]) -> str:
    return "".join(f" with {_price(each)} ({_listed(*_of_augment(each))})" for each in augments)


def _price(augment: Augment) -> str:
    if not isinstance(augment, Priced):
        return " and ".join(augment.elements)
    text = write_ability(augment.price)
    return text.replace("suffer ", "suffer up to ", 1) if augment.up_to else text


def _of_augment(augment: Augment) -> Iterator[str]:
    if isinstance(augment, Priced) and augment.up_to:
        yield f"{augment.at(1).amount:+} each"
    elif augment.amount:
        yield f"{augment.amount:+}"
    if augment.replaced_by is not None:
        yield f"{augment.replaced_by} instead"
    if augment.range:
        yield f"range {augment.range:+}"
    yield from _effects(augment)
    if augment.jump:
        yield "jump"
    yield from _add_target(augment.add_target)
    if augment.whom is not None:
        yield whom_in_words(augment.whom)
    yield from _numbers(xp=augment.experience)
    if augment.then and all(isinstance(each, Infuse) and not each.optional for each in augment.then):
        yield from map(write_ability, augment.then)
    elif augment.then:
        yield f"then {_abilities(augment.then)}"
    if augment.instead:
        yield f"instead {_abilities(augment.instead)}"
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
    if printed.half_its_hit_points:
        yield "attack half its hit points"
    yield from _numbers(shield=printed.shield, retaliate=printed.retaliate, pierce=printed.pierce)
    if printed.retaliate_range > 1:
        yield f"retaliate range {printed.retaliate_range}"
    yield _targets(printed.targets)
    yield from printed.conditions
    if printed.flying:
        yield "flying"
    yield from map(write_ability, printed.lasting)


# smaller things


def _listed(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _numbers(**numbers: int) -> Iterator[str]:
    return (f"{word} {number}" for word, number in numbers.items() if number)


def _abilities(abilities: Iterable[Ability]) -> str:
    return f"({'; '.join(map(write_ability, abilities))})"


def _number(number: int, counts: Count | None) -> str:
    if counts is None:
        return str(number)
    return f"X ({counts.in_words})" + (f" {number:+}" if number else "")


def _amount(amount: Amount) -> str:
    if amount.counts is not None:
        return _number(amount.number, amount.counts)
    return f"{amount.number:+}" if amount.relative else str(amount.number)


def _targets(number: int) -> str:
    return f"target {number}" if number != 1 else ""


def _if_not_self(whom: Whom) -> str:
    return whom_in_words(whom) if whom != SELF else ""
