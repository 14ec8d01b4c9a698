"""What a puzzle of either game expects of best plays, battles and tables; and what judging it exercised."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from tsolve.budget import FREE, allow
from tsolve.games.family import statements
from tsolve.games.family.claims import Bests
from tsolve.games.family.opened import Fighting, Opened
from tsolve.model.answers import CheckAnswer, ExpectationAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.trace import Entry
from tsolve.turns.expectations import (
    BestExpectations,
    ExpectedRow,
    in_time,
    judge_calculation,
)
from tsolve.turns.grade import judge_grade
from tsolve.turns.narration import Played, doubted, whatever_is_chosen
from tsolve.turns.plan import PolicyJudge
from tsolve.turns.rulings import parts_of, rulings_and_readings
from tsolve.turns.why_not_step import judge_why_not

S = TypeVar("S", bound=Fighting)
A = TypeVar("A")
T = TypeVar("T")


class TurnExpectations(BestExpectations[S, A], Generic[S, A, T]):
    """Also of the best line, of totals, of the position after the line, and of other answers."""

    opened: Opened[S, A, T]
    bests: Bests[S, A, T]
    expect: statements.Expectations

    def with_search(self) -> Iterator[ExpectationAnswer]:
        """What has to be looked for; undecided where the budget is not enough."""
        expect = self.expect
        if expect.best is not None:
            yield from in_time(("best",), self.of_best(expect.best))
        for name, total in expect.totals.items():
            yield from in_time(("totals", name), self.of_total(name, total))
        if expect.calculation:
            yield from in_time(("calculation",), self._calculation(expect.calculation))
        with allow(FREE):
            after = tuple(self.of_after())
        yield from after
        if expect.policy is not None:
            yield from in_time(("policy",), self.policies().judge(expect.policy, self.bests))
        if expect.grade is not None:
            yield from in_time(("grade",), judge_grade(self.opened, expect.grade, self.on_found))
        yield from in_time(("why_not",), judge_why_not(self.opened, expect.why_not, self.on_found))
        yield from in_time(("odds",), self.of_odds())

    @abstractmethod
    def of_total(self, name: str, total: int) -> Iterator[ExpectationAnswer]:
        """Whether this is the best total against a Monster."""

    @abstractmethod
    def of_after(self) -> Iterator[ExpectationAnswer]:
        """What is expected of the position after the line."""

    @abstractmethod
    def of_odds(self) -> Iterator[ExpectationAnswer]:
        """What is expected of the chances of a hand."""

    def policies(self) -> PolicyJudge[S, A]:
        """What judges a policy."""
        return PolicyJudge(self.opened)

    def is_table_open(self, played: Played[S, A]) -> bool:
        """Whether nobody can be sure of the calculation of a line."""
        return bool(played.undecided)

    def _calculation(self, rows: Sequence[ExpectedRow]) -> Iterator[ExpectationAnswer]:
        """Rows of the line, else of the best line; where that table is not sure, nothing is refuted."""
        if self.played is not None:
            yield from whatever_is_chosen(
                self.played, lambda way: self._rows(way, rows, self.is_table_open(way))
            )
            return
        best = self.bests.overall()
        yield from self._rows(best.played, rows, not best.sure or best.answer.policy is not None)

    def _rows(
        self, line: Played[S, A] | None, rows: Sequence[ExpectedRow], is_open: bool
    ) -> Iterator[ExpectationAnswer]:
        for answer in judge_calculation(self.opened, line, rows):
            yield doubted(answer) if is_open else answer


class Exercise(Generic[S, A, T]):
    """Gathers what an answer went through, with all that it `rests_on` (see `turns.check`)."""

    def __init__(
        self,
        opened: Opened[S, A, T],
        answer: CheckAnswer,
        rests_on: Iterable[object],
        compared_by: Mapping[tuple[str | int, ...], tuple[str, ...]],
    ) -> None:
        """`compared_by`: what is compared after a line, and the rule that says what it is, where no event
        names it.
        """
        self.opened = opened
        parts = tuple(parts_of((answer, tuple(rests_on))))
        self.rulings, self._readings = rulings_and_readings(opened.game, parts)
        self._cards: set[str] = set()
        ids = {card.name: card.id for card in opened.ruleset.cards.values()}
        for each in parts:
            if isinstance(each, Entry) and each.subject in ids:
                self._cards.add(ids[each.subject])
                if each.change:  # the card itself says by how much
                    self.rulings.add(f"card.{ids[each.subject]}")
            elif isinstance(each, ExpectationAnswer):
                self.rulings.update(compared_by.get(each.path[-2:], ()))

    def found(self, effects: Sequence[str] = ()) -> Exercised:
        """All of it, with the effects that acted meanwhile."""
        held = self.opened.readings
        readings = {key: held[key] for key in held if key in self._readings or f"key.{key}" in self.rulings}
        rulings = {*self.rulings, *(f"key.{key}" for key in readings)}
        of_cards = (ruling.removeprefix("card.") for ruling in rulings if ruling.startswith("card."))
        cards = {*self._cards, *of_cards}
        about = tuple(sorted(self.opened.position.about))
        return Exercised(tuple(sorted(rulings)), readings, tuple(effects), tuple(sorted(cards)), about)
