"""Abilities of characters that change the map: obstacles that come and go, traps that are removed, figures
that change places. (GH-1.6, GH-1.7, GH-1.12, GH-11.24)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Ability, Attack, Place, Suffer
from tsolve.games.gloomhaven.ability_parts import Pattern
from tsolve.games.gloomhaven.actions import Action, Clear, Pass, Pick, PutAt, listed
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.empty_hexes import cuts_off, empty_beside, empty_hexes, empty_within
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import Hex, images, shifted
from tsolve.games.gloomhaven.map_abilities import PutObstacles, Remove
from tsolve.games.gloomhaven.simple_abilities import ChooseHex, OneMoreObstacle, Swap, Teleport
from tsolve.games.gloomhaven.state import Choice, State, Task, Trap
from tsolve.games.gloomhaven.turn.affected import affected, rules_of
from tsolve.games.gloomhaven.turn.character_attack import CharacterAttack
from tsolve.games.gloomhaven.turn.effects import affect
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.turn.one_ability import OneAbility

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class PuttingObstacles(OneAbility, frozen=True, kw_only=True):
    """One obstacle after the other comes into an empty hex. (GH-1.12)"""

    asks = "say where the obstacle comes, or `skip`"
    takes = (PutAt,)
    changed_by = ("obstacle",)
    ability: PutObstacles
    done: tuple[Hex, ...] = ()
    shifts: bool = False
    """Whether it is one that lay elsewhere before."""

    def ways(self, book: Book, state: State) -> list[Action]:
        return [PutAt(hex_) for hex_ in self._free(book, state) if not cuts_off(book, state, hex_)]

    def changing(self, book: Book, state: State) -> list[Item]:
        return [] if self.done or self.shifts else super().changing(book, state)

    def with_item(self, item: Item) -> PuttingObstacles:
        more = sum(isinstance(each, OneMoreObstacle) for each in item.do)
        return replace(self, ability=replace(self.ability, number=self.ability.number + more))

    def _free(self, book: Book, state: State) -> list[Hex]:
        """The hexes in range that are empty, and in an area with those that were chosen before."""
        ability, here = self.ability, state.figure(self.figure).at
        if ability.in_its_hex:
            spot = state.spot
            return [spot] if spot is not None and state.at(spot) is None else []
        if ability.within == 1 and ability.area is None:
            return empty_beside(book, state, here)
        free = empty_within(book, state, here, ability.within)
        if ability.area is None:
            return free
        laid = list(_laid(ability.area, {*free, *self.done}))
        return [each for each in free if any({*self.done, each} <= area for area in laid)]

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        assert isinstance(action, PutAt)
        reach = self.ability.within
        if action.at in self._free(book, state):
            where = book.terrain.name(action.at)
            return f"an obstacle in {where} would cut one area of the map off from another", ("GH-1.12",)
        where = "next to it" if reach == 1 else f"within {reach} and in sight"
        return f"only an empty hex {where} will do", ("GH-1.3", "GH-1.12")

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-1.12", "GH-2.6"

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            self._finish(play, self.done)
        else:
            super().answer(play, action)

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutAt)
        play.set(obstacles=play.state.obstacles | {action.at})
        play.note(
            "obstacle", self.figure, ("GH-1.12",), f"puts an obstacle in {play.book.terrain.name(action.at)}"
        )
        done = (*self.done, action.at)
        play.set(spot=action.at)
        if len(done) < self.ability.number:
            play.push(replace(self, done=done, must=self.ability.area is not None))
        else:
            self._finish(play, done)

    def _finish(self, play: Play, done: tuple[Hex, ...]) -> None:
        if done:
            play.push(*beside(play, self.figure, done, self.ability.beside))


class Removing(OneAbility, frozen=True, kw_only=True):
    """A trap or an obstacle leaves the map, or all of them within range. (GH-1.6, GH-1.7)"""

    asks = "say which one is removed: `remove HEX`, or `skip`"
    takes = (Clear,)
    ability: Remove

    def ways(self, book: Book, state: State) -> list[Action]:
        here, board = state.figure(self.figure).at, book.board(state)
        there = state.obstacles if self.ability.what == "obstacle" else {trap.at for trap in state.traps}
        near = board.within(here, self.ability.within)
        hexes = sorted(each for each in near if each in there and board.sees(here, each))
        if self.ability.sprung_by is not None and not self._who(book, state):
            return []
        return [Clear(each) for each in hexes]

    def _who(self, book: Book, state: State) -> list[str]:
        whom = self.ability.sprung_by
        return [] if whom is None else list(affected(book, state, self.figure, whom))

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        assert isinstance(action, Clear)
        where = book.terrain.name(action.at)
        return f"no {self.ability.what} that it can reach lies in {where}", ("GH-1.6", "GH-1.7", "GH-4.4")

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, Clear)
        if self.ability.each:
            hexes = [way.at for way in self.ways(play.book, play.state) if isinstance(way, Clear)]
        else:
            hexes = [action.at]
        for hex_ in hexes:
            self._remove(play, hex_)
        play.push(*beside(play, self.figure, hexes, self.ability.beside))

    def _remove(self, play: Play, hex_: Hex) -> None:
        if self.ability.what == "obstacle":
            play.clear_obstacle(hex_, self.figure)
            if self.ability.moves_within is not None:
                put = PutObstacles(1, self.ability.moves_within)
                play.push(PuttingObstacles(self.figure, must=True, ability=put, shifts=True))
            return
        trap = play.clear_trap(hex_, self.figure)
        if self.ability.sprung_by is not None:
            play.push(SufferTrap(self.figure, trap, tuple(self._who(play.book, play.state))))


class SufferTrap(Choice, frozen=True):
    """A figure suffers a trap that was removed. (GH-1.7)"""

    asks = "say who suffers the trap"
    figure: str
    trap: Trap
    names: tuple[str, ...]

    def options(self, book: Book, state: State) -> list[Action]:
        return [Pick(name) for name in self.names if state.is_up(name)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-1.7", "GH-4.4"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Pick)
        at = play.state.figure(action.figure).at
        play.spring(action.figure, replace(self.trap, at=at), self.figure)


class Swapping(OneAbility, frozen=True, kw_only=True):
    """Two figures change places, without moving. (GH-11.24)"""

    asks = "say with whom it changes places: `choose FIGURE`, or `skip`"
    takes = (Pick,)
    ability: Swap

    def ways(self, book: Book, state: State) -> list[Action]:
        return [Pick(name) for name in affected(book, state, self.figure, self.ability.whom)]

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        assert isinstance(action, Pick)
        return f"it cannot change places with {action.figure}", (*rules_of(self.ability.whom), "GH-11.24")

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-11.24", "GH-2.6"

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, Pick)
        here, there = play.state.figure(self.figure).at, play.state.figure(action.figure).at
        play.edit(self.figure, at=there)
        play.edit(action.figure, at=here)
        play.note("move", self.figure, ("GH-11.24",), f"changes places with {action.figure}")


class Teleporting(OneAbility, frozen=True, kw_only=True):
    """A figure comes into an empty hex; no hex between is entered. (GH-11.24)"""

    asks = "say where it comes: `put at HEX`, or `skip`"
    takes = (PutAt,)
    ability: Teleport

    def ways(self, book: Book, state: State) -> list[Action]:
        if not self.ability.to_its_hex:
            return [PutAt(hex_) for hex_ in empty_hexes(book, state)]
        struck = state.last_target  # the money that it dropped may lie there
        is_free = struck is not None and state.at(struck.at) is None and struck.at not in state.obstacles
        return [PutAt(struck.at)] if struck is not None and is_free else []

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        assert isinstance(action, PutAt)
        return f"{book.terrain.name(action.at)} is not the empty hex for it", ("GH-1.3", "GH-11.24")

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-11.24", "GH-2.6"

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutAt)
        play.edit(self.figure, at=action.at)
        play.note("move", self.figure, ("GH-11.24",), f"comes to {play.book.terrain.name(action.at)}")


class ChoosingHex(OneAbility, frozen=True, kw_only=True):
    """A hex is chosen, occupied or not. (GH-4.4)"""

    asks = "say which hex is meant: `put at HEX`, or `skip`"
    takes = (PutAt,)
    ability: ChooseHex

    def ways(self, book: Book, state: State) -> list[Action]:
        board, here = book.board(state), state.figure(self.figure).at
        near = board.within(here, self.ability.within)
        return [PutAt(each) for each in sorted(near) if board.sees(here, each)]

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        assert isinstance(action, PutAt)
        where = book.terrain.name(action.at)
        return f"{where} is not within {self.ability.within} and in sight", ("GH-4.4", "GH-5.1")

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-4.4", "GH-2.6"

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutAt)
        play.set(spot=action.at, chosen="")
        play.note("choice", self.figure, ("GH-4.4",), f"means {play.book.terrain.name(action.at)}")


class AttackNamed(CharacterAttack, frozen=True, kw_only=True):
    """An attack on all of these, wherever they are."""

    named: tuple[str, ...]

    def groups(self, book: Book, state: State, figure: Figure) -> list[tuple[str, ...]]:
        there = tuple(sorted(name for name in self.named if state.is_up(name)))
        return [there] if there else []

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        there = [name for name in self.named if state.is_up(name)]
        if state.figure(self.figure).has("disarm") or not there:
            return super().why_not(book, state, action)
        return f"it attacks all of them: {listed(there)}", ("GH-6.2",)


def _laid(pattern: Pattern, free: set[Hex]) -> Iterator[set[Hex]]:
    """The ways in which a pattern can be laid on free hexes, in every rotation and mirror image. (GH-6.4)"""
    for image in images(pattern.hexes):
        for at in free:
            area = {shifted(at, each) for each in image}
            if area <= free:
                yield area


def beside(play: Play, figure: str, hexes: Iterable[Hex], abilities: Iterable[Ability]) -> list[Task]:
    """What is done to those beside any of these hexes, each once; the figure itself is none of them."""
    board, state = play.book.board(play.state), play.state
    near = {each for hex_ in hexes for each in board.neighbours(hex_)}
    mine = state.figure(figure)
    found: list[Task] = []
    for ability in abilities:
        side = ability.whom.side if isinstance(ability, Suffer | Place) else "enemies"
        names = [
            each.name
            for each in state.figures
            if each.at in near
            and each.name != figure
            and (side == "everybody" or (side == "enemies") == (each.side != mine.side))
            and not (isinstance(ability, Attack) and each.has("invisible"))
        ]
        if isinstance(ability, Attack):
            found.append(AttackNamed(figure, attack=ability, named=tuple(names)))
        elif isinstance(ability, Suffer | Place):
            for name in names:
                affect(play, figure, ability, name)
    return found


def changing_the_map(figure: str, ability: Ability) -> OneAbility | None:
    """The task for an ability that changes the map; None for any other."""
    if isinstance(ability, PutObstacles):
        return PuttingObstacles(figure, ability=ability)
    if isinstance(ability, Remove):
        return Removing(figure, ability=ability)
    if isinstance(ability, Teleport):
        return Teleporting(figure, ability=ability)
    if isinstance(ability, ChooseHex):
        return ChoosingHex(figure, ability=ability)
    return Swapping(figure, ability=ability) if isinstance(ability, Swap) else None
