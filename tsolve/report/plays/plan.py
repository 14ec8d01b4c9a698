"""A plan as advice: what to do first, then the branches that matter with their chances."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tsolve.model.answers import SolveAnswer
from tsolve.model.policies import PolicyAnswer, exact
from tsolve.report.page import Branch, Page
from tsolve.report.plays.outcomes import ShownOutcome, likely, mean_worth, named, outcomes_of, plans_of
from tsolve.report.plays.proof import attitude, best_word
from tsolve.report.words import numbers

if TYPE_CHECKING:
    from fractions import Fraction

_MOST_BRANCHES = 6
_LEAST = 0.05
"""Branches less likely than this are told together, where there are several."""
_INDENT = 3
_LEVELS = 2
"""Levels of the goal that are told in the sum, and at most as many that differ by what comes."""


def show_plan(page: Page, solution: SolveAnswer) -> None:
    """The first act, a branch for what may come, and what the whole is worth."""
    policy = solution.policy
    assert policy is not None
    start, group = _start(policy)
    word, style = best_word(solution)
    groups = plans_of(policy, outcomes_of(policy, group))
    if all(_is_settled(policy, each) for each in groups):
        page.verdict(word, f"{start[0].upper()}{start[1:]}. Nothing more is to be decided:", style)
        branch = _end
    else:
        page.verdict(word, f"First {start}. Then by what comes:", style)
        branch = _advised
    page.tree(_branches(groups, partial(branch, policy)), _INDENT)
    worth = numbers.of_policy(policy, policy.worth, _telling(policy))
    page.text(f"Worth: {worth}; best {attitude(solution)}.", _INDENT, 2)
    if policy.expected != policy.worth:
        told = numbers.of_policy(policy, policy.expected, _telling(policy))
        page.text(f"On average: {told}.", _INDENT, 2)
    if chances := "; ".join(map(likely, policy.chances)):
        does = policy.deed.does[0].upper() + policy.deed.does[1:]
        page.text(f"{does} {chances}.", _INDENT, 2)


def plan_sentence(solution: SolveAnswer) -> str:
    """The first act and what the plan is worth."""
    policy = solution.policy
    assert policy is not None
    worth = numbers.of_policy(policy, policy.worth)
    return f"first {policy.first}, then by what comes: {worth}; best {attitude(solution)}"


def _start(policy: PolicyAnswer) -> tuple[str, list[ShownOutcome]]:
    """What is done before anything is to be decided, and where the ways part."""
    from fractions import Fraction

    group = [ShownOutcome((), Fraction(1), 0)]
    steps = [step.text for step in policy.nodes[0].steps]
    while True:
        groups = plans_of(policy, outcomes_of(policy, group))
        if len(groups) != 1 or policy.nodes[groups[0][0].node].end is not None:
            return "; ".join(steps) or policy.first, group
        group = groups[0]
        first, *rest = [step.text for step in policy.nodes[group[0].node].steps] or [""]
        steps += [f"whatever comes: {first}", *rest] if first else []


def _is_settled(policy: PolicyAnswer, group: list[ShownOutcome]) -> bool:
    """Whether the turn ends with these outcomes, and nothing is done any more."""
    end = policy.nodes[group[0].node].end
    return end is not None and all(step.goes_on for step in end.line.steps)


def _end(policy: PolicyAnswer, group: list[ShownOutcome]) -> Branch:
    """Chance, and how the turn ends then in a few words."""
    end = policy.nodes[group[0].node].end
    return _branch(_chance(group), end.title if end is not None else "", "")


def _advised(policy: PolicyAnswer, group: list[ShownOutcome]) -> Branch:
    """Chance and what comes, and what to do then."""
    return _branch(_chance(group), named(group), _advice(policy, group))


def _telling(policy: PolicyAnswer) -> tuple[int, ...]:
    """The levels of the goal that are told: the first ones, and further ones where what comes makes no
    difference to these.
    """
    ends = [node.end.objective for node in policy.nodes if node.end is not None]
    differing = [at for at in range(len(policy.goal)) if len({end[at] for end in ends}) > 1]
    return tuple(sorted({*range(_LEVELS), *differing[:_LEVELS]}))


def _branches(
    groups: list[list[ShownOutcome]], branch: Callable[[list[ShownOutcome]], Branch]
) -> list[Branch]:
    """A branch for each plan that is likely enough; the rest in one branch."""
    likely = [group for group in groups if _chance(group) >= _LEAST]
    shown = likely if 0 < len(likely) <= _MOST_BRANCHES else groups[:_MOST_BRANCHES]
    if len(groups) == len(shown) + 1:
        shown = groups
    branches = [branch(group) for group in shown]
    if rest := groups[len(shown) :]:
        left = sum((_chance(group) for group in rest), start=_chance([]))
        ways = sum(len(group) for group in rest)
        branches.append(_branch(left, "otherwise", f"one of {ways} more outcomes (--all)"))
    return branches


def _branch(chance: Fraction, comes: str, advice: str) -> Branch:
    return Branch(f"{numbers.chance(exact(chance))}  {comes}", advice)


def _advice(policy: PolicyAnswer, group: list[ShownOutcome]) -> str:
    """What to do, and what it comes to, or is worth on average where more cards come."""
    node = policy.nodes[group[0].node]
    done = node.end.line.steps if node.end else node.steps
    steps = "; ".join(step.text for step in done if not step.goes_on)
    if node.end is not None:
        return f"{steps}: {node.end.line.outcome}" if steps else node.end.line.outcome
    told = numbers.of_policy(policy, mean_worth(policy, group), _telling(policy))
    return f"{steps}; then by what comes: {told}"


def _chance(group: list[ShownOutcome]) -> Fraction:
    from fractions import Fraction

    return sum((each.chance for each in group), start=Fraction(0))
