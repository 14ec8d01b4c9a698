"""The shorter questions that a round leaves where it comes to no end itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.round.ending import Finished
from tsolve.games.gloomhaven.round.order import waits
from tsolve.games.gloomhaven.round.taking_turns import NextTurn
from tsolve.games.gloomhaven.turn.ending import EndTurn

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.actions import Action
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State

TO_CHARACTER = "there was no time for all of the round: it is judged to the end of a character's first turn"
TURN_ALONE = "there was no time for what follows the turn of {turn}: it is judged by itself"


class TurnsToCharacter(NextTurn, frozen=True):
    """The turns of a round until one of these characters has had its own."""

    waiting: tuple[str, ...]

    def options(self, book: Book, state: State) -> list[Action]:
        return [] if self._is_over(state) else super().options(book, state)

    def run(self, play: Play) -> None:
        if not self._is_over(play.state):
            super().run(play)

    def _is_over(self, state: State) -> bool:
        return any(state.on_map(name) and state.figure(name).acted for name in self.waiting)


def shorter(opened: Opened) -> Iterator[tuple[Opened, str]]:
    """A round as the question about its beginning, each with what is to be said of it: until a character has
    acted, where others come before, then the first turn alone, whoever acts in it.
    """
    state, book = opened.state, opened.book
    todo = state.todo
    waiting = tuple(held.owner for held in state.held if _waits(book, state, held.owner))
    turns = next((place for place, task in enumerate(todo) if isinstance(task, NextTurn)), None)
    if turns is not None and waiting and state.turn not in waiting:
        until = (Finished(), TurnsToCharacter(waiting), *todo[turns + 1 :])
        yield opened.by(opened.game, replace(state, todo=until)), TO_CHARACTER
    turn = next((place for place, task in enumerate(todo) if isinstance(task, EndTurn)), None)
    if turn is not None:
        alone = opened.by(opened.game, replace(state, todo=todo[turn:]))
        yield alone, TURN_ALONE.format(turn=state.turn)


def _waits(book: Book, state: State, name: str) -> bool:
    return state.on_map(name) and waits(book, state.figure(name))
