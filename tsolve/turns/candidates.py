"""What a turn may be spent on, side by side: each is the best of its kind, found by the planner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from tsolve.budget import allow, current
from tsolve.model.answers import SolveAnswer
from tsolve.model.candidates import Candidate, Payment
from tsolve.model.lines import StepAnswer
from tsolve.model.policies import Exact, PolicyAnswer, exact


class Case(NamedTuple):
    """A way to spend a turn, and the question for the best turn that does so."""

    turn: str
    title: str
    solve: Callable[[], SolveAnswer]
    demands: bool = False
    """Whether the first level of the goal is 1 where it does so; it is no part of the worth."""
    target: str = ""
    """Whom it is about, by the name that a policy has for it."""
    pays: tuple[str, ...] = ()
    """The quantities that things are paid with."""


def candidates(cases: Sequence[Case]) -> tuple[Candidate, ...]:
    """The best turn of each case that is possible, the best first; of turns that are the same only the first.

    Each case has an equal share of what is left of the budget.
    """
    found: dict[tuple[str, tuple[str, ...], tuple[Exact, ...]], Candidate] = {}
    for left, case in zip(range(len(cases), 0, -1), cases, strict=True):
        with allow(current().part(1 / left)):
            answer = case.solve()
        for each in _found(case, answer):
            found.setdefault((each.turn, each.steps, each.worth), each)
    return tuple(sorted(found.values(), key=_numbers, reverse=True))


def _found(case: Case, answer: SolveAnswer) -> Iterator[Candidate]:
    """The answer in short, if there is any turn that does what is demanded."""
    skipped = 1 if case.demands else 0
    policy = answer.policy
    if policy is not None:
        worth = policy.worth
        steps, outcome = policy.nodes[0].steps, _on_average(policy, skipped)
        chance = worth[0] if case.demands else _chance(policy, case.target)
    elif answer.best:
        worth, line = tuple(map(exact, answer.objective)), answer.best[0].line
        steps, outcome, chance = line.steps, line.outcome, None
    else:
        return
    if case.demands and worth[0].exact == "0":
        return
    yield Candidate(
        case.turn,
        case.title,
        outcome,
        answer.goal[skipped:],
        worth[skipped:],
        answer.status,
        tuple(step.text for step in steps),
        tuple(_payments(case, steps)),
        chance,
    )


def _payments(case: Case, steps: Sequence[StepAnswer]) -> Iterator[Payment]:
    """Where a quantity that things are paid with goes down."""
    for entry in (entry for step in steps for entry in step.entries):
        if entry.quantity in case.pays and entry.change < 0:
            yield Payment(entry.quantity, -entry.change, entry.subject)


def _chance(policy: PolicyAnswer, target: str) -> Exact | None:
    """How likely the policy deals with the target; None where it is about none."""
    return next((each.chance for each in policy.chances if each.target == target), None)


def _on_average(policy: PolicyAnswer, skipped: int) -> str:
    means = [*zip(policy.goal, policy.expected, strict=True)][skipped:]
    return f"On average {', '.join(f'{level} {mean.exact}' for level, mean in means)}."


def _numbers(candidate: Candidate) -> tuple[Fraction, ...]:
    return tuple(Fraction(number.exact) for number in candidate.worth)
