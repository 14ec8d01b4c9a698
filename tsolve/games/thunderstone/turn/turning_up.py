"""Turning up the cards of a player's deck, one after another, without drawing them. (TS-3.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.cardkit.drawing import drawn_from
from tsolve.cardkit.piles import Pile
from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, TurnUp
from tsolve.games.thunderstone.turn.drawing import shuffle_if_needed

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


TURN_UP = "turn up"
"""The step of a trace in which a card of a Party Deck is turned up."""


class TurnUpCards(tasks.NextCard, frozen=True):
    """The next card of one player's deck is turned up, as `source` says; `take` says what follows.

    A deck that nobody knows is left at the first unknown card, and the trace says so.
    """

    waits = False
    player: int
    source: str

    def take(self, play: Play, card: str) -> None:
        """What becomes of a card turned up, and whether the task waits again for the next one."""

    def rulings(self, *rules: str) -> tuple[str, ...]:
        """The card that asks for it, and these rules."""
        return f"card.{self.source}", *rules

    def pile(self, book: Book, state: State) -> Pile:
        owner = state.players[self.player]
        return drawn_from(owner.deck, owner.discard)

    def event(self, card: str) -> TurnUp:
        return TurnUp(self.player, card)

    def run(self, play: Play) -> None:
        if piles.is_unknown(self.pile(play.book, play.state)):
            note = f"the next card of player {self.player + 1} is unknown: what it brings is left out"
            play.note(TURN_UP, self.source, self.rulings("TS-3.4"), note)
        super().run(play)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, TurnUp)
        shuffle_if_needed(play, self.player)
        deck = piles.take(play.state.players[self.player].deck, action.card)
        play.player(self.player, deck=deck)
        note = f"turned up by player {self.player + 1}"
        play.note("turn up", action.card, self.rulings("TS-3.4"), note)
        self.take(play, action.card)


class TurnUpToAct(TurnUpCards, frozen=True):
    """One card is turned up in mid-turn, and what follows matters to it: of an unknown deck, somebody has
    to say which card it is.
    """

    waits = True

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return self.rulings("TS-7.2" if state.turn == "dungeon" else "TS-4.2")

    def finish(self, play: Play) -> None:
        note = f"player {self.player + 1} has no card left to turn up"
        play.note("turn up", self.source, self.rulings("TS-3.4"), note)
