"""What a seat may know of a position: not the hands of others."""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer, Segment
from tsolve.games.thunderstone.state import Player, State


def seen(state: State, seat: int) -> State:
    """The position as a seat may know it: of the other hands only which cards hand and deck hold together.

    The active player's hand lies open.
    """
    hidden = tuple(
        each if index == seat or not each.hand else _hidden(each) for index, each in enumerate(state.players)
    )
    return replace(state, players=hidden)


def _hidden(player: Player) -> Player:
    """A player with an unseen hand: its cards are known to be among those of hand and deck."""
    hand = player.hand or ()
    for at, segment in enumerate(player.deck):
        if segment.order == "shuffled" and not segment.layers:
            cards = tuple(sorted((*segment.cards, *hand)))
            mixed = Segment(cards, "shuffled", (Layer(len(segment.cards)),))
            return replace(player, hand=None, deck=(*player.deck[:at], mixed, *player.deck[at + 1 :]))
    return player if not piles.has_unknown(player.deck) else replace(player, hand=None)
