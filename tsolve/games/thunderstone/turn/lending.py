"""Heroes lent to the active player for one battle. (Selurin Theurge, A-37)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Borrow, Pass
from tsolve.games.thunderstone.state import NONE, Member

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class ChooseLoan(tasks.Task, frozen=True):
    """The active player may take one of the Heroes just discarded into the party."""

    asks = "borrow a Hero, or pass"
    source: str

    def mover(self, book: Book, state: State) -> int:
        return state.active if state.lent else tasks.ENGINE

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (f"card.{self.source}",)

    def options(self, book: Book, state: State) -> list[Action]:
        return [*(Borrow(player, card) for player, card in dict.fromkeys(state.lent)), Pass()]

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Borrow):
            lender = play.state.players[action.player]
            discard = list(lender.discard)
            discard.remove(action.card)
            play.player(action.player, discard=tuple(discard))
            hero = Member(action.card, owner=action.player, missed=play.missed(action.card))
            play.set(party=(*play.state.party, hero))
            play.note(
                "effect", action.card, (f"card.{self.source}",), f"borrowed from player {action.player + 1}"
            )
        play.set(lent=())


def return_loans(play: Play) -> None:
    """At the end of the turn give borrowed Heroes back to their owners' discard piles, unless destroyed."""
    for index, member in enumerate(play.state.party):
        if member.owner == NONE or member.left:
            continue
        owner = play.state.players[member.owner]
        play.player(member.owner, discard=(*owner.discard, member.card))
        play.leave(index)
