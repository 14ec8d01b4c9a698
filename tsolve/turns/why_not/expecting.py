"""What a puzzle expects of the answers to "why not?", compared with what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from tsolve.budget import allow, current
from tsolve.diagnostics import located
from tsolve.model.answers import ExpectationAnswer, Value
from tsolve.turns.compared import UNDECIDED, answered, doubted
from tsolve.turns.opened import Opened

if TYPE_CHECKING:
    from tsolve.model.whynot import ReasonAnswer, WhyNotAnswer
    from tsolve.turns.expected_why_not import WhyNotExpectation

S = TypeVar("S")
A = TypeVar("A")


def judge_why_not(
    opened: Opened[S, A], expect: Mapping[str, WhyNotExpectation], on_found: Callable[[object], None]
) -> Iterator[ExpectationAnswer]:
    """Every expectation about every question; `on_found` is told of the answers. What does not hold is
    undecided where the answer hangs on something unknown, or the budget was not enough for all of it.

    Raises InputError and UsageError for a bad question.
    """
    for query, wanted in expect.items():
        here = opened.decoded.key_span("expect", "why_not", query)
        with located(here), allow(current().part(1)) as budget:
            answer = opened.why_not(query, "")
        on_found(answer)
        is_open = budget.fell_short or (answer.verdict == UNDECIDED and answer.chance is None)
        for each in _Compared(opened, query, answer).all(wanted):
            yield doubted(each) if is_open and not (each.holds or each.undecided) else each


class _Compared(Generic[S, A]):
    def __init__(self, opened: Opened[S, A], query: str, answer: WhyNotAnswer) -> None:
        self.opened, self.query, self.answer = opened, query, answer

    def all(self, wanted: WhyNotExpectation) -> Iterator[ExpectationAnswer]:
        answer = self.answer
        if wanted.verdict is not None:
            verdict = self._same(("verdict",), wanted.verdict, answer.verdict, answer.verdict)
            yield doubted(verdict, answer.verdict) if answer.verdict == UNDECIDED else verdict
        if wanted.reasons is not None:
            right = tuple(reason.rulings[0] for reason in answer.reasons if reason.rulings)
            yield self._sets("reasons", (wanted.reasons,), (answer.reasons,), right)
        if wanted.further is not None:
            yield self._sets("further", wanted.further, answer.further)
        said = " ".join(reason.text for reasons in (answer.reasons, *answer.further) for reason in reasons)
        for text in wanted.says:
            yield self._answered(("says",), "says", text in said, text, said)
        missing = {each.quantity: each.amount or "never" for each in answer.missing}
        for quantity, amount in wanted.missing.items():
            least = missing.get(quantity)
            yield self._same(("missing", quantity), amount, least or "not asked for", least)
        if wanted.cards is not None:
            names = [told for name in wanted.cards for told in self.opened.names_as_stated((name,))]
            found = tuple(each.card for each in answer.cards)
            yield self._same(("cards",), _listed(names), _listed(found), found)
        if wanted.total is not None:
            table = answer.line.calculation if answer.line is not None else None
            total = None if table is None else table.total
            yield self._same(("total",), wanted.total, "no calculation" if total is None else total, total)
        if wanted.chance is not None:
            chance = answer.chance.exact if answer.chance else None
            likely = self._same(("chance",), wanted.chance, chance or "none", chance)
            yield doubted(likely) if answer.verdict == UNDECIDED and chance is None else likely

    def _sets(
        self,
        what: str,
        wanted: tuple[tuple[str, ...], ...],
        found: tuple[tuple[ReasonAnswer, ...], ...],
        right: Value | None = None,
    ) -> ExpectationAnswer:
        left = list(found)
        for rulings in wanted:
            fitting = next((each for each in left if _fits(rulings, each)), None)
            if fitting is not None:
                left.remove(fitting)
        holds = not left and len(wanted) == len(found)
        told = "; ".join(_listed(" ".join(one.rulings) for one in reasons) for reasons in found)
        expected = "; ".join(map(_listed, wanted)) or "none"
        return self._answered((what,), what, holds, expected, told or "none", right)

    def _same(
        self, path: tuple[str, ...], wanted: object, found: object, right: Value | None = None
    ) -> ExpectationAnswer:
        return self._answered(path, " ".join(path), wanted == found, str(wanted), str(found), right)

    def _answered(
        self,
        path: tuple[str, ...],
        what: str,
        holds: bool,
        wanted: str,
        found: str,
        right: Value | None = None,
    ) -> ExpectationAnswer:
        here = ("why_not", self.query, *path)
        return answered(here, f"{self.query}: {what}", holds, wanted, found, right)


def _fits(rulings: tuple[str, ...], reasons: tuple[ReasonAnswer, ...]) -> bool:
    """Whether each ruling can be given to a reason of its own."""
    if not rulings:
        return not reasons
    first, *rest = rulings
    return any(
        first in reason.rulings and _fits(tuple(rest), reasons[:at] + reasons[at + 1 :])
        for at, reason in enumerate(reasons)
    )


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(texts) or "none"
