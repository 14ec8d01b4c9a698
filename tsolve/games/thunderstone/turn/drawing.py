"""Drawing cards and refilling hands. (TS-3.2, TS-3.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.cardkit.drawing import drawn_from
from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Draw

if TYPE_CHECKING:
    from random import Random

    from tsolve.cardkit.piles import Pile
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class DrawCards(tasks.NextCard, frozen=True):
    """The active player draws `count` cards into the revealed hand, or into `found` (cards looked at, not
    in hand).
    """

    count: int
    into: str = "party"

    def pile(self, book: Book, state: State) -> Pile:
        return drawn_from(state.me.deck, state.me.discard)

    def mover(self, book: Book, state: State) -> int:
        """Where all cards that are left come, to be looked at together, chance has no part in it."""
        looks = self.into == "found" and self._all_come(state)
        return tasks.ENGINE if looks else super().mover(book, state)

    def _all_come(self, state: State) -> bool:
        """Whether every card of the deck and the discard pile is drawn."""
        me = state.me
        if piles.has_unknown(me.deck) or piles.lies_elsewhere(me.deck):
            return False
        return len(piles.contents(me.deck)) + len(me.discard) <= self.count

    def event(self, card: str) -> Draw:
        return Draw(card)

    def together(self, state: State) -> int:
        return self.count if state.me.deck else 1

    def finish(self, play: Play) -> None:
        play.note("draw", "", ("TS-3.4",), "no card is left to draw")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        shuffle_if_needed(play, play.state.active)
        self._take(play, action.card)

    def sample(self, play: Play, random: Random) -> None:
        missing = self.count
        while missing:
            shuffle_if_needed(play, play.state.active)
            cards, deck = piles.take_some(play.owner().deck, missing, random)
            if not cards:
                break
            self._put(play, cards, deck)
            missing -= len(cards)
        if missing and piles.is_unknown(play.owner().deck):
            play.push(DrawCards(missing, self.into))

    def _take(self, play: Play, card: str) -> None:
        self._put(play, (card,), piles.take(play.owner().deck, card))
        if self.count > 1:
            play.push(DrawCards(self.count - 1, self.into))

    def _put(self, play: Play, cards: tuple[str, ...], deck: Pile) -> None:
        """The cards come from the deck, of which this is left, to where they are drawn."""
        play.player(play.state.active, deck=deck)
        if self.into == "party":
            play.reveal(*cards)
        else:
            play.set(found=play.state.found + cards)
        for card in cards if play.trace is not None else ():
            play.note(
                "draw",
                card,
                self._rulings(play),
                "drawn" if self.into == "party" else "revealed from the deck",
            )

    def _rulings(self, play: Play) -> tuple[str, ...]:
        """What a draw rests on: a new hand, a Spoils effect, or an effect of this step."""
        if play.state.step == "ending":
            return ("TS-3.2",)
        if self.into == "found":
            return ("TS-14.1",)
        return ("TS-4.2",) if play.state.turn == "village" else ("TS-7.2",)


def shuffle_if_needed(play: Play, player: int) -> None:
    """An empty deck is made anew from the discard pile. (TS-3.4)"""
    owner = play.state.players[player]
    if not owner.deck and owner.discard:
        play.player(player, deck=drawn_from(owner.deck, owner.discard), discard=())
        play.note("draw", "", ("TS-3.4",), "the discard pile is shuffled into a new deck")
