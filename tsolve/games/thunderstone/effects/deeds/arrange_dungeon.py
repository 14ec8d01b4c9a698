"""The next cards of the Dungeon Deck in another order (Scout)."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.actions import Action, PutBack
from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.abilities import may_still_reveal
from tsolve.games.thunderstone.turn.looking import LookAtDungeon

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class ArrangeDungeon(Deed, frozen=True, tag="arrange_dungeon"):
    """Look at the top `cards` cards of the Dungeon Deck and put them back in any order. (TS-7.2)"""

    stated = True
    reveals = True
    cards: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(Arrange(play.state.party[use.card].card, self.cards))

    def say(self) -> str:
        return f"put the top {self.cards} cards of the Dungeon Deck back in any order"


class Arrange(LookAtDungeon, frozen=True):
    """The player says in which order the cards go back."""

    name = "arrange"
    asks = "the cards of the Dungeon Deck must be put back"

    def options(self, book: Book, state: State) -> list[Action]:
        orders = dict.fromkeys(permutations(self.seen))
        return [PutBack(order) for order in orders] if len(orders) > 1 and not self.looks(state) else []

    def worth_trying(self, book: Book, state: State, options: list[Action]) -> list[Action]:
        return options if may_still_reveal(book, state) else options[:1]

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, PutBack):
            self.put_back(play, action.cards)
        else:
            super().answer(play, action)
