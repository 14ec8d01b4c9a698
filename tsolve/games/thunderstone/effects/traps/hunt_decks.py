"""A Trap that hunts through all decks in turn (Dragon's Jaw)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.thunderstone.effects.base import TrapEffect
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.effects.traps.kinds import Prey, is_prey, several
from tsolve.games.thunderstone.turn.traps import Strike, strike
from tsolve.games.thunderstone.turn.turning_up import TurnUpCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Action
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class HuntDecks(TrapEffect, frozen=True, tag="hunt_decks"):
    """The players in turn, beginning on the left, turn up a card of the deck and discard it, or destroy it if
    it is of this kind, until so many have been destroyed or none is left. (DS-6, TS-3.4)

    It strikes the decks: what the turn itself costs is not touched by it.
    """

    of: Prey
    until: Count

    def apply(self, play: Play, trap: str) -> None:
        first, *others = play.seats()
        seats = (*others, first)
        joins = (Joins(seat, trap) for seat in seats)
        play.push(*strike(joins), Hunt(seats[0], trap, self.of, self.until, seats))

    def say(self) -> str:
        return (
            "beginning on the left, each player in turn reveals a card of the deck and destroys it if it is "
            f"a {self.of.title()}, until {self.until} {several(self.of)} are destroyed"
        )


class Joins(Strike, frozen=True):
    """A player does not escape: this one's deck takes part, as all that nobody took out of the hunt."""

    def run(self, play: Play) -> None:
        play.set(struck=(*play.state.struck, self.player))


class Hunt(TurnUpCards, frozen=True):
    """The next card of one player's deck, then of the next player's; decks that nobody knows are left out."""

    name = "trap"
    of: Prey
    left: int
    seats: tuple[int, ...]
    """The players in the order in which they turn up cards."""

    def mover(self, book: Book, state: State) -> int:
        return super().mover(book, state) if self._takes_part(book, state) else -3

    def run(self, play: Play) -> None:
        if self._takes_part(play.book, play.state):
            super().run(play)
        elif any(self._can(play.book, play.state, seat) for seat in self.seats):
            play.push(replace(self, player=self._next()))
        else:
            self._end(play)

    def take(self, play: Play, card: str) -> None:
        left = self.left
        if is_prey(play.book.card(card), self.of):
            play.remove(card, self.player)
            left -= 1
            note = f"destroyed on the deck of player {self.player + 1}"
            play.note("trap", card, self.rulings("DS-6"), note)
        else:
            play.player(self.player, discard=(*play.state.players[self.player].discard, card))
        if left:
            play.push(replace(self, player=self._next(), left=left))
        else:
            self._end(play)

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        return super().outcomes(book, state) if self._takes_part(book, state) else []

    def _next(self) -> int:
        return self.seats[(self.seats.index(self.player) + 1) % len(self.seats)]

    def _takes_part(self, book: Book, state: State) -> bool:
        return self._can(book, state, self.player)

    def _can(self, book: Book, state: State, seat: int) -> bool:
        """Whether a card of this kind may still turn up on the deck of a player who did not escape."""
        owner = state.players[seat]
        if seat not in state.struck or piles.is_unknown(owner.deck):
            return False
        known = (*piles.contents(owner.deck), *owner.discard)
        return any(is_prey(book.card(card), self.of) for card in known)

    def _end(self, play: Play) -> None:
        for seat in self.seats:
            if seat in play.state.struck and piles.has_unknown(play.state.players[seat].deck):
                note = f"the deck of player {seat + 1} is not known: what it loses is left out"
                play.note("trap", self.source, self.rulings("TS-3.4"), note)
        play.set(struck=())
