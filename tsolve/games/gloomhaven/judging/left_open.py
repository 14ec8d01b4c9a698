"""What may come of a turn that a line leaves open: a card, damage to bear, a push, a choice of players."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tsolve.budget import spend
from tsolve.cardkit.pending import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.deeds import Deeds, deeds_of
from tsolve.games.gloomhaven.judging.facts import entries_until, moves_until
from tsolve.games.gloomhaven.round.resting import LoseOne, MayRedraw
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.after_attack import Effects, retaliation_of
from tsolve.games.gloomhaven.turn.attack import DrawModifier
from tsolve.games.gloomhaven.turn.character.bearing import BearDamage
from tsolve.games.gloomhaven.turn.forced import Force
from tsolve.model.trace import Entry, Trace
from tsolve.turns.played import Move, Played

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened

_FOLLOWING = (DrawModifier, Effects, BearDamage, Force, LoseOne, MayRedraw)
"""What belongs to what was done last, not to what is done next."""
MOST = 500
"""Ways that are gone through; of more, or where a card is unknown, nobody says what may come."""


class Way(NamedTuple):
    """One way in which a line and what it leaves open may go."""

    told: str
    """What is chosen and what comes after the line, in words; empty where nothing is open."""
    state: State
    moves: tuple[Move[State, Action], ...]
    entries: tuple[Entry, ...]

    def deeds(self, opened: Opened) -> Deeds:
        """What the acting figure has done."""
        return deeds_of(opened.actor, opened.state, self.state, self.moves, self.entries)


def as_it_stands(opened: Opened, played: Played[State, Action], step: int | None) -> Way:
    """A line after this many steps, or at its end (None), with nothing that may come."""
    state = opened.reached(played, step)
    return Way("", state, tuple(moves_until(played, step)), tuple(entries_until(played, step)))


def ways_on(opened: Opened, start: Way, *, until_chance: bool = False) -> list[Way] | None:
    """Every way in which what was done last may go on, and in a turn that the rules decide the rest of the
    turn; the way itself where nothing of it is open. None where there are too many, or nobody knows which
    card comes. `until_chance`: each only as far as no card is drawn.
    """
    game = opened.game
    found: list[Way] = []
    waiting = [start]
    while waiting:
        here = waiting.pop()
        task = here.state.todo[-1] if here.state.todo else None
        is_open = isinstance(task, _FOLLOWING) or (task is not None and opened.decides)
        mover = game.mover(here.state)
        comes_by_chance = mover in (CHANCE, UNKNOWN)
        if not is_open or here.state.result or (until_chance and comes_by_chance):
            found.append(here)
            continue
        if mover == UNKNOWN or len(found) + len(waiting) > MOST:
            return None
        waiting += reversed(list(_further(game, here)))
    return found


def are_left_alone(state: State, names: Collection[str]) -> bool:
    """Whether these are figures that no attack which waits can change."""
    targets = {name for task in state.todo if (name := getattr(task, "target", ""))}
    strikes_back = any(state.on_map(each) and any(retaliation_of(state.figure(each))) for each in targets)
    in_danger = targets | ({state.turn} if strikes_back else set())
    return all(state.on_map(name) for name in names) and in_danger.isdisjoint(names)


def _further(game: Gloomhaven, here: Way) -> Iterator[Way]:
    actions = _answers(game, here.state)
    for action in actions:
        spend(1)
        trace = Trace()
        after = game.apply(here.state, action, trace)
        is_unsaid = len(actions) == 1 or isinstance(here.state.todo[-1], Effects)
        told = (here.told, "" if is_unsaid else game.notation(here.state, action))
        moves = (*here.moves, Move(here.state, action))
        yield Way(", ".join(filter(None, told)), after, moves, (*here.entries, *trace.entries))


def _answers(game: Gloomhaven, state: State) -> list[Action]:
    """What may come or be chosen; effects of an attack are applied unless somebody says otherwise."""
    if game.mover(state) == CHANCE:
        return [event for event, _ in game.chance(state)]
    actions = game.legal_actions(state)
    return actions[:1] if isinstance(state.todo[-1], Effects) else actions
