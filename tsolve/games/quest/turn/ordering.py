"""Texts of a room and of its Monster that come at the same time: the player chooses their order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, ResolveFirst
from tsolve.games.quest.turn.ignoring import Text

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class WhichFirst(tasks.Choice, frozen=True):
    """One of two cards' texts comes first, then the other's."""

    asks = "choose the text that comes first"
    texts: tuple[Text, Text]

    def options(self, book: Book, state: State) -> list[Action]:
        return [ResolveFirst(text[0].card) for text in self.texts]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text[0].ruling for text in self.texts))

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, ResolveFirst)
        first, second = self.texts
        if action.card != first[0].card:
            first, second = second, first
        play.push(*first, *second)


def in_order(room: Text, monster: Text) -> Iterator[tasks.Task]:
    """What the room and its Monster ask for at the same time; of both, the player chooses the first."""
    if room and monster:
        yield WhichFirst((room, monster))
    else:
        yield from (*room, *monster)
