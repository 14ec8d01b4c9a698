"""How often the text of a Location may be used this turn. (QUEST-3.4 to QUEST-3.7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest.effects.aims import BuyHeroes
from tsolve.games.quest.effects.traits import LocationTwice
from tsolve.games.quest.turn.values import traits_of

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.state import State


def uses_of(book: Book, state: State, location: str) -> int:
    """How often the text of this Location may be used: 0 where the Champion is not there."""
    if location == state.me.location:
        return 2 if traits_of(book, state, LocationTwice) else 1
    return int(location == state.also)


def temple_forbids(book: Book, state: State) -> bool:
    """Whether the Temple keeps Heroes from levelling up and the Champion from the Dungeon. (QUEST-3.4)"""
    there = state.me.location == "temple" and not traits_of(book, state, LocationTwice)
    return there or state.also == "temple"


def has_further_location(book: Book, state: State) -> bool:
    """Whether the Side Quest, completed, makes the text of one more Location available."""
    me = state.me
    return me.completed and isinstance(book.card(me.quest).aim, BuyHeroes)
