"""Which battles the Champion can reach in one movement, with what happens on the way. (QUEST-5.4)"""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.games.quest.actions import Action, Battle, Pass
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.effects.base import WoundsForLight
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.state import State, adjacent
from tsolve.games.quest.turn.battle import Strike
from tsolve.games.quest.turn.dungeon import barred_rooms


class Arrival(NamedTuple):
    """A battle up to its strike, or a turn that ends without one."""

    state: State
    line: tuple[Action, ...]
    """The actions that lead there from the end of the preparations."""


class Walk(NamedTuple):
    """All that the Champion can come to in one movement."""

    stands: list[Arrival]
    """Where a battle may begin."""
    ends: list[Arrival]
    """Turns that end without a battle."""
    beyond: frozenset[int]
    """The rooms that can also be come to past chance or something unknown."""


class Reached(NamedTuple):
    """The battles in a room that can be come to in one movement."""

    arrivals: list[Arrival]
    is_shut: bool
    """Whether a battle there has chance or something unknown before the strike."""


WALKED = 20
"""The cost of a position on the way to a battle in steps of the budget, in addition to the action."""


def up_to_the_strike(game: Quest) -> Quest:
    """The same rules, halting before the strike, when the attack is compared with the health."""
    return Quest.for_one_turn(game.book, game.probe, (Strike,))


def is_at_strike(state: State) -> bool:
    """Whether the battle has come to its strike."""
    return bool(state.todo) and isinstance(state.todo[-1], Strike)


def walked(strikes: Quest, state: State) -> Walk:
    """Every way of the Champion from a position before the movement; no gifts follow. `strikes` are rules
    `up_to_the_strike`.

    Of ways to a room on which nothing happens, only those with the least Light are kept, and those that leave
    more rooms to enter.
    """
    stands: list[Arrival] = []
    ends: dict[Hashable, Arrival] = {}
    beyond: set[int] = set()
    quiet: dict[Hashable, list[frozenset[int]]] = {}
    seen: set[Hashable] = set()
    order = count()
    start = Arrival(strikes.apply(state, Pass()), (Pass(),))
    waiting = [(0, next(order), start)]
    while waiting:
        *_, here = heappop(waiting)
        spend(WALKED)
        at = here.state
        if turn_over(at):
            ends.setdefault(_end(at, keeps_light=True), here)
            continue
        stand = _stand(start.state, at)
        if stand is not None:
            barred = barred_rooms(strikes.book, at)
            if any(fewer <= barred for fewer in quiet.setdefault(stand, [])):
                continue  # another way costs no more Light and leaves every room open that this one does
            quiet[stand].append(barred)
        elif _is_known(strikes, at, seen):
            continue
        if strikes.mover(at) != at.active:
            beyond |= _within_reach(strikes, at)
            continue
        for action in strikes.legal_actions(at):
            if isinstance(action, Battle):
                stands.append(here)
            elif at.todo or action.step == "moving" or strikes.passes(action):
                after = strikes.apply(at, action)
                heappush(waiting, (after.spent_light, next(order), Arrival(after, (*here.line, action))))
    return Walk(stands, [*ends.values()], frozenset(beyond))


def reached(strikes: Quest, walk: Walk, keeps_light: bool, room: int) -> Reached:
    """Every battle in a room that a walk leads to. `keeps_light`: the Light left over counts afterwards,
    too.
    """
    found: dict[Hashable, Arrival] = {}
    is_shut = False
    seen: set[Hashable] = set()
    order = count()
    waiting: list[tuple[int, int, Arrival]] = []
    for here in walk.stands:
        if here.state.me.room == room:
            after = strikes.apply(here.state, Battle())
            waiting.append((after.spent_light, next(order), Arrival(after, (*here.line, Battle()))))
    heapify(waiting)
    while waiting:
        *_, here = heappop(waiting)
        spend(WALKED)
        at = here.state
        if is_at_strike(at) or turn_over(at):
            found.setdefault(_end(at, keeps_light), here)
        elif _is_known(strikes, at, seen):
            pass
        elif strikes.mover(at) != at.active:
            is_shut = True
        else:
            for action in strikes.legal_actions(at):
                after = strikes.apply(at, action)
                heappush(waiting, (after.spent_light, next(order), Arrival(after, (*here.line, action))))
    return Reached([*found.values()], is_shut)


def _end(at: State, keeps_light: bool) -> State:
    """What tells ends of walks apart."""
    return replace(at, path=(), spent_light=at.spent_light if keeps_light else 0)


def _is_known(strikes: Quest, at: State, seen: set[Hashable]) -> bool:
    """Whether an equal position was seen before; it is from now on."""
    key = strikes.key(without_detours(strikes, at))
    is_known = key in seen
    seen.add(key)
    return is_known


def without_detours(game: Quest, state: State) -> State:
    """The position without its path: only the barred rooms matter, and whether the Champion has moved."""
    if len(state.path) < 2:
        return state
    return replace(state, path=(NONE, *sorted(barred_rooms(game.book, state))))


def _within_reach(strikes: Quest, state: State) -> set[int]:
    """The rooms that the Champion may still reach, or stay in, if no Light is lost."""
    book, left = strikes.book, state.budget - state.spent_light
    found = {state.me.room: left}
    waiting = [state.me.room]
    while waiting:
        here = waiting.pop()
        for place in filter(state.knows, adjacent(here)):
            tile = book.card(state.rooms[place].card)
            need = 0 if tile.has(WoundsForLight) else tile.light_needed or 0
            if found[here] - need > found.get(place, -1):
                found[place] = found[here] - need
                waiting.append(place)
    return {*found}


def _stand(start: State, at: State) -> tuple[int, bool] | None:
    """The Champion's room after a way on which nothing has happened, and whether the Champion has moved:
    alerts depend on entering a room. None if something has happened.
    """
    walked = replace(at, path=start.path, spent_light=start.spent_light, players=start.players)
    if walked != start or replace(at.me, room=start.me.room) != start.me:
        return None
    return at.me.room, len(at.path) > 1
