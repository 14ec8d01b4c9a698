"""A Breach that hunts Heroes in the decks (Hydra)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BreachEffect
from tsolve.games.thunderstone.turn.turning_up import TurnUpCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Action
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class CullDecks(BreachEffect, frozen=True, tag="cull_decks"):
    """Every player discards cards of the deck until a Hero shows up, which is destroyed. (TS-16.1, TS-3.4)

    It strikes the decks: what the turn itself costs is not touched by it.
    """

    takes_owned = True

    def apply(self, play: Play, monster: str) -> None:
        play.push(*(HuntHero(player, monster) for player in play.seats()))

    def say(self) -> str:
        return "every player discards cards of the deck until a Hero shows up, which is destroyed"


class HuntHero(TurnUpCards, frozen=True):
    """One player's deck is searched; where nobody knows it, it is left."""

    name = "hunt"

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        owner = state.players[self.player]
        if not owner.deck and book.heroes.isdisjoint(owner.discard):
            return []  # there is no Hero left to be found
        return super().outcomes(book, state)

    def take(self, play: Play, card: str) -> None:
        if card in play.book.heroes:
            play.remove(card, self.player)
            note = f"destroyed on the deck of player {self.player + 1}"
            play.note("breach", card, self.rulings("TS-16.1"), note)
            return
        play.player(self.player, discard=(*play.state.players[self.player].discard, card))
        play.push(self)
