"""Healing a Wound outside the healing step, as a Potion does. (QUEST-7.4)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.cardkit.pending import ENGINE
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, Action, Heal

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def wounds(book: Book, state: State) -> Iterator[Heal]:
    """What can be healed: the rightmost token, and each kind of Wound card in front of the player."""
    if state.me.wounds:
        yield Heal()
    cards = {state.laid[place].card: place for place in state.present()}
    yield from (Heal(place) for card, place in cards.items() if book.card(card).is_wound)


def heal(play: Play, action: Heal) -> None:
    """Heal this Wound."""
    if action.card == NONE:
        play.heal_token()
    else:
        play.note("healing", action.card, ("QUEST-7.4",), "healed")
        play.destroy(action.card)


class HealOne(tasks.Task, frozen=True):
    """One Wound is healed; the player chooses between a token and a card."""

    asks = "the Wound to be healed must be chosen"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self.options(book, state)) > 1 else ENGINE

    def run(self, play: Play) -> None:
        for action in self.options(play.book, play.state):
            self.answer(play, action)

    def options(self, book: Book, state: State) -> list[Action]:
        return list(wounds(book, state))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-7.4",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Heal)
        heal(play, action)
