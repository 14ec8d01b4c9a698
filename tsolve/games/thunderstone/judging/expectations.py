"""What a puzzle expects, compared one by one with what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow
from tsolve.diagnostics import Span, located
from tsolve.games.thunderstone.judging.bests import Best, Bests
from tsolve.games.thunderstone.judging.expecting.after import judge_after
from tsolve.games.thunderstone.judging.expecting.calculation import judge_calculation
from tsolve.games.thunderstone.judging.expecting.compared import (
    UNDECIDED,
    answered,
    counted,
    counted_names,
    doubted,
    found_figure,
    same,
    so_far,
    stated_figure,
    whatever_is_chosen,
    worded,
)
from tsolve.games.thunderstone.judging.figures import figures
from tsolve.games.thunderstone.judging.line_worth import line_worth
from tsolve.games.thunderstone.judging.played import Played, attacked_name, bought, levelled
from tsolve.games.thunderstone.scoring import points
from tsolve.games.thunderstone.target import Target, target_at
from tsolve.games.thunderstone.writing.numbering import step_number
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.games.thunderstone.writing.position_file import (
    BestExpectation,
    Figures,
    LineExpectation,
    RowExpectation,
)
from tsolve.model.answers import ClaimAnswer, ExpectationAnswer, SolveAnswer, StepAnswer
from tsolve.source.decode import Path
from tsolve.turns.line import play_line


def judge_expectations(
    opened: Opened,
    played: Played | None,
    claims: Sequence[ClaimAnswer],
    bests: Bests,
    readings: Mapping[str, str] | None,
    hear: Callable[[object], None] = lambda _: None,
) -> tuple[ExpectationAnswer, ...]:
    """Every expectation of the file. `readings` are those that the whole answer went through so far, None
    where there was no time to find them; `hear` is told of what else was found on the way.
    """
    expectations = _Expectations(opened, played, claims, bests, readings, hear)
    with located(opened.decoded.key_span("expect")):
        with allow(FREE):
            sure = tuple(expectations.without_search())
        judged = (*sure, *expectations.with_search())
    return tuple(replace(each, line=opened.decoded.key_span(*each.path).line) for each in judged)


class _Expectations:
    def __init__(
        self,
        opened: Opened,
        played: Played | None,
        claims: Sequence[ClaimAnswer],
        bests: Bests,
        readings: Mapping[str, str] | None,
        hear: Callable[[object], None],
    ) -> None:
        self.opened, self.played, self.claims, self.bests = opened, played, claims, bests
        self.readings, self.hear = readings, hear
        self.book = opened.book
        self.expect = opened.position.expect

    def without_search(self) -> Iterator[ExpectationAnswer]:
        """What the rules say at once, and what a played line and judged claims came to."""
        expect = self.expect
        yield from self._legality()
        if expect.line is not None:
            yield from self._line(expect.line)
        for text, figures_then in expect.steps.items():
            yield from self._after_step(text, figures_then)
        for index, wanted in enumerate(expect.claims):
            claim = self.claims[index]
            what = f"claims {index + 1}: {claim.text}"
            answer = same(("claims", index), what, wanted, claim.verdict, claim.reason, claim.verdict)
            yield doubted(answer, claim.verdict) if claim.verdict == UNDECIDED else answer

    def with_search(self) -> Iterator[ExpectationAnswer]:
        """What has to be looked for; undecided where the budget is not enough."""
        expect = self.expect
        if expect.best is not None:
            yield from _in_time(("best",), self._best(expect.best))
        for name, total in expect.totals.items():
            yield from _in_time(("totals", name), self._total(name, total))
        if expect.calculation:
            yield from _in_time(("calculation",), self._calculation(expect.calculation))
        if expect.after is not None:
            with allow(FREE):
                after = tuple(judge_after(self.opened, self.played, expect.after))
            yield from after
        if expect.policy is not None:
            from tsolve.games.thunderstone.judging.expecting.policy import judge_policy

            yield from _in_time(("policy",), self._policy(judge_policy))
        if expect.grade is not None:
            from tsolve.games.thunderstone.judging.expecting.grade import judge_grade

            yield from _in_time(("grade",), judge_grade(self.opened, expect.grade, self.hear))
        if expect.why_not:
            from tsolve.games.thunderstone.judging.expecting.why_not import judge_why_not

            yield from _in_time(("why_not",), judge_why_not(self.opened, expect.why_not, self.hear))
        if expect.odds is not None:
            from tsolve.games.thunderstone.judging.expecting.odds import judge_odds

            yield from _in_time(("odds",), judge_odds(self.opened, expect.odds))
        used = set(self.readings or {}) | (set(self.bests.readings()) if expect.readings else set())
        for index, key in enumerate(expect.readings):
            found = f"went through {', '.join(sorted(used)) or 'none'}"
            answer = answered(("readings", index), "readings", key in used, key, found)
            yield doubted(answer) if self.readings is None else answer

    # legality

    def _legality(self) -> Iterator[ExpectationAnswer]:
        for index, text in enumerate(self.expect.legal):
            span = self.opened.decoded.span("expect", "legal", index)
            step = self._tried(text, span)
            found = "legal" if step.refusal is None else f"not legal: {step.refusal.reason}"
            yield answered(("legal", index), f"legal: {text}", step.refusal is None, "legal", found)
        for text, rulings in self.expect.illegal.items():
            path, what = ("illegal", text), f"illegal: {text}"
            span = self.opened.decoded.key_span("expect", *path)
            step = self._tried(text, span)
            expected = f"not legal{' because of ' + ', '.join(rulings) if rulings else ''}"
            if step.refusal is None:
                yield answered(path, what, False, expected, "legal")
                continue
            given = step.refusal.rulings
            found = f"{step.refusal.reason} ({', '.join(given)})"
            yield answered(path, what, set(rulings) <= set(given), expected, found, given)

    def _tried(self, text: str, span: Span | None) -> StepAnswer:
        """One action, tried where the position stands."""
        played = play_line(self.opened, [text], [span])
        self.hear(played)
        return played.answer.steps[0]

    # the line

    def _line(self, expect: LineExpectation) -> Iterator[ExpectationAnswer]:
        played = self.played
        if played is None:
            yield answered(("line",), "line", False, "a line", "the file has no line")
            return
        yield from whatever_is_chosen(played, lambda way: self._of_line(way, expect))
        yield from whatever_is_chosen(played, lambda way: self._figures(way, ("line",), expect, None))

    def _figures(
        self, played: Played, path: Path, expect: Figures, step: int | None
    ) -> Iterator[ExpectationAnswer]:
        """What the line has come to after a step, or at its end, figure by figure."""
        found = figures(self.opened, played, step)
        for name, stated in expect.stated.items():
            what = " ".join((*map(str, path), name))
            wanted, value = stated_figure(self.opened, stated), found_figure(self.opened, found[name])
            right = value if isinstance(value, tuple) else None
            answer = same((*path, name), what, wanted, value, played.answer.outcome, right)
            is_open = step is None and (played.undecided and value != wanted)
            yield doubted(answer) if is_open else answer

    def _after_step(self, text: str, expect: Figures) -> Iterator[ExpectationAnswer]:
        """What the line has come to after one of its steps."""
        played, path, line = self.played, ("steps", text), self.opened.position.line
        number = step_number(text, line)
        assert played is not None  # the file was checked
        if number >= len(played.states):
            told = f"the line does not get that far. {played.answer.outcome}"
            yield answered(path, f"steps {text}", False, "a legal step", told)
        elif number < len(line):
            yield from self._figures(played, path, expect, number)
        else:
            yield from whatever_is_chosen(played, lambda way: self._figures(way, path, expect, None))

    def _of_line(self, played: Played, expect: LineExpectation) -> Iterator[ExpectationAnswer]:
        broken = next((step for step in played.answer.steps if step.refusal is not None), None)
        given = broken.refusal.rulings if broken is not None and broken.refusal is not None else ()
        outcome, tally = played.answer.outcome, played.result.tally
        found: dict[str, object] = {
            "legal": played.answer.legal,
            "illegal_step": broken.number if broken else None,
            "rulings": given,
            "total": tally.value if tally.outcome else None,
            "won": tally.outcome == "won",
            "gold": tally.gold,
        }
        for field, value in found.items():
            path, what, wanted = ("line", field), f"line {field}", getattr(expect, field)
            if wanted not in (None, ()) and _is_open(played, field):
                yield doubted(answered(path, what, False, worded(wanted), played.undecided))
            elif field != "rulings" and wanted is not None:
                yield same(path, what, wanted, value, outcome)
            elif field == "rulings" and wanted:
                told = ", ".join(given) or "none"
                holds = set(wanted) <= set(given)
                yield answered(path, what, holds, ", ".join(wanted), told, given or None)

    # the best line

    def _best(self, expect: BestExpectation) -> Iterator[ExpectationAnswer]:
        best = self.bests.overall(all_lines=expect.ways is not None)
        if best.played is None:
            drawn = best.answer.policy and "the best play hangs on what is drawn: see `policy`"
            none = answered(("best",), "best", False, "a line", drawn or best.reason or "there is none")
            yield doubted(none) if drawn or not best.sure else none
            return
        if not best.sure:
            yield doubted(answered(("best",), "best proved", False, "proved", best.reason))
        played, tally = best.played, best.played.result.tally
        outcome = played.answer.outcome
        monster = self.book.cards.get(tally.attacked)
        health = tally.health
        won = tally.outcome == "won"
        worth = dict(zip(best.answer.goal, best.answer.objective, strict=False))
        found: dict[str, object] = {
            "target": attacked_name(self.book, played.moves, tally) or None,
            "total": tally.value if tally.outcome else None,
            "win": won,
            "points": points(self.book, played.result),
            "vp": worth.get("vp", (monster.vp or 0) if won and monster is not None else 0),
            "xp": worth.get("xp", tally.xp),
            "lost": tally.lost,
            "margin": tally.value - health if won else None,
            "shortfall": max(health - tally.value, 0) if not won else 0,
            "ways": len(best.answer.best),
            "value": best.answer.objective[0] if best.answer.objective else None,
            "bought": counted(self.opened, bought(played.moves)),
            "levelled": counted(self.opened, (into for _, into in levelled(played.moves))),
            "gold": tally.gold,
            "destroyed": counted(self.opened, [*tally.destroyed, *["disease"] * tally.diseases_destroyed]),
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
        told = "not legal, or no whole turn" if worth is None else f"worth {', '.join(map(str, worth))}"
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
        return same(path, what, total, best.played.result.tally.value, best.played.answer.outcome)

    # tables

    def _policy(
        self, judge: Callable[[Opened, Best], Iterable[ExpectationAnswer]]
    ) -> Iterator[ExpectationAnswer]:
        yield from judge(self.opened, self.bests.overall())

    def _calculation(self, rows: Sequence[RowExpectation]) -> Iterator[ExpectationAnswer]:
        """Rows of the line, else of the best line; where that table is not sure, nothing is refuted."""
        if self.played is not None:
            yield from whatever_is_chosen(
                self.played, lambda way: self._rows(way, rows, _is_open(way, "total"))
            )
            return
        best = self.bests.overall()
        yield from self._rows(best.played, rows, not best.sure or best.answer.policy is not None)

    def _rows(
        self, line: Played | None, rows: Sequence[RowExpectation], is_open: bool
    ) -> Iterator[ExpectationAnswer]:
        for answer in judge_calculation(self.opened, line, rows):
            yield doubted(answer) if is_open else answer


def _in_time(path: Path, judged: Iterable[ExpectationAnswer]) -> Iterator[ExpectationAnswer]:
    """The answers as far as the budget goes, and that the rest of them is undecided."""
    try:
        yield from judged
    except SpentError:
        what = " ".join(map(str, path))
        yield doubted(answered(path, what, False, "as stated", "there was no time to judge it"))


def _is_open(played: Played, field: str) -> bool:
    """Whether nobody can tell what the line came to in this, since it cannot be judged to its end."""
    if field in ("legal", "illegal_step", "rulings"):
        return bool(played.answer.undecided)
    return bool(played.undecided) and (field == "gold" or not played.result.tally.outcome)
