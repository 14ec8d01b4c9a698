"""A victory that shows the deck (Sphinx)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, DestroyFound, Pass
from tsolve.games.thunderstone.drawing import DrawCards
from tsolve.games.thunderstone.effects.base import SpoilsEffect

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class Search(SpoilsEffect, frozen=True, tag="search"):
    """Reveal cards of the own deck, destroy any of them, discard the others; the hand is not touched."""

    cards: int

    def apply(self, play: Play, source: str) -> None:
        play.push(DrawCards(self.cards, into="found"), SortFound(source))

    def say(self) -> str:
        return f"reveal {self.cards} cards of the deck, destroy any of them and discard the others"


class SortFound(tasks.Task, frozen=True):
    """The active player destroys revealed cards one by one and discards what is left."""

    name = "search"
    source: str

    def mover(self, book: Book, state: State) -> int:
        return state.active if state.found else tasks.ENGINE

    def options(self, book: Book, state: State) -> list[Action]:
        return [*(DestroyFound(card) for card in sorted(set(state.found))), Pass()]

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, DestroyFound):
            found = list(play.state.found)
            found.remove(action.card)
            play.set(found=tuple(found))
            play.scrap(action.card)
            play.note("spoils", action.card, (f"card.{self.source}",), "destroyed")
            play.push(self)
            return
        me = play.owner()
        play.player(play.state.active, discard=me.discard + play.state.found)
        play.set(found=())
