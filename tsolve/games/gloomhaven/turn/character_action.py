"""A character's action: the abilities of a half of a card as printed, elements that are consumed for them,
and where the card goes. (GH-2.6, GH-2.8, GH-9.4)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import chain, combinations
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    AttackChange,
    Augment,
    Augmented,
    Bestow,
    Command,
    Consume,
    Either,
    Heal,
    If,
    Move,
    Pay,
    Priced,
    Suffer,
)
from tsolve.games.gloomhaven.ability_parts import Amount
from tsolve.games.gloomhaven.actions import Action, Do, Pass, Spend, UseItem
from tsolve.games.gloomhaven.cards import Origin
from tsolve.games.gloomhaven.lasting import seen, wider
from tsolve.games.gloomhaven.simple_abilities import (
    EndAll,
    Experience,
    Give,
    HealsFor,
    Infuse,
    MovesAsAttacks,
    OneMore,
    PassDooms,
)
from tsolve.games.gloomhaven.state import Choice, State, Task
from tsolve.games.gloomhaven.turn.character_ability import Skill, harms
from tsolve.games.gloomhaven.turn.character_attack import CharacterAttack
from tsolve.games.gloomhaven.turn.command import Commanding
from tsolve.games.gloomhaven.turn.counted import worked_out
from tsolve.games.gloomhaven.turn.deliberation import aim_of
from tsolve.games.gloomhaven.turn.dooms import PassingDooms
from tsolve.games.gloomhaven.turn.effects import InfuseOne
from tsolve.games.gloomhaven.turn.elements_and_bonuses import augmented, is_attack_bonus, ways_to_pay
from tsolve.games.gloomhaven.turn.further_half import FurtherHalf
from tsolve.games.gloomhaven.turn.giving import GiveCard
from tsolve.games.gloomhaven.turn.items import asides, step_aside, why_not_aside
from tsolve.games.gloomhaven.turn.movement import CharacterMove
from tsolve.games.gloomhaven.turn.one_ability import OneAbility
from tsolve.games.gloomhaven.turn.paying import MayBear, Offer, steps
from tsolve.games.gloomhaven.turn.reactions import React, reactions
from tsolve.games.gloomhaven.turn.restoring import Restore, Restoring
from tsolve.games.gloomhaven.turn.terrain_ability import changing_the_map
from tsolve.games.gloomhaven.turn.traits_held import all_hold
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class Printed(Task, frozen=True):
    """The rest of an action, ability by ability."""

    figure: str
    rest: tuple[Ability, ...]
    origin: Origin
    paid: bool = False
    """Whether elements were consumed for it, so that it must be performed."""
    as_told: bool = False
    """Whether nothing that lasts is offered for it any more: a price, or to use it as something else."""

    def run(self, play: Play) -> None:
        if not self.rest or not play.state.is_up(self.figure):
            return
        if play.state.figure(self.figure).has("stun") and not self.origin.despite_stun:
            play.note("turn", self.figure, ("GH-8.9",), "is stunned and does no more")
            return
        first, *others = self.rest
        if isinstance(first, Attack) and not self.as_told:
            first = self._with_more(play, first)
        if isinstance(first, Attack) and (before := self._before_attack(play)):
            play.push(*before, self)
            return
        play.push(replace(self, rest=tuple(others)))
        first = self._for_others(play, worked_out(play, self.figure, first))
        if isinstance(first, Move) and not self.as_told and self._holds(play, MovesAsAttacks):
            instead = Printed(self.figure, (Attack(Amount(first.amount.number)),), self.origin)
            told = replace(self, rest=(first,), as_told=True)
            play.push(MayUseAsAttack(self.figure, instead=instead, told=told))
            return
        if isinstance(first, Pay):
            play.push(_bought(self.figure, first, self.origin))
        elif isinstance(first, Augmented) and any(isinstance(each, Priced) for each in first.augments):
            play.push(_changed_for_harm(self.figure, first, self.origin))
        elif isinstance(first, Consume):
            play.push(PayFor(self.figure, consume=first, origin=self.origin))
        elif isinstance(first, If):
            book, state = play.book, play.state
            holds = all_hold(book, state, first.when, state.figure(self.figure))
            perform(play, self.figure, first.then if holds else first.otherwise, self.origin, self.paid)
        elif isinstance(first, Augmented) and first.augments:
            play.push(MayConsume(self.figure, first, first.augments, self.origin, self.paid))
        elif not isinstance(first, Infuse | Experience | EndAll):
            play.push(task_for(self.figure, first, self.origin, self.paid))

    def _holds(self, play: Play, kind: type) -> bool:
        """Whether an effect of this kind changes what the figure's own actions say."""
        effects = play.state.figure(self.figure).effects
        return self.origin.is_action and any(isinstance(each.ability, kind) for each in effects)

    def _for_others(self, play: Play, ability: Ability) -> Ability:
        """A heal for those for whom all heals of the figure are. (GH-10.8)"""
        effects = play.state.figure(self.figure).effects
        whom = [each.ability.whom for each in effects if isinstance(each.ability, HealsFor)]
        if not isinstance(ability, Heal) or not whom or ability.counts is not None:
            return ability
        return replace(ability, whom=whom[0], range=None, targets=1)

    def _before_attack(self, play: Play) -> list[Task]:
        """What is done before the first attack ability of an action. (GH-10.1)"""
        if not self.origin.is_action:
            return []
        called = play.state.called
        found = [
            each
            for each in reactions(play, self.figure, "before attack action")
            if isinstance(each, React) and each.effect.source not in called
        ]
        play.set(called=tuple(sorted({*called, *(each.effect.source for each in found)})))
        return [*found]

    def _with_more(self, play: Play, attack: Attack) -> Attack:
        """An attack with the elements that may be consumed for it by what lasts, once an action. (GH-9.4)"""
        figure = seen(play.book, play.state, play.state.figure(self.figure))
        if not self.origin.is_action or not figure.effects:
            return attack
        changes = [*wider(figure, aim_of(play.book, figure, attack).is_ranged)]
        more = [
            replace(augment, source=effect.source)
            for effect in figure.effects
            if isinstance(effect.ability, AttackChange)
            and effect.ability in changes
            and effect.source not in (*play.state.called, *(each.source for each in attack.augments))
            for augment in effect.ability.change.augments
        ]
        return replace(attack, augments=(*attack.augments, *more)) if more else attack


