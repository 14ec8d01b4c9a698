"""A short rest at the end of a round. (GH-2.10, GH-13.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit.pending import CHANCE, ENGINE
from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.actions import Action, Bear, Draw, Pass, ShortRest

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State

NEEDED = 2
"""Discarded cards that any rest takes. (GH-2.10)"""
WHY = ("GH-2.10", "GH-13.1")


class MayRest(tasks.Choice, frozen=True):
    """A character takes a short rest or not."""

    asks = "say whether it takes a short rest: `short rest of NAME`, or `skip`"
    figure: str

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None or not state.is_up(self.figure) or len(held.discarded) < NEEDED:
            return []
        return [ShortRest(self.figure), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def run(self, play: Play) -> None:
        """Without two discarded cards there is no rest."""

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, ShortRest):
            play.push(LoseOne(self.figure))


class LoseOne(tasks.Task, frozen=True):
    """A random discarded card is to be lost; once another one for 1 damage."""

    asks = "say which discarded card comes: `draw CARD`"
    figure: str
    spared: str = ""
    """The card that came first, if that was the time before."""

    def mover(self, book: Book, state: State) -> int:
        return CHANCE if state.is_up(self.figure) else ENGINE

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        held = state.cards_of(self.figure)
        assert held is not None
        return [(Draw(card), 1) for card in held.discarded if card != self.spared]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        if self.spared:
            _rest(play, self.figure, action.card)
        else:
            play.push(MayRedraw(self.figure, action.card))


class MayRedraw(tasks.Choice, frozen=True):
    """For 1 damage another random card is lost instead, once."""

    asks = "say whether another card is drawn for 1 damage: `take the damage`, or `skip`"
    figure: str
    card: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [Pass(), Bear()] if state.is_up(self.figure) else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            _rest(play, self.figure, self.card)
            return
        play.push(LoseOne(self.figure, self.card))
        play.lose_hit_points(self.figure, 1, WHY, "another card for a short rest")


def _rest(play: Play, figure: str, lost: str) -> None:
    """One card is lost, the other discarded ones come back."""
    play.put_card(figure, lost, "lost", WHY)
    held = play.state.cards_of(figure)
    assert held is not None
    for card in held.discarded:
        play.put_card(figure, card, "hand", WHY)
