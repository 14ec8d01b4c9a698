"""The damage of one attack number by number, and what follows it. (GH-6.7 to GH-6.10, GH-7, GH-10.1,
GH-10.7)

Three steps: the attack value, the modifier cards, the defence. Only the final result is limited at 0; a x2
doubles the result of the first step. Then follow effects, retaliate, and the use of bonuses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Literal, cast, get_args

import msgspec
from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Ability, Attack, Condition
from tsolve.games.gloomhaven.ability_parts import Element
from tsolve.games.gloomhaven.actions import Action, LeaveOut
from tsolve.games.gloomhaven.figures import BonusKind, Figure, LastingEffect, Token
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.lasting import holds, is_immune, seen
from tsolve.games.gloomhaven.modifiers import NAMED, REFRESH, Effect, Modifier
from tsolve.games.gloomhaven.simple_abilities import Infuse, Refresh, RetaliateChange
from tsolve.games.gloomhaven.state import Choice, State, Task, killer_of
from tsolve.games.gloomhaven.traits import NEGATIVE, POSITIVE
from tsolve.games.gloomhaven.turn.effects import InfuseOne, Perform
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.model.trace import Entry, Step, run

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class Part(msgspec.Struct, frozen=True):
    """One summand: a bonus or penalty of the attacker, or a shield of the target."""

    name: str
    amount: int
    """Points; below 0 for a penalty."""
    rulings: tuple[str, ...] = ()
    """Its rulings in addition to the rules of attacks, such as that of its card."""


class Doubling(msgspec.Struct, frozen=True):
    """Something of the attacker's that multiplies the attack value. (GH-6.7)"""

    name: str
    factor: int = 2
    rulings: tuple[str, ...] = ()


class SingleAttack(msgspec.Struct, frozen=True):
    """The numbers of one attack against one of its targets. (GH-6.1)"""

    printed: int
    """The attack of the ability; for a monster including its statistics."""
    bonuses: tuple[Part, ...] = ()
    doublings: tuple[Doubling, ...] = ()
    pierce: int = 0
    """Points, 0 or more. (GH-7.6)"""


class Defence(msgspec.Struct, frozen=True):
    """The defence of its target."""

    shields: tuple[Part, ...] = ()
    """They add up. (GH-10.6)"""
    is_poisoned: bool = False
    """Gives the attacker +1. (GH-8.5)"""


NONE = Defence()


class Damage(msgspec.Struct, frozen=True):
    """The result of an attack."""

    value: int
    """The attack value before the modifier cards."""
    amount: int
    """The damage, 0 or more."""
    effects: tuple[Effect, ...]
    """Other effects of the modifier cards, in their order; they follow the damage. (GH-7.1)"""
    entries: tuple[Entry, ...]
    """Every number of the calculation of `attack` and `shield`."""


def attack_value(attack: SingleAttack, defence: Defence = NONE) -> int:
    """Step 1: the value to which the modifier cards are applied; it may be below 0. (GH-6.7)"""
    quantities = _quantities()
    run(tuple(_value_steps(attack, defence)), quantities)
    return quantities["attack"]


