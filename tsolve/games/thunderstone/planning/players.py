"""Players of whole games: each turn the best by the usual goal within a budget of counted work. What a plan
leaves open is chosen by a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import Budget, SpentError, allow, current
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Layer, Segment
from tsolve.engine import random_bot
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Pass, Visit
from tsolve.games.thunderstone.game import Thunderstone, winners
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.players.quick import Quick
from tsolve.games.thunderstone.state import TURN_KINDS, State
from tsolve.games.thunderstone.state import Player as Owner
from tsolve.players import Brought, Player, Start
from tsolve.players.planning import PlanningPlayer

if TYPE_CHECKING:
    from random import Random

STEPS = {"greedy": 10_000, "planner": 60_000}
"""Counted steps for each plan: some 300 and some 2,000 positions of a search."""


_PLANNED = ("choose", "effects", "preparing", "resting")
"""The steps of a turn from which a plan is made: after the purchases it was made already."""


def players(start: Start[State, Action]) -> Brought[State, Action]:
    """The players of this game. (`Capabilities.players`)"""
    game = start.game
    assert isinstance(game, Thunderstone)
    planning = {name: partial(_planning, game, steps) for name, steps in STEPS.items()}
    makers: dict[str, Callable[[], Player[State, Action]]] = {**planning, "quick": partial(Quick, game)}
    return Brought(seen, makers, partial(winners, game.book))


def seen(state: State, seat: int) -> State:
    """The position as a seat may know it: of the other hands only which cards hand and deck hold together.

    The active player's hand lies open.
    """
    hidden = tuple(
        each if index == seat or not each.hand else _hidden(each) for index, each in enumerate(state.players)
    )
    return replace(state, players=hidden)


def _hidden(player: Owner) -> Owner:
    """A player with an unseen hand: its cards are known to be among those of hand and deck."""
    hand = player.hand or ()
    for at, segment in enumerate(player.deck):
        if segment.order == "shuffled" and not segment.layers:
            cards = tuple(sorted((*segment.cards, *hand)))
            mixed = Segment(cards, "shuffled", (Layer(len(segment.cards)),))
            return replace(player, hand=None, deck=(*player.deck[:at], mixed, *player.deck[at + 1 :]))
    return player if not piles.has_unknown(player.deck) else replace(player, hand=None)


def _planning(game: Thunderstone, steps: int) -> PlanningPlayer[State, Action]:
    return PlanningPlayer(_Turns(game), game.apply, _by_thumb, steps)


def _by_thumb(state: State, actions: Sequence[Action], random: Random) -> Action:
    """Go on to the next step where a plan ends; what is asked is answered at random."""
    if not state.todo and Pass() in actions:
        return Pass()
    return random_bot(state, list(actions), random)


class _Turns:
    """Plans turns of Thunderstone. (`tsolve.players.planning.Plans`)"""

    def __init__(self, game: Thunderstone) -> None:
        self._game = game

    def line(self, state: State) -> Sequence[Action]:
        """The best line of the kind of turn that was begun, else of the best kind."""
        if state.todo or state.step not in _PLANNED:
            return ()
        if state.step != "choose":
            found = plan(self._game, state, DEFAULTS["any"], backend="exact").best
            return () if found is None else found.line
        best: list[tuple[tuple[int, ...], tuple[Action, ...]]] = []
        steps = current().steps_left()
        for kind in TURN_KINDS:
            entered = self._game.apply(state, Visit(kind))
            with allow(Budget(steps=None if steps is None else steps // len(TURN_KINDS))):
                try:
                    found = plan(self._game, entered, DEFAULTS["any"], backend="exact").best
                except (SpentError, TooLargeError):
                    continue
            if found is not None:
                best.append((found.value, (Visit(kind), *found.line)))
        return max(best, default=((), ()), key=lambda each: each[0])[1]
