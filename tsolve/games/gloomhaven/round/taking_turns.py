"""The turns of a round, one after the other. (GH-2.1, GH-2.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.actions import Action, TakeTurn
from tsolve.games.gloomhaven.round.ending import EndRound
from tsolve.games.gloomhaven.round.events import EndOfRound, EndOfTurn
from tsolve.games.gloomhaven.round.order import next_up, waits
from tsolve.games.gloomhaven.round.scenario_end import LookForEnd
from tsolve.games.gloomhaven.turn.initiative import initiative_of
from tsolve.games.gloomhaven.turn.monster import BeginTurn

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import Figure, State


class NextTurn(tasks.Choice, frozen=True):
    """The next figure acts; after the last one the round ends."""

    asks = "say who acts next: `turn of NAME`"

    def options(self, book: Book, state: State) -> list[Action]:
        return [TakeTurn(name) for name in next_up(book, state)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-12.36",) if state.again else ("GH-2.4", "GH-12.2", "GH-12.3", "GH-12.4")

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if not isinstance(action, TakeTurn):
            return super().refuse(book, state, action)
        names = " or ".join(next_up(book, state))
        return f"{names} acts next", self.rulings_for(book, state)

    def run(self, play: Play) -> None:
        if not next_up(play.book, play.state):
            play.push(EndRound(), EndOfRound(play.state.round), LookForEnd())
            return
        super().run(play)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, TakeTurn)
        figure = play.state.figure(action.figure)
        still: tuple[tasks.Task, ...] = ()
        if figure.name in play.state.again:
            play.note("turn", figure.name, ("GH-12.36",), "acts once more")
            play.set(again=play.state.again[play.state.again.index(figure.name) + 1 :])
            still = (StillToAct(figure.name),) if waits(play.book, figure) else ()
        else:
            number = initiative_of(play.book, play.state, figure)
            play.note("turn", figure.name, _why_now(figure), f"acts, initiative {number}")
        play.push(BeginTurn(figure.name), *still, EndOfTurn(), LookForEnd(), self)


class StillToAct(tasks.Task, frozen=True):
    """A figure that took one more turn before its own has that still to come. (GH-12.36)"""

    figure: str

    def run(self, play: Play) -> None:
        if play.state.on_map(self.figure):
            play.edit(self.figure, acted=False)


def _why_now(figure: Figure) -> tuple[str, ...]:
    """The rules by which a figure's turn comes."""
    if figure.kind == "summon":
        return "GH-2.4", "GH-11.3"
    if figure.kind != "monster":
        return ("GH-2.4",)
    if figure.side == "party":
        return "GH-2.4", "GH-1.11"
    return "GH-2.4", "GH-12.3" if figure.rank else "GH-14.6"
