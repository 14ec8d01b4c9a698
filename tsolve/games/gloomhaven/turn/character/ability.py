"""An ability that its player may perform or skip. (GH-2.6)"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tsolve.cardkit.pending import ENGINE
from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.actions import Action, Pass, UseItem
from tsolve.games.gloomhaven.turn.character.items import (
    Reason,
    asides,
    must_use,
    ready_items,
    step_aside,
    why_not_aside,
)

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.items import Item, When
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State

__all__ = ["OneAbility", "Reason"]


class OneAbility(tasks.Choice, frozen=True):
    """One ability of the action at hand; it is a step of its own wherever it can be performed."""

    takes: ClassVar[tuple[type, ...]] = ()
    """The actions that perform it."""
    changed_by: ClassVar[tuple[When, ...]] = ()
    """The items that change it before it is performed."""
    figure: str
    must: bool = False
    """Whether it cannot be skipped: what it needs was paid, or it harms. (GH-2.6)"""

    used: tuple[str, ...] = ()
    """The items that have changed it: one use of each. (GH-10.1)"""

    def ways(self, book: Book, state: State) -> list[Action]:
        """How it can be performed: in no way, unless a kind of ability says otherwise."""
        return []

    def perform(self, play: Play, action: Action) -> None:
        """Perform it in one of these ways."""

    def changing(self, book: Book, state: State) -> list[Item]:
        """The items that may still change it: each once. (GH-10.1)"""
        items = ready_items(book, state, self.figure, self.changed_by)
        return [item for item in items if item.name not in self.used]

    def with_item(self, item: Item) -> OneAbility:
        """The ability as an item changes it: not at all, unless it names such items."""
        return self

    def why_not(self, book: Book, state: State, action: Action) -> Reason:
        """Why it cannot be performed so."""
        return super().refuse(book, state, action)

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure):
            return []
        ways = self.ways(book, state)
        changing = self.changing(book, state)
        useful = [each for each in changing if self.with_item(each).ways(book, state)]
        if any(each.is_forced for each in useful):
            ways = []  # first the item, or skip the ability
        more = [*(UseItem(each.name) for each in useful), *asides(book, state, self.figure)]
        return [*ways, *more] if self.must and ways else [*ways, *more, Pass()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if isinstance(action, Pass):
            return "this cannot be skipped", ("GH-2.6",)
        if isinstance(action, self.takes):
            forced = [item.name for item in self.changing(book, state) if item.is_forced]
            if forced and self.ways(book, state):
                return must_use(forced[0])
            return self.why_not(book, state, action)
        if isinstance(action, UseItem) and action.item in self.used:
            return f"{action.item} is used once for an ability", ("GH-11.8", "GH-10.1")
        return why_not_aside(book, state, self.figure, action) or super().refuse(book, state, action)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-2.6",)

    def mover(self, book: Book, state: State) -> int:
        """The player is asked also where only skipping is left, so that people can ask why."""
        return self.chooser(state) if state.is_up(self.figure) else ENGINE

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            return
        item = play.book.items[self.figure, action.item] if isinstance(action, UseItem) else None
        if item is not None and item.when in self.changed_by:
            play.use_item(self.figure, item.name)
            used = tuple(sorted((*self.used, item.name)))
            play.push(replace(self.with_item(item), used=used))
            return
        if step_aside(play, self.figure, action, self):
            return
        play.set(performed=True)
        self.perform(play, action)