def perform(
    play: Play, figure: str, abilities: tuple[Ability, ...], origin: Origin, paid: bool = False
) -> None:
    """What elements bring, or bring in place of something: its abilities, what it infuses, its experience."""
    if abilities:
        play.push(Printed(figure, abilities, origin, paid))
    play.push(*(InfuseOne(each) for each in abilities if isinstance(each, Infuse)))
    gained = sum(each.amount for each in abilities if isinstance(each, Experience))
    play.gain_experience(origin.by or figure, gained)


def _bought(figure: str, pay: Pay, origin: Origin) -> MayBear:
    """Further abilities for a harm. (GH-11.14)"""
    return MayBear(figure, offers=tuple(_offer(figure, each, origin) for each in _steps(pay)))


def _steps(pay: Pay) -> Iterator[Pay]:
    """The harms that may be borne, from the least on, each with what it buys."""
    if not pay.up_to or not isinstance(pay.price, Suffer):
        yield pay
        return
    for damage in range(1, pay.price.amount + 1):
        then = (
            replace(each, targets=damage, target_each=False)
            if isinstance(each, Attack) and each.target_each
            else each
            for each in pay.then
        )
        yield Pay(replace(pay.price, amount=damage), tuple(then))


def _offer(figure: str, pay: Pay, origin: Origin) -> Offer:
    plain = [each for each in pay.then if not isinstance(each, Infuse | Experience | Consume | Pay)]
    experience = sum(each.amount for each in pay.then if isinstance(each, Experience))
    infused = (InfuseOne(each) for each in pay.then if isinstance(each, Infuse))
    tasks = (Printed(figure, pay.then, origin), *infused)
    needs = tuple(task_for(figure, each, origin) for each in plain)
    return Offer(pay.price, tasks, needs, experience)


def _changed_for_harm(figure: str, ability: Augmented, origin: Origin) -> MayBear:
    """A better ability for a harm; elements may change it after that. (GH-11.14)"""
    priced = next(each for each in ability.augments if isinstance(each, Priced))
    plain = replace(ability, augments=tuple(each for each in ability.augments if each is not priced))
    others = tuple(each for each in plain.augments if not priced.source or each.source != priced.source)
    offers = []
    for each in steps(priced):
        better = augmented(replace(plain, augments=others), each)
        task = task_for(figure, better, origin, paid=True)
        tasks: tuple[Task, ...] = (Printed(figure, (better,), origin, as_told=True),) if others else (task,)
        offers.append(Offer(each.price, tasks, (task,), each.experience, priced.source))
    return MayBear(figure, offers=tuple(offers), otherwise=(Printed(figure, (plain,), origin, as_told=True),))


