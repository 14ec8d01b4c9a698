"""The figures of a hand as work that can be shared out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tsolve.games.thunderstone.chances.battle import Battles
from tsolve.games.thunderstone.chances.purse import Purses
from tsolve.games.thunderstone.chances.table import Table
from tsolve.turns.odds.tally import Figures


class Quantities(NamedTuple):
    """Where each quantity stands among the figures of a hand."""

    monsters: int
    """How many Monsters there are; theirs come first."""

    @property
    def turn(self) -> int:
        """The best Dungeon turn: (win, VP, XP)."""
        return self.monsters

    @property
    def left_out(self) -> int:
        """Whether lines were left out: (0,) or (1,)."""
        return self.monsters + 1

    @property
    def gold(self) -> int:
        """The most gold: (gold,)."""
        return self.monsters + 2


class HandWork(msgspec.Struct, frozen=True):
    """Judging hands dealt from a deck. (`tsolve.batch.work.Work`)"""

    table: Table
    deck: tuple[str, ...]
    draws: bool = True
    """Whether hands draw and change the Hall where that is best."""

    def open(self) -> Callable[[tuple[str, ...]], Figures]:
        """Get the rules ready."""
        game = self.table.game()
        battles = Battles(game, self.table, self.deck, self.draws)
        purses = Purses(game, self.table, self.deck, self.draws)

        def judge(hand: tuple[str, ...]) -> Figures:
            return [*battles.figures(hand), purses.figures(hand)]

        return judge
