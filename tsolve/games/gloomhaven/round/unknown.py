"""What a round cannot go on without: rooms and ability cards that a file does not tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.pending import UNKNOWN
from tsolve.games.gloomhaven.round.ability_cards import DrawAbilityCard
from tsolve.games.gloomhaven.round.revealing import OpenDoor
from tsolve.turns.opened import Unknown

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import State


def unknown_in(book: Book, state: State) -> Iterator[Unknown[State]]:
    """What is unknown of the task that waits."""
    task = state.todo[-1] if state.todo else None
    if task is None or task.mover(book, state) != UNKNOWN:
        return
    if isinstance(task, OpenDoor):
        door = book.terrain.name(task.door)
        key = f'rooms: {{"{door}": {{monsters: {{Living Bones 1: {{at: [4, 2]}}}}}}}}'
        yield Unknown(f"what stands behind the door in {door}", key, _gone_on)
    elif isinstance(task, DrawAbilityCard):
        key = f"ability_cards: {{{task.group}: {{initiative: 20, do: [move +0, attack +0]}}}}"
        yield Unknown(f"the ability card of {task.group}", key, _gone_on)


def _gone_on(state: State) -> State:
    """The position without the task that waits."""
    return replace(state, todo=state.todo[:-1])
