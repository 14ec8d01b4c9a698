"""The cheapest repairs: what is missing, and which single card would close the gap. Each one is solved."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator
from functools import partial
from itertools import islice
from typing import TypeVar

from tsolve.budget import FREE, allow
from tsolve.explain.repair import least_amount, repairs
from tsolve.model.whynot import Missing, RemedyAnswer
from tsolve.turns.why_not.certainty import certainly, is_possible
from tsolve.turns.why_not.question import Candidate, Question

W = TypeVar("W")
S = TypeVar("S")
A = TypeVar("A")

SHOWN = 3
"""Cards named of each group."""


def missing(question: Question[W, S, A], world: W, in_question: Container[str] = ()) -> Iterator[Missing]:
    """How much of each quantity is missing, each by itself; `in_question`: a reason is about these."""
    for quantity in (each for each in question.quantities if question.asks(world, each)):
        least = least_amount(partial(_is_enough, question, world, quantity), question.most)
        matters = least is not None or quantity in in_question
        yield Missing(quantity, question.quantity_names[quantity], least, matters)


def _is_enough(question: Question[W, S, A], world: W, quantity: str, amount: int) -> bool:
    return is_possible(question, question.with_more(world, quantity, amount))


def remedies(question: Question[W, S, A], world: W) -> Iterator[RemedyAnswer]:
    """The cheapest single cards that make it possible. Raises SpentError."""

    def repaired(card: Candidate[W]) -> RemedyAnswer | None:
        changed = card.change(world)
        sought = certainly(question, changed)
        if sought.line is None:
            return None
        with allow(FREE):
            line, _ = question.shown(changed, sought.line, sought.drawn)
        return RemedyAnswer(card.name, card.cost, card.sold, card.where, line)

    def symmetry_key(card: Candidate[W]) -> Hashable:
        return card.symmetry_key

    for group in question.candidates(world) or ():
        yield from islice(repairs(group, repaired, symmetry_key), SHOWN)
