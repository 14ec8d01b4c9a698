"""A player's deck where it is known what the player owns: that which does not lie elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.thunderstone.turn.order import HAND_SIZE
from tsolve.turns.inventory import unseen_of_owned

if TYPE_CHECKING:
    from tsolve.games.thunderstone.state import Player
    from tsolve.games.thunderstone.writing.zones import Zones
    from tsolve.source.decode import Path


def with_owned(zones: Zones, path: Path, player: Player) -> Player:
    """The player at `path` of the file, of whom it tells all that is owned.

    A hand that nobody knows has six of them (TS-3.2), or all that are left.
    """
    known = not piles.has_unknown(player.deck)
    rest = unseen_of_owned(zones.uses, path, zones.name, zones.decoded, zones.found, is_deck_known=known)
    if known:
        return player
    above = piles.above_unknown(player.deck)
    if path and player.hand is None:
        if len(rest) <= HAND_SIZE:
            return replace(player, deck=above, hand=rest)
        below = piles.layered(rest, piles.Layer(len(rest) - HAND_SIZE))
    else:
        below = piles.shuffled(rest)
    return replace(player, deck=piles.stacked(above, below))
