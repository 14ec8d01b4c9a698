"""A figure that does something when it dies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.abilities import Ability, Attack
from tsolve.games.gloomhaven.board.hexes import images, shifted
from tsolve.games.gloomhaven.turn.attack import attack_tasks
from tsolve.games.gloomhaven.turn.others import Perform

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import Figure, State


class Dying(tasks.Task, frozen=True):
    """A figure without hit points performs its last abilities, then leaves the map."""

    figure: str
    abilities: tuple[Ability, ...]

    def run(self, play: Play) -> None:
        if not play.state.on_map(self.figure):
            return
        figure = play.edit(self.figure, dying=())
        last: list[tasks.Task] = []
        for ability in self.abilities:
            if isinstance(ability, Attack):
                last += attack_tasks(self.figure, ability, _covered(play.book, play.state, figure, ability))
            else:
                last.append(Perform(self.figure, ability))
        play.push(*last, Leave(self.figure))


class Leave(tasks.Task, frozen=True):
    """A figure without hit points leaves the map."""

    figure: str

    def run(self, play: Play) -> None:
        if play.state.on_map(self.figure):
            play.remove(self.figure)


def _covered(book: Book, state: State, figure: Figure, attack: Attack) -> list[str]:
    """Every enemy in the area around a figure, or beside it, that it sees. (GH-6.5)"""
    board = book.board(state)
    area = attack.area
    if area is None:
        hexes = [frozenset(board.neighbours(figure.at))]
    else:
        hexes = [frozenset(shifted(figure.at, each) for each in image) for image in images(area.hexes)]
    enemies = [
        enemy
        for enemy in state.enemies_of(figure)
        if board.sees(figure.at, enemy.at) and not enemy.has("invisible")
    ]
    return max(([enemy.name for enemy in enemies if enemy.at in each] for each in hexes), key=len)
