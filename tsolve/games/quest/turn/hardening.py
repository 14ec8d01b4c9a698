"""Rooms in which chance adds to the health of the Monster, from the start of the battle on. (QUEST-5.17)"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from tsolve.cardkit.drawing import drawn_from
from tsolve.cardkit.pending import CHANCE
from tsolve.cardkit.piles import Pile
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, DiscardTop, RollTwo
from tsolve.games.quest.turn.discarding import discard_top

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State

_FACES = range(1, 7)


def harden(play: Play, by: int, card: str, rulings: tuple[str, ...]) -> None:
    """The Monster of this battle has so much more health."""
    before = play.state.harder
    play.set(harder=before + by)
    play.note("demand", card, rulings, "adds to the Monster's health", "health added", before, before + by)


class DiscardForHealth(tasks.NextCard, frozen=True):
    """The top card of the deck is discarded, and its cost adds to the Monster's health. (QUEST-0.13)"""

    rulings: tuple[str, ...]

    def pile(self, book: Book, state: State) -> Pile:
        return drawn_from(state.me.deck, state.me.discard)

    def event(self, card: str) -> DiscardTop:
        return DiscardTop(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*self.rulings, "QUEST-0.4")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, DiscardTop)
        discard_top(play, action.card, self.rulings[-1])
        harden(play, play.book.card(action.card).cost or 0, action.card, (*self.rulings, "QUEST-0.13"))


class RollForHealth(tasks.Task, frozen=True):
    """Two dice: the lower one adds to the Monster's health, doubles both. (QUEST-0.15)"""

    card: str
    rulings: tuple[str, ...]

    def mover(self, book: Book, state: State) -> int:
        return CHANCE

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        pairs = combinations_with_replacement(_FACES, 2)
        return [(RollTwo(low, high), 1 if low == high else 2) for low, high in pairs]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*self.rulings, "QUEST-0.15")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, RollTwo)
        by = action.low + action.high if action.low == action.high else action.low
        harden(play, by, self.card, (*self.rulings, "QUEST-0.15"))
