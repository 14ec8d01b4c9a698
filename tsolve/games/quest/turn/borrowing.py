"""Heroes borrowed from the Guilds' Quarter until the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Borrow
from tsolve.games.quest.turn.market import stack_of, take

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def on_loan(book: Book, state: State, level: int) -> list[Borrow]:
    """The Heroes of a level that are left in the stacks."""
    cards = (card for stack in state.stacks or () if stack.sold for card, _ in stack.cards)
    heroes = (book.card(card) for card in dict.fromkeys(cards))
    return [Borrow(hero.id) for hero in heroes if hero.kind == "hero" and hero.level == level]


class BorrowOne(tasks.Choice, frozen=True):
    """A Hero is drawn out of his stack for the turn. (QUEST-0.16)"""

    asks = "choose the Hero to borrow"
    level: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*on_loan(book, state, self.level)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.16")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Borrow)
        lender = stack_of(play.state, action.card)
        take(play, action.card)
        play.lay_out(action.card)
        place = len(play.state.laid) - 1
        play.edit(place, lender=lender)
        play.note("ability", place, (self.ruling, "QUEST-0.16"), "borrowed for this turn")
