"""A rest as an optimisation problem: which card, if any, is destroyed. (TS-5.1)"""

from __future__ import annotations

from tsolve.games.thunderstone.actions import Action, Destroy, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.weights import goal_terms, objective
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.twins import first_of_twins
from tsolve.solve.problem import Choice, Option, Problem, Solution, Total

SOURCES = {
    "diseases": (1, "diseases"),
    "lost": (-1, "lost"),
    "thin": (1, "thin"),
    "worth": (1, "worth"),
    "vp": (1, "vp"),
}
"""The levels of a goal as totals of the problem."""
_NOTHING = "nothing"


def rest_problem(game: Thunderstone, state: State, goal: tuple[str, ...]) -> Problem:
    """One choice: nothing, or any card of the hand."""
    options = [Option(_NOTHING)]
    present = [index for index, member in enumerate(state.party) if not member.left]
    for index in first_of_twins(state, present):
        card = game.book.card(state.party[index].card)
        adds = {"thin": 1, "worth": -(card.cost or 0), "vp": -(card.vp or 0)}
        adds["diseases" if card.is_disease else "lost"] = 1
        options.append(Option(str(index), adds={total: amount for total, amount in adds.items() if amount}))
    return Problem(
        "rest",
        (),
        (Choice("hand", 1, tuple(options), "TS-5.1"),),
        tuple(Total(total) for _, total in SOURCES.values()),
        tuple(goal_terms(goal, SOURCES)),
        objective=objective(goal),
    )


def rest_line(solution: Solution) -> list[Action]:
    """The chosen card as an action."""
    (option,) = solution.counts["hand"]
    return [Pass()] if option == _NOTHING else [Destroy(int(option))]
