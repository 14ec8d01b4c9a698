"""What a puzzle expects, compared one by one with what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tsolve.budget import FREE, allow
from tsolve.games.quest.actions import Action
from tsolve.games.quest.judging.after import judge_after
from tsolve.games.quest.judging.bests import Bests, Played
from tsolve.games.quest.judging.whole_turn import line_worth
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import State
from tsolve.games.quest.writing.statements import BestExpectation, RowExpectation
from tsolve.games.quest.writing.statements import Expectations as FileExpectations
from tsolve.model.answers import ClaimAnswer, ExpectationAnswer, SolveAnswer
from tsolve.turns.compared import answered, doubted, same, so_far, whatever_is_chosen
from tsolve.turns.expectations import Expectations, in_time
from tsolve.turns.expected_rows import judge_calculation


class TurnExpectations(Expectations[State, Action]):
    """Also of the best line, of totals, of the position after the line, and of other answers."""

    opened: Opened
    bests: Bests
    expect: FileExpectations

    def __init__(
        self,
        opened: Opened,
        played: Played | None,
        claims: Sequence[ClaimAnswer],
        bests: Bests,
        readings: Mapping[str, str] | None,
        on_found: Callable[[object], None],
    ) -> None:
        super().__init__(opened, played, claims, bests, readings, on_found, opened.position.expect)

    def with_search(self) -> Iterator[ExpectationAnswer]:
        """What has to be looked for; undecided where the budget is not enough."""
        expect = self.expect
        if expect.best is not None:
            yield from in_time(("best",), self._best(expect.best))
        for name, total in expect.totals.items():
            yield from in_time(("totals", name), self._total(name, total))
        if expect.calculation:
            yield from in_time(("calculation",), self._calculation(expect.calculation))
        if expect.after is not None:
            with allow(FREE):
                after = tuple(judge_after(self.opened, self.played, expect.after, self.on_found))
            yield from after
        if expect.policy is not None:
            from tsolve.turns.policy.expecting import PolicyJudge

            yield from in_time(("policy",), PolicyJudge(self.opened).judge(expect.policy, self.bests))
        if expect.grade is not None:
            from tsolve.turns.grading.expecting import judge_grade

            yield from in_time(("grade",), judge_grade(self.opened, expect.grade, self.on_found))
        if expect.why_not:
            from tsolve.turns.why_not.expecting import judge_why_not

            yield from in_time(("why_not",), judge_why_not(self.opened, expect.why_not, self.on_found))

        if expect.odds is not None:
            from tsolve.games.quest.judging.odds_expectations import HandOddsJudge

            yield from in_time(("odds",), HandOddsJudge(self.opened, expect.odds).judged())

    # the best line

    def _best(self, expect: BestExpectation) -> Iterator[ExpectationAnswer]:
        best = self.bests.overall(all_lines=expect.ways is not None)
        if best.played is None:
            drawn = best.answer.policy and "the best play depends on the draws: see `policy`"
            none = answered(("best",), "best", False, "a line", drawn or best.reason or "there is none")
            yield doubted(none) if drawn or not best.sure else none
            return
        if not best.sure:
            yield doubted(answered(("best",), "best proved", False, "proved", best.reason))
        for answer in self._of_best(expect, best.answer, best.played):
            yield answer if best.sure else so_far(answer)

    def _of_best(
        self, expect: BestExpectation, found: SolveAnswer, played: Played
    ) -> Iterator[ExpectationAnswer]:
        opened, outcome = self.opened, played.answer.outcome
        if expect.line:
            yield self._best_line(expect.line, found)
        if expect.target is not None:
            target = opened.target(expect.target)
            battled = target.was_battled(played.result)
            yield answered(("best", "target"), "best target", battled, target.say(opened.book), outcome)
        if expect.won is not None:
            won = played.result.tally.outcome == "won"
            yield same(("best", "won"), "best won", expect.won, won, outcome)
        if expect.ways is not None:
            yield same(("best", "ways"), "best ways", expect.ways, len(found.best), outcome)
        worth = dict(zip(found.goal, found.objective, strict=True))
        for level, wanted in expect.worth.items():
            yield same(("best", "worth", level), f"best worth {level}", wanted, worth.get(level), outcome)
        facts = opened.facts(played)
        for name, stated in expect.stated.items():
            figure = opened.fact_as_found(facts[name])
            right = figure if isinstance(figure, tuple) else None
            what = f"best {name}"
            yield same(("best", name), what, opened.fact_as_stated(stated), figure, outcome, right)

    def _best_line(self, line: tuple[str, ...], found: SolveAnswer) -> ExpectationAnswer:
        """Whether the line is worth as much as the best one: among equals none is better."""
        worth = line_worth(self.opened, line, found.goal)
        told = "not legal, or not a whole turn" if worth is None else f"worth {', '.join(map(str, worth))}"
        best = ", ".join(map(str, found.objective))
        first = tuple(step.text for step in found.best[0].line.steps)
        return answered(("best", "line"), "best line", worth == found.objective, f"worth {best}", told, first)

    def _total(self, name: str, total: int) -> Iterator[ExpectationAnswer]:
        path, what = ("totals", name), f"totals {name}"
        best = self.bests.against(self.opened.target(name), "total")
        if best.answer.policy is not None or not best.sure:
            reason = best.reason or "it hangs on what is drawn"
            yield doubted(answered(path, what, False, str(total), reason))
        elif best.played is None or not best.played.result.tally.outcome:
            yield answered(path, what, False, str(total), best.reason or "it cannot be battled")
        else:
            found = best.played.result.tally.total
            yield same(path, what, total, found, best.played.answer.outcome)

    # tables

    def _calculation(self, rows: Sequence[RowExpectation]) -> Iterator[ExpectationAnswer]:
        """Rows of the line, else of the best line; where that table is not sure, nothing is refuted."""
        if self.played is not None:
            yield from whatever_is_chosen(self.played, lambda way: self._rows(way, rows, bool(way.undecided)))
            return
        best = self.bests.overall()
        yield from self._rows(best.played, rows, not best.sure or best.answer.policy is not None)

    def _rows(
        self, line: Played | None, rows: Sequence[RowExpectation], is_open: bool
    ) -> Iterator[ExpectationAnswer]:
        for answer in judge_calculation(self.opened, line, rows):
            yield doubted(answer) if is_open else answer
