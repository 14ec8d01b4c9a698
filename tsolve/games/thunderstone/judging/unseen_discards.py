"""Discards from hands that nobody knows: the engine lets them go by, and a written line may name them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.thunderstone.actions import Discard
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Price
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import prices
from tsolve.games.thunderstone.turn.discarding import unseen_discard
from tsolve.games.thunderstone.turn.prying import possible_hand
from tsolve.model.refusal import Refusal
from tsolve.model.trace import Entry

_KINDS: tuple[Price, ...] = ("card", "weapon")
"""What other players are made to discard from a hand that nobody sees."""


class UnseenDiscards:
    """Those of a turn that no step has named yet: player and kind of card, with the rulings, in any order."""

    def __init__(self, made: Sequence[tuple[int, Price, tuple[str, ...]]] = ()) -> None:
        self.made = [*made]

    def note(self, state: State, entries: Sequence[Entry]) -> None:
        """Add what the engine has just let go by."""
        told = {
            unseen_discard(player, kind): (player, kind)
            for player in range(len(state.players))
            for kind in _KINDS
        }
        self.made += [(*told[entry.note], entry.rulings) for entry in entries if entry.note in told]

    def name(self, book: Book, state: State, text: str, action: Discard) -> State | Refusal | None:
        """The position once a step has named the card, or why it cannot be that one; None where no such
        discard is open.
        """
        waiting = next((each for each in self.made if each[0] == action.player), None)
        if waiting is None:
            return None
        player, kind, rulings = waiting
        owner, card = state.players[player], book.card(action.card)
        cards = possible_hand(owner)
        if cards is not None and action.card not in cards:
            return Refusal(text, f"player {player + 1} cannot hold {card.name}", rulings)
        if not prices.fits(kind, card) or card.kind not in ("hero", "village", "basic", "monster", "disease"):
            return Refusal(text, f"{card.name} is no {prices.called(kind)} of a hand", rulings)
        self.made.remove(waiting)
        deck = piles.without_elsewhere(owner.deck, action.card)
        named = replace(owner, deck=deck, discard=(*owner.discard, action.card))
        return replace(state, players=(*state.players[:player], named, *state.players[player + 1 :]))
