"""What abilities may cost."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from tsolve.games.quest.effects.base import CardId, Effect, Few, Sort


class DestroyTokens(Effect, frozen=True):
    """Destroys Gear tokens of the player's choice. (QUEST-9.1)"""

    number: Few = 1

    def say(self) -> str:
        return f"destroy {self.number} Gear token{'' if self.number == 1 else 's'}"


class DiscardOther(Effect, frozen=True):
    """Discards another card, of this sort if one is given."""

    sort: Sort | None = None

    def say(self) -> str:
        return f"discard another {f'{self.sort} ' if self.sort else ''}card"


class TakeWoundCard(Effect, frozen=True):
    """Takes one Wound card of a kind. (QUEST-7.1)"""

    card: CardId

    def say(self) -> str:
        return f"take 1 {self.card.replace('_', ' ').title()}"
