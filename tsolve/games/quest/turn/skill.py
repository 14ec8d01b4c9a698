"""Skill, and the Weapons that it suffices for. (QUEST-2.3)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest.turn.values import changes, skill_of

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.state import State


def weapons_of(book: Book, state: State, hero: int) -> list[int]:
    """The Weapons that a Hero wields, by their places."""
    held = (place for place in state.present() if state.laid[place].bearer == hero)
    return [place for place in held if book.card(state.laid[place].card).kind == "weapon"]


def weight_of(book: Book, state: State, weapon: int, hero: int) -> int:
    """The Skill that a Weapon requires of the Hero who wields it, or would; not below 0. (key.below_zero)"""
    printed = book.card(state.laid[weapon].card).requirement or 0
    return book.floor(
        printed + sum(amount for amount, _ in changes(book, state, weapon, "requirement", hero))
    )


def burden_of(book: Book, state: State, hero: int) -> int:
    """The Skill that the Weapons of a Hero require together."""
    return sum(weight_of(book, state, weapon, hero) for weapon in weapons_of(book, state, hero))


def can_hold(book: Book, state: State, hero: int, more: tuple[int, ...] = ()) -> bool:
    """Whether a Hero's Skill suffices for the Weapons that he wields, and for more.

    (QUEST-2.3, key.wield)
    """
    weapons = (*weapons_of(book, state, hero), *more)
    burden = sum(weight_of(book, state, weapon, hero) for weapon in weapons)
    skill = skill_of(book, state, hero)
    return not weapons or (burden <= skill if book.reads("wield", "at_most") else burden >= skill)
