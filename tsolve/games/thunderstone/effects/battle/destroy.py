"""A Monster that destroys cards of the party."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.effects.battle.giving_up import MustGiveUp
from tsolve.games.thunderstone.effects.battle.victims import (
    ORDERS,
    WORDS,
    Candidate,
    First,
    Victim,
    foremost,
    is_victim,
    present,
)
from tsolve.games.thunderstone.effects.numbers import Count, Number
from tsolve.games.thunderstone.turn.choosing import ChooseVictim
from tsolve.games.thunderstone.turn.counting import Hand
from tsolve.games.thunderstone.turn.field import Field
from tsolve.games.thunderstone.turn.reckoning import equipped_count

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State
    from tsolve.games.thunderstone.tasks import Task


class DestroyEffect(BattleEffect, frozen=True, tag="destroy"):
    """Destroys cards of this kind; nothing without such a card. The player chooses among equals. (TS-7.8,
    TS-18.3)

    `count` of them, as many as there are Diseases in the hand, or all `but` so many; those that are `first`
    before the others; Heroes only up to `strength_at_most`. With `everybody` the other players give up such a
    card of their hands as well.
    """

    stated = True
    target: Victim
    count: Count | Literal["all", "diseases"] = 1
    but: Number = 0
    first: First = ""
    strength_at_most: Number | None = None
    unless_equipped: bool = False
    everybody: bool = False

    def apply(self, play: Play) -> None:
        monster = _attacked(play.book, play.state)
        if self.unless_equipped:
            field = Field(play.book, play.state, play.state.target)
            if equipped_count(play.book, play.state, field):
                play.note("battle", monster.id, (monster.ruling,), "a Hero is equipped: no effect")
                return
        fitting = self.fitting(play.book, play.state)
        count = self._number(play.book, play.state, len(fitting))
        if not fitting or not count:
            play.note("battle", monster.id, (monster.ruling, "TS-18.3"), f"{self.say()}: nothing to destroy")
        elif count >= len(fitting) and (self.count == "all" or len(fitting) > 1):
            for candidate in fitting:
                doom(play, candidate.place)
        else:
            play.push(DestroyNext(self, min(count, len(fitting))))  # a player may say the only card, too

    def upon(self, seat: int, monster: str) -> Task | None:
        return MustGiveUp(seat, self.target, self.first, monster) if self.everybody else None

    def recounts(self) -> bool:
        return self.count == "diseases"

    def fits(self, book: Book, card: Card, strength: int) -> bool:
        """Whether it may destroy this card; a Hero with this Strength."""
        return self._is_weak(card, strength) and is_victim(book, card, self.target)

    def _is_weak(self, card: Card, strength: int) -> bool:
        return self.strength_at_most is None or not card.is_hero or strength <= self.strength_at_most

    def fitting(self, book: Book, state: State) -> list[Candidate]:
        """The cards of the party that it may destroy."""
        thrown = self.target == "weapon" and any(member.thrown for member in state.party)
        there = present(book, state, self.target, thrown and book.reads("thrown_spear_is_target", "yes"))
        return [each for each in there if self._is_weak(each.card, each.strength)]

    def _number(self, book: Book, state: State, fitting: int) -> int:
        if self.count == "all":
            return max(fitting - self.but, 0)
        if self.count == "diseases":
            return Hand(book, state.party).diseases
        return self.count

    def say(self) -> str:
        one, several = WORDS.get(self.target, (self.target.title(), f"{self.target.title()}s"))
        weak = "" if self.strength_at_most is None else f" with Strength {self.strength_at_most} or less"
        if self.count == "all":
            but = f" but {self.but if self.but > 1 else 'one'}{_SPARED[self.first]}" if self.but else ""
            what = f"destroy all {several}{weak}{but}"
        elif self.count not in (1, "diseases"):
            what = f"destroy {self.count} {several}{weak}{ORDERS.get(self.first, '')}"
        else:
            what = f"destroy one {one}{weak}{ORDERS.get(self.first, '')}"
        what += " for each Disease in the hand" if self.count == "diseases" else ""
        what = f"every player has to {what}" if self.everybody else what
        return what + (" unless a Hero is equipped" if self.unless_equipped else "")


_SPARED = {
    "": "",
    "weakest": " with the highest Strength",
    "strongest": " with the lowest Strength",
    "lightest": " of the highest Weight",
    "heaviest": " of the lowest Weight",
    "richest": " with the lowest Gold Value",
    "stronger_of_two": "",
}


class DestroyNext(ChooseVictim, frozen=True):
    """The next card that the Monster destroys, and those after it."""

    asks = "the card that the Monster destroys must be chosen"
    effect: DestroyEffect
    left: int = 1

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-7.8"

    def fitting(self, book: Book, state: State) -> list[int]:
        next_ones = foremost(self.effect.fitting(book, state), self.effect.first)
        return [candidate.place for candidate in next_ones]

    def destroy(self, play: Play, place: int) -> None:
        doom(play, place)
        if self.left > 1:
            play.push(DestroyNext(self.effect, self.left - 1))


def doom(play: Play, index: int) -> None:
    """A card is destroyed in the battle: it counts until the battle ends, then leaves. (TS-7.8)"""
    monster = _attacked(play.book, play.state)
    member = play.state.party[index]
    play.note("battle", index, (monster.ruling, "TS-7.8"), f"destroyed by {monster.name}")
    if not member.left:
        play.edit(index, doomed=True)


def _attacked(book: Book, state: State) -> Card:
    return book.card(state.at(state.target).card)
