"""The End phase after a line: what the table looks like when the next turn begins. (QUEST-6)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from tsolve.engine.explore import Arrival, explore
from tsolve.engine.probe import Probe
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.quest.actions import Action
from tsolve.games.quest.game import Quest
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.refilling import Refill
from tsolve.games.quest.turn.treasures import GainTreasure
from tsolve.model.trace import Entry, Trace

MOST_POSITIONS = 3_000
"""Positions of an End phase that are looked at before it counts as open."""
NOT_OVER = "the steps do not end the turn"
_BY_CHANCE = "it hangs on the cards that you draw at the end of the turn"
_UNKNOWN = "nobody knows which cards you draw at the end of the turn"
_CHOICE = "it hangs on which cards are discarded at the end of the turn"


class Ended(msgspec.Struct, frozen=True):
    """The table after the End phase."""

    states: tuple[State, ...]
    """Every way in which it may go; the first of them alone where nobody can tell."""
    entries: tuple[Entry, ...]
    """What happened in it."""
    readings: dict[str, str]
    """The interpretations that it went through."""
    undecided: str = ""
    """Why nobody can tell what it comes to."""


def end_turn(opened: Opened, state: State) -> Ended:
    """The End phase of a turn whose result stands. What a room or the Treasure deck brings stays open."""
    if not turn_over(state):
        return Ended((state,), (), {}, NOT_OVER)
    probe: Probe[State, Action] = Probe(notes=True)
    game = Quest(opened.book, probe, postpones=(Refill, GainTreasure))
    trace = Trace()
    start = game.settled(state, trace)
    passed = [here.state for here in _positions(game, start)]
    ends = {game.key(each): each for each in passed if _is_end(game, each)}
    movers = {game.mover(each) for each in passed if not _is_end(game, each)}
    states, why = tuple(ends.values()), ""
    if UNKNOWN in movers or len(passed) == MOST_POSITIONS:
        states, why = (start,), _UNKNOWN if UNKNOWN in movers else _BY_CHANCE
    elif len(states) > 1:
        why = _CHOICE if any(mover >= 0 for mover in movers) else _BY_CHANCE
    return Ended(states, trace.entries, dict(probe.readings), why)


def _positions(game: Quest, start: State) -> Iterator[Arrival[State, Action]]:
    """The positions that the End phase may pass through, as far as anybody tries."""

    def moves(state: State) -> Iterable[Action]:
        if _is_end(game, state):
            return ()
        mover = game.mover(state)
        return [event for event, _ in game.chance(state)] if mover == CHANCE else game.legal_actions(state)

    return islice(explore(game, Arrival(start), moves), MOST_POSITIONS)


def _is_end(game: Quest, state: State) -> bool:
    """Whether the next turn begins, or none does."""
    return state.over or game.begins_turn(state)
