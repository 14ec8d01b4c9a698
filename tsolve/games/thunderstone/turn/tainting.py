"""The price of tainted Food at the end of the battle. (TS-7.8)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.games.thunderstone.turn.choosing import ChooseVictim
from tsolve.games.thunderstone.turn.reckoning import can_attack

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class LoseAttacker(ChooseVictim, frozen=True):
    """One attacking Hero is destroyed when the battle ends, as the card `source` says; the player chooses."""

    asks = "choose the attacking Hero to destroy"
    source: str

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-7.8"

    def run(self, play: Play) -> None:
        if not self.fitting(play.book, play.state):
            rulings = (f"card.{self.source}", "TS-18.3")
            play.note("battle", self.source, rulings, "you have no attacking Hero to destroy")
        super().run(play)

    def fitting(self, book: Book, state: State) -> list[int]:
        context = BattleContext(book, state, state.target)
        return [
            index
            for index, member in enumerate(state.party)
            if member.card in book.heroes
            and not (member.left or member.doomed)
            and can_attack(book, state, context, member)
        ]

    def destroy(self, play: Play, place: int) -> None:
        rulings = self.rulings_for(play.book, play.state)
        play.note("battle", place, rulings, f"destroyed by {play.book.name(self.source)}")
        play.edit(place, doomed=True)
