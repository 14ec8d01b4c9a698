"""The campaign between two steps: positions are values."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

CITY = "Gloomhaven"

Quest = Literal["open", "fulfilled", "none"]
Status = Literal["", "under way", "won", "lost"]


class Character(msgspec.Struct, frozen=True):
    """A character. What the file does not tell is None."""

    name: str
    class_: str
    player: str
    level: int = 1
    experience: int = 0
    gold: int | None = None
    checkmarks: int = 0
    goal: int = 0
    """Checkmarks of a battle goal that is fulfilled in this scenario."""
    tokens: int = 0
    """Money tokens looted in this scenario."""
    blessings: int = 0
    """Bless cards for the next scenario."""
    items: tuple[str, ...] = ()
    quest: Quest = "open"
    quest_opens: str = ""
    perks_before: int = 0
    """Perks for the retired characters of the player, on the day of creation. (GH-15.16)"""
    perks_taken: int = 0
    modifiers: tuple[tuple[str, int], ...] | None = None
    """The modifier cards with their numbers; None where they are not told."""


class EventDeck(msgspec.Struct, frozen=True):
    """An event deck: its cards by number, and those that lie at the bottom since it was last shuffled."""

    cards: tuple[int, ...]
    bottom: tuple[int, ...] = ()

    def with_card(self, card: int) -> EventDeck:
        """A card is added: the deck is shuffled. (GH-15.24)"""
        return EventDeck(tuple(sorted({*self.cards, card})))

    def returned(self, card: int) -> EventDeck:
        """A card goes back to the bottom. (GH-15.24)"""
        return replace(self, bottom=(*(each for each in self.bottom if each != card), card))

    def without(self, card: int) -> EventDeck:
        """A card leaves the game."""
        cards, bottom = (tuple(each for each in cards if each != card) for cards in (self.cards, self.bottom))
        return EventDeck(cards, bottom)


class State(msgspec.Struct, frozen=True):
    """The campaign, the party and its characters."""

    characters: tuple[Character, ...]
    at: str = CITY
    """The city, or the number of a scenario."""
    status: Status = ""
    """How the scenario stands at which the party is; empty where nobody tells it."""
    level: int | None = None
    """The level of the scenario under way, once somebody has left it; else the party tells it. (GH-15.1)"""
    reputation: int = 0
    prosperity: int = 0
    """Checks of the prosperity track."""
    donated: int = 0
    donors: frozenset[str] = frozenset()
    """The players who have given to the sanctuary on this visit."""
    city_event_done: bool = False
    outcome_applied: bool = False
    """Whether an outcome of the present event has applied. (GH-15.24)"""
    global_achievements: tuple[str, ...] | None = None
    """None where the file does not tell them."""
    party_achievements: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    """Boxes and envelopes."""
    designs: tuple[int, ...] = ()
    """Items on sale beyond those of the prosperity, by number."""
    in_shop: tuple[str, ...] = ()
    """Items that characters have sold or left there since the file was written."""
    enhanced: tuple[tuple[str, str, str, int], ...] = ()
    """Class, card, action and the stickers on it."""
    gone: tuple[str, ...] = ()
    """Characters who have left since the file was written."""
    retired: tuple[tuple[str, int], ...] = ()
    """The retired characters of each player."""
    completed: tuple[str, ...] = ()
    """Scenarios that are completed in campaign mode."""
    city_events: EventDeck = EventDeck(())
    road_events: EventDeck = EventDeck(())

    @property
    def in_city(self) -> bool:
        """Whether the party visits the city."""
        return self.at == CITY

    def character(self, name: str) -> Character | None:
        """The character of this name; None where there is none."""
        wanted = name.casefold()
        return next((each for each in self.characters if each.name.casefold() == wanted), None)

    def with_character(self, changed: Character) -> State:
        """The same with one character otherwise, or new."""
        if self.character(changed.name) is None:
            return replace(self, characters=(*self.characters, changed))
        others = (changed if each.name == changed.name else each for each in self.characters)
        return replace(self, characters=tuple(others))

    def without_character(self, name: str) -> State:
        """The same after a character has left."""
        others = tuple(each for each in self.characters if each.name != name)
        return replace(self, characters=others, gone=(*self.gone, name))

    def stickers(self, class_: str, card: str, action: str) -> int:
        """The stickers on an action of a card."""
        return next((number for *place, number in self.enhanced if place == [class_, card, action]), 0)

    def enhanced_cards(self, class_: str) -> frozenset[str]:
        """The cards of a class with a sticker or more."""
        return frozenset(card for owner, card, _, number in self.enhanced if owner == class_ and number)

    def retirements(self, player: str) -> int:
        """How many characters of a player have retired."""
        return dict(self.retired).get(player, 0)
