"""How a figure that the scenario leads goes toward a place: by the shortest way, through doors, and through
traps only where no other way leads there. (GH-14.7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.actions import Action, Go
from tsolve.games.gloomhaven.hexes import Hex, distance
from tsolve.games.gloomhaven.simple_abilities import Toward
from tsolve.games.gloomhaven.state import Choice, State
from tsolve.games.gloomhaven.turn.movement import Walk, Walking

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play

FARTHEST = 10**6


class WalkToward(Choice, frozen=True):
    """A figure goes on toward a place; of ways that bring it equally near the players choose."""

    asks = "say where it goes: `move to (3,4)`, or `skip`"
    figure: str
    toward: Toward

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure) or self.toward.points <= 0:
            return []
        figure = state.figure(self.figure)
        if figure.has("immobilize"):
            return []
        left = self._left(book, state)
        near = left.get(figure.at, FARTHEST)
        paths = Walking(book, state, figure, self.toward.points, "walk", opens=True).paths()
        ends = {end: left.get(end, FARTHEST) for end in paths}
        best = min(ends.values(), default=FARTHEST)
        if best >= near:
            return []
        return [Go(paths[end]) for end in sorted(ends) if ends[end] == best]

    def _left(self, book: Book, state: State) -> dict[Hex, int]:
        """The steps from each hex to the place, through doors that can be opened, around obstacles, and
        around traps where any such way leads there.
        """
        board = book.board_with(state.shut - state.closed, state.walled)
        harm = frozenset(trap.at for trap in state.traps) | book.terrain.hazards
        here = state.figure(self.figure).at
        for avoided in (state.obstacles | harm, state.obstacles):
            waiting = [each for each in sorted(board.hexes - avoided) if self._is_there(each)]
            steps = dict.fromkeys(waiting, 0)
            for each in waiting:
                for near in board.neighbours(each):
                    if near not in steps and near not in avoided:
                        steps[near] = steps[each] + 1
                        waiting.append(near)
            if here in steps:
                return steps
        return {}

    def _is_there(self, hex_: Hex) -> bool:
        return any(distance(hex_, each) <= 1 for each in self.toward.hexes)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-14.7", "GH-12.37")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Go)
        figure = play.state.figure(self.figure)
        opened = action.path[-1] in play.state.closed
        left = Walking(play.book, play.state, figure, self.toward.points, "walk", opens=True).left_after(
            action.path
        )
        play.note("move", self.figure, ("GH-14.7",), "moves")
        again = (WalkToward(self.figure, Toward(left, self.toward.hexes)),) if opened and left else ()
        play.push(Walk(self.figure, action.path, "walk"), *again)

    def run(self, play: Play) -> None:
        if not self.options(play.book, play.state):
            play.note("move", self.figure, ("GH-14.7",), "does not move")
        super().run(play)
