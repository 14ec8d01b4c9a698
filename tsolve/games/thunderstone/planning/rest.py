"""A rest as an optimisation problem: which card, if any, is destroyed. (TS-5.1)"""

from __future__ import annotations

from tsolve.games.thunderstone.actions import Action, Destroy, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import visit_result
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.symmetry import first_of_alike
from tsolve.solve.problem import Choice, Linear, Option, Problem, Solution, Total
from tsolve.turns.weights import objective

_NOTHING = "nothing"


def rest_problem(game: Thunderstone, state: State, goal: tuple[str, ...]) -> Problem:
    """One choice: nothing, or any card of the hand. What each comes to, the engine says."""
    present = [index for index, member in enumerate(state.party) if not member.left]
    ways: dict[str, Action] = {_NOTHING: Pass()}
    ways |= {str(index): Destroy(index) for index in first_of_alike(state, present)}
    options = []
    for name, action in ways.items():
        worth = visit_result(game.book, game.apply(state, action), goal)
        assert worth is not None
        adds = {level: amount for level, amount in zip(goal, worth, strict=True) if amount}
        options.append(Option(name, adds=adds))
    return Problem(
        "rest",
        (),
        (Choice("hand", 1, tuple(options), "TS-5.1"),),
        tuple(Total(level) for level in goal),
        tuple(Linear(f"goal {level}", ((1, level),)) for level in goal),
        objective=objective(goal),
    )


def rest_line(solution: Solution) -> list[Action]:
    """The chosen card as an action."""
    (option,) = solution.counts["hand"]
    return [Pass()] if option == _NOTHING else [Destroy(int(option))]
