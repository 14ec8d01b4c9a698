"""Winning a Monster without a battle (Thyrian Lord)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.turn import hall

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class TakeMonster(Deed, frozen=True, tag="take_monster"):
    """A Monster of the Hall worth these Victory Points goes to the discard pile, without XP; refill.
    (TS-7.10, B-20)
    """

    stated = True
    reveals = True
    refills = True
    target = "rank"
    vp_from: Number
    vp_to: Number

    def takes(self) -> int:
        return self.vp_to

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        lord = state.party[use.card].card
        if not hall.is_monster(book, state, use.target):
            return f"no Monster stands in Rank {use.target}", ("TS-7.10",)
        if (reason := hall.refuse_removal(book, state, use.target, lord)) is not None:
            return reason
        monster = book.card(hall.slot(state, use.target).card)
        if self.vp_from <= (monster.vp or 0) <= self.vp_to:
            return None
        limits = f"{self.vp_from} or {self.vp_to}"
        return f"{monster.name} is worth {monster.vp or 0} VP, not {limits}", (f"card.{lord}",)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        lord = play.state.party[use.card].card
        monster = hall.vacate(play, use.target)
        play.gain(monster)
        play.note(
            "effect", monster, (f"card.{lord}",), "put into the discard pile without a battle and without XP"
        )
        play.push(hall.Refill("removal"))

    def say(self) -> str:
        return f"take a Monster of the Hall worth {self.vp_from} or {self.vp_to} VP without XP, refill"
