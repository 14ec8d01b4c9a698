"""Borrowing a Hero (Selurin Theurge)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.turn.discarding import MustDiscard
from tsolve.games.thunderstone.turn.lending import ChooseLoan
from tsolve.games.thunderstone.turn.reacting import aimed, others

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class BorrowHero(Deed, frozen=True, tag="borrow_hero"):
    """Each player discards a Hero or shows none; one of them may be borrowed for the battle. (A-37)"""

    stated = True
    reveals = True
    pries = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        seats = (play.state.active, *others(play.state))
        robberies = aimed(play, card, seats, lambda seat: MustDiscard(seat, 1, card, of="hero", lends=True))
        play.push(*robberies, ChooseLoan(card))

    def say(self) -> str:
        return "each player discards a Hero or shows none; borrow one of these Heroes for the battle"
