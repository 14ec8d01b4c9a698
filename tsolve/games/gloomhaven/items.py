"""A character's items, as its position writes them. (GH-11.8, GH-11.11)"""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.games.gloomhaven.abilities import Ability

When = Literal["turn", "move", "attack", "single attack", "attacked", "damage"]
"""What an item's text allows it to be used for: anything in its bearer's own turn; to change one of its move
abilities, one of its attack abilities, or one attack of such an ability; when it is attacked; when it would
take damage.
"""


class Item(msgspec.Struct, frozen=True):
    """What an item does, and how often."""

    name: str
    when: When
    do: tuple[Ability, ...]
    uses: int = 1
    """Slots, at least 1. (GH-10.1, GH-11.8)"""
    consumed: bool = False
    """After the last use it is consumed, not spent: a long rest does not refresh it. (GH-2.10)"""

    @property
    def is_forced(self) -> bool:
        """Whether it must be used where it applies: one with several slots, like a bonus with slots. What
        is used at any time of a turn has no moment at which it would have to be. (GH-11.8, GH-10.1)
        """
        return self.uses > 1 and self.when != "turn"
