"""What a written line leaves open: choices at its end, discards from hands that nobody knows."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.thunderstone.actions import Discard, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Price
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import prices
from tsolve.games.thunderstone.turn.discarding import unseen_discard
from tsolve.games.thunderstone.turn.prying import possible_hand
from tsolve.model.refusal import Refusal
from tsolve.model.trace import Entry

_KINDS: tuple[Price, ...] = ("card", "weapon")
"""What other players are made to discard from a hand that nobody sees."""


def may_intervene(game: Thunderstone, state: State) -> bool:
    """Whether another player may now do something that changes the turn: nobody passes for that player."""
    others = game.mover(state) != state.active
    return others and not state.todo[-1].makes_no_difference(game.book, state)


def answers(game: Thunderstone, state: State) -> tuple[str, ...]:
    """Everything that may be chosen now, in words; in place of a pass what the same player is asked then."""
    options = game.legal_actions(state)
    told = tuple(game.notation(state, option) for option in options if option != Pass())
    if Pass() not in options:
        return told
    passed = game.apply(state, Pass())
    asked_again = bool(passed.todo) and game.mover(passed) == game.mover(state)
    return told + (answers(game, passed) if asked_again else (game.notation(state, Pass()),))


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
