"""Heroes discarded for new cards (Quartermaster)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Discard, Pass
from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.turn.drawing import DrawCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class ExchangeHeroes(Deed, frozen=True, tag="exchange_heroes"):
    """Discard any number of Heroes, then draw as many cards. (TS-4.2, TS-18.2)"""

    stated = True
    reveals = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(ChooseHeroes(play.state.party[use.card].card))

    def say(self) -> str:
        return "discard any number of Heroes and draw as many cards"


class ChooseHeroes(tasks.Task, frozen=True):
    """The player discards one Hero after another, and stops at will."""

    name = "exchange"
    points = False
    asks = "the Heroes to be exchanged must be chosen"
    source: str
    count: int = 0

    def mover(self, book: Book, state: State) -> int:
        return state.active if self._heroes(book, state) else tasks.ENGINE

    def run(self, play: Play) -> None:
        if self.count:
            play.push(DrawCards(self.count))

    def options(self, book: Book, state: State) -> list[Action]:
        heroes = sorted({state.party[index].card for index in self._heroes(book, state)})
        return [*(Discard(state.active, hero) for hero in heroes), Pass()]

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-4.2"

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, Discard):
            self.run(play)
            return
        party = play.state.party
        copies = [index for index in self._heroes(play.book, play.state) if party[index].card == action.card]
        card = play.discard(max(copies, key=lambda index: party[index].used))  # what was used serves no more
        play.note("effect", card, self.grounds(play.book, play.state), "discarded")
        play.push(ChooseHeroes(self.source, self.count + 1))

    def _heroes(self, book: Book, state: State) -> list[int]:
        return [i for i, member in enumerate(state.party) if member.card in book.heroes and not member.left]
