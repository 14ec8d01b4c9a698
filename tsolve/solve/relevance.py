"""Which totals and terms can influence the answer: the others are only reported."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.solve.problem import Clamp, Divide, Linear, Pick, Problem, Term


def references(term: Term) -> Iterator[str]:
    """The ids that a term reads."""
    match term:
        case Linear():
            for _, id_ in term.parts:
                yield id_
        case Divide() | Clamp():
            yield term.of
        case Pick():
            yield term.when.of
            for branch in (term.then, term.otherwise):
                if isinstance(branch, str):
                    yield branch


def relevant(problem: Problem) -> set[str]:
    """Ids of the totals and terms on which the objective or an implication depends, directly or not.

    A total with limits of its own matters for them even when it is not among these.
    """
    found = set(problem.objective)
    for implication in problem.constraints:
        found.add(implication.when.of)
        found.add(implication.then.of)
    for term in reversed(problem.terms):
        if term.id in found:
            found.update(references(term))
    return found
