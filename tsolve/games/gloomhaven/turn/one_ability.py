"""What is true of every ability of a character's action: its player performs it or skips it, and uses items
at their moments. (GH-2.6, GH-11.8)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.actions import Action, Pass, UseItem
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.printed import When
from tsolve.games.gloomhaven.state import Choice, State
from tsolve.games.gloomhaven.turn.items import (
    WhyNot,
    asides,
    must_use,
    pay_for,
    ready_items,
    step_aside,
    why_not_aside,
)

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class OneAbility(Choice, frozen=True):
    """One ability of the present action; it is a step of its own if it can be performed."""

    takes: ClassVar[tuple[type, ...]] = ()
    """The actions that perform it."""
    performs: ClassVar[bool] = True
    """Whether these perform a part of the action; else they only say who does."""
    changed_by: ClassVar[tuple[When, ...]] = ()
    """The items that change it before it is performed."""
    figure: str
    must: bool = False
    """Whether it cannot be skipped, since its elements were consumed or it harms. (GH-2.6)"""

    used: tuple[str, ...] = ()
    """The items that have changed it: one use of each. (GH-10.1)"""
    in_action: bool = False
    """Whether it is a part of an action of its own: a half of a card that is played."""

    def ways(self, book: Book, state: State) -> list[Action]:
        """The ways to perform it; none, unless a kind of ability says otherwise."""
        return []

    def perform(self, play: Play, action: Action) -> None:
        """Perform it in one of these ways."""

    def changing(self, book: Book, state: State) -> list[Item]:
        """The items that may still change it: each once. (GH-10.1)"""
        items = ready_items(book, state, self.figure, self.changed_by)
        return [item for item in items if item.name not in self.used]

    def with_item(self, item: Item) -> OneAbility:
        """The ability as changed by an item; unchanged, unless it can be changed by items."""
        return self

    def why_not_changed(self, book: Book, state: State, item: str) -> WhyNot | None:
        """Why an item of that moment does not change it; None for no such reason."""
        return None

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        """Why it cannot be performed in this way."""
        return super().refuse(book, state, action)

    def player(self, state: State) -> str:
        """The character that may use items at any time meanwhile: of a figure that is led, who leads it."""
        return state.led.by if state.led is not None and state.led.figure == self.figure else self.figure

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure):
            return []
        ways = self.ways(book, state)
        changing = self.changing(book, state)
        useful = [each for each in changing if self._is_useful(book, state, each, changing)]
        if any(each.is_forced for each in useful):
            ways = []  # use the item first, or skip the ability
        more = [*(UseItem(each.name) for each in useful), *asides(book, state, self.player(state))]
        return [*ways, *more] if self.must and ways else [*ways, *more, Pass()]

    def _is_useful(self, book: Book, state: State, item: Item, others: list[Item]) -> bool:
        """Whether it can be performed with this item, by itself or with others that are used after it."""
        ability = self.with_item(item)
        if ability.ways(book, state):
            return True
        for other in others:
            if other is not item and other in ability.changing(book, state):
                ability = ability.with_item(other)
                if ability.ways(book, state):
                    return True
        return False

    def refuse(self, book: Book, state: State, action: Action) -> WhyNot:
        if isinstance(action, Pass):
            return "this cannot be skipped", ("GH-2.6",)
        if isinstance(action, self.takes):
            forced = [item.name for item in self.changing(book, state) if item.is_forced]
            if forced and self.ways(book, state):
                return must_use(forced[0])
            return self.why_not(book, state, action)
        if isinstance(action, UseItem) and action.item in self.used:
            return f"{action.item} is used once for an ability", ("GH-11.8", "GH-10.1")
        if isinstance(action, UseItem) and (reason := self.why_not_changed(book, state, action.item)):
            return reason
        why_not = why_not_aside(book, state, self.player(state), action)
        return why_not or super().refuse(book, state, action)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-2.6", *self.rules_of_lead(state))

    def rules_of_lead(self, state: State) -> tuple[str, ...]:
        """The rules by which a figure performs it out of its turn, if it does."""
        if not state.leads(self.figure):
            return ()
        return ("GH-11.20", "GH-11.21") if state.led is not None and state.led.is_enemy else ("GH-11.20",)

    def mover(self, book: Book, state: State) -> int:
        """The player is asked even if only skipping is left, so that people can ask why."""
        return self.chooser(state) if state.is_up(self.figure) else ENGINE

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            return
        item = play.book.items.get((self.figure, action.item)) if isinstance(action, UseItem) else None
        if item is not None and item.when in self.changed_by:
            play.use_item(self.figure, item.name)
            used = tuple(sorted((*self.used, item.name)))
            play.push(replace(self.with_item(item), used=used))
            pay_for(play, self.figure, item)
            return
        if step_aside(play, self.player(play.state), action, self):
            return
        if self.performs:
            play.set(performed=True)
        self.perform(play, action)
