"""The action of one half of a card: its abilities as printed, then where the card goes. (GH-2.6, GH-2.8)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.pending import ENGINE
from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Augment,
    Consume,
    Experience,
    Heal,
    Infuse,
    Move,
    Shield,
    Shove,
)
from tsolve.games.gloomhaven.actions import Action, Pass, Spend
from tsolve.games.gloomhaven.character_cards import Half, Origin
from tsolve.games.gloomhaven.items import Item
from tsolve.games.gloomhaven.turn.bonuses import is_attack_bonus
from tsolve.games.gloomhaven.turn.character.ability import OneAbility
from tsolve.games.gloomhaven.turn.character.items import asides, step_aside, why_not_aside
from tsolve.games.gloomhaven.turn.character.moving import CharacterMove
from tsolve.games.gloomhaven.turn.character.skills import Skill, harms
from tsolve.games.gloomhaven.turn.character.striking import CharacterAttack
from tsolve.games.gloomhaven.turn.consuming import augmented, ways_to_pay
from tsolve.games.gloomhaven.turn.others import InfuseOne

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State


class Printed(tasks.Task, frozen=True):
    """What is left of an action, ability by ability."""

    figure: str
    rest: tuple[Ability, ...]
    origin: Origin

    def run(self, play: Play) -> None:
        if not self.rest or not play.state.is_up(self.figure):
            return
        if play.state.figure(self.figure).has("stun"):
            play.note("turn", self.figure, ("GH-8.9",), "is stunned and does no more")
            return
        first, *others = self.rest
        play.push(replace(self, rest=tuple(others)))
        if isinstance(first, Consume):
            play.push(PayFor(self.figure, consume=first, origin=self.origin))
        elif isinstance(first, Attack | Heal | Shield | Shove) and first.augments:
            play.push(MayConsume(self.figure, first, first.augments, self.origin))
        elif not isinstance(first, Infuse | Experience):
            play.push(task_for(self.figure, first, self.origin))


class FinishHalf(tasks.Task, frozen=True):
    """What comes with an action of which a part was performed, and where its card goes. (GH-9.2, GH-2.8)"""

    figure: str
    card: str
    half: Half

    def run(self, play: Play) -> None:
        performed, half = play.state.performed, self.half
        play.set(performed=False)
        if not play.state.is_up(self.figure):
            return
        if not performed:
            play.put_card(self.figure, self.card, "discarded", ("GH-2.8",))
            return
        if half.lasts:
            play.put_card(self.figure, self.card, "active", ("GH-2.8", "GH-10.1", "GH-10.4"))
            if half.lost or (half.lasts == "persistent" and play.reads("persistent_card", "lost")):
                play.doom(self.figure, self.card)
        else:
            play.put_card(self.figure, self.card, "lost" if half.lost else "discarded", ("GH-2.8",))
        gained = half.experience + sum(each.amount for each in half.abilities if isinstance(each, Experience))
        play.gain_experience(self.figure, gained)
        play.push(*(InfuseOne(each) for each in half.abilities if isinstance(each, Infuse)))


class FinishItem(tasks.Task, frozen=True):
    """What an item infuses; using it is no part of the action at hand. (GH-9.2)"""

    item: Item
    performed: bool
    """Whether a part of that action was performed before."""

    def run(self, play: Play) -> None:
        play.set(performed=self.performed)
        play.push(*(InfuseOne(each) for each in self.item.do if isinstance(each, Infuse)))


class MayConsume(tasks.Choice, frozen=True):
    """Elements may be consumed for what is printed beside an ability. (GH-9.4, GH-9.5)"""

    asks = "say which element is consumed, or skip it"
    takes = (Spend,)
    figure: str
    ability: Attack | Heal | Shield | Shove
    augments: tuple[Augment, ...]
    """Those that were not asked about yet; at least one."""
    origin: Origin
    paid: bool = False
    """Whether elements were consumed for the ability: then it is performed."""

    def options(self, book: Book, state: State) -> list[Action]:
        better = task_for(self.figure, augmented(self.ability, self.augments[0]), self.origin)
        if not state.is_up(self.figure) or not better.ways(book, state):
            return []
        ways: list[Action] = [Spend(way) for way in ways_to_pay(state, self.augments[0].elements)]
        return [*ways, *asides(book, state, self.figure), Pass()] if ways else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-9.4", "GH-9.5"

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        why_not = why_not_aside(book, state, self.figure, action)
        why_not = why_not or _why_not_paid(self.augments[0].elements, action)
        return why_not or super().refuse(book, state, action)

    def run(self, play: Play) -> None:
        play.push(self._next(self.ability, self.paid))

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            self.run(play)
            return
        if step_aside(play, self.figure, action, self):
            return
        assert isinstance(action, Spend)
        for element in action.elements:
            play.consume(element)
        first = self.augments[0]
        play.gain_experience(self.figure, first.experience)
        changed = augmented(self.ability, first)
        assert isinstance(changed, Attack | Heal | Shield | Shove)
        play.push(self._next(changed, True))

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE

    def _next(self, ability: Attack | Heal | Shield | Shove, paid: bool) -> tasks.Task:
        rest = self.augments[1:]
        if rest:
            return replace(self, ability=ability, augments=rest, paid=paid)
        return task_for(self.figure, ability, self.origin, paid)


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
        then = self.consume.then
        play.push(Printed(self.figure, then, self.origin))
        play.push(*(InfuseOne(each) for each in then if isinstance(each, Infuse)))
        play.gain_experience(self.figure, sum(each.amount for each in then if isinstance(each, Experience)))


def task_for(figure: str, ability: Ability, origin: Origin, paid: bool = False) -> OneAbility:
    """The task in which a character performs an ability as it stands, whatever elements would change about
    it; one that was `paid` for is not skipped.
    """
    if isinstance(ability, Attack | Heal | Shield | Shove):
        ability = replace(ability, augments=())
    if isinstance(ability, Move):
        return CharacterMove(figure, move=ability)
    if isinstance(ability, Attack) and not (origin.lasts and is_attack_bonus(ability)):
        return CharacterAttack(figure, paid, attack=ability)
    return Skill(figure, paid or harms(ability), ability=ability, origin=origin)


def _why_not_paid(elements: tuple[str, ...], action: Action) -> tuple[str, tuple[str, ...]] | None:
    """Why other elements are not consumed; None for an action that consumes none."""
    if not isinstance(action, Spend):
        return None
    if "any" not in elements and set(action.elements) != set(elements):
        return f"it consumes {' and '.join(elements)}", ("GH-9.4",)
    told = " and ".join(action.elements)
    return f"{told} is not there to be consumed: inert, or infused only this turn", ("GH-9.4", "GH-9.5")
