"""The players of Thunderstone by their names, and those that plan: as the quick player, with attacks that the
planner finds within a budget of counted work.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from tsolve.budget import Budget, SpentError, allow
from tsolve.errors import IllegalActionError, TooLargeError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone, winners
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.players.quick import Quick
from tsolve.games.thunderstone.players.raiding import Raid, Raiding
from tsolve.games.thunderstone.players.seen import seen
from tsolve.games.thunderstone.state import State
from tsolve.players import Brought, Start

STEPS = {"greedy": 10_000, "planner": 60_000}
"""Counted steps for each plan: some 300 and some 2,000 positions of a search."""
TARGETS = 2
"""Against so many Monsters more than the one of the best plan attacks are compared."""


def players(start: Start[State, Action]) -> Brought[State, Action]:
    """The players of this game. (`Capabilities.players`)"""
    game = start.game
    assert isinstance(game, Thunderstone)
    planning = {name: partial(Greedy, game, steps) for name, steps in STEPS.items()}
    return Brought(seen, {"quick": partial(Quick, game), **planning}, partial(winners, game.book))


class Greedy(Quick):
    """Plans its attacks; where to go, what to buy and what to answer it decides as the quick player does."""

    def __init__(self, game: Thunderstone, steps: int) -> None:
        super().__init__(game)
        self.raiding = PlannedRaiding(game, self.raiding, steps)


class PlannedRaiding(Raiding):
    """Finds attacks by the planner, too: the best by the usual goal, and the best against other Monsters. Of
    all of them the one counts that brings most.
    """

    def __init__(self, game: Thunderstone, quick: Raiding, steps: int) -> None:
        super().__init__(game, quick.appraisal, quick.chooses)
        self._game, self._steps = game, steps

    def best(self, state: State) -> Raid | None:
        found = super().best(state)
        for line in self._planned(state):
            with suppress(IllegalActionError):  # a line that turns up a card
                end = self.fought(state, line)
                raid = Raid(self.brought(end), line)
                if end.tally.outcome == "won" and (found is None or raid.worth > found.worth):
                    found = raid
        return found

    def _planned(self, state: State) -> Iterator[tuple[Action, ...]]:
        """The best lines that the budget allows."""
        try:
            with allow(Budget(steps=self._steps)):
                planned = plan(self._game, state, DEFAULTS["any"], backend="exact", top=TARGETS)
        except (SpentError, TooLargeError):
            return
        if planned.best is not None:
            yield from (each.line for each in (planned.best, *planned.others))
