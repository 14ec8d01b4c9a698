"""Harm that a character chooses to bear, for a better ability or for one more. (GH-11.14)

It says so before the ability is performed, and must be able to perform it then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import msgspec

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.abilities import Place, Priced, Suffer
from tsolve.games.gloomhaven.actions import Action, Do, Pass, Pick
from tsolve.games.gloomhaven.state import Task
from tsolve.games.gloomhaven.turn.affected import affected, targets
from tsolve.games.gloomhaven.turn.effects import affect
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.turn.one_ability import OneAbility
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State

WHY = ("GH-11.14", "GH-10.9")


class Offer(msgspec.Struct, frozen=True):
    """What a harm buys."""

    price: Suffer | Place
    tasks: tuple[Task, ...]
    needs: tuple[OneAbility, ...]
    """The abilities that it buys: one of them must be possible."""
    experience: int = 0
    source: str = ""
    """The card of the lasting effect that offers it: once an action, and for one of its slots."""


def steps(priced: Priced) -> Iterator[Priced]:
    """The harms that may be borne for a change, from the least on."""
    if priced.up_to and isinstance(priced.price, Suffer):
        yield from map(priced.at, range(1, priced.price.amount + 1))
    else:
        yield priced


class MayBear(OneAbility, frozen=True, kw_only=True):
    """Whether a harm is borne, and how much of it. (GH-11.14)"""

    asks = "say whether the harm is borne: `do suffer 2, self`, `choose FIGURE`, or `skip`"
    takes: ClassVar[tuple[type, ...]] = (Do, Pick)
    offers: tuple[Offer, ...]
    """The greatest harm last."""
    otherwise: tuple[Task, ...] = ()
    """What is done without it."""

    def ways(self, book: Book, state: State) -> list[Action]:
        if not self._helps(book, state):
            return []
        found: list[Action] = []
        for each in self.offers:
            if each.price.whom.is_chosen:
                found += [Pick(name) for name in affected(book, state, self.figure, each.price.whom)]
            else:
                found.append(Do(write_ability(each.price)))
        return found

    def _helps(self, book: Book, state: State) -> bool:
        return any(each.ways(book, state) for each in self.offers[-1].needs)

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        if not self._helps(book, state):
            return "what the harm would bring cannot be performed now", WHY
        return (
            f"what may be borne here is {' or '.join(write_ability(each.price) for each in self.offers)}",
            WHY,
        )

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def mover(self, book: Book, state: State) -> int:
        is_asked = state.is_up(self.figure) and self.ways(book, state)
        return self.chooser(state) if is_asked else ENGINE

    def run(self, play: Play) -> None:
        play.push(*self.otherwise)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            self.run(play)
        else:
            super().answer(play, action)

    def perform(self, play: Play, action: Action) -> None:
        if isinstance(action, Pick):
            offer, names = self.offers[0], [action.figure]
        else:
            assert isinstance(action, Do)
            offer = next(each for each in self.offers if write_ability(each.price) == action.text)
            whom = offer.price.whom
            names = [*affected(play.book, play.state, self.figure, whom, targets(offer.price))]
        before = sum(play.state.figure(name).hp for name in names)
        play.push(IfBorne(self.figure, offer, self.otherwise, before, tuple(names)))
        for name in names:
            affect(play, self.figure, offer.price, name)


class IfBorne(Task, frozen=True):
    """What was bought, once the price is paid: also where the damage was negated, unless that is read
    otherwise.
    """

    figure: str
    offer: Offer
    otherwise: tuple[Task, ...]
    before: int
    """The hit points before the harm."""
    names: tuple[str, ...]
    """Who bears it."""

    def run(self, play: Play) -> None:
        if not play.state.is_up(self.figure):
            return
        left = sum(each.hp for each in play.state.figures if each.name in self.names)
        is_negated = isinstance(self.offer.price, Suffer) and left == self.before
        if is_negated and play.reads("negated_price", "not_paid"):
            text = "has suffered no damage, so nothing is bought"
            play.note("damage", self.figure, ("GH-11.14", "key.negated_price"), text)
            play.push(*self.otherwise)
            return
        play.gain_experience(self.figure, self.offer.experience)
        if self.offer.source:
            play.set(called=tuple(sorted({*play.state.called, self.offer.source})))
        play.push(*self.offer.tasks)
