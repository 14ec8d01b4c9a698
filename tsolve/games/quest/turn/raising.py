"""A Hero who levels up because a text says so. (QUEST-8.7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, LevelUp, Pass
from tsolve.games.quest.effects.abilities import RaiseHero
from tsolve.games.quest.turn import levels
from tsolve.games.quest.turn.market import in_stacks
from tsolve.games.quest.turn.values import is_a

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class Raise(tasks.Choice, frozen=True):
    """One Hero of those that the text means levels up, or none."""

    asks = "a Hero may level up, or pass"
    effect: RaiseHero
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        found: list[Action] = []
        for place in state.firsts():
            hero = book.card(state.laid[place].card)
            if self._means(hero) and state.me.xp >= self.price(hero):
                found += [
                    LevelUp(place, into)
                    for into in dict.fromkeys(in_stacks(state))
                    if levels.is_next_level(hero, book.card(into))
                ]
        return [*found, Pass()]

    def _means(self, hero: Card) -> bool:
        of_level = self.effect.level is None or hero.level == self.effect.level
        return hero.kind == "hero" and of_level and is_a(hero, self.effect.sort)

    def price(self, hero: Card) -> int:
        """The XP that it costs this Hero."""
        return 0 if self.effect.free else max(levels.price_of(hero) - self.effect.less, 0)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "QUEST-8.7", self.ruling

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, LevelUp):
            hero = play.book.card(play.state.laid[action.hero].card)
            levels.level_up(play, action, self.price(hero))
