"""An optimisation problem in plain terms, and two backends that check each other. Knows no game."""

from tsolve.solve.backends import Backend, estimated_work, solve
from tsolve.solve.bounds import upper_bound
from tsolve.solve.evaluate import evaluate
from tsolve.solve.optima import all_optima
from tsolve.solve.problem import (
    Burden,
    Carry,
    Choice,
    Clamp,
    Divide,
    Implication,
    Linear,
    Load,
    Option,
    Outcome,
    Pick,
    Problem,
    Resource,
    Solution,
    Term,
    Test,
    Total,
)
from tsolve.solve.validation import check

__all__ = [
    "Backend",
    "Burden",
    "Carry",
    "Choice",
    "Clamp",
    "Divide",
    "Implication",
    "Linear",
    "Load",
    "Option",
    "Outcome",
    "Pick",
    "Problem",
    "Resource",
    "Solution",
    "Term",
    "Test",
    "Total",
    "all_optima",
    "check",
    "estimated_work",
    "evaluate",
    "solve",
    "upper_bound",
]
