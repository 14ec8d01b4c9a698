"""A Monster that asks for an Item or a Spell (Blaze)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard, Need


class UseRequired(Guard, frozen=True, tag="use_required"):
    """Not defeated unless an Item or a Spell was used in this turn: an ability of it, or what it gives by
    lying there, such as the Light of a Torch. (A-26)
    """

    stated = True

    def need(self, monster: str) -> Need:
        return Need("used", 1, "no Item or Spell used", ("key.used_item_clause", "TS-7.6"))

    def say(self) -> str:
        return "cannot be defeated unless an Item or a Spell was used"
