"""A Hero who levels up because a text says so. (QUEST-8.7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, Action, LevelUp, Pass
from tsolve.games.quest.effects.abilities import RaiseHero
from tsolve.games.quest.turn import levels
from tsolve.games.quest.turn.locations import temple_forbids
from tsolve.games.quest.turn.market import in_stacks
from tsolve.games.quest.turn.values import is_a

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class Raise(tasks.Choice, frozen=True):
    """One Hero of those that the text means levels up, or none."""

    asks = "level up a Hero, or pass"
    effect: RaiseHero
    ruling: str
    wielder: int = NONE
    """The Hero who wields the card that says so."""

    def options(self, book: Book, state: State) -> list[Action]:
        found: list[Action] = []
        if temple_forbids(book, state) and book.reads("temple_levels", "never"):
            return [Pass()]
        for place in self._wielders() if self.effect.wielder else state.firsts():
            hero = book.card(state.laid[place].card)
            free = not state.laid[place].risen  # a Hero rises once a turn (QUEST-8.5)
            if free and self._means(book, hero) and state.me.xp >= self.price(book, state, place):
                found += [
                    LevelUp(place, into)
                    for into in dict.fromkeys(in_stacks(state))
                    if levels.is_next_level(hero, book.card(into))
                ]
        return [*found, Pass()]

    def _wielders(self) -> list[int]:
        return [] if self.wielder == NONE else [self.wielder]

    def _means(self, book: Book, hero: Card) -> bool:
        of_level = self.effect.level is None or hero.level == self.effect.level
        return hero.kind == "hero" and of_level and is_a(book, hero, self.effect.sort)

    def price(self, book: Book, state: State, place: int) -> int:
        """The XP that it costs this Hero."""
        return 0 if self.effect.free else max(levels.price_of(book, state, place) - self.effect.less, 0)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "QUEST-8.7", self.ruling

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, LevelUp):
            levels.level_up(play, action, self.price(play.book, play.state, action.hero))
