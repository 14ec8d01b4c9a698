"""Abilities that mean a Monster in the Dungeon, wherever the Champion is. (QUEST-0.6, QUEST-2.10)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, CancelText, Choose, Destroy
from tsolve.games.quest.effects.feats import CancelBefore, Sacrifice
from tsolve.games.quest.grid import PLACES, WILDERNESS
from tsolve.games.quest.state import Hex
from tsolve.games.quest.turn.dungeon import put_monster
from tsolve.games.quest.turn.refilling import refilled
from tsolve.games.quest.turn.values import level_of, lies, monster_value

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def monsters(book: Book, state: State, most_level: int = 9) -> Iterator[int]:
    """The rooms with a Monster that is seen, of this level at most."""
    for place in PLACES:
        room = state.rooms[place]
        if room.monster and not room.face_down and (book.card(room.monster).level or 0) <= most_level:
            yield place


def cancellable(book: Book, state: State, most_level: int) -> list[CancelText]:
    """The Before Battle abilities that can still be cancelled."""
    return [
        CancelText(place, number)
        for place in monsters(book, state, most_level)
        for number in range(len(book.card(state.rooms[place].monster).before))
        if not any((bane.room, bane.cancels) == (place, number) for bane in state.hexes)
    ]


def victims(book: Book, state: State, most_level: int) -> list[int]:
    """The rooms whose Monsters a text can destroy: nobody is removed from The Wilderness. (QUEST-5.26)"""
    return [place for place in monsters(book, state, most_level) if place != WILDERNESS]


def overrun(book: Book, state: State) -> list[int]:
    """The rooms with another Monster whose health is no more than what the attack had left."""
    surplus = state.tally.total - state.tally.health
    others = (place for place in monsters(book, state) if (place, state.tally.room) != (WILDERNESS,) * 2)
    return [place for place in others if monster_value(book, state, place, "health") <= surplus]


def offering(book: Book, state: State, deed: Sacrifice) -> list[int]:
    """The cards that may be destroyed, of equal ones the first."""
    return [place for place in state.firsts() if lies(book, state, place, deed.sort)]


def sacrifice_in_vain(book: Book, state: State, deed: Sacrifice) -> bool:
    """Whether all cards that may be destroyed are too weak for every Monster."""
    heroes = (place for place in state.present() if lies(book, state, place, deed.sort))
    levels = sum(level_of(book, state, hero) for hero in heroes)
    return not offering(book, state, deed) or not victims(book, state, min(levels, deed.most_level))


class SacrificeMore(tasks.Choice, frozen=True):
    """Cards are destroyed one after the other, until a Monster is chosen that their Levels reach."""

    asks = "destroy cards, then choose a Monster"
    deed: Sacrifice
    ruling: str
    levels: int | None = None
    """The Levels of the cards destroyed so far; None before the first."""

    def options(self, book: Book, state: State) -> list[Action]:
        heroes: list[Action] = [*map(Destroy, offering(book, state, self.deed))]
        if self.levels is None:
            return heroes
        return [*map(Choose, victims(book, state, min(self.levels, self.deed.most_level))), *heroes]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.5")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Destroy):
            levels = (self.levels or 0) + level_of(play.book, play.state, action.card)
            play.note("ability", action.card, (self.ruling, "QUEST-0.5"), "destroyed")
            play.destroy(action.card)
            play.push(SacrificeMore(self.deed, self.ruling, levels))
        elif isinstance(action, Choose):
            self._destroy_monster(play, action.room)

    def _destroy_monster(self, play: Play, place: int) -> None:
        monster = play.state.rooms[place].monster
        before, xp = play.state.me.xp, play.book.card(monster).xp or 0
        play.set(removed=(*play.state.removed, monster))
        put_monster(play, place, "")
        play.experience(xp)
        play.note("ability", monster, (self.ruling, "QUEST-0.5"), "destroyed", "xp", before, before + xp)
        play.push(*refilled(play.book, play.state, place))


class CancelOne(tasks.Choice, frozen=True):
    """One Before Battle ability of a Monster is cancelled for the turn."""

    asks = "choose the Before Battle ability to cancel"
    deed: CancelBefore
    place: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*cancellable(book, state, self.deed.most_level)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.6")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, CancelText)
        play.set(hexes=(*play.state.hexes, Hex(self.place, action.room, cancels=action.ability)))
        monster = play.state.rooms[action.room].monster
        play.note("ability", monster, (self.ruling, "QUEST-0.6"), "a Before Battle ability is cancelled")


class SwapOne(tasks.Choice, frozen=True):
    """The armor and the magic resistance of a Monster change places for the turn."""

    asks = "choose the Monster whose armor and magic resistance change places"
    place: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*map(Choose, monsters(book, state))]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling,)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Choose)
        play.set(hexes=(*play.state.hexes, Hex(self.place, action.room, swaps=True)))
        monster = play.state.rooms[action.room].monster
        play.note("ability", monster, (self.ruling,), "armor and magic resistance change places")


class TakeSurplus(tasks.Choice, frozen=True):
    """XP for another Monster that the rest of the attack would have reached."""

    asks = "choose another Monster that the rest of your attack reaches"
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*map(Choose, overrun(book, state))]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling,)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Choose)
        monster = play.book.card(play.state.rooms[action.room].monster)
        before = play.state.me.xp
        play.experience(monster.level or 0)
        play.note("reward", monster.id, (self.ruling,), "its level", "xp", before, play.state.me.xp)
