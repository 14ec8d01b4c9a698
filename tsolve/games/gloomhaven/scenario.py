"""What comes into play: revealed rooms, events, spawned and summoned monsters, ability cards. (GH-1.5)

Events are pressure plates, spawning and doors that open (GH-1.10, GH-14.4, GH-14.5); a monster's summon
stands next to it (GH-12.34); a type of monsters gets an ability card for the round (GH-2.3). A round stops
where it needs a room or a card that the file does not give.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE, Reason
from tsolve.contract.position import Unknown
from tsolve.engine import UNKNOWN
from tsolve.games.gloomhaven import state
from tsolve.games.gloomhaven.actions import Action, Pass, Pick, PutAt
from tsolve.games.gloomhaven.book import Book, monster
from tsolve.games.gloomhaven.conditions import is_met
from tsolve.games.gloomhaven.empty_hexes import (
    as_near_as_possible,
    nearest_empty,
    nearest_first,
    not_empty,
    why_not_nearest,
)
from tsolve.games.gloomhaven.figures import Figure, Profile
from tsolve.games.gloomhaven.map_abilities import Summon
from tsolve.games.gloomhaven.monsters_cards import DrawAbilityCard, DrawCards
from tsolve.games.gloomhaven.special_rules import holds
from tsolve.games.gloomhaven.state import Choice, Door, State, Task
from tsolve.source.tree import listed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tsolve.games.gloomhaven.hexes import Hex
    from tsolve.games.gloomhaven.map_abilities import Summoned
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.script import KeptDoor


def free_number(book: Book, state: State, group: str) -> int | None:
    """The number of a free standee of a type; None if all are on the map.

    At the table it is drawn at random. Here it is the lowest, if possible one that the file gives to no
    monster still to come, so that those keep their numbers.
    """
    used = {each.number for each in state.figures if each.group == group}
    told = {each.number for each in book.script.figures if each.group == group}
    card = book.types.get(group)
    standees: Iterable[int] = count(1)
    if card is not None and card.monster is not None:
        standees = range(1, card.monster.standees + 1)
    free = (number for number in standees if number not in used)
    lowest = next(free, None)
    if lowest is None or lowest not in told:
        return lowest
    return next((number for number in free if number not in told), lowest)


class OpenDoor(Task, frozen=True):
    """A door opens, and the room behind it is revealed. Play stops if its content is unknown."""

    door: Hex
    who: str
    """Whoever or whatever opens it."""

    def mover(self, book: Book, state: State) -> int:
        return ENGINE if book.script.room(self.door) is not None else UNKNOWN

    def run(self, play: Play) -> None:
        came = tuple(play.book.script.behind(self.door, play.state))
        others = (door for door in play.state.doors if door.at != self.door)
        play.set(doors=tuple(sorted((*others, Door(self.door, "open")))))
        play.note("door", self.who, ("GH-1.5",), f"opens the door in {play.book.terrain.name(self.door)}")
        if play.state.on_map(self.who):
            # the standees may not be enough for all of them
            came = nearest_first(play.book, play.state, play.state.figure(self.who).at, came)
        play.push(
            *(Come(figure, ("GH-14.5",), "is revealed") for figure in came),
            *(Happen(place) for place in waiting(play, "door", self.door)),
        )


def let_go(book: Book, state: State) -> list[Hex]:
    """The doors that are open although no character holds them any more. (GH-1.10)"""
    is_open = {door.at for door in state.doors if door.state == "open"}
    shutting = {task.door for task in state.todo if isinstance(task, ShutDoor)}
    kept = (each for each in book.script.kept_open if each.door in is_open - shutting)
    return [each.door for each in kept if not _is_held(state, each)]


def _is_held(state: State, door: KeptDoor) -> bool:
    return any(each.at in door.plates for each in state.figures if each.kind == "character")


class ShutDoor(Task, frozen=True):
    """A door shuts; who stands in it suffers the damage of a trap and is put into the nearest empty hex.

    (GH-1.10, GH-14.7)
    """

    door: Hex

    def run(self, play: Play) -> None:
        others = (door for door in play.state.doors if door.at != self.door)
        shut = Door(self.door, "locked", was_open=True)
        where = play.book.terrain.name(self.door)
        play.note("door", "the scenario", ("GH-1.10", "GH-14.7"), f"the door in {where} shuts")
        caught = play.state.at(self.door)
        play.set(doors=tuple(sorted((*others, shut))))
        if caught is not None:
            play.push(PutAside(caught.name, self.door))
            play.suffer(caught.name, play.book.trap_damage, ("GH-14.7",), "a door that shuts")


class PutAside(Choice, frozen=True):
    """A figure is put into the nearest empty hex; of several the players choose."""

    asks = "say where it is put: `put at (3,4)`"
    figure: str
    door: Hex

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure):
            return []
        steps = book.board_with(state.shut - {self.door}, state.walled).distances(self.door)
        taken = not_empty(book, state) | state.shut
        free = {hex_: number for hex_, number in steps.items() if hex_ not in taken}
        return [PutAt(hex_) for hex_, number in sorted(free.items()) if number == min(free.values())]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-14.7", "GH-12.37")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutAt)
        play.edit(self.figure, at=action.at)
        play.note("move", self.figure, ("GH-14.7",), f"is put in {play.book.terrain.name(action.at)}")


class Come(Choice, frozen=True):
    """A figure comes into its hex, or into an empty one as near as possible; of several the players choose.

    It stays away where no standee of its type is left.
    """

    asks = "say where it comes: `put at (3,4)`"
    figure: Figure
    why: tuple[str, ...]
    told: str

    def options(self, book: Book, state: State) -> list[Action]:
        if self._numbered(book, state) is None:
            return []
        return [PutAt(hex_) for hex_ in as_near_as_possible(book, state, self.figure.at)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*self.why, "GH-12.37")

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, PutAt):
            return super().refuse(book, state, action)
        name, wanted, options = book.terrain.name, self.figure.at, self.options(book, state)
        nearest = listed(name(each.at) for each in options if isinstance(each, PutAt))
        text = f"{self.figure.name} comes into {name(wanted)}, or an empty hex as near as possible: {nearest}"
        return text, self.rulings_for(book, state)

    def run(self, play: Play) -> None:
        if not self.options(play.book, play.state):
            play.note("room", self.figure.group, self.why, "cannot come: no hex or no standee is left")
        super().run(play)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutAt)
        figure = self._numbered(play.book, play.state)
        assert figure is not None
        play.set(figures=(*play.state.figures, replace(figure, at=action.at)))
        where = play.book.terrain.name(action.at)
        play.note("room", figure.name, self.why, f"{self.told} in {where}")

    def _numbered(self, book: Book, state: State) -> Figure | None:
        """The figure with the number of its standee; None where none is left."""
        figure = self.figure
        if figure.kind != "monster" or (figure.number and not state.on_map(figure.name)):
            return None if state.on_map(figure.name) else figure
        number = free_number(book, state, figure.group)
        if number is None:
            return None
        return replace(figure, name=f"{figure.group} {number}", number=number, origin=figure.identity)


class LeapTo(Choice, frozen=True):
    """A boss comes into a hex, or into an empty one as near as possible; a door there opens. (GH-12.36)"""

    asks = "say where it comes: `put at (3,4)`"
    figure: str
    to: Hex

    def options(self, book: Book, state: State) -> list[Action]:
        if not state.is_up(self.figure):
            return []
        if state.figure(self.figure).at == self.to:
            return [PutAt(self.to)]
        return [PutAt(hex_) for hex_ in as_near_as_possible(book, state, self.to)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-12.36", "GH-12.37")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutAt)
        play.edit(self.figure, at=action.at)
        play.set(intents=())
        where = play.book.terrain.name(action.at)
        play.note("move", self.figure, ("GH-12.36",), f"leaps to {where}")
        if any(door.at == self.to and door.state != "open" for door in play.state.doors):
            play.push(OpenDoor(self.to, self.figure))


class SummonOne(Choice, frozen=True):
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
        """The hex next to which it comes; None without a summoner or without a target of the last attack."""
        if self.summon.by_target:
            struck = state.last_target
            return None if struck is None else struck.at
        return state.figure(self.figure).at if state.on_map(self.figure) else None

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-12.34",)

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        beside = self._beside(state)
        if not isinstance(action, PutAt) or beside is None:
            return super().refuse(book, state, action)
        return why_not_nearest(book, state, beside, self.figure, action.at), ("GH-12.34", "GH-1.3")

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
        """The monster that comes; None if no standee is left or its statistics are unknown."""
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
    profile = Profile.of_summoned(printed)
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


class EndOfTurn(state.Task, frozen=True):
    """What happens at the end of a turn: characters on pressure plates set events off (GH-1.10), others wait
    for conditions, and types that have come into play get their ability cards, for they act in this round.
    (GH-14.5)
    """

    def run(self, play: Play) -> None:
        events: list[int] = []
        for figure in play.state.figures:
            if figure.kind == "character" and (there := waiting(play, "plate", figure.at)):
                where = play.book.terrain.name(figure.at)
                text = f"stands on the pressure plate in {where}"
                play.note("event", figure.name, ("GH-1.10",), text)
                events += there
        events += waiting(play, "met")
        held = {each.door for each in play.book.script.kept_open if _is_held(play.state, each)}
        opening = [door.at for door in play.state.doors if door.at in held and door.state != "open"]
        play.push(*(OpenDoor(door, "the scenario") for door in opening))
        play.push(*map(Happen, events), DrawCards())


class EndOfRound(state.Task, frozen=True):
    """What happens at the end of a round; whoever comes acts from the next one. (GH-14.4)"""

    number: int
    """Of the round that ends."""

    def run(self, play: Play) -> None:
        for place in (*of_rounds(play.book, play.state, "end", self.number), *waiting(play, "met")):
            play.push(Happen(place))


def waiting(play: Play, when: str, at: Hex | None = None) -> list[int]:
    """The events that happen now, once, by their places: on a plate, by a door, or as conditions are met."""
    book, state = play.book, play.state
    return [
        place
        for place, event in enumerate(book.script.events)
        if event.when == when
        and event.at == at
        and place not in state.happened
        and all(is_met(book, state, each) for each in event.conditions)
        and holds(book, state, event)
    ]


def of_rounds(book: Book, state: State, when: str, number: int) -> list[int]:
    """The events at the start or the end of a round, by their places."""
    events, doors = enumerate(book.script.events), {door.at: door.state for door in state.doors}
    return [
        place
        for place, event in events
        if event.when == when
        and event.comes_in(number, doors)
        and holds(book, state, event)
        and not (event.is_single and place in state.happened)
        and all(is_met(book, state, each) for each in event.conditions)
    ]


def starts_of_round(book: Book, state: State) -> list[Happen]:
    """What happens at the start of the round that begins."""
    return [Happen(place) for place in of_rounds(book, state, "start", state.round)]


class Happen(state.Task, frozen=True):
    """An event of the scenario happens."""

    place: int

    def run(self, play: Play) -> None:
        event = play.book.script.events[self.place]
        if event.is_single:
            play.set(happened=(*play.state.happened, self.place))
        if event.elements:
            changed = {each.element for each in event.elements}
            others = [each for each in play.state.elements if each.element not in changed]
            charged = [each for each in event.elements if each.strength != "inert"]
            play.set(elements=tuple(sorted((*others, *charged))))
            for each in event.elements:
                play.note("event", each.element, ("GH-9.1",), f"becomes {each.strength}")
        self._unlock(play, event.unlocks)
        if event.removes:
            play.push(TakeAway(event.removes))
        for figure in [each for each in play.state.figures if each.at in event.exits]:
            if figure.kind == "character":
                _leave(play, figure.name)
        coming: list[Task] = [
            OpenDoor(door.at, "the scenario")
            for door in play.state.doors
            if door.at in event.opens and door.state != "open"
        ]
        for figure in event.figures:
            if event.by:
                summon = Summon(figure.group, figure.rank)
                coming.append(SummonOne(event.by, summon))
            else:
                at = dict(play.state.graves).get(event.where_fell, figure.at)
                coming.append(Come(replace(figure, at=at, drops_money=False), ("GH-14.4",), "is spawned"))
        play.push(*coming)

    def _unlock(self, play: Play, doors: Collection[Hex]) -> None:
        locked = [each for each in play.state.doors if each.at in doors and each.state == "locked"]
        if locked:
            others = (each for each in play.state.doors if each not in locked)
            closed = (replace(each, state="closed") for each in locked)
            play.set(doors=tuple(sorted((*others, *closed))))
            where = " ".join(play.book.terrain.name(each.at) for each in locked)
            play.note("event", "the scenario", ("GH-1.5",), f"unlocks the door in {where}")


class TakeAway(Choice, frozen=True):
    """Players may take one monster of a type away. (GH-14.7)"""

    asks = "say which one is taken away: `choose NAME`, or `skip`"
    type: str

    def options(self, book: Book, state: State) -> list[Action]:
        names = [each.name for each in state.figures if each.group == self.type]
        return [*map(Pick, names), Pass()] if names else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-14.7",)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pick):
            play.set(figures=tuple(each for each in play.state.figures if each.name != action.figure))
            play.note("leave", action.figure, ("GH-14.7",), "is taken away")


def _leave(play: Play, name: str) -> None:
    """A character leaves the map by an exit, with its summons. (GH-14.7)"""
    gone = {name} | {each.name for each in play.state.figures if each.owner == name}
    figures = tuple(each for each in play.state.figures if each.name not in gone)
    held = tuple(each for each in play.state.held if each.owner != name)
    play.set(figures=figures, held=held, escaped=(*play.state.escaped, name))
    play.note("leave", name, ("GH-14.7",), "leaves by the exit")


def unknown_in(book: Book, state: State) -> Iterator[Unknown[State]]:
    """What the waiting task needs and the file does not give."""
    task = state.todo[-1] if state.todo else None
    if task is None or task.mover(book, state) != UNKNOWN:
        return
    if isinstance(task, OpenDoor):
        door = book.terrain.name(task.door)
        key = f'rooms: {{"{door}": {{monsters: {{Living Bones 1: {{at: [4, 2]}}}}}}}}'
        yield Unknown(f"what stands behind the door in {door}", key, _gone_on)
    elif isinstance(task, DrawAbilityCard):
        key = f"ability_cards: {{{task.group}: {{initiative: 20, do: [move +0, attack +0]}}}}"
        yield Unknown(f"the ability card of {task.group}", key, _gone_on)


def _gone_on(state: State) -> State:
    """The position without the task that waits."""
    return replace(state, todo=state.todo[:-1])
