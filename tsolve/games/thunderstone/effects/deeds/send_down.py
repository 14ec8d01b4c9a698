"""Sending a Monster away (Elf Archmage)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.turn import hall

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class SendDownDeed(Deed, frozen=True, tag="send_down"):
    """A Monster of the Hall goes to the bottom of the Dungeon Deck and the Hall is refilled. (TS-7.10)"""

    stated = True
    blind = True
    reveals = True
    refills = True
    target = "rank"

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if hall.is_monster(book, state, use.target):
            return hall.refuse_removal(book, state, use.target, state.party[use.card].card)
        return f"no Monster stands in Rank {use.target}", ("TS-7.10",)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        hall.send_down(play, use.target, (f"card.{card}", "TS-7.10"))
        play.push(hall.Refill("removal"))

    def say(self) -> str:
        return "a Monster of the Hall goes to the bottom of the Dungeon Deck, refill"
