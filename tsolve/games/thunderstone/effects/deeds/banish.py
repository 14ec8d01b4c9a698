"""Rearranging the Hall (Banish)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.state import NONE, Slot
from tsolve.games.thunderstone.turn import hall

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class Banish(Deed, frozen=True, tag="banish"):
    """Sends a Monster of the Hall to the bottom of the Dungeon Deck, or puts the Hall in another order.
    (TS-7.10, B-13)
    """

    stated = True
    blind = True
    reveals = True
    refills = True
    target = "hall"

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if use.order:
            if tuple(sorted(use.order)) == hall.standing(state) and use.target == NONE:
                return _refuse_order(book, state, use.order)
            return "a new order names each card of the Hall once", ("card.banish",)
        if hall.is_monster(book, state, use.target):
            return hall.refuse_removal(book, state, use.target, state.party[use.card].card)
        return f"no Monster stands in Rank {use.target}", ("card.banish", "TS-7.10")

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        if not use.order:
            hall.send_down(play, use.target, (f"card.{card}", "TS-7.10"))
            play.push(hall.Refill("removal"))
            return
        old = play.state.hall
        first, *others = (old[rank - 1] for rank in use.order)
        arranged = (first, *(hall.moved(play, other) for other in others))
        play.set(hall=arranged + (Slot(),) * (len(old) - len(arranged)))
        names = ", ".join(play.book.name(slot.card) for slot in arranged)
        play.note("hall", card, (f"card.{card}",), f"the Hall is now {names}")
        play.push(hall.LookAtRankOne("removal"))

    def say(self) -> str:
        return (
            "send a Monster of the Hall to the bottom of the Dungeon Deck and refill, or rearrange the Hall"
        )


def _refuse_order(book: Book, state: State, order: tuple[int, ...]) -> Reason | None:
    """Why the Hall cannot be put in this order: nothing moves a Guardian. (DS-8)"""
    for rank, old in enumerate(order, 1):
        card = book.cards.get(hall.slot(state, old).card)
        if rank != old and card is not None and card.is_guardian:
            return f"{card.name} stays where it is until it is defeated", ("DS-8", card.ruling, "card.banish")
    return None
