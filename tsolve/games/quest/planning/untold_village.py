"""Purchases and levels that are not tried, because the position does not say what the Village sells."""

from __future__ import annotations

from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import GAINS, RISES, Goal, names_in
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.unsold import UNTOLD, might_sell

NOT_TRIED = f"{UNTOLD}: no card is bought there and no Hero levels up"
_GAINED = frozenset({"vp", "growth", "purchase", "levels", "hp", "unspent"})
"""Levels of a goal that a card of the Village can change."""


class UntoldVillage:
    """Whether a card of the stacks would have been to be had on a way that is tried."""

    def __init__(self, game: Quest, goal: Goal) -> None:
        self.game = game
        self.counts = any(name in _GAINED or name.startswith((GAINS, RISES)) for name in names_in(goal))
        self.missed = False
        self._seen: set[tuple[str, str, int, int]] = set()

    def look(self, state: State) -> None:
        """Remember whether some card of the box could be bought here, or levelled up to."""
        if self.missed or not self.counts or state.stacks is not None:
            return
        riches = state.me.location, state.phase, state.gold, state.me.xp
        if riches not in self._seen:
            self._seen.add(riches)
            self.missed = might_sell(self.game, state)
