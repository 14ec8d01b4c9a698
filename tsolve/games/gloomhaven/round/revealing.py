"""Figures that come into play: those of a revealed room, and spawned ones. (GH-1.5, GH-14.4, GH-14.5)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.pending import ENGINE, UNKNOWN
from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.actions import Action, PutAt
from tsolve.games.gloomhaven.state import Door, Figure
from tsolve.games.gloomhaven.turn.places import as_near_as_possible, nearest_first
from tsolve.games.gloomhaven.turn.standees import free_number

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.board.hexes import Hex
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State


class OpenDoor(tasks.Task, frozen=True):
    """A door opens, and the room behind it is revealed. Nobody can go on where its content is not known."""

    door: Hex
    who: str
    """Whoever or whatever opens it."""

    def mover(self, book: Book, state: State) -> int:
        return ENGINE if book.script.room(self.door) is not None else UNKNOWN

    def run(self, play: Play) -> None:
        room = play.book.script.room(self.door)
        assert room is not None
        came = () if room.is_revealed(play.state) else room.figures
        others = (door for door in play.state.doors if door.at != self.door)
        play.set(doors=tuple(sorted((*others, Door(self.door, "open")))))
        play.note("door", self.who, ("GH-1.5",), f"opens the door in {play.book.terrain.name(self.door)}")
        if play.state.on_map(self.who):
            # the standees may not be enough for all of them
            came = nearest_first(play.book, play.state, play.state.figure(self.who).at, came)
        play.push(*(Come(figure, ("GH-14.5",), "is revealed") for figure in came))


class Come(tasks.Choice, frozen=True):
    """A figure comes into its hex, or into an empty one as near as possible; of several the players choose.

    It stays away where no standee of its type is left.
    """

    asks = "say where it comes: `put at (3,4)`"
    figure: Figure
    why: tuple[str, ...]
    told: str

    def options(self, book: Book, state: State) -> list[Action]:
        if self._numbered(book, state) is None:
            return []
        return [PutAt(hex_) for hex_ in as_near_as_possible(book, state, self.figure.at)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*self.why, "GH-12.37")

    def run(self, play: Play) -> None:
        if not self.options(play.book, play.state):
            play.note("room", self.figure.group, self.why, "cannot come: no hex or no standee is left")
        super().run(play)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutAt)
        figure = self._numbered(play.book, play.state)
        assert figure is not None
        play.set(figures=(*play.state.figures, replace(figure, at=action.at)))
        where = play.book.terrain.name(action.at)
        play.note("room", figure.name, self.why, f"{self.told} in {where}")

    def _numbered(self, book: Book, state: State) -> Figure | None:
        """The figure with the number of its standee; None where none is left."""
        figure = self.figure
        if figure.kind != "monster" or (figure.number and not state.on_map(figure.name)):
            return None if state.on_map(figure.name) else figure
        number = free_number(book, state, figure.group)
        if number is None:
            return None
        return replace(figure, name=f"{figure.group} {number}", number=number, origin=figure.identity)
