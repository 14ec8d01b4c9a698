"""Reactions: cards that turn an effect back on the player who aimed it. (DS-12)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Pass, React
from tsolve.games.thunderstone.turn.prying import possible_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


def others(state: State) -> list[int]:
    """The other players, clockwise from the active one."""
    count = len(state.players)
    return [(state.active + seat) % count for seat in range(1, count)]


def aimed(
    play: Play, source: str, seats: Iterable[int], make: Callable[[int], tasks.Task]
) -> Iterator[tasks.Task]:
    """What a card of the active player does to each of these players; whoever can may turn it back first."""
    for seat in seats:
        if seat != play.state.active and _reactors(play.book, play.state, seat):
            yield MayReact(seat, source, make(seat), make(play.state.active))
        else:
            yield make(seat)


class MayReact(tasks.Task, frozen=True):
    """A player at whom an effect is aimed may reveal a card that turns it upon the active player."""

    asks = "let the player aimed at turn the effect back, or pass"
    player: int
    source: str
    goes_on: tasks.Task
    turns_back: tasks.Task

    @property
    def asked_of_each(self) -> tuple[str, int]:
        return self.source, self.player

    def mover(self, book: Book, state: State) -> int:
        return self.player if _reactors(book, state, self.player) else tasks.ENGINE

    def run(self, play: Play) -> None:
        play.push(self.goes_on)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*(f"card.{card}" for card in _reactors(book, state, self.player)), "DS-12")

    def options(self, book: Book, state: State) -> list[Action]:
        return [*(React(self.player, card) for card in _reactors(book, state, self.player)), Pass()]

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, React):
            play.push(self.goes_on)
            return
        note = f"revealed by player {self.player + 1}: {play.book.name(self.source)} is turned back"
        play.note("effect", action.card, (f"card.{action.card}", "DS-12"), note)
        for trait in play.book.traits[action.card]:
            if trait.reacts:
                play.exercise(action.card, trait)
        play.push(self.turns_back)


def may_turn_back(book: Book, state: State) -> bool:
    """Whether some other player holds, or may hold, a card that turns effects back."""
    return bool(book.reacting) and any(_reactors(book, state, seat) for seat in others(state))


def _reactors(book: Book, state: State, seat: int) -> list[str]:
    """The cards of the hand that can turn effects back; of an unknown one, those that it may hold."""
    hand = possible_hand(state.players[seat])
    return sorted(book.reacting if hand is None else book.reacting.intersection(hand))
