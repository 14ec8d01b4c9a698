"""Replays a turn without one card, leaving out the actions that need it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from tsolve.cardkit.symmetry import copy_number
from tsolve.games.quest.actions import NONE, Action
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State
from tsolve.games.quest.writing.notation import laid_out
from tsolve.model.grades import CardGrade
from tsolve.model.trace import Trace
from tsolve.solve.policy import Worth
from tsolve.turns.grading.events import Event
from tsolve.turns.grading.prospects import Prospects

Turn: TypeAlias = Sequence[Event[State, Action]]
Replayed: TypeAlias = tuple[Worth, str, str, tuple[str, ...]]
"""The worth, the Monster and the outcome of its battle, and the cards gained."""
_PLACES = ("card", "hero", "weapon")
"""The fields by which actions mean cards in front of the player."""


def card_grades(
    game: Quest, start: State, events: Turn, prospects: Prospects[State, Action]
) -> tuple[CardGrade, ...]:
    """Every card of the own hand, in its order; nothing for a turn without a result."""
    whole = play(game, start, events, prospects, NONE)
    if whole is None:
        return ()
    cards = max((laid_out(event.before) for event in events), key=len, default=())
    named = {place for event in events for place in _places(event.action)}
    counting = _counting(game, start, events)
    found = []
    for index, card in enumerate(cards):
        without = play(game, start, events, prospects, index)
        mattered = without is None or without != whole
        idle = index not in named and game.book.name(card) not in counting and not mattered
        needed = None if mattered else _needed(start, events, prospects, index)
        found.append(CardGrade(game.book.name(card), idle, mattered, needed, copy_number(cards, index)))
    return tuple(found)


def play(
    game: Quest, start: State, events: Turn, prospects: Prospects[State, Action], index: int
) -> Replayed | None:
    """The turn with the card at this place taken away as soon as it lies there; `NONE` keeps all.

    None when an action that does not name the card is no longer legal, or when there is no result.
    """
    state = _take_away(start, index)
    for event in events:
        action = event.action
        if action is None:
            continue
        if not _is_laid(state, action) or game.why_not(state, action) is not None:
            if index in _places(action):
                continue
            return None
        state = _take_away(game.apply(state, action), index)
        if (worth := prospects.grading.value(state)) is not None:
            return tuple(worth), state.tally.monster, state.tally.outcome, state.tally.gained
    return None


def _is_laid(state: State, action: Action) -> bool:
    """Whether all the cards that an action names have come: one that was never drawn has not."""
    return not state.laid or all(place < len(state.laid) for place in _places(action))


def _counting(game: Quest, start: State, events: Turn) -> set[str]:
    """The cards that changed a number of the turn, by name; Light only where some is paid."""
    trace, state = Trace(), start
    for event in events:
        if event.action is not None:
            state = game.apply(state, event.action, trace)
    idle = () if state.spent_light else ("light",)
    return {entry.subject for entry in trace.entries if entry.change and entry.step not in idle}


def _take_away(state: State, index: int) -> State:
    """The position without the card in this place."""
    if not 0 <= index < len(state.laid) or state.laid[index].gone:
        return state
    laid = replace(state.laid[index], gone=True)
    return replace(state, laid=(*state.laid[:index], laid, *state.laid[index + 1 :]))


def _places(action: Action | None) -> set[int]:
    """The places of the cards that an action needs."""
    values = (getattr(action, field, NONE) for field in _PLACES)
    return {value for value in values if isinstance(value, int) and value != NONE}


def _needed(start: State, events: Turn, prospects: Prospects[State, Action], index: int) -> bool | None:
    """Whether the best worth at the moment when the card came is another without it."""
    states = (start, *(event.after for event in events))
    came = next((state for state in states if index < len(state.laid)), None)
    if came is None:
        return None
    whole, without = prospects.of(came), prospects.of(_take_away(came, index))
    if whole.worth is None or whole.doubt or without.doubt:
        return None
    return whole.worth != without.worth
