"""Naming the kind of the next card (Chieftain's Drum)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.drawing import DrawCards
from tsolve.games.thunderstone.turn.naming import NAMES, is_named
from tsolve.games.thunderstone.turn.turning_up import TurnUpToAct

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class Guess(Deed, frozen=True, tag="guess"):
    """Name Hero, Village or Monster and discard the top card of the own deck; if it is one, draw
    `cards` cards. (TS-7.2, TS-3.4)
    """

    stated = True
    reveals = True
    target = "kind"
    cards: Count

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if 0 <= use.target < len(NAMES):
            return None
        source = f"card.{state.party[use.card].card}"
        return f"one of {', '.join(NAMES)} has to be named", (source,)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.push(TurnUpNamed(play.state.active, card, use.target, self.cards))

    def say(self) -> str:
        cards = "1 card" if self.cards == 1 else f"{self.cards} cards"
        return f"name Hero, Village or Monster, discard the top card of the deck, draw {cards} if it is one"


class TurnUpNamed(TurnUpToAct, frozen=True):
    """The top card is discarded and compared with the kind that was named."""

    name = "guess"
    named: int
    cards: int

    def take(self, play: Play, card: str) -> None:
        play.player(self.player, discard=(*play.owner().discard, card))
        right = is_named(play.book, play.book.card(card), self.named)
        note = f"discarded: {'as' if right else 'not as'} named ({NAMES[self.named]})"
        play.note("effect", card, self.rulings(), note)
        if right:
            play.push(DrawCards(self.cards))
