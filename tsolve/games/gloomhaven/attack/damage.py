"""The damage of one attack on one target, number by number. (GH-6.7 to GH-6.10)

Three steps: the attack value, the modifier cards, the defence. Only what comes out at the end is limited at
0; a x2 doubles whatever the first step gives.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tsolve.games.gloomhaven.attack.modifiers import Effect, Modifier
from tsolve.model.arithmetic import Step, run
from tsolve.model.trace import Entry


class Part(msgspec.Struct, frozen=True):
    """What somebody or something adds: a bonus or penalty of the attacker, or a shield of the target."""

    name: str
    amount: int
    """Points; below 0 for a penalty."""
    rulings: tuple[str, ...] = ()
    """What it rests on besides the rules of attacks: its card, for instance."""


class Doubling(msgspec.Struct, frozen=True):
    """Something of the attacker's that multiplies the attack value. (GH-6.7)"""

    name: str
    factor: int = 2
    rulings: tuple[str, ...] = ()


class SingleAttack(msgspec.Struct, frozen=True):
    """What one attack brings against one of its targets. (GH-6.1)"""

    printed: int
    """The attack of the ability; of a monster with its statistics."""
    bonuses: tuple[Part, ...] = ()
    doublings: tuple[Doubling, ...] = ()
    pierce: int = 0
    """Points, 0 or more. (GH-7.6)"""


class Defence(msgspec.Struct, frozen=True):
    """What its target has against it."""

    shields: tuple[Part, ...] = ()
    """They add up. (GH-10.6)"""
    is_poisoned: bool = False
    """Gives the attacker +1. (GH-8.5)"""


NONE = Defence()


class Damage(msgspec.Struct, frozen=True):
    """What an attack comes to."""

    value: int
    """The attack value before the modifier cards."""
    amount: int
    """The damage, 0 or more."""
    effects: tuple[Effect, ...]
    """What the modifier cards bring besides, in the order of the cards: it follows the damage. (GH-7.1)"""
    entries: tuple[Entry, ...]
    """Every number: what `attack` and `shield` come to, part by part."""


def attack_value(attack: SingleAttack, defence: Defence = NONE) -> int:
    """Step 1: what the modifier cards are applied to; it may be below 0. (GH-6.7)"""
    quantities = _quantities()
    run(tuple(_value_steps(attack, defence)), quantities)
    return quantities["attack"]


def damage(
    attack: SingleAttack,
    defence: Defence,
    applied: tuple[Modifier, ...],
    rulings: tuple[str, ...] = (),
) -> Damage:
    """What an attack comes to when these modifier cards are applied to it.

    `rulings` are those by which these cards apply and no others (`Drawing.rulings`).
    """
    quantities = _quantities()
    entries = run(tuple(_value_steps(attack, defence)), quantities)
    value = quantities["attack"]
    pierce = attack.pierce + sum(each.pierce for each in applied)
    entries += run((*_card_steps(applied, rulings), *_defence_steps(defence, pierce)), quantities)
    effects = tuple(effect for each in applied for effect in each.effects if effect.word != "pierce")
    return Damage(value, quantities["attack"], effects, tuple(entries))


_ONE = "one"


def _quantities() -> dict[str, int]:
    return {"attack": 0, "shield": 0, _ONE: 1}


def _plus(on: str, amount: int, subject: str, *rulings: str, note: str = "") -> Step:
    return Step("plus", on, rulings, subject, by=amount, other=_ONE, note=note)


def _value_steps(attack: SingleAttack, defence: Defence) -> Iterable[Step]:
    """Step 1. The attacker chooses the order, and gains most by what adds, then doubles, then subtracts."""
    poison = (Part("poison", 1, ("GH-6.10", "GH-8.5")),) if defence.is_poisoned else ()
    parts = (*attack.bonuses, *poison)
    yield _plus("attack", attack.printed, "", "GH-6.7", note="printed")
    yield from (_bonus(part) for part in parts if part.amount >= 0)
    for doubling in attack.doublings:
        rulings = ("GH-6.7", *doubling.rulings)
        yield Step("times", "attack", rulings, doubling.name, by=doubling.factor)
    yield from (_bonus(part) for part in parts if part.amount < 0)


def _bonus(part: Part) -> Step:
    return _plus("attack", part.amount, part.name, "GH-6.7", *part.rulings)


def _card_steps(applied: Iterable[Modifier], rulings: tuple[str, ...]) -> Iterable[Step]:
    """Step 2. Of several cards the attacker chooses the order here too."""
    for each in sorted(applied, key=_turn):
        if each.kind == "double":
            yield Step("times", "attack", ("GH-6.8", *rulings), str(each), by=2)
        elif each.kind == "null":
            yield Step("zero", "attack", ("GH-6.8", *rulings), str(each))
        else:
            variant = ("GH-16.1",) if each.name else ()
            yield _plus("attack", each.number, str(each), "GH-6.8", *rulings, *variant)


def _turn(modifier: Modifier) -> int:
    """What adds comes before what doubles or cancels, what subtracts after it."""
    if modifier.kind != "number":
        return 1
    return 0 if modifier.number >= 0 else 2


def _defence_steps(defence: Defence, pierce: int) -> Iterable[Step]:
    """Step 3. Pierce beyond the shields is lost. (GH-6.9, GH-7.6)"""
    if defence.shields:
        for part in defence.shields:
            yield _plus("shield", part.amount, part.name, "GH-10.6", *part.rulings)
        if pierce:
            yield _plus("shield", -pierce, "pierce", "GH-6.9", "GH-7.6")
            yield Step("floor", "shield", ("GH-6.9", "GH-7.6"), note="what pierces beyond it is lost")
        yield Step("plus", "attack", ("GH-6.9",), by=-1, other="shield", note="shield")
    yield Step("floor", "attack", ("GH-6.9",), note="no damage below 0")
