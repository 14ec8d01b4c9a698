"""Cards that come from a player's deck. (QUEST-0.16, QUEST-0.17)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.cardkit.drawing import drawn_from
from tsolve.cardkit.piles import EMPTY, Pile, contents
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Draw

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class DrawHand(tasks.NextCard, frozen=True):
    """A player draws cards into the hand; the discard pile replaces an empty deck. (QUEST-6.3)

    A hand that nobody knows stays so: nobody is asked which unknown cards come to it.
    """

    player: int
    count: int

    def pile(self, book: Book, state: State) -> Pile:
        owner = state.players[self.player]
        pile = drawn_from(owner.deck, owner.discard)
        return EMPTY if owner.hand is None and piles.is_unknown(pile) else pile

    def event(self, card: str) -> Draw:
        return Draw(card)

    def together(self, state: State) -> int:
        return self.count

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-6.3", "QUEST-0.16")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        owner = play.state.players[self.player]
        if not owner.deck and owner.discard:
            play.note("drawing", "", ("QUEST-0.17",), "the discard pile is shuffled into a new deck")
        deck = piles.take(drawn_from(owner.deck, owner.discard), action.card)
        discard = owner.discard if owner.deck else ()
        hand = None if owner.hand is None else tuple(sorted((*owner.hand, action.card)))
        play.player(self.player, deck=deck, discard=discard, hand=hand)
        if self.count > 1:
            play.push(DrawHand(self.player, self.count - 1))


class LayOut(tasks.NextCard, frozen=True):
    """The active player draws cards and lays them out at once. (QUEST-0.16)"""

    count: int
    ruling: str

    def pile(self, book: Book, state: State) -> Pile:
        return drawn_from(state.me.deck, state.me.discard)

    def event(self, card: str) -> Draw:
        return Draw(card)

    def together(self, state: State) -> int:
        return self.count

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-0.16", self.ruling)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        used = play.off_deck(action.card)
        play.lay_out(action.card)
        play.edit(len(play.state.laid) - 1, used=used)
        _mark_risen(play, action.card)
        play.note("drawing", len(play.state.laid) - 1, ("QUEST-0.16", self.ruling), "drawn and laid out")
        if self.count > 1:
            play.push(LayOut(self.count - 1, self.ruling))


def _mark_risen(play: Play, card: str) -> None:
    """The Hero just drawn rose this turn, when it can be no other copy of the card. (QUEST-8.5)"""
    state = play.state
    risen = state.risen.count(card)
    others = (*contents(state.me.deck), *state.me.discard).count(card)
    if risen and others + 1 == risen:
        play.edit(len(state.laid) - 1, risen=True)
        rest = [*state.risen]
        rest.remove(card)
        play.set(risen=tuple(rest))
