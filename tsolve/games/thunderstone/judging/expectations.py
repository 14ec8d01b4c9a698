"""What a puzzle expects, compared one by one with what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tsolve.budget import FREE, allow
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.judging.bests import Bests, enter
from tsolve.games.thunderstone.judging.expecting.after import judge_after
from tsolve.games.thunderstone.judging.line_worth import line_worth
from tsolve.games.thunderstone.judging.played import Played, attacked_name, bought, levelled
from tsolve.games.thunderstone.judging.sentences import departed
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.scoring import points
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import Target, target_at
from tsolve.games.thunderstone.writing.statements import BestExpectation, RowExpectation
from tsolve.games.thunderstone.writing.statements import Expectations as FileExpectations
from tsolve.model.answers import ClaimAnswer, ExpectationAnswer, SolveAnswer
from tsolve.source.decode import Path
from tsolve.turns.compared import answered, doubted, same, so_far, whatever_is_chosen
from tsolve.turns.counted import counted, counted_names
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
        self.book = opened.book

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
                after = tuple(judge_after(self.opened, self.played, expect.after))
            yield from after
        if expect.policy is not None:
            from tsolve.games.thunderstone.judging.expecting.policy import TurnPolicyJudge

            judge = TurnPolicyJudge(enter(self.opened))
            yield from in_time(("policy",), judge.judge(expect.policy, self.bests))
        if expect.grade is not None:
            from tsolve.turns.grading.expecting import judge_grade

            yield from in_time(("grade",), judge_grade(self.opened, expect.grade, self.on_found))
        if expect.why_not:
            from tsolve.turns.why_not.expecting import judge_why_not

            yield from in_time(("why_not",), judge_why_not(self.opened, expect.why_not, self.on_found))
        if expect.odds is not None:
            from tsolve.games.thunderstone.judging.expecting.odds import HandOddsJudge

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
        played, tally = best.played, best.played.result.tally
        end = departed(self.book, played.result)
        losses = end.tally
        outcome = played.answer.outcome
        monster = self.book.cards.get(tally.attacked)
        health = tally.health
        won = tally.outcome == "won"
        worth = dict(zip(best.answer.goal, best.answer.objective, strict=False))
        found: dict[str, object] = {
            "target": attacked_name(self.book, played.moves, tally) or None,
            "total": tally.value if tally.outcome else None,
            "win": won,
            "points": points(self.book, end),
            "vp": worth.get("vp", (monster.vp or 0) if won and monster is not None else 0),
            "xp": worth.get("xp", tally.xp),
            "lost": losses.lost,
            "margin": tally.value - health if won else None,
            "shortfall": max(health - tally.value, 0) if not won else 0,
            "ways": len(best.answer.best),
            "value": best.answer.objective[0] if best.answer.objective else None,
            "bought": counted(self.opened, bought(played.moves)),
            "levelled": counted(self.opened, (into for _, into in levelled(played.moves))),
            "gold": tally.gold,
            "destroyed": counted(self.opened, [*losses.destroyed, *["disease"] * losses.diseases_destroyed]),
        }
        if expect.line:
            answer = self._best_line(expect.line, best.answer)
            yield answer if best.sure else so_far(answer)
        for field, value in found.items():
            wanted = getattr(expect, field)
            if wanted is None:
                continue
            if field == "target":
                target = self.opened.target(wanted)
                wanted = value if target.was_attacked(played.result) else target.say(self.book)
            elif isinstance(wanted, tuple):
                wanted = counted_names(self.opened, wanted)
            right = value if isinstance(value, str | tuple) else None
            answer = same(("best", field), f"best {field}", wanted, value, outcome, right)
            yield answer if best.sure else so_far(answer)

    def _best_line(self, line: tuple[str, ...], answer: SolveAnswer) -> ExpectationAnswer:
        """Whether the line is worth as much as the best one: among equals none is better."""
        worth = line_worth(self.opened, line, answer.goal)
        told = "not legal, or not a whole turn" if worth is None else f"worth {', '.join(map(str, worth))}"
        best = ", ".join(map(str, answer.objective))
        first = tuple(step.text for step in answer.best[0].line.steps)
        return answered(
            ("best", "line"), "best line", worth == answer.objective, f"worth {best}", told, first
        )

    def _total(self, name: str, total: int) -> Iterator[ExpectationAnswer]:
        yield self._total_of_each(name, total)

    def _total_of_each(self, name: str, total: int) -> ExpectationAnswer:
        path, what = ("totals", name), f"totals {name}"
        target, state = self.opened.target(name), self.opened.state
        several = [target_at(state, place) for place in target.places(state)]
        if len(several) < 2:
            return self._total_against(path, what, target, total)
        answers = [self._total_against(path, what, each, total) for each in several]
        if len({(each.holds, each.undecided) for each in answers}) == 1:
            return answers[0]
        told = [
            f"{each.say(self.book)}: {answer.found}" for each, answer in zip(several, answers, strict=True)
        ]
        return doubted(answered(path, what, False, str(total), f"say which is meant: {'; '.join(told)}"))

    def _total_against(self, path: Path, what: str, target: Target, total: int) -> ExpectationAnswer:
        best = self.bests.against(target, "value")
        if best.answer.policy is not None:
            from tsolve.games.thunderstone.judging.likely import judge_value

            judged = judge_value(self.bests, best, best.answer.policy, target, total)
            answer = answered(path, what, judged.holds is True, str(total), judged.reason)
            return doubted(answer) if judged.holds is None else answer
        if not best.sure:
            return doubted(answered(path, what, False, str(total), best.reason))
        if best.played is None:
            return answered(path, what, False, str(total), best.reason or "it cannot be attacked")
        if best.played.undecided:
            return doubted(answered(path, what, False, str(total), best.played.undecided))
        return same(path, what, total, best.played.result.tally.value, best.played.answer.outcome)

    # tables

    def _calculation(self, rows: Sequence[RowExpectation]) -> Iterator[ExpectationAnswer]:
        """Rows of the line, else of the best line; where that table is not sure, nothing is refuted."""
        if self.played is not None:
            yield from whatever_is_chosen(
                self.played, lambda way: self._rows(way, rows, self.is_open(way, "total"))
            )
            return
        best = self.bests.overall()
        yield from self._rows(best.played, rows, not best.sure or best.answer.policy is not None)

    def _rows(
        self, line: Played | None, rows: Sequence[RowExpectation], is_open: bool
    ) -> Iterator[ExpectationAnswer]:
        for answer in judge_calculation(self.opened, line, rows):
            yield doubted(answer) if is_open else answer
