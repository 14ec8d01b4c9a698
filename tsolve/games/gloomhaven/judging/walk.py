"""Walks through a turn: every way in which it may go on, from its beginning or from where a line stops.

A walk plays everything that belongs to the last action, such as a card to draw, damage to suffer or a push;
in a turn that the rules decide, or on request, also the rest of the turn. Claims, expectations, options and
the description of a whole turn all use these ways.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from tsolve.budget import spend
from tsolve.contract.measures import Found
from tsolve.contract.step_reader import Move, Played
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import Action, Finish, PlayHalf, UseItem
from tsolve.games.gloomhaven.cards import Origin
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.outcome import entries_until, moves_until
from tsolve.games.gloomhaven.measures import MEASURES
from tsolve.games.gloomhaven.round import LoseOne, MayRedraw
from tsolve.games.gloomhaven.scenario import Come, LeapTo, OpenDoor, PutAside, SummonOne, TakeAway
from tsolve.games.gloomhaven.state import State, Task
from tsolve.games.gloomhaven.turn.attack import DrawModifier
from tsolve.games.gloomhaven.turn.character import LastItems
from tsolve.games.gloomhaven.turn.damage import Effects, retaliation_of
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.monster import Abilities, ChooseFocus, MonsterMove
from tsolve.games.gloomhaven.turn.monster_attack import MonsterAttack, NextTarget
from tsolve.games.gloomhaven.turn.sparing import SpareByCard
from tsolve.games.gloomhaven.turn.suffering import BearDamage
from tsolve.games.gloomhaven.ways import Stage, Way
from tsolve.model.trace import Trace

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition

_FOLLOWING = (
    DrawModifier,
    Effects,
    BearDamage,
    Force,
    LastItems,
    LoseOne,
    MayRedraw,
    Come,
    OpenDoor,
    SummonOne,
    LeapTo,
    PutAside,
    SpareByCard,
    TakeAway,
)
"""Tasks that belong to the last action, not to the next one; so does the first ability of an action."""
A_CARD = (CHANCE, UNKNOWN)
"""The movers when a card is drawn."""
MOST = 500
"""The most ways that are followed; if there are more, or a card is unknown, the results stay open."""


def from_the_start(position: ScenarioPosition) -> Way:
    """The turn before its first decision, with what has happened by then, such as the damage of a wound."""
    entries = position.step_reader().beginning()
    return Way(position.state, (), (Stage(tuple(entries)),) if entries else ())


def as_it_stands(position: ScenarioPosition, played: Played[State, Action], step: int | None) -> Way:
    """The line after this many steps, or at its end (None), without what may follow. If the line breaks off
    earlier, it ends there.
    """
    step = None if step is None else min(step, len(played.states) - 1)
    state = position.reached(played, step)
    return Way(state, tuple(moves_until(played, step)), (Stage(tuple(entries_until(played, step))),))


def ways_on(
    position: ScenarioPosition, start: Way, *, until: Collection[int] = (), to_the_end: bool = False
) -> list[Way] | None:
    """Every way in which the last action may go on, and in a turn that the rules decide the rest of the turn;
    only `start` if nothing is open. None if there are too many ways or the next card is unknown. `until`:
    each way stops when one of these would act (`A_CARD`: before a card is drawn). `to_the_end`: each way goes
    to the end of what is asked about, whoever decides.
    """
    game, goes_on = position.game, position.decides or to_the_end
    most = MOST if CHANCE not in until else sys.maxsize
    ways, ended = [start], [False]
    while not all(ended):
        further, is_end = [], []
        for way, has_ended in zip(ways, ended, strict=True):
            mover = game.mover(way.state)
            if has_ended or mover in until or not _is_open(way, goes_on):
                further.append(way)
                is_end.append(True)
                continue
            more = [] if mover == UNKNOWN else list(_further(game, way))
            further += more
            is_end += [False] * len(more)
            if not more or len(further) > most:
                return None
        ways, ended = further, is_end
    return ways


def _is_open(way: Way, goes_on: bool) -> bool:
    """Whether a part of the last action, or of a turn that `goes_on`, is still to come."""
    if way.state.result or not way.state.todo:
        return False
    task = way.state.todo[-1]
    return goes_on or _is_begun(way, task) or isinstance(task, _FOLLOWING)


def _is_begun(way: Way, task: Task) -> bool:
    """Whether the last step played a half of a card or used an item whose first ability is still to come."""
    last = way.moves[-1].action if way.moves else None
    if isinstance(last, UseItem):
        origin = getattr(task, "origin", None)
        return isinstance(origin, Origin) and origin.name == last.item
    return isinstance(last, PlayHalf)


def decisions(game: Gloomhaven, state: State) -> Iterator[State]:
    """The positions with a decision, up to the first chance; each decision gets its first possible answer."""
    while not state.result and game.mover(state) >= 0 and (actions := answers(game, state)):
        yield state
        state = game.apply(state, actions[0])


def forced_moves(position: ScenarioPosition) -> tuple[tuple[Move[State, Action], ...], State]:
    """What the rules alone decide, up to the first choice or chance event, and the position there; worked out
    once.
    """
    start = position.state
    return position.book.once(("forced", position.actor, start), lambda: _forced(position.game, start))


def _forced(game: Gloomhaven, state: State) -> tuple[tuple[Move[State, Action], ...], State]:
    moves: list[Move[State, Action]] = []
    while len(actions := game.legal_actions(state)) == 1:
        moves.append(Move(state, actions[0]))
        state = game.apply(state, actions[0])
    return tuple(moves), state


def are_left_alone(state: State, names: Collection[str]) -> bool:
    """Whether no waiting attack can change these figures."""
    targets = {name for task in state.todo if (name := getattr(task, "target", ""))}
    strikes_back = any(state.on_map(each) and any(retaliation_of(state.figure(each))) for each in targets)
    in_danger = targets | ({state.acting} if strikes_back else set())
    return all(state.on_map(name) for name in names) and in_danger.isdisjoint(names)


_DECISIONS = (ChooseFocus, MonsterMove, MonsterAttack, NextTarget)


def is_decided_later(state: State) -> bool:
    """Whether a figure for which the rules decide may still have a focus to find, a move or an attack."""
    return any(
        bool(task.rest) if isinstance(task, Abilities) else isinstance(task, _DECISIONS)
        for task in state.todo
    )


def _further(game: Gloomhaven, here: Way) -> Iterator[Way]:
    """The ways after each possible next action; equal results only once."""
    found: dict[State, tuple[Action, Trace]] = {}
    for action in answers(game, here.state):
        spend(1)
        trace = Trace()
        found.setdefault(game.take(here.state, action, trace), (action, trace))
    is_implicit = len(found) == 1
    for after, (action, trace) in found.items():
        text = "" if is_implicit else game.notation(here.state, action)
        stage = Stage(tuple(trace.entries), text, tuple(trace.readings))
        yield Way(after, (*here.moves, Move(here.state, action)), (*here.stages, stage))


def answers(game: Gloomhaven, state: State) -> list[Action]:
    """What may come or be chosen next. All effects of an attack are applied, and at the end of a turn no item
    is used.
    """
    if game.mover(state) == CHANCE:
        return [event for event, _ in game.chance(state)]
    if isinstance(state.todo[-1], LastItems):
        return [Finish()]
    actions = game.legal_actions(state)
    return actions[:1] if isinstance(state.todo[-1], Effects) else actions


def fact(
    position: ScenarioPosition, played: Played[State, Action], name: str, step: int | None = None
) -> Found:
    """A measure after this many steps of a line; None for its end."""
    return MEASURES.by_name[name].found(position, as_it_stands(position, played, step))
