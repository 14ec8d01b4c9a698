"""A victory after which another Monster is sent away (Elf Sorcerer)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.actions import Action, SendDown
from tsolve.games.thunderstone.effects.base import SpoilsEffect
from tsolve.games.thunderstone.turn import hall

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Reason
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class SendDownAfter(SpoilsEffect, frozen=True, tag="send_down_after"):
    """A Monster of the Hall goes to the bottom of the Dungeon Deck before the Hall is refilled. (A-16)"""

    def attempts(self, book: Book, state: State) -> list[Action]:
        return [SendDown(rank) for rank in hall.RANKS]

    def refuse(self, book: Book, state: State, action: Action) -> Reason | None:
        if isinstance(action, SendDown) and hall.is_monster(book, state, action.rank):
            return hall.refuse_removal(book, state, action.rank, "")
        return "no Monster stands there", ("TS-7.10",)

    def answer(self, play: Play, source: str, action: Action) -> None:
        assert isinstance(action, SendDown)
        hall.send_down(play, action.rank, (f"card.{source}", "TS-7.10"))
        ahead = (hall.slot(play.state, rank).card for rank in hall.RANKS if rank < action.rank)
        if not any(hall.is_stone(play.book, card) for card in ahead):
            # what stood before a Thunderstone is gone: it will not reach Rank 1 by the defeat alone
            play.set(ended_by_removal=True)

    def say(self) -> str:
        return "send a Monster of the Hall to the bottom of the Dungeon Deck"
