"""Rounds bounded by the same round with characters that nothing can fell: no play exceeds it, and what is
proved by it is what the plain search over the engine finds.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random

from tests.games.gloomhaven.planning.small import position
from tests.games.gloomhaven.planning.test_plan import Plain
from tests.sweeping import seeds
from tsolve import api
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.gloomhaven.planning.courses import Courses
from tsolve.games.gloomhaven.planning.goals import Goal, goal_for
from tsolve.games.gloomhaven.planning.means import printed_in
from tsolve.games.gloomhaven.planning.plan import Planner
from tsolve.games.gloomhaven.planning.prospects import Prospects
from tsolve.games.gloomhaven.planning.settled import is_settled
from tsolve.games.gloomhaven.planning.tree import Steps
from tsolve.games.gloomhaven.planning.unharmed import GuidedRound, Unharmed, UnharmedRound, bounds_rounds
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.solve.policy import Chance, Decision, Search, Shut

SMALL = 1_500
"""Positions of the plain search: larger questions are left alone."""
GOALS = (
    "standing,kills,damage,cards,hit_points,money,experience,items",
    "standing,cards,hit_points,kills,damage",
    "standing,damage,cards,2*hit_points+kills",
    "standing,2*kills+money,experience",
    "standing,kills,damage",
)
DECKS = ("{rest: [+0, x2]}", "{rest: [-1, +1, null]}", "{rest: [+0, +1, +1, x2]}")


LONG = (
    f"{{rest: [{', '.join(['+0', '+1'] * 6)}]}}",
    f"{{rest: [{', '.join(['-1', '+0', '+0', '+2'] * 3)}]}}",
    f"{{rest: [{', '.join(['null', '+0', 'x2'] + ['+0'] * 10)}]}}",
)
"""Decks of characters that no turn uses up, so that their mean counts."""


def dealt(random: Random) -> str:
    """A round with a goal that is bounded, and with shuffled decks."""
    lines = position(random, True).split("\n")
    lines = [f"goal: {random.choice(GOALS)}" if line.startswith("goal") else line for line in lines]
    return "\n".join(map(partial(_with_deck, random), lines))


def _with_deck(random: Random, line: str) -> str:
    owner, colon, rest = line.partition(": ")
    if owner.strip() not in ("monsters", "Brute", "Tinkerer") or "at: " in rest:
        return line
    return owner + colon + random.choice(DECKS if owner.strip() == "monsters" else LONG)


def compared(text: str, limit: int = SMALL) -> bool:
    """Whether a round is small enough for the plain search and is bounded; then the bounds hold."""
    there = api.loads(text)
    assert isinstance(there, ScenarioPosition)
    goal = goal_for(there, None)
    courses = Courses(there, Planner(goal, "expected"))
    if not is_settled(there) or not bounds_rounds(there, goal):
        return False
    try:
        plain = best_policy(Plain(there.book), there.state, goal.value, 0, "expected", limit=limit)
    except TooLargeError:
        return False
    assert plain is not None
    prospects = Prospects(there.book, goal, printed_in(there.book, there.state))
    unharmed = _Watched(there, goal, courses)
    if not prospects.holds or not unharmed.is_searched():
        return False
    most = prospects.most(there.state, goal.amounts(there.state), Fraction(100))
    assert most is None or most >= plain.worth, text
    assert unharmed.bound(unharmed.of(there.state)) >= plain.worth, text
    found = Search(GuidedRound(unharmed), "expected").run(there.state)
    assert found.exact, text
    assert found.low == plain.worth, text
    unharmed.check(text)
    return True


class _Watched(UnharmedRound):
    """A round that notes the positions that are searched."""

    def __init__(self, position: ScenarioPosition, goal: Goal, courses: Courses) -> None:
        super().__init__(position, goal, courses)
        self.met: list[Unharmed] = []

    def expand(self, node: Unharmed) -> Decision[Unharmed, Steps] | Chance[Unharmed, Steps] | Shut:
        self.met.append(node)
        return super().expand(node)

    def check(self, text: str) -> None:
        """No position is worth more than was hoped for it."""
        for node in self.met:
            known = self.search.recalled(node, node.key)
            assert known is None or known.low is None or known.low <= self.upper_bound(node), text


def test_the_plain_search_finds_the_same() -> None:
    random, done, wanted = Random(31), 0, len(seeds(12, 600))
    while done < wanted:
        done += compared(dealt(random))
