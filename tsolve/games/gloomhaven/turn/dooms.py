"""Dooms that go on to another enemy, from one that has died or from one that lives. (GH-10.10)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.actions import Action, GiveUp, Pick
from tsolve.games.gloomhaven.figures import LastingEffect
from tsolve.games.gloomhaven.simple_abilities import PassDooms
from tsolve.games.gloomhaven.state import Choice, State, Task, active_of
from tsolve.games.gloomhaven.turn.affected import affected
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.turn.one_ability import OneAbility

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class PassingDooms(OneAbility, frozen=True, kw_only=True):
    """An enemy is chosen to which dooms of the figure go on."""

    asks = "say to whom the doom passes: `choose FIGURE`, or `skip`"
    takes = (Pick,)
    ability: PassDooms

    def ways(self, book: Book, state: State) -> list[Action]:
        if not self._dooms(state):
            return []
        near = affected(book, state, self.figure, self.ability.whom)
        return [Pick(name) for name in near if state.figure(name).kind != "object"]

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        assert isinstance(action, Pick)
        if not self._dooms(state):
            return f"{self.figure} has no doom that could pass", ("GH-10.10",)
        return f"no doom can pass to {action.figure} from there", ("GH-10.10", "GH-4.4", "GH-8.12")

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-10.10", "GH-2.6"

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, Pick)
        dooms = self._dooms(play.state)
        if self.ability.number is not None and len({each.source for each in dooms}) > self.ability.number:
            play.push(PassOne(self.figure, action.figure, tuple(dooms)))
        else:
            _pass_on(play, action.figure, dooms)

    def _dooms(self, state: State) -> list[LastingEffect]:
        return _dooms(state, self.figure, self.ability.whom.from_target)


class PassOne(Choice, frozen=True):
    """Of two dooms one passes, and the other one leaves. (GH-10.10)"""

    asks = "say which doom does not pass: `give up CARD`"
    figure: str
    to: str
    dooms: tuple[LastingEffect, ...]

    def options(self, book: Book, state: State) -> list[Action]:
        return [GiveUp(card) for card in sorted({each.source for each in self.dooms})]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-10.10",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, GiveUp)
        _pass_on(play, self.to, [each for each in self.dooms if each.source != action.card])


class EndFreed(Task, frozen=True):
    """Dooms of a dead figure that nothing has passed on leave the active area. (GH-10.10)"""

    marks: tuple[LastingEffect, ...]

    def run(self, play: Play) -> None:
        play.set(freed=tuple(each for each in play.state.freed if each not in self.marks))
        for owner, card in sorted({(each.owner, each.source) for each in self.marks}):
            if card not in active_of(play.state, owner, "doom"):
                play.leave_active_area(owner, card, ("GH-10.10",))


def _dooms(state: State, owner: str, of_dead: bool) -> list[LastingEffect]:
    """The dooms of a character that can pass: those of who has died, or all that lie on somebody."""
    if of_dead:
        return [each for each in state.freed if each.owner == owner]
    effects = (each for figure in state.figures for each in figure.effects)
    return [each for each in effects if (each.sort, each.owner) == ("doom", owner)]


def _pass_on(play: Play, to: str, passing: list[LastingEffect]) -> None:
    """These dooms lie on another enemy from now on."""
    play.set(freed=tuple(each for each in play.state.freed if each not in passing))
    for figure in play.state.figures:
        kept = tuple(each for each in figure.effects if each not in passing)
        if kept != figure.effects:
            play.edit(figure.name, effects=kept)
    figure = play.state.figure(to)
    play.edit(to, effects=(*figure.effects, *passing))
    for card in sorted({each.source for each in passing}):
        play.note("bonus", to, ("GH-10.10",), f"{card} passes to it")
