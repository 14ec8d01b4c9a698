"""Whether a scenario is won or lost; the round is played to its end first. (GH-14.1, GH-11.10)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.script import Condition

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State


class LookForEnd(tasks.Task, frozen=True):
    """The first condition that is met decides how the scenario ends."""

    def run(self, play: Play) -> None:
        state, script = play.state, play.book.script
        if state.ended:
            return
        if state.held and not any(figure.kind == "character" for figure in state.figures):
            play.note("scenario", "", ("GH-11.10", "GH-14.1"), "all characters are exhausted: it is lost")
            play.set(ended="lost")
        elif any(is_met(play.book, state, each) for each in script.defeat):
            play.note("scenario", "", ("GH-14.1",), "the condition of the defeat is met")
            play.set(ended="lost")
        elif script.victory and all(is_met(play.book, state, each) for each in script.victory):
            play.note("scenario", "", ("GH-14.1",), "the condition of the victory is met")
            play.set(ended="won")


def is_met(book: Book, state: State, condition: Condition) -> bool:
    """Whether a condition of the victory or of the defeat holds.

    Monsters in a room that nobody has revealed are not killed; nor is anybody sure of a room that the
    position does not tell.
    """
    if condition.kind == "rounds":
        return state.round > condition.number
    if condition.kind == "money":
        return sum(held.money for held in state.held) >= condition.number
    hidden = tuple(book.script.hidden(state))
    if condition.kind == "killed":
        return not state.on_map(condition.name) and all(each.name != condition.name for each in hidden)
    if any(book.script.room(door.at) is None for door in state.doors if door.state == "closed"):
        return False
    figures = (*state.figures, *hidden)
    return not any(each.side == "monsters" and each.kind in ("monster", "boss") for each in figures)
