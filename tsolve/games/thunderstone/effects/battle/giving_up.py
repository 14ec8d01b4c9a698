"""Other players who lose a card of the hand to a Monster: each chooses for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, GiveUp
from tsolve.games.thunderstone.effects.battle.victims import First, Victim, foremost, is_victim, of_hand

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Reason
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class MustGiveUp(tasks.Task, frozen=True):
    """One player destroys a card of the hand, as `source` says; of a hand that is not known nobody can say
    more.
    """

    name = "give up"
    asks = "another player must destroy a card"
    player: int
    target: Victim
    first: First
    source: str

    def mover(self, book: Book, state: State) -> int:
        return self.player if len(self._cards(book, state)) > 1 else tasks.ENGINE

    def run(self, play: Play) -> None:
        cards = self._cards(play.book, play.state)
        if cards:
            self.answer(play, GiveUp(self.player, cards[0]))
            return
        hidden = play.state.players[self.player].hand is None
        what = "loses a card; the hand is not known" if hidden else "has nothing to destroy"
        rulings = (f"card.{self.source}", "TS-18.3")
        play.note("battle", self.source, rulings, f"player {self.player + 1} {what}")

    def options(self, book: Book, state: State) -> list[Action]:
        return [GiveUp(self.player, card) for card in self._cards(book, state)]

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-7.7"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, GiveUp):
            return f"first, {self.asks}", self.grounds(book, state)
        if action.player != self.player:
            return f"player {self.player + 1} destroys a card first", self.grounds(book, state)
        return f"{book.name(action.card)} is not what that player may destroy", self.grounds(book, state)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, GiveUp)
        hand = list(play.state.players[self.player].hand or ())
        hand.remove(action.card)
        play.player(self.player, hand=tuple(hand))
        play.remove(action.card, self.player)
        note = f"destroyed by player {self.player + 1}"
        play.note("battle", action.card, (f"card.{self.source}", "TS-7.7"), note)

    def makes_no_difference(self, book: Book, state: State) -> bool:
        return True  # the battle is decided

    def _cards(self, book: Book, state: State) -> list[str]:
        hand = of_hand(book, state.players[self.player].hand or ())
        fitting = [each for each in hand if is_victim(book, each.card, self.target)]
        return sorted({each.card.id for each in foremost(fitting, self.first)})
