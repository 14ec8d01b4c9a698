"""Cards that Battle Effects destroyed leave the game. (A-10)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class Depart(tasks.Task, frozen=True):
    """Cards destroyed by Battle Effects leave the game at this point of the turn."""

    def run(self, play: Play) -> None:
        depart(play)


def depart(play: Play) -> None:
    """Take away what Battle Effects destroyed; Heroes whom a Weapon saved are discarded."""
    for index, member in enumerate(play.state.party):
        if member.spared and not member.left:
            play.discard(index)
        elif member.doomed and not member.left:
            play.destroy(index)
