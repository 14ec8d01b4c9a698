"""A Weapon that comes back after a victory (Skullbreaker)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Trait


class BackOnDeck(Trait, frozen=True, tag="back_on_deck"):
    """After a victory the Weapon goes on top of the deck instead of to the discard pile, if its bearer can
    hold it.
    """

    stated = True
    of_weapons = True
    returns = True

    def say(self) -> str:
        return "after a victory it goes on top of the deck"
