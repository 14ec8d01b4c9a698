"""A draw that goes on with a Monster (Trader)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.turn.drawing import DrawCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class DrawOnMonster(Deed, frozen=True, tag="draw_on_monster"):
    """Draw one card, and another one if it is a Monster. (TS-7.2, TS-3.4)"""

    stated = True
    reveals = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        first = len(play.state.party)
        play.push(DrawCards(1), DrawAnother(play.state.party[use.card].card, first))

    def say(self) -> str:
        return "draw 1 card, and another one if it is a Monster"


class DrawAnother(tasks.Task, frozen=True):
    """Look at the card that came to the place `first` of the hand."""

    name = "another"
    source: str
    first: int

    def run(self, play: Play) -> None:
        for member in play.state.party[self.first :]:
            if member.card in play.book.monsters:
                play.note("effect", member.card, (f"card.{self.source}",), "a Monster: draw another card")
                play.push(DrawCards(1))
