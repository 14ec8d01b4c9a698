"""Healing a Wound outside the healing step, as a Potion does. (QUEST-7.4)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, Action, Heal, Pass
from tsolve.games.quest.turn.values import is_a

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


class HealOne(tasks.Choice, frozen=True):
    """One Wound is healed; the player chooses between a token and a card.

    What a text allows may be left out: Wounds are worth something to some cards.
    """

    asks = "choose the Wound to heal"
    allowed: bool = False
    """Whether it may be left out."""
    again: str | None = None
    """A Wound of this sort lets another one be healed."""

    def options(self, book: Book, state: State) -> list[Action]:
        found: list[Action] = [*wounds(book, state)]
        return [*found, Pass()] if found and self.allowed else found

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-7.4",)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Heal):
            card = "" if action.card == NONE else play.state.laid[action.card].card
            if card and self.again and is_a(play.book, play.book.card(card), self.again):
                play.push(HealOne(self.allowed))
            heal(play, action)
