"""A Monster that keeps one Hero from attacking (Haunt)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Silence
from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.turn.field import Field
from tsolve.games.thunderstone.turn.reckoning import can_attack
from tsolve.games.thunderstone.twins import first_of_twins

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class SilenceEffect(BattleEffect, frozen=True, tag="silence"):
    """One Hero that still can attack is kept from it; the player chooses. (TS-9.5)"""

    stated = True

    def apply(self, play: Play) -> None:
        play.push(ChooseSilenced())

    def say(self) -> str:
        return "one Hero cannot attack"


class ChooseSilenced(tasks.Task, frozen=True):
    """The active player says which Hero cannot attack."""

    name = "silence"
    asks = "the Hero that cannot attack must be chosen"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self._choices(book, state)) > 1 else tasks.ENGINE

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.at(state.target).card}", "TS-9.5"

    def run(self, play: Play) -> None:
        choices = self._choices(play.book, play.state)
        if choices:
            self.answer(play, Silence(choices[0]))

    def options(self, book: Book, state: State) -> list[Action]:
        return [Silence(index) for index in self._choices(book, state)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Silence)
        monster = play.state.at(play.state.target).card
        play.edit(action.hero, silenced=True)
        play.note("battle", action.hero, (f"card.{monster}", "TS-9.5"), "cannot attack")

    def _choices(self, book: Book, state: State) -> list[int]:
        field = Field(book, state, state.target)
        able = [
            index
            for index, member in enumerate(state.party)
            if not member.left and book.card(member.card).is_hero and can_attack(book, state, field, member)
        ]
        return first_of_twins(state, able)
