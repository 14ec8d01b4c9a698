"""A Monster whose sight kills those who carry no such Weapon (Medusa)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.effects.battle.destroy import doom
from tsolve.games.thunderstone.turn.choosing import ChooseVictim
from tsolve.games.thunderstone.turn.field import Field
from tsolve.games.thunderstone.turn.reckoning import grip_in

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class DestroyUnarmed(BattleEffect, frozen=True, tag="destroy_unarmed"):
    """Destroys a Hero that is not equipped with a Weapon of this kind, before the Attack Value is fixed, so
    that it fights no more (TS-18.1); with `all` every such Hero, when the battle is over. (TS-7.8)
    """

    stated = False
    weapon: str
    all: bool = False

    @property
    def late(self) -> bool:
        return self.all

    def apply(self, play: Play) -> None:
        monster = play.book.card(play.state.at(play.state.target).card)
        unarmed = unarmed_heroes(play.book, play.state, self.weapon)
        if not unarmed:
            play.note("battle", monster.id, (monster.ruling, "TS-18.3"), f"{self.say()}: nobody to destroy")
        elif self.all:
            for index in unarmed:
                doom(play, index)
        else:
            play.push(DestroyOne(self.weapon))

    def say(self) -> str:
        which = f"not equipped with an {self.weapon} Weapon"
        if self.all:
            return f"destroy all Heroes {which}"
        return f"destroy one Hero {which} before the Attack Value is fixed"


class DestroyOne(ChooseVictim, frozen=True):
    """A Hero falls before the Attack Value is fixed."""

    asks = "the Hero that the Monster destroys must be chosen"
    weapon: str

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-18.1"

    def fitting(self, book: Book, state: State) -> list[int]:
        return unarmed_heroes(book, state, self.weapon)

    def destroy(self, play: Play, place: int) -> None:
        monster = play.state.at(play.state.target).card
        play.destroy(place)
        rulings = (f"card.{monster}", "TS-18.1")
        play.note("battle", place, rulings, f"destroyed by {play.book.name(monster)}, fights no more")


def unarmed_heroes(book: Book, state: State, kind: str) -> list[int]:
    """The Heroes of the party that carry no Weapon of this kind."""
    field = Field(book, state, state.target)
    found = []
    for index, member in enumerate(state.party):
        if member.left or member.doomed or member.card not in book.heroes:
            continue
        held = grip_in(book, state, field, member).held
        if not any(kind in arm.card.subtypes for arm in held):
            found.append(index)
    return found
