"""A Monster that cannot fall without magic."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard


class MagicRequired(Guard, frozen=True, tag="magic_required"):
    """Not defeated without a Magic Attack of at least 1; it may be attacked all the same. (TS-11.7)"""

    needs_magic = True

    def say(self) -> str:
        return "Magic Attack required"
