"""What lasting effects do when something calls for them: abilities that are performed at once. (GH-10.1)

Whoever performs them need not be the figure that acts: its action goes on afterwards as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Ability, AttackChange, Suffer, Whenever
from tsolve.games.gloomhaven.ability_parts import Event
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.lasting import called_for, seen
from tsolve.games.gloomhaven.simple_abilities import Experience, Infuse, TwoAtOnce
from tsolve.games.gloomhaven.state import State, Struck, Task
from tsolve.games.gloomhaven.turn.effects import InfuseOne, Perform

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play


AFTER: tuple[Event, ...] = ("after attack action", "after move action")
"""Events that an ability calls for, and that come at the end of its action."""


class React(Task, frozen=True):
    """The abilities of a lasting effect; the token of its card goes on by a slot. (GH-10.1)"""

    bearer: str
    at: Hex
    """Where its bearer is, or was when it left the map: distances count from there for a mark."""
    effect: LastingEffect
    then: tuple[Ability, ...]
    other: str = ""
    """Another figure that has part in it: `the same figure` of its abilities."""

    def run(self, play: Play) -> None:
        state, effect = play.state, self.effect
        performer = self._performer(state)
        if not state.is_up(performer):
            return
        figure = state.figure(performer)
        play.note("bonus", performer, ("GH-10.1",), f"{effect.source or 'a lasting effect'} is called for")
        back = Return(state.performed, state.struck, state.chosen)
        play.set(chosen=self.other)
        if effect.sort == "doom":
            play.set(struck=(Struck(self.bearer, self.at),))
        infused = [InfuseOne(each) for each in self.then if isinstance(each, Infuse)]
        is_led = state.led is not None and state.led.figure == performer
        if figure.kind == "character" or is_led:
            play.push(*infused, back)
            play.perform_all(performer, self.then, effect.source)
        else:
            others = (each for each in self.then if not isinstance(each, Infuse | Experience))
            play.push(*(Perform(performer, each) for each in others), *infused, back)
        if figure.kind == "character":
            gained = sum(each.amount for each in self.then if isinstance(each, Experience))
            play.gain_experience(performer, gained)
        play.use_slots(performer, [effect])

    def _performer(self, state: State) -> str:
        """The bearer; what a mark does at other moments than turns is done by its owner."""
        return self.effect.owner if self.effect.sort == "doom" else self.bearer


class Return(Task, frozen=True):
    """The present action goes on as it was before a lasting effect was called for."""

    performed: bool
    struck: tuple[Struck, ...]
    chosen: str = ""

    def run(self, play: Play) -> None:
        play.set(performed=self.performed, struck=self.struck, chosen=self.chosen)


class HarmMarked(Task, frozen=True):
    """A mark, or a special rule, harms a figure; a kill counts for the owner of the mark. (GH-2.11, GH-10.9,
    GH-14.7)
    """

    bearer: str
    damage: int
    effect: LastingEffect

    def run(self, play: Play) -> None:
        if play.state.is_up(self.bearer):
            by, why = self.effect.owner, "GH-14.7" if self.effect.is_rule else "GH-10.1"
            play.suffer(self.bearer, self.damage, ("GH-10.9", why), self.effect.source, by)


def reactions(play: Play, name: str, event: Event, other: str = "") -> list[Task]:
    """What an event calls for among the effects that reach a figure, in their order."""
    state, found = play.state, list[Task]()
    if not any(each.effects for each in state.figures):
        return []
    figure = seen(play.book, state, state.figure(name))
    paid = set[str]()
    for effect, ability in called_for(figure, event, state):
        is_marked = effect.is_rule or (effect.sort == "doom" and event in ("turn start", "turn end"))
        harm = [each.amount for each in ability.then if isinstance(each, Suffer)]
        if is_marked and harm:
            found.append(HarmMarked(figure.name, sum(harm), effect))
        else:
            then = ability.then
            if effect.sort in paid and _pays_once(figure, effect):
                then = tuple(each for each in then if not isinstance(each, Experience))
            if effect.sort is not None and any(isinstance(each, Experience) for each in then):
                paid.add(effect.sort)
            found += [React(figure.name, figure.at, effect, then, other)] if then else []
    return found


def _pays_once(figure: Figure, effect: LastingEffect) -> bool:
    """Whether of two cards of its sort only one brings experience. (GH-10.10)"""
    abilities = (each.ability for each in figure.effects)
    return any(
        isinstance(each, TwoAtOnce) and each.sort == effect.sort and each.experience_of_one
        for each in abilities
    )


def call(play: Play, name: str, event: Event) -> None:
    """An action performs an ability: the effects that wait for its end are noted, each once. (GH-10.1)"""
    figure = seen(play.book, play.state, play.state.figure(name))
    called = [effect.source for effect, _ in called_for(figure, event, play.state)]
    if called:
        play.set(called=tuple(sorted({*play.state.called, *called})))


def end_of_action(play: Play, name: str) -> None:
    """What the present action has called for is done, and its slots are used."""
    called = play.state.called
    if not called:
        return
    play.set(called=())
    figure, tasks = seen(play.book, play.state, play.state.figure(name)), list[Task]()
    for effect in figure.effects:
        if effect.source not in called:
            continue
        if isinstance(effect.ability, AttackChange):
            play.use_slots(name, [effect])
        elif isinstance(effect.ability, Whenever) and effect.ability.event in AFTER:
            tasks.append(React(name, figure.at, effect, effect.ability.then))
    play.push(*tasks)
