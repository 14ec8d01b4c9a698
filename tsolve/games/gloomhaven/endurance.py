"""How many rounds the cards of a character still last. (GH-2.2, GH-2.10)"""

from __future__ import annotations

from functools import lru_cache

from tsolve.games.gloomhaven.state import Held

_PLAYED = 2
"""Cards that a character plays in a round, and discarded cards that it needs for a rest."""


@lru_cache(4096)
def rounds_left(hand: int, discarded: int, packs: int = 0) -> int:
    """How many more rounds a character can play two cards: it rests as late as it can, and loses no card but
    the one of each rest. `packs` are cards in hand that are gone once they are played. (GH-11.16)
    """
    if hand + packs >= _PLAYED:
        most = min(packs, _PLAYED)
        least = max(_PLAYED - hand, 0)
        return 1 + max(
            rounds_left(hand - _PLAYED + gone, discarded + _PLAYED - gone, packs - gone)
            for gone in range(least, most + 1)
        )
    return rounds_left(hand + discarded - 1, 0, packs) if discarded >= _PLAYED else 0


def rounds_of(held: Held, lost: int = 0) -> int:
    """The same of a character's cards after this round, when those chosen for it are discarded; after it has
    `lost` further cards, which are taken from the hand first.
    """
    packs = sum(each in held.packs for each in held.hand)
    discarded = len(held.discarded) + sum(each not in held.packs for each in held.plays)
    hand = max(len(held.hand) - packs - held.surplus, 0)
    from_hand = min(lost, hand)
    return rounds_left(hand - from_hand, max(discarded - (lost - from_hand), 0), packs)


def endurance(held: Held) -> str:
    """The rounds in a sentence, with what one more lost card costs."""
    rounds, fewer = rounds_of(held), rounds_of(held, 1)
    count = f"{rounds} more round{'s' if rounds != 1 else ''}"
    lost = f"; {fewer} if it loses one more card of its hand" if {*held.hand} - {*held.packs} else ""
    return f"after this round the cards of {held.owner} last {count}{lost} (GH-2.10)"
