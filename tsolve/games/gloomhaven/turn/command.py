"""Abilities that let other figures act at once: allies, own summons, and enemies that are made to.

Whoever is named performs them where it stands, with its own statistics, conditions and modifier deck, led by
a player. (GH-11.20, GH-11.21)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.abilities import Command
from tsolve.games.gloomhaven.actions import Action, Pick
from tsolve.games.gloomhaven.cards import Origin
from tsolve.games.gloomhaven.simple_abilities import Experience, Infuse
from tsolve.games.gloomhaven.state import Led, State, Task
from tsolve.games.gloomhaven.turn.affected import affected, groups_affected, looks_for_sight
from tsolve.games.gloomhaven.turn.effects import InfuseOne
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.turn.one_ability import OneAbility
from tsolve.games.gloomhaven.turn.reactions import end_of_action

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class Commanding(OneAbility, frozen=True, kw_only=True):
    """Who performs the abilities of a command: one figure after the other, in the order that is chosen."""

    asks = "say who performs it: `choose FIGURE`, or `skip`"
    takes = (Pick,)
    performs: ClassVar[bool] = False
    command: Command
    origin: Origin
    done: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    """The sets of figures that the area covers from where it began."""

    def mover(self, book: Book, state: State) -> int:
        return ENGINE if self.command.whom.name else super().mover(book, state)

    def run(self, play: Play) -> None:
        """The figure that is named performs it; which parts, its player decides."""
        if not play.state.is_up(self.figure):
            return
        ways = self.ways(play.book, play.state)
        for way in ways:
            self.perform(play, way)
        if not ways:
            text = f"nobody called {self.command.whom.name} can perform it"
            play.note("command", self.figure, ("GH-11.20",), text)

    def ways(self, book: Book, state: State) -> list[Action]:
        names = [name for name in self._able(book, state) if name not in self.done]
        if self.command.whom.area is None:
            return [Pick(name) for name in names]
        done, groups = set(self.done), self._groups(book, state)
        return [Pick(name) for name in names if any({*done, name} <= set(group) for group in groups)]

    def _groups(self, book: Book, state: State) -> tuple[tuple[str, ...], ...]:
        return self.groups or tuple(groups_affected(book, state, self.figure, self.command.whom))

    def _able(self, book: Book, state: State) -> list[str]:
        """The figures that can perform abilities. (GH-8.9)"""
        whom = self.command.whom
        if whom.area is None:
            named = list(affected(book, state, self.figure, whom))
        else:
            named = sorted({name for group in self._groups(book, state) for name in group})
        figures = (state.figure(name) for name in named if state.is_up(name))
        return [each.name for each in figures if each.kind != "object" and not each.has("stun")]

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        assert isinstance(action, Pick)
        name, whom = action.figure, self.command.whom
        sight = ("GH-4.4",) if looks_for_sight(whom) else ()
        if name in self.done:
            return f"{name} has performed it already", ("GH-11.20",)
        if not state.on_map(name):
            return f"{name} is not on the map", ("GH-2.12",)
        if name in affected(book, state, self.figure, whom) and state.figure(name).has("stun"):
            return f"{name} is stunned and performs no abilities", ("GH-8.9", "GH-11.20")
        figure = state.figure(name)
        if whom.side == "summons" and figure.owner != self.figure:
            return f"{name} is no summon of {self.figure}", ("GH-11.4", "GH-11.20")
        if whom.side != "enemies" and figure.side != state.figure(self.figure).side:
            return f"{name} is no ally of {self.figure}", ("GH-1.2", "GH-11.20")
        return f"{name} cannot be chosen from here", (*sight, "GH-11.20")

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-11.20", *(("GH-11.21",) if self.command.whom.side == "enemies" else ()))

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, Pick)
        whom, done = self.command.whom, (*self.done, action.figure)
        if not whom.name and (whom.each or len(done) < whom.most):
            groups = self._groups(play.book, play.state) if whom.area is not None else ()
            play.push(replace(self, done=done, groups=groups))
        led = Led(action.figure, self.figure, whom.side == "enemies", self.command.ends_beside)
        text = f"performs abilities, led by {self.figure}"
        play.note("command", action.figure, self.rulings_for(play.book, play.state), text)
        is_action = self.origin.is_action and play.reads("led_attack", "attack_action")
        origin = replace(self.origin, lasts="", slots=(), by=self.figure, is_action=is_action)
        play.let_perform(led, self.command, origin)


class Lead(Task, frozen=True):
    """From now on a figure is led out of its turn."""

    led: Led

    def run(self, play: Play) -> None:
        play.set(led=self.led, performed=False, called=())


class EndLead(Task, frozen=True):
    """What comes with abilities that a figure has performed out of its turn."""

    command: Command
    by: str
    """Whose action it is."""
    performed: bool
    """Whether a part of that action was performed before."""
    called: tuple[str, ...] = ()
    """The lasting effects that it has called for before."""

    def run(self, play: Play) -> None:
        led = play.state.led
        if led is not None and play.state.called:
            play.push(self)
            if play.state.is_up(led.figure):
                end_of_action(play, led.figure)
            else:
                play.set(called=())
            return
        performed = play.state.performed
        play.set(led=None, performed=performed or self.performed, called=self.called)
        if performed and play.state.is_up(self.by):
            then = self.command.then
            play.gain_experience(self.by, sum(each.amount for each in then if isinstance(each, Experience)))
            play.push(*(InfuseOne(each) for each in then if isinstance(each, Infuse)))
