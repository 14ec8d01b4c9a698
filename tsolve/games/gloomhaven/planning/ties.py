"""All best lines of a turn without chance; of those that come to the same end one."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, grace
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.planning.tree import Steps
from tsolve.games.gloomhaven.state import State
from tsolve.solve.policy import Search, Valuation

MOST = 100
"""The most lines that are listed."""
FIRST = f"only the first {MOST} equally good plays are listed"
NO_TIME = "no time was left for all equally good plays: there may be more of them"
Line = tuple[Action, ...]


def all_best(
    game: Gloomhaven, search: Search[State, Steps], found: Valuation[State, Steps], first: Line
) -> tuple[list[Line], tuple[str, ...]]:
    """Every line as good as what was found, `first` first, and what to say about the list."""
    end = found.node
    with grace():  # the line found is told whether or not time is left for others
        for action in first:
            end = game.apply(end, action)
    ends: dict[Hashable, Line] = {_signature(end): first}
    notes: tuple[str, ...] = ()
    with allow(current().part(1)) as budget, suppress(SpentError):
        for line, state in _lines(search, found, ()):
            ends.setdefault(_signature(state), line)
            if len(ends) >= MOST:
                notes = (FIRST,)
                break
    return [*ends.values()], (NO_TIME,) if budget.fell_short else notes


def _lines(
    search: Search[State, Steps], found: Valuation[State, Steps], so_far: Line
) -> Iterator[tuple[Line, State]]:
    """The lines from here on, each with the position in which it ends."""
    if found.next is not None:
        for steps, below in search.ties(found):
            yield from _lines(search, below, (*so_far, *steps))
    elif found.events:
        for event, below in found.events:
            yield from _lines(search, below, (*so_far, *event.action))
    else:
        yield so_far, found.node


def _signature(end: State) -> State:
    """What makes a difference between ends: not how a figure came to where it is."""
    return replace(end, moved=0, fell=None, struck=())
