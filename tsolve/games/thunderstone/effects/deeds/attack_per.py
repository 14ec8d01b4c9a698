"""A Hero that is spurred on by what it sees (Outlands Slayer and Khan, Chalice Defender)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.counted import WORDS, Counted, count, may_be
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.turn.counting import Hand

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class AttackPer(Deed, frozen=True, tag="attack_per"):
    """This Hero gains Attack for each card of a kind that lies in the hand when it is used, and keeps it when
    that card leaves. (TS-7.2)
    """

    stated = True
    blind = True
    of_heroes = True
    musters = True
    readies = True
    each: Counted
    attack: Number

    def is_idle(self, book: Book, state: State, use: Use) -> bool:
        return self._gain(book, state, use) == 0

    def may_count(self, card: Card) -> bool:
        return may_be(self.each, card)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        member, gain = play.state.party[use.card], self._gain(play.book, play.state, use)
        play.edit(use.card, attack=member.attack + gain)
        note = f"{self.say()}: {gain}"
        play.note("effect", member.card, (f"card.{member.card}", "TS-7.2"), note)

    def _gain(self, book: Book, state: State, use: Use) -> int:
        hand = Hand(book, state.party, state.spells)
        return self.attack * count(self.each, hand, book.card(state.party[use.card].card))

    def say(self) -> str:
        return f"Attack +{self.attack} for each {WORDS[self.each]}"
