"""What may come of what a line leaves half done: a card of an attack or of a rest, damage to bear, a push."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from tsolve.budget import spend
from tsolve.cardkit.pending import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.round.resting import LoseOne, MayRedraw
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.after_attack import Effects, retaliation_of
from tsolve.games.gloomhaven.turn.attack import ATTACK_OF, DrawModifier
from tsolve.games.gloomhaven.turn.character.bearing import BearDamage
from tsolve.games.gloomhaven.turn.forced import Force
from tsolve.model.trace import Trace

_FOLLOWING = (DrawModifier, Effects, BearDamage, Force, LoseOne, MayRedraw)
"""What belongs to what was done last, not to what is done next."""
MOST = 500
"""Ways that are gone through; of more, or where a card is unknown, nobody says what may come."""


class Way(NamedTuple):
    """One way in which it may go."""

    told: str
    """What is chosen and what comes, in words; empty where nothing is open."""
    state: State
    dealt: int
    """The damage of the acting figure's attacks on it."""


def ways_on(game: Gloomhaven, state: State, figure: str) -> list[Way] | None:
    """Every way in which what was done last may go on, the position itself where nothing of it is open; None
    where there are too many, or nobody knows which card comes.
    """
    found: list[Way] = []
    waiting = [Way("", state, 0)]
    while waiting:
        here = waiting.pop()
        task = here.state.todo[-1] if here.state.todo else None
        if not isinstance(task, _FOLLOWING) or here.state.result:
            found.append(here)
            continue
        if game.mover(here.state) == UNKNOWN or len(found) + len(waiting) > MOST:
            return None
        waiting += reversed(list(_further(game, here, figure)))
    return found


def are_left_alone(state: State, names: Collection[str]) -> bool:
    """Whether these are figures that no attack which waits can change."""
    targets = {name for task in state.todo if (name := getattr(task, "target", ""))}
    strikes_back = any(state.on_map(each) and any(retaliation_of(state.figure(each))) for each in targets)
    in_danger = targets | ({state.turn} if strikes_back else set())
    return all(state.on_map(name) for name in names) and in_danger.isdisjoint(names)


def _further(game: Gloomhaven, here: Way, figure: str) -> Iterator[Way]:
    for action in _answers(game, here.state):
        spend(1)
        trace = Trace()
        after = game.apply(here.state, action, trace)
        dealt = sum(
            entry.before - entry.after
            for entry in trace.entries
            if entry.step == "damage" and entry.note == f"{ATTACK_OF}{figure}"
        )
        is_unsaid = isinstance(here.state.todo[-1], Effects)
        told = (here.told, "" if is_unsaid else game.notation(here.state, action))
        yield Way(", ".join(filter(None, told)), after, here.dealt + dealt)


def _answers(game: Gloomhaven, state: State) -> list[Action]:
    """What may come or be chosen; effects of an attack are applied unless somebody says otherwise."""
    if game.mover(state) == CHANCE:
        return [event for event, _ in game.chance(state)]
    actions = game.legal_actions(state)
    return actions[:1] if isinstance(state.todo[-1], Effects) else actions
