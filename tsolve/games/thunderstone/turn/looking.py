"""Looking at the top cards of the Dungeon Deck, which then go back. (TS-7.2)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Reveal

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


LOOK = "look"
"""The step of a trace in which a card is seen that stays where it lies."""


class LookAtDungeon(tasks.NextCard, frozen=True):
    """Up to `count` cards are looked at as the card `source` says; `finish` puts them back.

    Those `seen` so far, the top one first, are off the deck meanwhile.
    """

    source: str
    count: int
    seen: tuple[str, ...] = ()

    def finish(self, play: Play) -> None:
        """What happens when all have been seen and nobody has a choice."""
        self.put_back(play, self.seen)

    def looks(self, state: State) -> bool:
        """Whether there is a further card to look at."""
        return len(self.seen) < self.count and bool(state.dungeon)

    def mover(self, book: Book, state: State) -> int:
        if not self.looks(state):
            return state.active if self.options(book, state) else tasks.ENGINE
        return super().mover(book, state)

    def pile(self, book: Book, state: State) -> Pile:
        return state.dungeon if self.looks(state) else piles.EMPTY

    def event(self, card: str) -> Reveal:
        return Reveal(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-7.2"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Reveal)
        play.set(dungeon=piles.take(play.state.dungeon, action.card))
        play.note(
            LOOK, plain(action.card), self.rulings_for(play.book, play.state), "lies on the Dungeon Deck"
        )
        play.push(replace(self, seen=(*self.seen, action.card)))

    def put_back(self, play: Play, cards: tuple[str, ...]) -> None:
        """Put cards on the Dungeon Deck, the first one on top."""
        play.set(dungeon=piles.put_on(play.state.dungeon, *cards))


def plain(card: str) -> str:
    """The id of a card of the Dungeon Deck without the mark of a spent Breach. (A-20)"""
    return card.removesuffix("*")


def looked_at(state: State) -> tuple[str, ...]:
    """The cards of the Dungeon Deck that are being looked at just now, and are off the deck meanwhile."""
    if not state.todo:
        return ()
    looking = [task for task in state.todo if isinstance(task, LookAtDungeon)]
    return tuple(plain(card) for task in looking for card in task.seen)
