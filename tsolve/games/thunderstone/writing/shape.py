"""Guesses whether a file without a known game is meant as a Thunderstone puzzle.

It is told by its keys alone. Few are needed, and they have to be ours: people write YAML about other games,
with `game`, `turn` and `expect` in it.
"""

from __future__ import annotations

from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.games.thunderstone.writing.statements import Expectations
from tsolve.source.tree import Mapping, Node, Scalar

_ZONES = ("hall", "dungeon_deck", "village")
"""Where cards lie in this game, and in few others."""
_TURNS = ("dungeon", "village", "rest")
_STRANGERS = 1
"""So many keys may be unknown: one that is misspelt, such as `game` itself."""


def is_meant(root: Node) -> bool:
    """Whether the tree expects something that a position of this game can state, of such a position."""
    expect = root.get("expect") if isinstance(root, Mapping) else None
    if not isinstance(root, Mapping) or not isinstance(expect, Mapping):
        return False
    unknown = [key for key, _ in root.items if key.text not in PositionFile.__struct_fields__]
    turn = root.get("turn")
    is_ours = any(root.get(zone) is not None for zone in _ZONES) or (
        isinstance(turn, Scalar) and turn.text in _TURNS
    )
    states = any(key.text in Expectations.__struct_fields__ for key, _ in expect.items)
    return is_ours and states and len(unknown) <= _STRANGERS