def damage(
    attack: SingleAttack,
    defence: Defence,
    applied: tuple[Modifier, ...],
    rulings: tuple[str, ...] = (),
) -> Damage:
    """The result of an attack if these modifier cards are applied to it.

    `rulings`: those by which only these cards apply (`Drawing.rulings`).
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
    """Step 1. The attacker chooses the order; the best one is to add, then to double, then to subtract."""
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
            variant = ("GH-16.1",) if each.name in NAMED else ()
            yield _plus("attack", each.number, str(each), "GH-6.8", *rulings, *variant)


def _turn(modifier: Modifier) -> int:
    """The place of a card in the order: additions, then doubling or cancelling, then subtractions."""
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


ELEMENTS = frozenset(get_args(Element))
FORCING: tuple[Literal["pull", "push"], ...] = ("pull", "push")
"""The effects that move the target; the last one is done first."""


class Effects(Choice, frozen=True):
    """Effects after the damage on a target that is still there, or without an attack. (GH-6.11, GH-7.1,
    GH-7.2, GH-2.12)

    A player may leave effects out; a push or a pull is left out by not moving the target.
    """

    asks = "say which effects are left out: `without ...`"
    attacker: str
    source: Hex
    target: str
    attack: Attack
    cards: tuple[Effect, ...] = ()
    """The effects of the modifier cards."""
    why: tuple[str, ...] = ("GH-6.11", "GH-7.1")

    def options(self, book: Book, state: State) -> list[Action]:
        """Apply all effects, or leave out some of those that change something; figures that play by the rules
        for monsters apply all.
        """
        has_player = state.cards_of(self.attacker) is not None or state.leads(self.attacker)
        is_played = state.is_up(self.attacker) and has_player
        words = self._words(book, state) if is_played else []
        return [LeaveOut(some) for number in range(len(words) + 1) for some in combinations(words, number)]

    def _words(self, book: Book, state: State) -> list[str]:
        """The conditions that it brings."""
        helping: list[str] = [each.word for each in self.cards if each.word in POSITIVE]
        if not state.is_up(self.target):
            return helping
        target = state.figure(self.target)
        return [*helping, *(each for each in self.conditions(state) if brings(book, state, target, each))]

    def conditions(self, state: State) -> Iterable[Condition]:
        """The conditions that the target gets."""
        printed = list(self.attack.conditions)
        if state.is_up(self.attacker):
            printed += state.figure(self.attacker).profile.apply
        printed += [each.word for each in self.cards if each.word in NEGATIVE]
        return dict.fromkeys(printed)

    def accepts(self, book: Book, state: State, effects: Collection[str]) -> bool:
        """Whether a player may leave these out; also a push or a pull, which is decided later."""
        return set(effects) <= {*self._words(book, state), *(word for word in FORCING if self._steps(word))}

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-7.1",)

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if not isinstance(action, LeaveOut):
            return super().refuse(book, state, action)
        words = {*self._words(book, state), *(word for word in FORCING if self._steps(word))}
        missing = next(each for each in action.effects if each not in words)
        what = "ability for" if self.why[0] == "GH-7.2" else "attack on"
        return f"the {what} {self.target} has no {missing} to leave out", ("GH-7.1",)

    def run(self, play: Play) -> None:
        self._apply(play, ())

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, LeaveOut)
        if action.effects:
            text = f"leaves out {' and '.join(action.effects)}"
            play.note("condition", self.attacker, ("GH-7.1",), text)
        self._apply(play, action.effects)

    def _apply(self, play: Play, left_out: Collection[str]) -> None:
        state = play.state
        attacker = state.figure(self.attacker) if state.is_up(self.attacker) else None
        if attacker is not None:
            self._help(play, left_out)
        if not state.is_up(self.target):
            return
        for condition in self.conditions(state):
            if condition not in left_out:
                play.place(self.target, condition, self.why)
        has_player = attacker is not None and (attacker.kind == "character" or state.leads(attacker.name))
        by_monsters = not has_player
        by = play.by_force_of(attacker) if attacker is not None else ""
        target, source = self.target, self.source
        for word in FORCING:
            if word not in left_out and (steps := self._steps(word)):
                force = Force(target, source, steps, word == "pull", by_monsters, not by_monsters, by)
                if word == "push":
                    force = replace(force, breaks=self.attack.breaks, blocked=self.attack.blocked)
                play.push(force)

    def _steps(self, word: Literal["pull", "push"]) -> int:
        printed = self.attack.pull if word == "pull" else self.attack.push
        return printed + sum(each.number for each in self.cards if each.word == word)

    def _help(self, play: Play, left_out: Collection[str]) -> None:
        """Effects of modifier cards for the attacker itself."""
        for effect in self.cards:
            if effect.word in left_out:
                continue
            if effect.word in POSITIVE:
                play.place(self.attacker, effect.word, ("GH-6.11",))
            elif effect.word == "heal":
                play.heal(self.attacker, effect.number)
            elif effect.word in ("shield", "retaliate"):
                kind: Literal["shield", "retaliate"] = "shield" if effect.word == "shield" else "retaliate"
                play.gain(self.attacker, LastingEffect(kind, effect.number), ("GH-6.11",))
            elif effect.word == REFRESH and play.state.cards_of(self.attacker) is not None:
                from tsolve.games.gloomhaven.turn.restoring import Restore  # which knows this module

                play.push(Restore(self.attacker, ability=Refresh(1), granted=True))
            elif effect.word in ELEMENTS:
                play.push(InfuseOne(Infuse(cast("Element", effect.word))))


def brings(book: Book, state: State, target: Figure, condition: Condition) -> bool:
    """Whether a condition of somebody else's attack changes anything about its target. (GH-8.1, GH-8.15)"""
    stays_away = target.kind == "object" or is_immune(book, state, target, condition)
    return not stays_away and Token(condition) not in target.tokens


