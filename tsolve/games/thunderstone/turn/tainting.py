"""What tainted Food costs at the end of the battle. (TS-7.8)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Destroy
from tsolve.games.thunderstone.turn.field import Field
from tsolve.games.thunderstone.turn.reckoning import can_attack
from tsolve.games.thunderstone.twins import first_of_twins

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class LoseAttacker(tasks.Task, frozen=True):
    """One attacking Hero is destroyed when the battle ends, as the card `source` says; the player chooses."""

    name = "toll"
    asks = "the attacking Hero that is destroyed must be chosen"
    source: str

    def mover(self, book: Book, state: State) -> int:
        return state.active if self._attackers(book, state) else tasks.ENGINE

    def run(self, play: Play) -> None:
        play.note("battle", self.source, (f"card.{self.source}", "TS-18.3"), "no attacking Hero to destroy")

    def options(self, book: Book, state: State) -> list[Action]:
        return [Destroy(index) for index in self._attackers(book, state)]

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-7.8"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Destroy)
        card = play.state.party[action.card].card
        play.note(
            "battle", card, self.grounds(play.book, play.state), f"destroyed by {play.book.name(self.source)}"
        )
        play.edit(action.card, doomed=True)

    def _attackers(self, book: Book, state: State) -> list[int]:
        field = Field(book, state, state.target)
        attackers = [
            index
            for index, member in enumerate(state.party)
            if member.card in book.heroes
            and not (member.left or member.doomed)
            and can_attack(book, state, field, member)
        ]
        return first_of_twins(state, attackers)
