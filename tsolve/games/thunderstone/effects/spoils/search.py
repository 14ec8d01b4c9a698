"""A victory that shows the deck (Sphinx)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, DestroyFound, Pass, SearchDeck
from tsolve.games.thunderstone.effects.base import SpoilsEffect
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.drawing import DrawCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Reason
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class Search(SpoilsEffect, frozen=True, tag="search"):
    """Reveal cards of the own deck, destroy any of them, discard the others; the hand is not touched.

    It happens when the player says so among several Spoils (TS-14.1), else by itself.
    """

    happens = True
    cards: Count

    def attempts(self, book: Book, state: State) -> list[Action]:
        return [SearchDeck()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason | None:
        return None if isinstance(action, SearchDeck) else ("these Spoils look at the deck", ("TS-14.1",))

    def answer(self, play: Play, source: str, action: Action) -> None:
        play.push(DrawCards(self.cards, into="found"), SortFound(source))

    def say(self) -> str:
        return f"reveal {self.cards} cards of the deck, destroy any of them and discard the others"


class SortFound(tasks.Task, frozen=True):
    """The active player destroys revealed cards one by one and discards what is left."""

    name = "search"
    asks = "the revealed cards must be sorted"
    source: str

    def mover(self, book: Book, state: State) -> int:
        return state.active if state.found else tasks.ENGINE

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-14.1"

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
