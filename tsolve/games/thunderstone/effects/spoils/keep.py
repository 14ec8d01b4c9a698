"""A victory after which cards stay for the next hand (Stoneguard Tanker)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tsolve.games.thunderstone.actions import Action, SetAside
from tsolve.games.thunderstone.effects.base import SpoilsEffect
from tsolve.games.thunderstone.state import NONE

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Reason
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class Keep(SpoilsEffect, frozen=True, tag="keep"):
    """The revealed cards of this kind that survived are set aside and join the new hand once it is drawn.
    (DS-4)
    """

    cards: Literal["mercenary"]

    def attempts(self, book: Book, state: State) -> list[Action]:
        return [SetAside()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason | None:
        if not isinstance(action, SetAside):
            return "these Spoils set cards aside", ("TS-14.1",)
        if not self._kept(book, state):
            return f"there is no {self.cards.capitalize()} to set aside", ("DS-4", "TS-18.3")
        return None

    def answer(self, play: Play, source: str, action: Action) -> None:
        for index in self._kept(play.book, play.state):
            card = play.state.party[index].card
            play.leave(index)
            play.set(aside=(*play.state.aside, card))
            play.note("spoils", card, (f"card.{source}", "DS-4"), "set aside for the new hand")

    def say(self) -> str:
        return f"set the revealed cards of type {self.cards.capitalize()} aside for the new hand"

    def _kept(self, book: Book, state: State) -> list[int]:
        return [
            index
            for index, member in enumerate(state.party)
            if self.cards in book.card(member.card).subtypes
            and not (member.left or member.doomed)
            and member.owner in (NONE, state.active)
        ]