class MayUseAsAttack(OneAbility, frozen=True, kw_only=True):
    """A move may be used as an attack of its number. (GH-2.6)"""

    asks = "say whether the move is used as an attack, or `skip` to move"
    takes = (Do,)
    performs = False
    instead: Printed
    told: Printed

    def ways(self, book: Book, state: State) -> list[Action]:
        (attack,) = self.instead.rest
        can = task_for(self.figure, attack, self.instead.origin).ways(book, state)
        return [Do(write_ability(attack))] if can else []

    def mover(self, book: Book, state: State) -> int:
        is_asked = state.is_up(self.figure) and self.ways(book, state)
        return self.chooser(state) if is_asked else ENGINE

    def why_not(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        return f"the move may be used as {write_ability(self.instead.rest[0])}", ("GH-2.6", "GH-10.1")

    def run(self, play: Play) -> None:
        play.push(self.told)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            self.run(play)
        else:
            super().answer(play, action)

    def perform(self, play: Play, action: Action) -> None:
        play.push(self.instead)


class Choosing(OneAbility, frozen=True, kw_only=True):
    """One of several abilities is performed. (GH-2.6)"""

    asks = "say which of the abilities is performed: `do move 2`, or `skip`"
    takes: ClassVar[tuple[type, ...]] = (Do,)
    performs: ClassVar[bool] = False
    ability: Either
    of: tuple[OneAbility, ...]
    """The tasks of these abilities, in the same order."""

    def _ways(self, book: Book, state: State) -> Iterator[tuple[str, OneAbility]]:
        for ability, task in zip(self.ability.of, self.of, strict=True):
            if any(not isinstance(each, Pass | UseItem) for each in task.ways(book, state)):
                yield write_ability(ability), task

    def ways(self, book: Book, state: State) -> list[Action]:
        return [Do(text) for text, _ in self._ways(book, state)]

    def why_not(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        texts = [write_ability(each) for each in self.ability.of]
        if isinstance(action, Do) and action.text in texts:
            return f"{action.text} cannot be performed from here", ("GH-2.6",)
        return f"the abilities to choose from are {' or '.join(texts)}", ("GH-2.6",)

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, Do)
        play.push(dict(self._ways(play.book, play.state))[action.text])


class MayConsume(Choice, frozen=True):
    """Elements may be consumed for the bonus printed with an ability. (GH-9.4, GH-9.5)"""

    asks = "say which element is consumed, or skip it"
    takes = (Spend,)
    figure: str
    ability: Augmented
    augments: tuple[Augment, ...]
    """Bonuses whose consumption is not decided yet; at least one."""
    origin: Origin
    paid: bool = False
    """Whether elements were consumed for the ability, so that it must be performed."""
    then: tuple[Ability, ...] = ()
    """What is performed after it."""

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure) or not self._can_help(book, state):
            return []
        ways: list[Action] = [Spend(way) for way in ways_to_pay(state, self.augments[0].elements)]
        return [*ways, *asides(book, state, self._player), Pass()] if ways else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-9.4", "GH-9.5"

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        why_not = why_not_aside(book, state, self._player, action)
        why_not = why_not or _why_not_paid(self.augments[0].elements, action)
        return why_not or super().refuse(book, state, action)

    def run(self, play: Play) -> None:
        self._go_on(play, self.ability)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            self.run(play)
            return
        if step_aside(play, self._player, action, self):
            return
        assert isinstance(action, Spend)
        for element in action.elements:
            play.consume(element)
        first = self.augments[0]
        play.gain_experience(self._player, first.experience)
        if first.source:
            play.set(called=tuple(sorted({*play.state.called, first.source})))
        paid = replace(self, paid=True, then=(*self.then, *first.then))
        if first.instead:
            paid._perform_instead(play, first.instead)
            return
        changed = augmented(self.ability, first)
        assert isinstance(changed, Augmented)
        paid._go_on(play, changed)

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE

    @property
    def _player(self) -> str:
        """The character whose action it is."""
        return self.origin.by or self.figure

    def _can_help(self, book: Book, state: State) -> bool:
        """Whether the ability can be performed with the first bonus, alone or with others too."""
        first, *rest = self.augments
        for number in range(len(rest) + 1):
            for others in combinations(rest, number):
                elements = chain(first.elements, *(each.elements for each in others))
                if not ways_to_pay(state, tuple(elements)):
                    continue
                better = reduce(augmented, others, augmented(self.ability, first))
                if task_for(self.figure, better, self.origin).ways(book, state):
                    return True
                if any(self._can_begin(book, state, each.instead) for each in (first, *others)):
                    return True
        return False

    def _can_begin(self, book: Book, state: State, abilities: tuple[Ability, ...]) -> bool:
        """Whether any of these abilities can be performed as the position is."""
        plain = (each for each in abilities if not isinstance(each, Infuse | Experience | Consume))
        return any(task_for(self.figure, each, self.origin).ways(book, state) for each in plain)

    def _go_on(self, play: Play, ability: Augmented) -> None:
        """Decide on the next bonus, or perform the ability and what follows it."""
        if self.augments[1:]:
            play.push(replace(self, ability=ability, augments=self.augments[1:]))
            return
        perform(play, self.figure, self.then, self.origin)
        play.push(task_for(self.figure, ability, self.origin, self.paid))

    def _perform_instead(self, play: Play, abilities: tuple[Ability, ...]) -> None:
        """Perform other abilities, and what follows."""
        perform(play, self.figure, self.then, self.origin)
        perform(play, self.figure, abilities, self.origin, paid=True)


