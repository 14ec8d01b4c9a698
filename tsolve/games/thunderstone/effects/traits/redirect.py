"""A Hero that turns the tables (Belzur Bishop)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Trait


class Redirect(Trait, frozen=True, tag="redirect"):
    """Revealed from the hand of a player whom another player's effect is aimed at, it turns the effect upon
    the active player. (DS-12)
    """

    stated = True
    reacts = True

    def say(self) -> str:
        return "revealed from the hand, it turns an effect of another player upon the active player"
