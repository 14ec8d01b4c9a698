"""Rules of thumb for Quest: what is chosen where no plan says it."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.games.quest.actions import Action, Pass
from tsolve.games.quest.answers import Keep
from tsolve.games.quest.game import Quest
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.state import State

POINT = 2.0
"""The gold that a Victory Point, an Experience Point, or a Wound less is worth, as in the usual goal."""
TOKEN = 1.5
"""The gold that a Gear token is worth."""


class Thumb:
    """Chooses one action by itself, for the player who is asked."""

    def __init__(self, game: Quest) -> None:
        self._game = game

    def choose(self, state: State, actions: Sequence[Action]) -> Action:
        """Go on where nothing waits; else the answer after which the player has most, the first of equals."""
        if not state.todo:
            return Pass() if Pass() in actions else actions[0]
        if all(isinstance(each, Keep) for each in actions):
            return actions[0]
        seat = self._game.mover(state)
        return max(actions, key=lambda each: self._left(self._game.apply(state, each), seat))

    def _left(self, state: State, seat: int) -> tuple[float, float]:
        """What a player has, and what of it is at hand."""
        hand = (*(state.players[seat].hand or ()), *(state.laid_out if seat == state.active else ()))
        return self.holdings(state, seat), sum(self.worth(card) for card in hand)

    def holdings(self, state: State, seat: int) -> float:
        """What a player has, in gold: cards, Experience and tokens, less Wounds."""
        player = state.players[seat]
        cards = sum(self.worth(card) for card in cards_of(state, seat))
        tokens = player.iron_rations + player.lantern + player.potion
        return cards + POINT * (player.xp - player.wounds) + TOKEN * tokens

    def worth(self, card: str) -> float:
        """What a card is worth, in gold: what it costs, and its points."""
        facts = self._game.book.card(card)
        return (facts.cost or 0) + POINT * ((facts.vp or 0) - facts.is_wound)
