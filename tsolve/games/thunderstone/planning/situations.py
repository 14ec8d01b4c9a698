"""What a turn may be before the party is prepared: every way to draw, to change the Hall, to call on others.

These actions show cards or move Monsters, so they are searched in the engine itself, position by position;
equal positions are kept once. Where a card is drawn that nobody knows, or an opponent chooses, the search
stops and says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator

import msgspec

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Action, Use
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import abilities

LIMIT = 20_000
"""The most positions that are looked at."""


class Situation(msgspec.Struct, frozen=True):
    """A position reached by revealing actions only, and the actions."""

    state: State
    line: tuple[Action, ...]


class Explored(msgspec.Struct, frozen=True):
    """All situations, what was left out and why, and whether the own hand was robbed on the way."""

    situations: tuple[Situation, ...]
    notes: tuple[str, ...]
    complete: bool
    robbed: bool
    """A Breach in mid-turn takes cards of the own hand: then the order of preparations matters too."""


def explore(game: Thunderstone, start: State) -> Explored:
    """Every situation from `start`, which stands at a free step of the Village or the Dungeon."""
    found: list[Situation] = []
    notes: dict[str, None] = {}
    seen: set[Hashable] = set()
    robbed = False
    waiting = deque([Situation(start, ())])
    while waiting:
        here = waiting.popleft()
        key = game.key(here.state)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > LIMIT:
            notes[f"more than {LIMIT} ways to draw and to change the Hall: not all were searched"] = None
            return Explored(tuple(found), tuple(notes), False, robbed)
        if here.state.over:
            continue
        if not here.state.todo:
            found.append(here)
            waiting.extend(_reveals(game, here))
            continue
        mover = game.mover(here.state)
        if mover == here.state.active:
            robbed = robbed or here.state.todo[-1].name == "discard"
            waiting += [
                Situation(game.apply(here.state, action), (*here.line, action))
                for action in game.legal_actions(here.state)
            ]
        else:
            notes[_why_not_further(game, here, mover)] = None
    return Explored(tuple(found), tuple(notes), True, robbed)


def reveals(game: Thunderstone, state: State, action: Action) -> bool:
    """Whether the action shows cards, moves the Hall or asks other players."""
    if not isinstance(action, Use):
        return False
    ability = game.book.card(state.party[action.card].card).abilities[action.ability]
    return any(deed.reveals for deed in ability.do)


def _reveals(game: Thunderstone, here: Situation) -> Iterator[Situation]:
    for action in abilities.attempts(game.book, here.state):
        if reveals(game, here.state, action) and game.why_not(here.state, action) is None:
            yield Situation(game.apply(here.state, action), (*here.line, action))


def _why_not_further(game: Thunderstone, here: Situation, mover: int) -> str:
    used = [action for action in here.line if isinstance(action, Use)]
    card = game.book.name(here.state.party[used[-1].card].card) if used else "a card"
    if mover in (CHANCE, UNKNOWN):
        return f"{card} would bring a card that is not known: lines that go on from there were not considered"
    return f"{card} makes another player choose: lines that go on from there were not considered"
