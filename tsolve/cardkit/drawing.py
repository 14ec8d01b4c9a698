"""Brings the next card of a pile: drawn, looked at, or turned up."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Generic

from tsolve.cardkit import piles
from tsolve.cardkit.pending import CHANCE, ENGINE, UNKNOWN, A, C, P, S, Task
from tsolve.cardkit.piles import Pile


class NextCard(Task[C, S, P, A], Generic[C, S, P, A], frozen=True):
    """Chance says which card comes, the engine where there is only one, somebody where it is unknown."""

    waits: ClassVar[bool] = True
    """Waits until somebody says which card comes, when it is unknown; otherwise no card comes then."""

    @abstractmethod
    def pile(self, book: C, state: S) -> Pile:
        """The pile that the card comes from."""

    @abstractmethod
    def event(self, card: str) -> A:
        """The event that this card comes."""

    def finish(self, play: P) -> None:
        """What happens when no card can come."""

    def together(self, state: S) -> int:
        """How many cards come from the pile, this one included, so that their order makes no difference."""
        return 1

    def mover(self, book: C, state: S) -> int:
        pile = self.pile(book, state)
        if piles.is_unknown(pile):
            return UNKNOWN if self.waits else ENGINE
        return CHANCE if piles.choices(pile) > 1 else ENGINE

    def run(self, play: P) -> None:
        events = self.outcomes(play.book, play.state)
        if events:
            self.answer(play, events[0][0])
        else:
            self.finish(play)

    def unknown(self, card: str) -> A:
        return self.event(card)

    def outcomes(self, book: C, state: S) -> list[tuple[A, int]]:
        return [(self.event(card), weight) for card, weight in piles.outcomes(self.pile(book, state))]


def drawn_from(deck: Pile, discard: tuple[str, ...]) -> Pile:
    """The deck that the next card comes from: the discard pile replaces an empty one."""
    return deck or piles.shuffled(discard)
