"""Every modifier card that may come, followed through the rules: what attacks come to, with exact chances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from tsolve.budget import spend
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.errors import UndecidedError, UsageError
from tsolve.games.gloomhaven.actions import Action, Bear
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.tasks import Task
from tsolve.games.gloomhaven.turn.attack import ATTACK_OF, AttackOne, DrawModifier
from tsolve.games.gloomhaven.turn.character.bearing import BearDamage
from tsolve.model.trace import Trace

ATTACKING: tuple[type[Task], ...] = (AttackOne, DrawModifier)
"""Tasks that may still do damage."""
_WORK = 4
"""Steps of work for a position that is looked at, beside the action."""


class Outcome(msgspec.Struct, frozen=True):
    """What attacks came to."""

    damage: tuple[tuple[str, int], ...] = ()
    """To each target, in the order of their names; also what goes beyond the last hit point."""
    dead: frozenset[str] = frozenset()
    """The targets that have left the map."""

    def on(self, target: str) -> int:
        """The damage to one target."""
        return dict(self.damage).get(target, 0)

    def with_damage(self, target: str, amount: int) -> Outcome:
        """The same after one more attack."""
        return Outcome(tuple(sorted((dict(self.damage) | {target: self.on(target) + amount}).items())))


def outcomes(game: Gloomhaven, state: State, more: tuple[type[Task], ...] = ()) -> Mapping[Outcome, Fraction]:
    """The chances of all that attacks may come to from here on; `more` are further tasks that may attack.

    Characters take all damage: that they may lose cards instead (GH-11.5) is left aside. Any other choice of
    the players after the last attack changes no damage and ends the way. Raises UsageError where they choose
    before it, UndecidedError where a card that nobody knows comes next, and SpentError.
    """
    waits_for = (*ATTACKING, *more)
    here: dict[tuple[State, Outcome], Fraction] = {(state, Outcome()): Fraction(1)}
    ends: dict[Outcome, Fraction] = defaultdict(Fraction)
    while here:
        later: dict[tuple[State, Outcome], Fraction] = defaultdict(Fraction)
        for (before, known), share in here.items():
            spend(_WORK)
            mover = game.mover(before) if before.todo else None
            if mover == UNKNOWN:
                raise UndecidedError(["the next modifier card is unknown"])
            if mover != CHANCE:
                action = _going_on(game, before, waits_for)
                if action is None:
                    ends[_ended(before, known)] += share
                else:
                    later[game.apply(before, action), _with_borne(before, known)] += share
                continue
            events = game.chance(before)
            whole = sum(weight for _, weight in events)
            for event, weight in events:
                trace = Trace()
                after = game.apply(before, event, trace)
                found = known
                for target, amount in _damages(trace):
                    found = found.with_damage(target, amount)
                later[after, found] += share * Fraction(weight, whole)
        here = later
    return ends


def _damages(trace: Trace) -> Iterator[tuple[str, int]]:
    """Who took how much damage by attacks, also beyond the last hit point: several of them where
    no card is left to be drawn.
    """
    amount = 0
    for entry in trace.entries:
        if entry.quantity == "attack":
            amount = entry.after
        elif entry.step == "damage" and entry.note.startswith(ATTACK_OF):
            yield entry.subject, amount


def _ended(state: State, known: Outcome) -> Outcome:
    dead = frozenset(target for target, _ in known.damage if not state.is_up(target))
    return msgspec.structs.replace(known, dead=dead)


def _with_borne(state: State, known: Outcome) -> Outcome:
    """With the damage that a character is about to take, if it is that of an attack."""
    task = state.todo[-1]
    if not isinstance(task, BearDamage) or not task.why.startswith(ATTACK_OF):
        return known
    return known.with_damage(task.figure, task.damage)


def _going_on(game: Gloomhaven, state: State, waits_for: tuple[type[Task], ...]) -> Action | None:
    """How it goes on to the next attack: by taking damage, or by the only thing that can be done; None where
    none is to come. Raises UsageError where the players choose something before it.
    """
    if state.todo and isinstance(state.todo[-1], BearDamage):
        return Bear(())
    if not any(isinstance(task, waits_for) for task in state.todo):
        return None
    actions = game.legal_actions(state)
    if len(actions) == 1:
        return actions[0]
    told = " or ".join(game.notation(state, action) for action in actions[:4])
    raise UsageError(f"the players choose before the attack: {told}; say it in `line`")
