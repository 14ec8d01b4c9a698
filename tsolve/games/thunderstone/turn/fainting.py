"""Heroes without Strength do not survive the turn. (DS-1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.turn.strength import may_lack_strength, strength_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class Faint(tasks.Task, frozen=True):
    """A Hero whose Strength is 0 or less at this moment of the battle is destroyed, whatever the cause.
    (A-09)
    """

    def run(self, play: Play) -> None:
        book, state = play.book, play.state
        for index, member in enumerate(state.party):
            if member.left or member.doomed or member.card not in book.heroes:
                continue
            if not may_lack_strength(book, state, member):
                continue
            strength = strength_of(book, state, index)
            if strength <= 0 and play.reads("strength_zero", "destroy"):
                play.note("battle", index, ("DS-1", "key.strength_zero"), f"Strength {strength}: destroyed")
                play.edit(index, doomed=True)
