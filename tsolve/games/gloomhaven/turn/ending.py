"""The end of a turn: conditions run out, infused elements become strong. (GH-8.3, GH-9.2)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.state import TIMED, Charged

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play


class EndTurn(tasks.Task, frozen=True):
    """A figure's turn ends."""

    figure: str

    def run(self, play: Play) -> None:
        if play.state.on_map(self.figure):
            figure = play.state.figure(self.figure)
            kept = []
            for token in figure.tokens:
                if token.condition not in TIMED:
                    kept.append(token)
                elif token.fresh:
                    kept.append(replace(token, fresh=False))
                else:
                    play.note("turn", self.figure, ("GH-8.3",), f"{token.condition} ends")
            play.edit(self.figure, tokens=tuple(kept), acted=True)
        for each in play.state.elements:
            if each.infused:
                play.note("element", each.element, ("GH-9.1", "GH-9.2"), "is strong")
        elements = tuple(
            Charged(each.element, "strong") if each.infused else each for each in play.state.elements
        )
        is_last = not play.state.todo
        play.set(elements=elements, turn="", focus="", intents=(), moved=0, struck=(), result=is_last)
