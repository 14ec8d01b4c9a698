"""A victory that frees what others have won (Inferno)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.thunderstone.effects.base import SpoilsEffect
from tsolve.games.thunderstone.effects.numbers import Count, Number
from tsolve.games.thunderstone.turn.turning_up import TurnUpCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Action
    from tsolve.games.thunderstone.play import Play


class Loot(SpoilsEffect, frozen=True, tag="loot"):
    """The top cards of every opponent's deck are turned up: Monsters worth at most so many Victory Points
    come to the own discard pile, the others go back in their order. (DS-4)
    """

    happens = True
    takes_owned = True
    cards: Count
    vp_to: Number

    def answer(self, play: Play, source: str, action: Action) -> None:
        play.push(*(LootDeck(player, source, self.cards, self.vp_to) for player in play.seats()[1:]))

    def say(self) -> str:
        what = f"turn up {self.cards} cards of every opponent's deck"
        return f"{what} and take each Monster worth {self.vp_to} VP or less"


class LootDeck(TurnUpCards, frozen=True):
    """One opponent's deck."""

    name = "loot"
    cards: int
    vp_to: int
    seen: tuple[str, ...] = ()

    def take(self, play: Play, card: str) -> None:
        looked = replace(self, seen=(*self.seen, card), cards=self.cards - 1)
        if looked.cards:
            play.push(looked)
        else:
            looked.finish(play)

    def finish(self, play: Play) -> None:
        facts = play.book.cards
        taken = [c for c in self.seen if c in play.book.monsters and (facts[c].vp or 0) <= self.vp_to]
        left = list(self.seen)
        for card in taken:
            left.remove(card)
            play.move(self.player, card, -1)
            play.gain(card)
            note = f"taken from player {self.player + 1}: {facts[card].vp or 0} VP"
            play.note("spoils", card, self.rulings("DS-4"), note)
        play.player(self.player, deck=piles.put_on(play.state.players[self.player].deck, *left))
