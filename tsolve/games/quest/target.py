"""The Monster to battle, named by its card, its room or both."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from tsolve.games.quest.actions import NONE
from tsolve.games.quest.grid import PLACES

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.state import State
    from tsolve.rules.ruleset import Ruleset


class Target(msgspec.Struct, frozen=True):
    """Which Monsters may be meant: by default any."""

    monster: str = ""
    """A card id; empty: whoever is there."""
    room: str = ""
    """The room in which it is; empty: any."""

    def fits(self, state: State, place: int) -> bool:
        """Whether the Monster of this room is meant. One that lies face down is known by its room alone."""
        room = state.rooms[place]
        if self.room not in ("", room.card):
            return False
        return (
            not self.monster if room.face_down else bool(room.monster) and self.monster in ("", room.monster)
        )

    def places(self, state: State) -> list[int]:
        """The rooms in which it can be battled."""
        return [place for place in PLACES if self.fits(state, place)]

    def was_battled(self, state: State) -> bool:
        """Whether the battle of this turn was against it."""
        tally = state.tally
        if tally.room == NONE:
            return False
        return self.monster in ("", tally.monster) and self.room in ("", state.rooms[tally.room].card)

    def say(self, book: Book) -> str:
        """What is meant, in words."""
        name = book.name(self.monster) if self.monster else "the Monster"
        return f"{name} in {book.name(self.room)}" if self.room else name

    def may_hide(self, state: State) -> bool:
        """Whether it may be in a room that is not known, or under a card that lies face down."""
        if self.places(state):
            return False
        hidden = [room.card for room in state.rooms if room.face_down or not room.card]
        in_sight = {room.card for room in state.rooms} - {*hidden}
        return bool(hidden) and self.room not in in_sight


ANYBODY = Target()


def in_the_dungeon(state: State, otherwise: str = "in a room") -> str:
    """Where a Monster or a room is not that nobody finds; `otherwise` goes for a Dungeon known in part."""
    known = all(state.knows(place) for place in PLACES)
    return "in the Dungeon" if known else f"{otherwise} that the position names"


def target_at(state: State, place: int) -> Target:
    """The Monster of a room; with the room where it lies face down or others of its name are elsewhere."""
    room = state.rooms[place]
    if room.face_down:
        return Target(room=room.card)
    alone = len(Target(room.monster).places(state)) < 2
    return Target(room.monster) if alone else Target(room.monster, room.card)


def target_named(ruleset: Ruleset[Card], text: str, card: Callable[[str], str]) -> Target:
    """What `Goblin Berserker`, `Mine` or `Goblin Berserker in Mine` means; `card` finds the id of a name, and
    what it raises or reports for others is its own.
    """

    def named(name: str) -> str:  # whoever takes texts apart leaves the article out
        return card(f"the {name}" if ruleset.names.knows(f"the {name}") else name)

    plain = " ".join(text.split())
    parts = re.fullmatch("(.+?) in (?:the )?(.+)", plain, re.IGNORECASE)
    if parts and not ruleset.names.knows(plain):
        return Target(named(parts[1]), named(parts[2]))
    found = named(plain)
    if found and ruleset.cards[found].kind == "room":
        return Target(room=found)
    return Target(found)
