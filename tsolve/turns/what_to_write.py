"""What keeps an answer from being decided: the unknown parts of a position that a turn meets.

The engine is asked, not the answer: the turn is played on until nobody can act, and the part of the position
is to blame that would let it go on, were it known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from tsolve.budget import FREE, allow, current
from tsolve.cardkit.pending import Pending
from tsolve.engine.explore import Arrival, explore
from tsolve.engine.protocol import CHANCE, Game
from tsolve.model.answers import ToWrite
from tsolve.turns.opened import Opened

S = TypeVar("S")
A = TypeVar("A")

_MOST_POSITIONS = 200
_MOST_ACTIONS = 2_000
"""Actions that are played; in a large hand so many are legal that few positions are seen."""
_WHEN_OVER = 200
"""The same for a question whose budget is used up."""
_MOST_TOLD = 3


def to_write(opened: Opened[S, A], state: S) -> tuple[ToWrite, ...]:
    """What a file would have to say for a turn to go on from a position wherever it does not now.

    The turn is followed for a while, the shortest ways first; what is met first comes first.
    """
    found: dict[ToWrite, None] = {}
    asked, played = current(), 0

    def moves(here: S) -> Iterator[A]:
        nonlocal played
        for action in _moves(opened.game, state, here):
            if played == _MOST_ACTIONS or (played >= _WHEN_OVER and asked.is_over()):
                return
            played += 1
            asked.count(1)
            yield action

    with allow(FREE):  # too little work to be refused, but it is counted
        walk = explore(opened.game, Arrival(state), moves)
        for here in islice(walk, _MOST_POSITIONS):
            found.update(dict.fromkeys(_missing(opened, state, here.state)))
            if len(found) >= _MOST_TOLD:
                break
    return tuple(found)[:_MOST_TOLD]


def _moves(game: Game[S, A], start: S, here: S) -> Iterable[A]:
    """What the player may do in this turn, and one of the things that chance may bring."""
    if game.is_over(here) or not _is_of_the_turn(start, here):
        return ()
    mover = game.mover(here)
    if mover == CHANCE:
        return [action for action, _ in game.chance(here)[:1]]
    return () if _is_of_another(mover, here) else game.legal_actions(here)


def _missing(opened: Opened[S, A], start: S, here: S) -> Iterator[ToWrite]:
    """What is missing where nobody can act, or another player must choose."""
    game = opened.game
    mover = game.mover(here)
    if not _is_of_the_turn(start, here):
        return
    blamed = False
    for unknown in opened.unknowns(here):
        if unknown.stands_open or (mover != CHANCE and game.mover(unknown.known(here)) != mover):
            blamed = True
            yield ToWrite(unknown.what, unknown.key, by_chance=unknown.by_chance)
    if not blamed and _is_of_another(mover, here) and (actions := game.legal_actions(here)):
        step = game.notation(here, actions[0])
        yield ToWrite(f"what player {mover + 1} chooses", f"line: [..., {step}]", is_choice=True)


def _is_of_the_turn(start: S, here: S) -> bool:
    """Whether the turn is not yet somebody else's."""
    return not (isinstance(here, Pending) and isinstance(start, Pending)) or here.active == start.active


def _is_of_another(mover: int, here: S) -> bool:
    """Whether somebody chooses whose turn it is not."""
    return isinstance(here, Pending) and mover >= 0 and mover != here.active
