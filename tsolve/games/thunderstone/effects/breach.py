"""What Monsters do on reaching Rank 1. (TS-16.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.games.thunderstone.effects.base import BreachEffect
from tsolve.games.thunderstone.effects.numbers import Count, Number
from tsolve.games.thunderstone.turn import hall
from tsolve.games.thunderstone.turn.discarding import MustDiscard
from tsolve.games.thunderstone.turn.market import hero_stacks, stacks, take_off, top_of
from tsolve.games.thunderstone.turn.turning_up import TurnUpCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class CullDecks(BreachEffect, frozen=True):
    """Every player discards cards of the deck until a Hero shows up, which is destroyed. (TS-16.1, TS-3.4)

    It strikes the decks: what the turn itself costs is not touched by it.
    """

    def apply(self, play: Play, monster: str) -> None:
        play.push(*(HuntHero(player, monster) for player in play.seats()))

    def say(self) -> str:
        return "every player discards cards of the deck until a Hero shows up, which is destroyed"


class HuntHero(TurnUpCards, frozen=True):
    """One player's deck is searched; an unknown deck is left alone."""

    def pile(self, book: Book, state: State) -> Pile:
        owner = state.players[self.player]
        if not owner.deck and book.heroes.isdisjoint(owner.discard):
            return EMPTY  # there is no Hero left to be found
        return super().pile(book, state)

    def take(self, play: Play, card: str) -> None:
        if card in play.book.heroes:
            play.remove(card, self.player)
            note = f"destroyed on the deck of player {self.player + 1}"
            play.note("breach", card, self.rulings("TS-16.1"), note)
            return
        play.player(self.player, discard=(*play.state.players[self.player].discard, card))
        play.push(self)


class CullHeroes(BreachEffect, frozen=True):
    """The top cards of every Hero stack of the Village, Militia included, are destroyed."""

    cards: Count

    def apply(self, play: Play, monster: str) -> None:
        for stack in hero_stacks(play.book, play.state):
            take_off(play, stack, self.cards, (f"card.{monster}", "TS-16.1"))

    def say(self) -> str:
        return f"destroy the top {self.cards} cards of every Hero stack, Militia included"


class CullVillage(BreachEffect, frozen=True):
    """Cards are removed from every stack of Village cards with a top card of at least this Gold Value, Hero
    stacks among them with `heroes`. (TS-16.1, A-15)
    """

    cards: Count
    gold_from: Number
    heroes: bool = False

    def apply(self, play: Play, monster: str) -> None:
        for stack in stacks(play.book, play.state):
            top = top_of(play.state, stack)
            if not top or (top in play.book.heroes and not self.heroes):
                continue
            if (play.book.card(top).gold or 0) >= self.gold_from:
                take_off(play, stack, self.cards, (f"card.{monster}", "TS-16.1"))

    def say(self) -> str:
        which = f"with a Gold Value of {self.gold_from} or more{', Heroes too' if self.heroes else ''}"
        return f"remove {self.cards} cards of every Village stack {which}"


class EachDiscards(BreachEffect, frozen=True):
    """Every player, the active one first, discards cards before the active player's hand is refilled."""

    cards: Count

    def apply(self, play: Play, monster: str) -> None:
        play.push(*(MustDiscard(seat, self.cards, monster) for seat in play.seats()))

    def say(self) -> str:
        return f"every player discards {self.cards} cards"


class EachGainsDisease(BreachEffect, frozen=True):
    """Every player gains Diseases, to the discard pile. (TS-12.3)"""

    count: Count = 1

    def apply(self, play: Play, monster: str) -> None:
        for player in play.seats():
            play.infect(player, self.count, (f"card.{monster}", "TS-16.1", "TS-12.3"))

    def say(self) -> str:
        return f"every player gains {self.count} Disease{'s' if self.count > 1 else ''}"


class LeaveHall(BreachEffect, frozen=True):
    """It moves from Rank 1 to space 0 and stays until it is defeated; the Hall is refilled. (DS-8)"""

    def apply(self, play: Play, monster: str) -> None:
        hall.step_outside(play)

    def say(self) -> str:
        return "move to space 0 and refill the Hall"
