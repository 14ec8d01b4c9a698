"""A party that plays a whole scenario: each character's turn is planned within a budget of counted work, as
if chance brought what is likeliest. What a plan leaves open is chosen by a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from tsolve.games.gloomhaven.actions import Action, Do, Pick, Strike
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.planning.goals import goal_of
from tsolve.games.gloomhaven.planning.tree import Steps, TurnTree
from tsolve.games.gloomhaven.players.caution import threat
from tsolve.games.gloomhaven.players.thumb import Thumb
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.monster import EndTurn
from tsolve.players import Brought, Start
from tsolve.players.planning import PlanningPlayer
from tsolve.solve.policy import Chance, Decision, Search, Shut, Valuation

STEPS = {"greedy": 10_000, "planner": 60_000}
"""Counted steps for each plan: some 300 and some 2,000 positions of a search."""
GOAL = "standing,4*kills+2*damage+3*cards+hit_points+safety,money,experience"
"""What a turn is planned for. A card is worth 1.5 points of damage, so that it is not lost for less."""
OPENED = 20
"""What it counts against a plan that it opens a door: nobody knows what is behind. Doors are opened by the
rule of thumb.
"""


def players(start: Start[State, Action]) -> Brought[State, Action]:
    """The players of this game. (`Capabilities.players`)"""
    position = start.position
    assert isinstance(position, ScenarioPosition)
    makers = {name: partial(_planning, position, steps) for name, steps in STEPS.items()}
    return Brought(lambda state, _: state, makers, _winners)


def _winners(state: State) -> tuple[int, ...]:
    """The party, where the scenario is won."""
    return (0,) if state.ended == "won" else ()


def _planning(position: ScenarioPosition, steps: int) -> PlanningPlayer[State, Action]:
    thumb = Thumb(position.game)
    return PlanningPlayer(
        _Turns(position), position.game.apply, lambda state, actions, _: thumb.choose(state, actions), steps
    )


def _safety(book: Book, state: State) -> int:
    """At most 0: the less, the more the monsters may do."""
    return -threat(book, state) - OPENED * sum(door.state == "open" for door in state.doors)


class _LikelyTree(TurnTree):
    """Of what chance may bring only the likeliest comes: the turn is planned anew after it anyway, and eight
    times as many lines can be compared.
    """

    def expand(self, node: State) -> Decision[State, Steps] | Chance[State, Steps] | Shut:
        found = super().expand(node)
        if not isinstance(found, Chance):
            return found
        return Chance([max(found.events, key=lambda each: each.weight)])


class _Turns:
    """Plans turns of characters. (`tsolve.players.planning.Plans`)"""

    def __init__(self, position: ScenarioPosition) -> None:
        self._game = position.game
        self._goal = goal_of(position, GOAL, {"safety": partial(_safety, position.book)})

    def line(self, state: State) -> Sequence[Action]:
        """The best line of the turn, or of what is left of it, to its end or to a draw; nothing where it
        brings no more than the end of the turn.
        """
        end = next((place for place, each in enumerate(state.todo) if isinstance(each, EndTurn)), None)
        if end is None or state.cards_of(state.turn) is None:
            return ()
        turn = replace(state, todo=state.todo[end:])
        search: Search[State, Steps] = Search(_LikelyTree(self._game, self._goal, "expected"))
        found = search.run(turn)
        line = [action for together in _followed(found) for action in together]
        return line if any(isinstance(action, Strike | Do | Pick) for action in line) else ()


def _followed(found: Valuation[State, Steps]) -> Iterator[Steps]:
    """The steps of the best play, up to the end of the turn or an event."""
    while found.next is not None and found.action is not None:
        yield found.action
        found = found.next
