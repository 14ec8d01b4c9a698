"""What lasts, as it holds for one figure: its own effects, and those of others that reach it. (GH-10.1,
GH-10.4)

A persistent bonus for several figures holds for whoever is near enough when it counts; a mark on an enemy
changes attacks on it for those whom its owner's card names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Ability, AttackChange, Condition, OneOf, Whenever
from tsolve.games.gloomhaven.ability_parts import SELF, Event, Sort, Whom
from tsolve.games.gloomhaven.figure_traits import all_so
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.simple_abilities import (
    Becomes,
    DrawsAttacks,
    HealChange,
    Immune,
    LastInFocus,
    NegateDamage,
    NoDoubling,
    Unhindered,
)
from tsolve.games.gloomhaven.state import State

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


def lasts(state: State) -> bool:
    """Whether anything lasts that is more than a bonus of its bearer alone: bounds of searches give way."""
    return state.ruled or any(is_special(effect) for figure in state.figures for effect in figure.effects)


def is_special(effect: LastingEffect) -> bool:
    """Whether a lasting effect is more than a bonus of its bearer alone."""
    is_bound = effect.whom != SELF or bool(effect.when)
    return effect.ability is not None or is_bound or bool(effect.experience)


def seen(book: Book, state: State, figure: Figure) -> Figure:
    """A figure with the effects of others that reach it, without its own that are not for itself, and
    without those that are good only while something is so that is not; of one that is led without those of
    attack actions, where its attacks are none.
    """
    if state.leads(figure.name) and figure.effects and book.reads("led_attack", "no_action"):
        figure = replace(figure, effects=tuple(each for each in figure.effects if not _is_of_actions(each)))
    return _reached(book, state, figure)


def _is_of_actions(effect: LastingEffect) -> bool:
    change = effect.ability
    return isinstance(change, AttackChange) and change.actions


def _reached(book: Book, state: State, figure: Figure) -> Figure:
    if not any(effect.whom != SELF or effect.when for other in state.figures for effect in other.effects):
        return figure
    effects = [
        effect
        for other in state.figures
        for effect in (figure.effects if other.name == figure.name else other.effects)
        if reaches(book, state, other, figure, effect.whom) and holds(book, state, other, effect)
    ]
    return replace(figure, effects=tuple(effects))


def holds(book: Book, state: State, bearer: Figure, effect: LastingEffect) -> bool:
    """Whether all is so of its bearer that an effect asks for."""
    return not effect.when or all_so(book, state, effect.when, bearer, bearer)


def reaches(book: Book, state: State, bearer: Figure, figure: Figure, whom: Whom) -> bool:
    """Whether a figure is one of those for whom an effect of the bearer is good, where they stand now."""
    if figure.name == bearer.name:
        return whom.side == "self" or whom.and_self
    if whom.side in ("self", "same") or figure.kind == "object":
        return False
    if whom.side == "summons" and figure.owner != bearer.name:
        return False
    if whom.side == "all summons" and (figure.kind != "summon" or figure.side != bearer.side):
        return False
    if whom.side == "all summons":
        return figure.side == bearer.side and figure.kind == "summon"
    if whom.side in ("enemies", "allies") and (figure.side == bearer.side) != (whom.side == "allies"):
        return False
    if whom.within is None:
        return True
    steps = book.board(state).distance(bearer.at, figure.at)
    return steps is not None and steps <= whom.within


def attack_changes(
    book: Book, state: State, attacker: Figure, target: Figure, is_ranged: bool
) -> Iterator[tuple[LastingEffect, AttackChange]]:
    """The lasting effects that change an attack on one figure, apart from its range and targets."""
    for effect in seen(book, state, attacker).effects:
        change = effect.ability
        if isinstance(change, AttackChange) and not _is_time(change, state, attacker, effect.source):
            continue
        if isinstance(change, AttackChange) and not change.on_it and _fits(change, attacker, is_ranged):
            yield effect, change
    for effect in target.effects:
        change = effect.ability
        if not isinstance(change, AttackChange) or not change.on_it or not _fits(change, attacker, is_ranged):
            continue
        if change.of is None:
            yield effect, change
        elif state.on_map(effect.owner):
            owner = state.figure(effect.owner)
            if reaches(book, state, owner, attacker, change.of):
                yield effect, change


def _is_time(change: AttackChange, state: State, attacker: Figure, source: str) -> bool:
    """Whether a change is for attacks at this time of a turn."""
    if change.by_command and not state.leads(attacker.name):
        return False
    if change.of_augments and not performs_sort(state, "augment"):
        return False
    moved = state.moved if state.turn == attacker.name else 0
    return moved >= change.moved and not (change.once and source in state.once)


def performs_sort(state: State, sort: Sort) -> bool:
    """Whether the half of a card that is performed just now brings an effect of this sort. (GH-10.10)"""
    halves = (half for task in reversed(state.todo) if (half := getattr(task, "half", None)) is not None)
    half = next(halves, None)
    return half is not None and brings_sort(half.abilities, sort)


def brings_sort(abilities: Iterable[Ability], sort: Sort) -> bool:
    """Whether one of these abilities is an effect of this sort."""
    return any(isinstance(each, OneOf) and each.sort == sort for each in abilities)


def _fits(change: AttackChange, attacker: Figure, is_ranged: bool) -> bool:
    reach = "ranged" if is_ranged else "melee"
    return change.reach in ("", reach) and (not change.invisible or attacker.has("invisible"))


def wider(figure: Figure, is_ranged: bool) -> Iterator[AttackChange]:
    """What changes the range or the targets of the attacks of a figure `seen`."""
    for effect in figure.effects:
        change = effect.ability
        if isinstance(change, AttackChange) and not change.on_it and _fits(change, figure, is_ranged):
            yield change


def called_for(figure: Figure, event: Event, state: State) -> Iterator[tuple[LastingEffect, Whenever]]:
    """The effects of a figure, as it is `seen`, that an event calls for now."""
    for effect in figure.effects:
        ability = effect.ability
        if not isinstance(ability, Whenever) or ability.event != event:
            continue
        strong = [each.element for each in state.elements if each.strength == "strong"]
        if ability.unless in strong or (ability.strong is not None and ability.strong not in strong):
            continue
        has_moved = ability.at_least <= state.moved and (
            ability.at_most is None or state.moved <= ability.at_most
        )
        if ability.hazard and not state.scorched:
            continue
        if has_moved and (not ability.invisible or figure.has("invisible")):
            yield effect, ability


def counts_moves(figure: Figure) -> bool:
    """Whether it matters how far a figure has moved in its turn."""
    found = [each.ability for each in figure.effects]
    return any(
        (isinstance(each, Whenever) and (each.at_least or each.at_most is not None))
        or (isinstance(each, AttackChange) and each.moved)
        for each in found
    )


def minds_hazards(figure: Figure) -> bool:
    """Whether it matters if a figure has entered hazardous terrain in its turn."""
    return any(isinstance(each.ability, Whenever) and each.ability.hazard for each in figure.effects)


def is_unhindered(figure: Figure, by: Literal["difficult", "hazardous"]) -> bool:
    """Whether a kind of terrain does not matter for a figure. (GH-1.8, GH-1.9)"""
    return any(isinstance(each.ability, Unhindered) and by in each.ability.by for each in figure.effects)


def comes_last(figure: Figure) -> bool:
    """Whether a figure counts as initiative 99 where its enemies look for a focus. (GH-12.12)"""
    return any(isinstance(each.ability, LastInFocus) for each in figure.effects)


def is_not_doubled(figure: Figure) -> bool:
    """Whether cards that double count as +0 in attacks on a figure. (GH-6.8)"""
    return any(isinstance(each.ability, NoDoubling) for each in figure.effects)


def is_immune(book: Book, state: State, figure: Figure, to: str) -> bool:
    """Whether a figure does not get a condition, or is not pushed or pulled, by its card or by an effect."""
    if to in figure.profile.immunities:
        return True
    if not lasts(state):
        return False
    effects = (each.ability for each in seen(book, state, figure).effects)
    return any(isinstance(each, Immune) and to in each.to for each in effects)


def drawn_to(book: Book, state: State, attacker: Figure, target: Figure) -> tuple[str, str] | None:
    """Who is hit in place of the target of an attack, and by which card. (GH-10.4)"""
    for other in state.figures:
        for effect in other.effects:
            ability = effect.ability
            if not isinstance(ability, DrawsAttacks) or other.side == state.stance(attacker):
                continue
            if other.name != target.name and reaches(book, state, other, target, ability.whom):
                return other.name, effect.source
    return None


def negates(effect: LastingEffect, is_fatal: bool, is_attack: bool) -> bool:
    """Whether an effect negates this damage. (GH-10.3)"""
    if effect.kind != "negate_damage":
        return False
    narrow = effect.ability
    return not isinstance(narrow, NegateDamage) or (
        (is_fatal or not narrow.fatal) and (is_attack or not narrow.of_attacks)
    )


def other_condition(figure: Figure, condition: Condition) -> Condition | None:
    """What a figure gets in place of a condition; None if it gets the condition itself."""
    changes = (each.ability for each in figure.effects)
    return next(
        (each.other for each in changes if isinstance(each, Becomes) and each.condition == condition), None
    )


def heal_changes(figure: Figure, on_it: bool, packs: bool = False) -> list[LastingEffect]:
    """The effects of a figure that change its heals, or those on it; or those of all packs."""
    return [
        each
        for each in figure.effects
        if isinstance(each.ability, HealChange) and (each.ability.on_it, each.ability.packs) == (on_it, packs)
    ]


def more_healed(effects: list[LastingEffect]) -> int:
    """How much these effects add to a heal."""
    return sum(each.ability.amount for each in effects if isinstance(each.ability, HealChange))
