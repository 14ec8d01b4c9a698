"""Why no Spoils of a victory buy a card."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Attack, Buy
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.base import Reason
from tsolve.games.thunderstone.effects.spoils import BuySpoils
from tsolve.games.thunderstone.judging.played import Move
from tsolve.games.thunderstone.play import Play
from tsolve.games.thunderstone.turn.spoils import spoils_at_work


def why_not_bought(book: Book, moves: Sequence[Move], buy: Buy) -> Reason:
    """What keeps the Spoils from buying the card, or that none of them buys any. (TS-14.1, TS-14.2)"""
    for move in moves:
        if isinstance(move.action, Attack):
            fought = replace(move.before, target=move.action.rank)
            for source, number in spoils_at_work(Play(book, fought)):
                effect = book.card(source).spoils[number]
                refused = effect.refuse(book, fought, buy) if isinstance(effect, BuySpoils) else None
                if refused is not None:
                    return refused[0], (*refused[1], f"card.{source}")
    return "this victory brings no Spoils that buy a card", ("TS-14.1", "TS-14.2")