class IfDamaged(Task, frozen=True):
    """Abilities that are performed once the attack has taken hit points of its target. (GH-7.1)"""

    attacker: str
    target: str
    before: int
    """The hit points of the target before the attack."""
    abilities: tuple[Ability, ...]

    def run(self, play: Play) -> None:
        left = play.state.figure(self.target).hp if play.state.on_map(self.target) else 0
        if left < self.before:
            play.push(*(Perform(self.attacker, ability) for ability in self.abilities))


def if_damaged(attacker: str, target: Figure, attack: Attack) -> Iterator[IfDamaged]:
    """The task that performs what an attack does once it has damaged its target, if there is anything."""
    if attack.damaging:
        yield IfDamaged(attacker, target.name, target.hp, attack.damaging)


class Retaliate(Task, frozen=True):
    """The target of an attack strikes back if it is still there and the attacker near enough. (GH-10.7)"""

    attacker: str
    target: str

    def run(self, play: Play) -> None:
        state = play.state
        if not (state.is_up(self.attacker) and state.is_up(self.target)):
            return
        attacker = state.figure(self.attacker)
        target = seen(play.book, state, state.figure(self.target))
        steps = play.book.board(state).distance(target.at, attacker.at)
        amount = sum(each for each, reach in retaliation_of(target) if steps is not None and steps <= reach)
        if not amount:
            if any(retaliation_of(target)):
                play.note("retaliate", self.target, ("GH-6.11", "GH-10.7"), f"does not reach {self.attacker}")
            return
        if attacker.kind != "character" and not play.reads("retaliate_against", "any_figure"):
            return
        play.suffer(self.attacker, amount, ("GH-10.7",), f"retaliate of {self.target}", killer_of(target))
        sources = {effect.source for effect in target.effects if effect.kind in PROTECTING}
        struck = [each for each in target.effects if each.kind == "retaliate" and each.range >= (steps or 0)]
        for each in struck:
            if each.experience:
                play.gain_experience(each.owner or self.target, each.experience)
        play.use_slots(self.target, (each for each in struck if each.source not in sources))


HELPING: tuple[BonusKind, ...] = ("attack_plus", "pierce", "advantage")
"""Bonuses that an attack of their bearer uses."""
PROTECTING: tuple[BonusKind, ...] = ("shield", "attackers_have_disadvantage")
"""Bonuses that an attack on their bearer uses."""


class EndAttack(Task, frozen=True):
    """Bonuses that were used go on by a slot, and those for this attack alone end. (GH-10.1, GH-11.8)"""

    attacker: str
    target: str

    def run(self, play: Play) -> None:
        for name, kinds in ((self.attacker, HELPING), (self.target, PROTECTING)):
            if play.state.on_map(name):
                figure = play.state.figure(name)
                used = [each for each in figure.effects if each.kind in kinds]
                play.use_slots(name, (each for each in used if holds(play.book, play.state, figure, each)))
                effects = play.state.figure(name).effects
                play.edit(name, effects=tuple(each for each in effects if each.lasts != "attack"))


def ending(attacker: Figure, target: Figure) -> Iterator[EndAttack]:
    """The task that ends bonuses after an attack, if there are any."""
    if any(effect.slots or effect.lasts == "attack" for effect in (*attacker.effects, *target.effects)):
        yield EndAttack(attacker.name, target.name)


def retaliation_of(figure: Figure) -> Iterator[tuple[int, int]]:
    """Every retaliate of a figure: its amount and its range. (GH-10.7)"""
    if figure.profile.retaliate:
        yield figure.profile.retaliate, figure.profile.retaliate_range
    more = sum(each.ability.amount for each in figure.effects if isinstance(each.ability, RetaliateChange))
    for effect in figure.effects:
        if effect.kind == "retaliate":
            yield effect.amount + more, effect.range
