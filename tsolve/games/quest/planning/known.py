"""What is known of prepared positions whatever the goal of the turn is, and whomever it is to battle: where a
movement leads, what can be given to whom, and the most attack. It is found once under the same rules, for all
rooms and goals that are asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar
from weakref import WeakKeyDictionary

from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.arrivals import Reached, Walk
from tsolve.games.quest.planning.statement import Burdens
from tsolve.games.quest.state import State

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
MOST = 20_000
"""More than this is not kept of any sort."""


class Known:
    """What is known under the rules of one game."""

    def __init__(self) -> None:
        self.walks: dict[State, Walk] = {}
        self.battles: dict[tuple[State, int, bool], Reached] = {}
        """Those in one room, from where a walk begins; whether the Light left over counts."""
        self.burdens: dict[Hashable, Burdens] = {}
        self.most: dict[tuple[State, int], int] = {}
        """The most attack in a room."""


_KNOWN: WeakKeyDictionary[Quest, Known] = WeakKeyDictionary()


def known_of(game: Quest) -> Known:
    """What is known under these rules so far."""
    return _KNOWN.setdefault(game, Known())


def found(kept: dict[K, V], key: K, find: Callable[[], V]) -> V:
    """What is kept, or else what is found now."""
    if key in kept:
        return kept[key]
    value = find()
    if len(kept) < MOST:
        kept[key] = value
    return value