class PayFor(OneAbility, frozen=True, kw_only=True):
    """Abilities that are performed if elements are consumed. (GH-9.4)"""

    asks = "say which element is consumed, or skip it"
    takes = (Spend,)
    consume: Consume
    origin: Origin

    def ways(self, book: Book, state: State) -> list[Action]:
        return [Spend(way) for way in ways_to_pay(state, self.consume.elements)]

    def why_not(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        return _why_not_paid(self.consume.elements, action) or ("it cannot be consumed", ("GH-9.4",))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-9.4", "GH-9.5"

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, Spend)
        for element in action.elements:
            play.consume(element)
        perform(play, self.figure, self.consume.then, self.origin)

    def mover(self, book: Book, state: State) -> int:
        """Nobody is asked where nothing can be consumed and something else is performed."""
        if self.consume.otherwise and not self.ways(book, state):
            return ENGINE
        return super().mover(book, state)

    def run(self, play: Play) -> None:
        self._otherwise(play)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            self._otherwise(play)
            return
        super().answer(play, action)

    def _otherwise(self, play: Play) -> None:
        if play.state.is_up(self.figure):
            perform(play, self.figure, self.consume.otherwise, self.origin)


def task_for(figure: str, ability: Ability, origin: Origin, paid: bool = False) -> OneAbility:
    """The task in which a character performs an ability as it is now, without further changes by elements; an
    ability that was `paid` for is not skipped.
    """
    if isinstance(ability, Augmented):
        ability = replace(ability, augments=())
    if isinstance(ability, Either):
        return Choosing(
            figure, paid, of=tuple(task_for(figure, each, origin) for each in ability.of), ability=ability
        )
    if isinstance(ability, Move):
        return CharacterMove(figure, in_action=origin.is_action, move=ability)
    if isinstance(ability, Command):
        return Commanding(figure, command=ability, origin=origin)
    if (changing := changing_the_map(figure, ability)) is not None:
        return changing
    if isinstance(ability, Attack) and not (origin.lasts and is_attack_bonus(ability)):
        return CharacterAttack(figure, paid, in_action=origin.is_action, attack=ability)
    if isinstance(ability, PassDooms):
        return PassingDooms(figure, paid, ability=ability)
    if isinstance(ability, OneMore):
        return FurtherHalf(figure, paid, one=ability)
    if isinstance(ability, Give | Bestow):
        return GiveCard(figure, paid, ability=ability, origin=origin)
    if isinstance(ability, Restoring):
        return Restore(figure, paid, ability=ability, origin=origin)
    return Skill(figure, paid or harms(ability), ability=ability, origin=origin)


def _why_not_paid(elements: tuple[str, ...], action: Action) -> tuple[str, tuple[str, ...]] | None:
    """Why other elements are not consumed; None for an action that consumes none."""
    if not isinstance(action, Spend):
        return None
    if "any" not in elements and set(action.elements) != set(elements):
        several = set(elements) < set(action.elements)
        others = ": each other bonus has a step of its own" if several else ""
        return f"it consumes {' and '.join(elements)}{others}", ("GH-9.4",)
    if len(action.elements) != len(elements):
        number = "one element" if len(elements) == 1 else f"{len(elements)} elements"
        return f"{number} at a time, for one bonus after the other", ("GH-9.4",)
    text = " and ".join(action.elements)
    return f"{text} is not there to be consumed: inert, or infused only this turn", ("GH-9.4", "GH-9.5")
