"""A Hero whose Skill fell lets go of Weapons; the owner chooses which. (QUEST-2.5)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, Action, Remove
from tsolve.games.quest.turn.skill import can_hold, weapons_of

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class LetGo(tasks.Choice, frozen=True):
    """One Weapon after the other, until the Skill suffices."""

    asks = "remove a Weapon that the Hero can no longer hold"
    hero: int

    def options(self, book: Book, state: State) -> list[Action]:
        if can_hold(book, state, self.hero):
            return []
        weapons = {state.laid[weapon].card: weapon for weapon in weapons_of(book, state, self.hero)}
        return [Remove(weapon) for weapon in weapons.values()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-2.5",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Remove)
        play.note("skill", action.weapon, ("QUEST-2.5",), "removed: the Skill is no longer enough")
        play.edit(action.weapon, bearer=NONE, lost_by="skill")
        play.push(self)
