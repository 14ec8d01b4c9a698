"""What an attack is against one target: its value, bonuses, pierce, effects and way of drawing cards, and the
defence of the target. (GH-6.7, GH-6.14, GH-10.6, GH-12.31)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.ability_parts import Bonus, Count
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.lasting import attack_changes, seen
from tsolve.games.gloomhaven.modifiers import Way, way_of
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.counted import worth
from tsolve.games.gloomhaven.turn.damage import Defence, Doubling, Part, SingleAttack
from tsolve.games.gloomhaven.turn.deliberation import aim_of
from tsolve.games.gloomhaven.turn.traits_held import all_hold
from tsolve.games.gloomhaven.writing.trait_words import condition_in_words

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


COUNTED = "Vermling Scout"
"""The type that V counts. (GH-12.36)"""


def single_attack(book: Book, state: State, attacker: Figure, target: Figure, attack: Attack) -> SingleAttack:
    """The numbers of an attack against one target. (GH-6.7, GH-12.31)"""
    printed = attacker.profile.attack + _counted(state, attacker) if attack.amount.relative else 0
    held = bonuses_against(book, state, attacker, target, attack)
    bonuses = [Part(_called(each), each.attack) for each in held if each.attack]
    bonuses += [
        Part(effect.source, effect.amount) for effect in attacker.effects if effect.kind == "attack_plus"
    ]
    bonuses += [
        Part(name, number, ("GH-11.8",) if (attacker.name, name) in book.items else ("GH-10.1",))
        for name, number in attack.added
    ]
    lasting = sum(effect.amount for effect in attacker.effects if effect.kind == "pierce")
    pierce = attack.pierce + sum(each.pierce for each in held) + attacker.profile.pierce + lasting
    doubled = attack.doubled or any(each.doubled for each in held)
    doublings = (Doubling("doubled"),) if doubled else ()
    return SingleAttack(printed + attack.amount.number, tuple(bonuses), doublings, pierce)


def _called(bonus: Bonus) -> str:
    """What a bonus is called in a calculation."""
    if bonus.per is not None:
        return f"bonus for {bonus.per}"
    return f"bonus if {condition_in_words(bonus.when)}"


def changed_attack(
    book: Book, state: State, attacker: Figure, target: Figure, attack: Attack
) -> tuple[Attack, list[LastingEffect]]:
    """An attack on one target as what lasts changes it, and the effects of which it uses a slot. (GH-10.1)"""
    used: list[LastingEffect] = []
    is_ranged = aim_of(book, seen(book, state, attacker), attack).is_ranged
    for effect, ability in attack_changes(book, state, attacker, target, is_ranged):
        change = ability.change
        number = change.amount.number
        attack = replace(
            attack,
            added=(*attack.added, (effect.source, number)) if number else attack.added,
            bonuses=(*attack.bonuses, *change.bonuses),
            pierce=attack.pierce + change.pierce,
            push=attack.push + change.push,
            pull=attack.pull + change.pull,
            conditions=(*attack.conditions, *change.conditions),
            advantage=attack.advantage or change.advantage,
            disadvantage=attack.disadvantage or change.disadvantage,
            doubled=attack.doubled or change.doubled,
        )
        holds = [all_hold(book, state, each.when, attacker, target, attack) for each in change.bonuses]
        if not ability.actions and (any(holds) or not holds):
            used.append(effect)
    return attack, used


def _counted(state: State, attacker: Figure) -> int:
    """The variable part of the attack statistic: hexes moved this turn, or others of its side. (GH-12.36)"""
    match attacker.profile.attack_counts:
        case "X":
            return state.moved if state.turn == attacker.name else 0
        case "H":
            return (attacker.hp + 1) // 2
        case "V":
            return sum(figure.group == COUNTED for figure in state.figures)
    return 0


def defence_of(target: Figure) -> Defence:
    """The defence of a target against attacks. (GH-10.6, GH-8.5)"""
    shields = [Part("shield", target.profile.shield)] if target.profile.shield else []
    shields += [
        Part(effect.source or "shield", effect.amount) for effect in target.effects if effect.kind == "shield"
    ]
    return Defence(tuple(shields), target.has("poison"))


def way_of_drawing(book: Book, state: State, attacker: Figure, target: Figure, attack: Attack) -> Way:
    """How modifier cards are drawn for an attack on one target. (GH-6.14)"""
    good, bad = reasons_of_drawing(book, state, attacker, target, attack)
    return way_of(bool(good), bool(bad))


def reasons_of_drawing(
    book: Book, state: State, attacker: Figure, target: Figure, attack: Attack
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rulings that give advantage, and those that give disadvantage. (GH-4.3, GH-8.10, GH-8.13)"""
    ranged = aim_of(book, attacker, attack).is_ranged
    adjacent = target.at in book.board(state).neighbours(attacker.at)
    good, bad = [], []
    granted = attack.advantage or any(
        each.advantage for each in bonuses_against(book, state, attacker, target, attack)
    )
    if granted or attacker.profile.advantage or attacker.gains("advantage"):
        good.append("GH-6.12")
    if attacker.has("strengthen"):
        good.append("GH-8.13")
    if attacker.has("muddle"):
        bad.append("GH-8.10")
    if attack.disadvantage:
        bad.append("GH-6.13")
    if target.profile.attackers_have_disadvantage or target.gains("attackers_have_disadvantage"):
        bad.append("GH-6.13")
    if ranged and adjacent:
        bad.append("GH-4.3")
    return tuple(good), tuple(bad)


def bonuses_against(
    book: Book, state: State, attacker: Figure, target: Figure, attack: Attack
) -> Sequence[Bonus]:
    """The conditional bonuses of an attack that it has against this target. (GH-6.7)"""
    held = (each for each in attack.bonuses if all_hold(book, state, each.when, attacker, target, attack))
    return [_as_often(book, state, each, attacker, target) if each.per is not None else each for each in held]


def _as_often(book: Book, state: State, bonus: Bonus, attacker: Figure, target: Figure) -> Bonus:
    """A bonus as often as what it counts."""
    assert bonus.per is not None
    often = worth(book, state, Count(bonus.per), attacker, target)
    return replace(
        bonus,
        attack=often * bonus.attack,
        pierce=often * bonus.pierce,
        push=often * bonus.push,
        pull=often * bonus.pull,
        experience=often * bonus.experience,
        conditions=bonus.conditions if often else (),
        advantage=bonus.advantage and often > 0,
        kills=bonus.kills and often > 0,
    )


def as_met(book: Book, state: State, attacker: Figure, target: Figure, attack: Attack) -> Attack:
    """The attack with the effects that its bonuses add against this target. (GH-6.7, GH-7.1)"""
    for bonus in bonuses_against(book, state, attacker, target, attack):
        attack = replace(
            attack,
            push=attack.push + bonus.push,
            pull=attack.pull + bonus.pull,
            conditions=tuple(dict.fromkeys((*attack.conditions, *bonus.conditions))),
        )
    return attack
