"""The Dungeon: The Wilderness, and two columns of rooms on three levels. (QUEST-1.3, QUEST-1.4)

Rooms are known by their place: 0 is The Wilderness, 1 and 2 are the left and the right room of level 1, 3 and
4 those of level 2, 5 and 6 those of level 3.
"""

from __future__ import annotations

WILDERNESS = 0
PLACES = range(7)

_ADJACENT = ((1, 2), (0, 2, 3), (0, 1, 4), (1, 4, 5), (2, 3, 6), (3, 6), (4, 5))


def level_of(place: int) -> int:
    """The level of the room in this place; 0 for The Wilderness."""
    return (place + 1) // 2


def adjacent(place: int) -> tuple[int, ...]:
    """The places next to this one, never across a corner."""
    return _ADJACENT[place]
