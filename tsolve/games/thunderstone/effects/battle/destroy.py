"""A Monster that destroys cards of the party."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Destroy
from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.turn.reckoning import Field, equipped_count
from tsolve.games.thunderstone.twins import first_of_twins

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import Member, State

Victim = Literal[
    "militia", "cleric", "fighter", "hero", "weapon", "spell", "food", "cleric_or_wizard", "strongest_hero"
]


class DestroyEffect(BattleEffect, frozen=True, tag="destroy"):
    """Destroys one card of this kind (or all of them); nothing without such a card. (TS-7.8, TS-18.3)"""

    target: Victim
    all: bool = False
    unless_equipped: bool = False

    def apply(self, play: Play) -> None:
        monster = _attacked(play.book, play.state)
        field = Field(play.book, play.state, play.state.target)
        if self.unless_equipped and equipped_count(play.book, play.state, field):
            play.note("battle", monster.id, (monster.ruling,), "a Hero is equipped: no effect")
            return
        victims = victims_of(play.book, play.state, self.target)
        if not victims:
            play.note("battle", monster.id, (monster.ruling, "TS-18.3"), f"{self.say()}: nothing to destroy")
        elif self.all:
            for index in victims:
                doom(play, index)
        else:
            play.push(ChooseVictim(self.target))

    def say(self) -> str:
        kinds = [kind.title() for kind in self.target.split("_or_")]
        if self.target == "strongest_hero":
            what = "destroy the strongest Hero"
        elif self.all:
            what = f"destroy all {'s and '.join(kinds)}s"
        else:
            what = f"destroy one {' or '.join(kinds)}"
        return what + (" unless a Hero is equipped" if self.unless_equipped else "")


class ChooseVictim(tasks.Task, frozen=True):
    """The active player says which card is destroyed."""

    name = "victim"
    asks = "the card that the Monster destroys must be chosen"
    target: Victim

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self._choices(book, state)) > 1 else tasks.ENGINE

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-7.8"

    def run(self, play: Play) -> None:
        doom(play, self._choices(play.book, play.state)[0])

    def options(self, book: Book, state: State) -> list[Action]:
        return [Destroy(index) for index in self._choices(book, state)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Destroy)
        doom(play, action.card)

    def _choices(self, book: Book, state: State) -> list[int]:
        return first_of_twins(state, victims_of(book, state, self.target))


def victims_of(book: Book, state: State, target: Victim) -> list[int]:
    """The revealed cards that the effect may destroy."""
    thrown = target == "weapon" and any(member.thrown for member in state.party)
    thrown_too = thrown and book.reads("thrown_spear_is_target", "yes")
    present = [
        index
        for index, member in enumerate(state.party)
        if not member.doomed and (not member.left or (thrown_too and member.thrown))
    ]
    if target != "strongest_hero":
        return [index for index in present if is_victim(book.card(state.party[index].card), target)]
    field = Field(book, state, state.target)
    heroes = [index for index in present if book.card(state.party[index].card).is_hero]
    strengths = {index: _strength(field, state.party[index]) for index in heroes}
    return [index for index in heroes if strengths[index] == max(strengths.values())]


def is_victim(card: Card, target: Victim) -> bool:
    """Whether the effect may destroy a card of this kind. (TS-18.2)"""
    if target in ("hero", "strongest_hero"):
        return card.is_hero
    if target == "cleric_or_wizard":
        return "cleric" in card.classes or "wizard" in card.classes
    return (target in card.classes and card.is_hero) or target in card.subtypes


def doom(play: Play, index: int) -> None:
    """A card is destroyed in the battle: it counts until the battle ends, then leaves. (TS-7.8)"""
    monster = _attacked(play.book, play.state)
    member = play.state.party[index]
    play.note("battle", member.card, (monster.ruling, "TS-7.8"), f"destroyed by {monster.name}")
    if not member.left:
        play.edit(index, doomed=True)


def _strength(field: Field, member: Member) -> int:
    return field.strength(field.book.card(member.card), member.strength)


def _attacked(book: Book, state: State) -> Card:
    return book.card(state.at(state.target).card)
