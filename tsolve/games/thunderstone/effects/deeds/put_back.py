"""Cards of the hand that go back on the deck (Scout)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, PutBack
from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.abilities import may_still_reveal

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class PutCardsBack(Deed, frozen=True, tag="put_back"):
    """Put `cards` cards of the hand on top of the own deck in any order, none that was played for an effect.
    (TS-4.2, TS-7.2)
    """

    stated = True
    reveals = True
    thins = True
    puts_back = True
    cards: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(ChooseToPutBack(play.state.party[use.card].card, self.cards))

    def say(self) -> str:
        return f"put {self.cards} card{'s' if self.cards > 1 else ''} of the hand on top of the deck"


class ChooseToPutBack(tasks.Task, frozen=True):
    """The player says which cards go back, the top one first; all of them where there are fewer."""

    name = "put back"
    points = False
    asks = "cards of the hand must be put back on the deck"
    source: str
    count: int

    def mover(self, book: Book, state: State) -> int:
        return state.active if _free(state) else tasks.ENGINE

    def run(self, play: Play) -> None:
        play.note("effect", self.source, (f"card.{self.source}", "TS-18.3"), "no card can be put back")

    def options(self, book: Book, state: State) -> list[Action]:
        cards = sorted(state.party[index].card for index in _free(state))
        orders = permutations(cards, min(self.count, len(cards)))
        return [PutBack(order) for order in dict.fromkeys(orders)]

    def worth_trying(self, book: Book, state: State, options: list[Action]) -> list[Action]:
        if may_still_reveal(book, state):
            return options
        return [
            each for each in options if isinstance(each, PutBack) and list(each.cards) == sorted(each.cards)
        ]

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-4.2" if state.turn == "village" else "TS-7.2"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if isinstance(action, PutBack):
            missing = Counter(action.cards) - Counter(state.party[index].card for index in _free(state))
            for card in missing:
                if any(member.card == card and not member.left for member in state.party):
                    return f"{book.name(card)} was played for an effect", (f"card.{self.source}", "DS-12")
                return f"{book.name(card)} is not in the hand", (f"card.{self.source}",)
        return f"first, {self.asks}", self.grounds(book, state)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutBack)
        for card in reversed(action.cards):
            play.leave(next(index for index in _free(play.state) if play.state.party[index].card == card))
            play.player(play.state.active, deck=piles.put_on(play.owner().deck, card))
            play.note("effect", card, self.grounds(play.book, play.state), "put on top of the deck")


def _free(state: State) -> list[int]:
    """The cards of the hand that were not played for an effect."""
    return [i for i, m in enumerate(state.party) if not (m.left or m.used or m.serving)]
