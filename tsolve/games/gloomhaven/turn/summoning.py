"""Monsters that come into play: from a monster's summon, next to it. (GH-12.34)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.actions import Action, PutAt
from tsolve.games.gloomhaven.monsters import monster
from tsolve.games.gloomhaven.state import Figure, Profile
from tsolve.games.gloomhaven.turn.places import nearest_empty
from tsolve.games.gloomhaven.turn.standees import free_number

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.abilities import Summon, Summoned
    from tsolve.games.gloomhaven.board.hexes import Hex
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State


class SummonOne(tasks.Choice, frozen=True):
    """A monster comes into an empty hex beside the summoner, as near as possible to an enemy.

    It fails without a free hex or standee.
    """

    asks = "say where it is summoned"
    figure: str
    summon: Summon

    def options(self, book: Book, state: State) -> list[Action]:
        beside = self._beside(state)
        if beside is None or self._next(book, state) is None:
            return []
        return [PutAt(hex_) for hex_ in nearest_empty(book, state, beside, self.figure)]

    def _beside(self, state: State) -> Hex | None:
        """The hex next to which it comes; None where nobody summons, or the attack before had no target."""
        if self.summon.by_target:
            struck = state.last_target
            return None if struck is None else struck.at
        return state.figure(self.figure).at if state.on_map(self.figure) else None

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-12.34",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutAt)
        summoned = self._next(play.book, play.state)
        assert summoned is not None
        play.set(figures=(*play.state.figures, replace(summoned, at=action.at)))
        play.note("summon", summoned.name, ("GH-12.34",), f"is summoned by {self.figure}")

    def run(self, play: Play) -> None:
        if not self.options(play.book, play.state):
            play.note("summon", self.figure, ("GH-12.34",), f"cannot summon {self.summon.name}")
        super().run(play)

    def _next(self, book: Book, state: State) -> Figure | None:
        """The monster that comes; None where no standee is left, or nobody knows its statistics."""
        if not state.on_map(self.figure):
            return None
        summoner = state.figure(self.figure)
        number = free_number(book, state, self.summon.name)
        if number is None:
            return None
        if self.summon.statistics is not None:
            return _described(self.summon.name, number, self.summon.statistics, summoner)
        card = book.types.get(self.summon.name)
        if card is None or card.monster is None:
            return None
        rank = "" if card.kind == "boss" else self.summon.rank or "normal"
        new = monster(card, number, book.monster_level, rank, book.characters, summoner.at)
        hp = min(new.hp, summoner.hp) if self.summon.shares_hit_points else new.hp
        return replace(new, hp=hp, new=True, drops_money=False, origin=_origin(self.summon.name))


def _origin(name: str) -> str:
    return f"a summoned {name}"


def _described(name: str, number: int, printed: Summoned, summoner: Figure) -> Figure:
    """A monster whose statistics the ability prints."""
    profile = Profile(
        move=printed.move,
        attack=printed.attack,
        range=printed.range,
        shield=printed.shield,
        retaliate=printed.retaliate,
        pierce=printed.pierce,
        targets=printed.targets,
        apply=printed.conditions,
        flying=printed.flying,
    )
    return Figure(
        name=f"{name} {number}",
        side=summoner.side,
        kind="monster",
        at=summoner.at,
        hp=printed.hp,
        max_hp=printed.hp,
        profile=profile,
        rank="normal",
        number=number,
        new=True,
        drops_money=False,
        origin=_origin(name),
    )
