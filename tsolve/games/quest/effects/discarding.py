"""Discarding cards off one's own deck, and a die for a card that is gained. (QUEST-0.4)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated

from msgspec import Meta

from tsolve.games.quest.effects.base import Count, Effect, Few


class DiscardDeck(Effect, frozen=True):
    """Discards cards from the top of the deck. (QUEST-0.4)"""

    cards: Few = 1
    each: Count | None = None

    def say(self) -> str:
        each = f" for each {self.each.say()}" if self.each else ""
        return f"discard the top {'card' if self.cards == 1 else f'{self.cards} cards'} of your deck{each}"


class CleanseDeck(Effect, frozen=True):
    """Discards cards from the top of the deck; then a Wound card among them is healed, or there is Light."""

    cards: Few = 3
    light: Few = 1

    def say(self) -> str:
        return (
            f"discard the top {self.cards} cards of your deck, then heal one Wound card among them "
            f"or have {self.light} Light more"
        )


class DiscardMore(Effect, frozen=True):
    """Whatever abilities discard from the deck this turn is so many cards more."""

    cards: Few = 1

    def say(self) -> str:
        return f"discard {self.cards} card more each time that you discard from your deck this turn"


class RollWhenGained(Effect, frozen=True):
    """When the card is gained a die is rolled; from so many pips on, a card of the owner is destroyed."""

    pips: Annotated[int, Meta(ge=1, le=6)] = 4

    def say(self) -> str:
        return f"when gained, roll a die: on {self.pips} or more, destroy one of your cards"
