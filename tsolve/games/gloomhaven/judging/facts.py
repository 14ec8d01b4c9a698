"""What a played turn has come to, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.judging.deeds import NOBODY, Deeds, deeds_of
from tsolve.games.gloomhaven.state import State
from tsolve.model.trace import Entry
from tsolve.turns.compared import Fact
from tsolve.turns.played import Move, Played

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened


def deeds_until(opened: Opened, played: Played[State, Action], step: int | None) -> Deeds:
    """What was done after this many steps of a line; None for its end."""
    state = played.result if step is None else played.states[step]
    return deeds_of(opened.actor, opened.state, state, moves_until(played, step), entries_until(played, step))


def moves_until(played: Played[State, Action], step: int | None) -> Sequence[Move[State, Action]]:
    """What was done in this many steps of a line; None for all of them."""
    if step is None:
        return played.moves
    before = _before(played, step)
    return [move for move in played.moves if move.before in before]


def entries_until(played: Played[State, Action], step: int | None) -> list[Entry]:
    """What has happened in this many steps of a line; None for all of them."""
    return [entry for taken in played.answer.steps[:step] for entry in taken.entries]


def _before(played: Played[State, Action], step: int) -> set[State]:
    """The positions before the moves of the first steps."""
    found: set[State] = set()
    for move in played.moves:
        if move.before == played.states[step]:
            break
        found.add(move.before)
    return found


def facts_of(opened: Opened, played: Played[State, Action], step: int | None = None) -> Mapping[str, Fact]:
    """Focus, attacks and damage of a line."""
    return facts_of_deeds(deeds_until(opened, played, step))


def facts_of_deeds(deeds: Deeds) -> Mapping[str, Fact]:
    """The same of what a figure has done."""
    return {
        "focus": deeds.focus[-1:] or (NOBODY,),
        "attacks": tuple(sorted(dict.fromkeys(deeds.attacks))),
        "damage": deeds.damage,
    }
