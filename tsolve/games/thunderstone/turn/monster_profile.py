"""A Monster's traits, combined: what holds in any battle against it, whatever the party."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import MonsterTrait, Need
    from tsolve.model.arithmetic import Step


class MonsterProfile:
    """A Monster's traits, combined."""

    def __init__(self, monster: str, monster_traits: tuple[MonsterTrait, ...]) -> None:
        self.monster_traits = monster_traits
        self.silences_unequipped = any(guard.silences_unequipped for guard in monster_traits)
        self.voids_edged = any(guard.voids_edged for guard in monster_traits)
        self.voids_spells = any(guard.voids_spells for guard in monster_traits)
        self.voids_unequipped = any(guard.voids_unequipped for guard in monster_traits)
        self.fixes_darkness = any(guard.fixes_darkness for guard in monster_traits)
        self.is_dark = any(guard.dark for guard in monster_traits)
        """Whether it can be attacked only without a Light Penalty. (TS-10.5)"""
        self.least_strength = max((guard.least_strength() for guard in monster_traits), default=0)
        self.shuns = frozenset(kind for guard in monster_traits if (kind := guard.shuns()))
        """Kinds of cards that bring nothing here, since nobody may use them. (TS-11.9)"""
        self.needs: tuple[Need, ...] = tuple(
            need for guard in monster_traits if (need := guard.need(monster)) is not None
        )
        """What the party needs to defeat the Monster."""
        self.health_steps: tuple[Step, ...] = tuple(
            step for guard in monster_traits for step in guard.health_steps(monster)
        )
        """What its traits make of its Health."""
        self.shining = tuple((monster, light) for guard in monster_traits if (light := guard.light()))
        """What they add to the Light here (negative: darker)."""


def profile_of(book: Book, monster: str) -> MonsterProfile:
    """The traits of this Monster taken together; the book remembers them."""
    front = book.fronts.get(monster)
    if front is None:
        front = book.fronts[monster] = MonsterProfile(monster, book.monster_traits[monster])
    return front
