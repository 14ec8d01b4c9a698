"""What abilities cost: paid before they do anything, and only in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import TOKENS, Action, GiveUp
from tsolve.games.quest.effects.abilities import DiscardItself, Heal, Price
from tsolve.games.quest.effects.demands import LoseTokens
from tsolve.games.quest.effects.prices import DestroyTokens, DiscardOther, TakeWoundCard
from tsolve.games.quest.turn.demanding import GiveUpToken
from tsolve.games.quest.turn.healing import HealOne, wounds
from tsolve.games.quest.turn.values import lies

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def lack_of(book: Book, state: State, price: Price, place: int) -> str:
    """Why a price cannot be paid for an ability of the card in this place; empty when it can."""
    match price:
        case Heal() if not any(wounds(book, state)):
            return "you have no Wound to heal"
        case DestroyTokens() if sum(map(state.me.tokens, TOKENS)) < price.number:
            return f"it takes {price.number} Gear tokens"
        case DiscardOther() if not others(book, state, price.sort, place):
            return f"you have no other {f'{price.sort} ' if price.sort else ''}card to discard"
    return ""


def payments(price: Price, place: int, ruling: str) -> tuple[tasks.Task, ...]:
    """The tasks by which a price is paid."""
    match price:
        case Heal():
            return (HealOne(),)
        case DestroyTokens():
            return (GiveUpToken(LoseTokens(), (ruling, "QUEST-9.1")),) * price.number
        case DiscardOther():
            return (DiscardOne(price.sort, place, ruling),)
        case DiscardItself():
            return (DiscardThis(place, ruling),)
        case TakeWoundCard():
            return (BeHurt(price.card, ruling),)


def others(book: Book, state: State, sort: str | None, place: int) -> list[int]:
    """The places of the player's cards of a sort but for one; of equal ones the first."""
    cards = (card for card in state.firsts() if card != place)
    return [card for card in cards if lies(book, state, card, sort)]


class DiscardOne(tasks.Choice, frozen=True):
    """Another card than that in this place is discarded."""

    asks = "choose the card to discard"
    sort: str | None
    place: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*map(GiveUp, others(book, state, self.sort, self.place))]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.4")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, GiveUp)
        play.note("ability", action.card, (self.ruling, "QUEST-0.4"), "discarded")
        play.discard(action.card)


class BeHurt(tasks.Task, frozen=True):
    """One Wound card of a kind is taken."""

    card: str
    ruling: str

    def run(self, play: Play) -> None:
        play.wound((self.ruling, "QUEST-7.1"), cards=1, card=self.card)


class DiscardThis(tasks.Task, frozen=True):
    """The card itself is discarded."""

    place: int
    ruling: str

    def run(self, play: Play) -> None:
        play.note("ability", self.place, (self.ruling, "QUEST-0.4"), "discarded")
        play.discard(self.place)
