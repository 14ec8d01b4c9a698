"""What a puzzle expects, compared item by item with what was found: the line, rows of a calculation, cards
counted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from tsolve import diagnostics
from tsolve.budget import SpentError, current, surely
from tsolve.cardkit.piles import Pile
from tsolve.contract.capability import called
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played, Scope
from tsolve.diagnostics import located
from tsolve.errors import Span, TreePath, UndecidedError
from tsolve.judging.check import BestPlays
from tsolve.judging.numbers import Judged, Outcome, judge, whatever_is_chosen, whether
from tsolve.model.answers import ClaimAnswer, ExpectationAnswer, SolveAnswer
from tsolve.model.facts import UNDECIDED, Fact, answered, doubted, same, so_far, worded
from tsolve.model.plays import StepAnswer
from tsolve.model.trace import Entry
from tsolve.steps.line import play_line
from tsolve.written.card_names import split_count
from tsolve.written.position_file import OddsExpectation, step_number
from tsolve.written.statements import BestExpectation, LineExpectation, RowExpectation, Stating

S = TypeVar("S")
A = TypeVar("A")


class ExpectationJudge(Generic[S, A]):
    """The expectations of a file. A game that states more than every game does adds it."""

    def __init__(
        self,
        position: Position[S, A],
        played: Played[S, A] | None,
        claims: Sequence[ClaimAnswer],
        best_plays: BestPlays[S, A],
        readings: Mapping[str, str] | None,
        on_found: Callable[[object], None],
    ) -> None:
        """`readings` are those that the whole answer went through so far, None where there was no time to
        find them; `on_found` is told of what else is found on the way.
        """
        self.position, self.played, self.claims, self.best_plays = position, played, claims, best_plays
        self.readings, self.on_found = readings, on_found
        self.expect = position.written.expect

    def judged(self) -> tuple[ExpectationAnswer, ...]:
        """Every expectation of the file."""
        with located(self.position.decoded.key_span("expect")):
            with surely():
                sure = tuple(self.without_search())
            answers = (*sure, *self.with_search(), *self._of_readings())
        file = self.position.decoded
        return tuple(
            replace(each, path=file.as_written(each.path), line=file.key_span(*each.path).line_in_file)
            for each in answers
        )

    def without_search(self) -> Iterator[ExpectationAnswer]:
        """What the rules say at once, and what a played line and judged claims came to."""
        expect = self.expect
        yield from self._legality()
        if expect.line is not None:
            yield from in_time(("line",), self._line(expect.line))
        for text, facts in expect.steps.items():
            assert self.played is not None  # the file was checked
            step = step_number(text, self.position.written.line)
            yield from self.of_facts(Scope(self.played, step), ("steps", text), facts)
        for index, wanted in enumerate(expect.claims):
            claim = self.claims[index]
            what = f"claims {index + 1}: {claim.text}"
            answer = same(("claims", index), what, wanted, claim.verdict, claim.reason, claim.verdict)
            yield doubted(answer, claim.verdict) if claim.verdict == UNDECIDED else answer

    def with_search(self) -> Iterator[ExpectationAnswer]:
        """What has to be looked for, as far as the file of the game may state it; undecided where the budget
        is not enough.
        """
        for key, judging in self.searched().items():
            if wanted := getattr(self.expect, key, None):
                yield from in_time((key,), judging(wanted))

    def searched(self) -> Mapping[str, Callable[[Any], Iterator[ExpectationAnswer]]]:
        """What judges these expectations, by key."""
        position, on_found = self.position, self.on_found
        return {
            "policy": lambda wanted: called(_POLICY)(position).judge(wanted, self.best_plays),
            "grade": lambda wanted: called(_GRADE)(position, wanted, on_found),
            "why_not": lambda wanted: called(_WHY_NOT)(position, wanted, on_found),
            "odds": self._of_odds,
        }

    def _of_odds(self, wanted: OddsExpectation) -> Iterator[ExpectationAnswer]:
        from tsolve.chances.events import ODDS  # few puzzles are about chances
        from tsolve.chances.odds import OddsJudge

        return OddsJudge(ODDS.of(self.position)(), wanted).judged()

    def _of_readings(self) -> Iterator[ExpectationAnswer]:
        is_open = self.readings is None or current().fell_short
        used = set(self.readings or {}) | (set(self.best_plays.readings()) if self.expect.readings else set())
        for index, key in enumerate(self.expect.readings):
            found = f"went through {', '.join(sorted(used)) or 'none'}"
            answer = answered(("readings", index), "readings", key in used, key, found)
            yield doubted(answer) if is_open and not answer.holds else answer

    # legality

    def _legality(self) -> Iterator[ExpectationAnswer]:
        for index, text in enumerate(self.expect.legal):
            yield from in_time(("legal", index), self._legal(index, text))
        for text, rulings in self.expect.illegal.items():
            yield from in_time(("illegal", text), self._illegal(text, rulings))

    def _legal(self, index: int, text: str) -> Iterator[ExpectationAnswer]:
        span = self.position.decoded.span("expect", "legal", index)
        step, is_open = self._tried(text, span)
        found = "legal" if step.refusal is None else f"not legal: {step.refusal.reason}"
        answer = answered(("legal", index), f"legal: {text}", step.refusal is None, "legal", found)
        yield doubted(answer) if is_open else answer

    def _illegal(self, text: str, rulings: Collection[str]) -> Iterator[ExpectationAnswer]:
        path, what = ("illegal", text), f"illegal: {text}"
        span = self.position.decoded.key_span("expect", *path)
        step, is_open = self._tried(text, span)
        expected = f"not legal{' because of ' + ', '.join(rulings) if rulings else ''}"
        if step.refusal is None:
            yield answered(path, what, False, expected, "legal")
            return
        given = step.refusal.rulings
        found = f"{step.refusal.reason} ({', '.join(given)})"
        holds = set(rulings) <= set(given) and not is_open
        answer = answered(path, what, holds, expected, found, given)
        yield doubted(answer) if is_open else answer

    def _tried(self, text: str, span: Span | None) -> tuple[StepAnswer, bool]:
        """One action, tried in the position, and whether its legality is unknown."""
        played = play_line(self.position, [text], [span])
        self.on_found(played)
        return played.answer.steps[0], bool(played.answer.undecided)

    # the line

    def _line(self, expect: LineExpectation) -> Iterator[ExpectationAnswer]:
        played = self.played
        if played is None:
            yield answered(("line",), "line", False, "a line", "the file has no line")
            return
        yield from whatever_is_chosen(played, lambda way: self._of_line(way, expect))
        yield from self.of_facts(Scope(played), ("line",), expect)

    def _of_line(self, played: Played[S, A], expect: LineExpectation) -> Iterator[ExpectationAnswer]:
        broken = next((step for step in played.answer.steps if step.refusal is not None), None)
        given = broken.refusal.rulings if broken is not None and broken.refusal is not None else ()
        outcome = played.answer.outcome
        found: dict[str, object] = {
            "legal": played.answer.legal,
            "illegal_step": broken.number if broken else None,
            "rulings": given,
            **self.position.results(played),
        }
        for field, value in found.items():
            path, what, wanted = ("line", field), f"line {field}", getattr(expect, field)
            if wanted not in (None, ()) and self.is_open(played, field):
                yield doubted(answered(path, what, False, worded(wanted), played.undecided))
            elif field != "rulings" and wanted is not None:
                yield same(path, what, wanted, value, outcome)
            elif field == "rulings" and wanted:
                told = ", ".join(given) or "none"
                holds = set(wanted) <= set(given)
                yield answered(path, what, holds, ", ".join(wanted), told, given or None)

    def is_open(self, played: Played[S, A], field: str) -> bool:
        """Whether this result is unknown because the line cannot be judged to its end."""
        if field in ("legal", "illegal_step", "rulings"):
            return bool(played.answer.undecided)
        return bool(played.undecided) and not self.position.is_settled(played, field)

    def of_facts(self, scope: Scope[S, A], path: TreePath, expect: Stating) -> Iterator[ExpectationAnswer]:
        """What a line comes to, fact by fact."""
        for each in self._stated(expect, path, scope):
            yield from in_time(each.path, self._of_fact(scope, each))

    def _of_fact(self, scope: Scope[S, A], stated: StatedFact) -> Iterator[ExpectationAnswer]:
        outcome = "" if stated.of else scope.played.answer.outcome
        found = whether(self.position, scope, stated.name, {stated.of: stated.wanted}, stated.say)
        yield stated.judged(found, outcome)

    def _stated(self, expect: Stating, path: TreePath, scope: Scope[S, A]) -> Iterator[StatedFact]:
        """What is expected, one thing after the other."""
        for name, written in expect.stated.items():
            parts: Mapping[str, Fact] = written if isinstance(written, Mapping) else {"": written}
            for part, value in parts.items():
                stated: Fact = {part: value} if part else value  # type: ignore[dict-item]  # of one thing
                ((of, wanted),) = self.position.stated(name, stated, None, scope).items()
                here = (*path, name, *filter(None, [part]))
                what = f"{name} {of}" if of else " ".join(map(str, here))
                yield StatedFact(here, what, name, of, wanted)


_POLICY, _GRADE = "tsolve.plays.plan:PolicyJudge", "tsolve.plays.grade:judge_grade"
_WHY_NOT = "tsolve.worlds.why_not_step:judge_why_not"


class StatedFact(NamedTuple):
    """One thing that is expected of a line."""

    path: TreePath
    what: str
    name: str
    of: str
    """Whose it is; empty for the turn's."""
    wanted: Fact

    def say(self, value: Mapping[str, Fact]) -> str:
        """What was found, in words."""
        return worded(value[self.of])

    def judged(self, found: Judged, outcome: str) -> ExpectationAnswer:
        """The answer by what was found; `outcome` explains a failure."""
        value = found.value[self.of] if found.value is not None else None
        right = value if isinstance(value, int | tuple) else None
        told = f"{found.reason}: {outcome}" if outcome and found.holds is False else found.reason
        answer = answered(self.path, self.what, bool(found.holds), worded(self.wanted), told, right)
        return doubted(answer) if found.holds is None else answer


class BestExpectations(ExpectationJudge[S, A], ABC):
    """The expectations of a game whose files also say what the best play comes to."""

    def of_best(self, expect: BestExpectation) -> Iterator[ExpectationAnswer]:
        """The expectations about the best play or, if that is not proved, the best one so far."""
        best = self.best_plays.overall(all_lines=expect.ways is not None)
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
        self, expect: BestExpectation, found: SolveAnswer, played: Played[S, A]
    ) -> Iterator[ExpectationAnswer]:
        if expect.line:
            yield self._best_line(expect.line, found)
        if expect.target is not None:
            yield self.of_target(expect.target, played)
        for each in self._stated(expect, ("best",), Scope(played)):
            counted = replace(self.position.fact(played, each.name, None), unknown="")  # as a goal counts it
            judged = judge(self.position, each.name, {"": each.wanted}, [Outcome("", counted)], each.say)
            yield each.judged(judged, played.answer.outcome)
        for name, fact in self.results_of_best(found, played).items():
            if (wanted := getattr(expect, name)) is not None:
                ((_, stated),) = self.position.stated(name, wanted, None, None).items()
                value, told = self.position.told(name, fact), played.answer.outcome
                right = value if isinstance(value, tuple) else None
                yield same(("best", name), f"best {name}", stated, value, told, right)
        yield from self._by_levels(expect, found)

    def _by_levels(self, expect: BestExpectation, found: SolveAnswer) -> Iterator[ExpectationAnswer]:
        """What older files state of the best play by levels of its goal."""
        worth = dict(zip(found.goal, found.objective, strict=False))
        if expect.value is not None:
            yield same(("best", "value"), "best value", expect.value, next(iter(found.objective), None))
        for written, wanted in expect.worth.items():
            level = self.position.level_in(found.goal, written)
            yield same(("best", "worth", written), f"best worth {written}", wanted, worth.get(level))

    def _best_line(self, line: tuple[str, ...], found: SolveAnswer) -> ExpectationAnswer:
        """Whether the line is worth as much as the best one, which need not be the only one."""
        worth = self.line_worth(line, found.goal)
        told = "not legal, or not a whole turn" if worth is None else f"worth {', '.join(map(str, worth))}"
        best = ", ".join(map(str, found.objective))
        first = tuple(step.text for step in found.best[0].line.steps)
        return answered(("best", "line"), "best line", worth == found.objective, f"worth {best}", told, first)

    @abstractmethod
    def line_worth(self, line: tuple[str, ...], goal: tuple[str, ...]) -> tuple[int, ...] | None:
        """The worth of a whole turn by a goal; None where it is not legal, or no whole turn."""

    @abstractmethod
    def of_target(self, name: str, played: Played[S, A]) -> ExpectationAnswer:
        """Whether a play is directed against this target."""

    def results_of_best(self, found: SolveAnswer, played: Played[S, A]) -> Mapping[str, Fact]:
        """What the best play comes to beside the facts of its line, by name."""
        return {**self.position.results(played), "ways": len(found.best)}


def in_time(path: TreePath, judged: Iterable[ExpectationAnswer]) -> Iterator[ExpectationAnswer]:
    """The answers that the budget allows; the rest are undecided."""
    try:
        yield from judged
    except (SpentError, UndecidedError) as error:
        why = str(error) if isinstance(error, UndecidedError) else "there was no time to judge it"
        yield doubted(answered(path, " ".join(map(str, path)), False, "as stated", why))


def judge_calculation(
    position: Position[S, A], line: Played[S, A] | None, rows: Sequence[RowExpectation]
) -> Iterator[ExpectationAnswer]:
    """Every change that is expected: each needs a row of the line's table for itself."""
    table = line.answer.calculation if line is not None else None
    left = list(table.rows) if table is not None else []
    wanted = []
    for number, row in enumerate(rows):
        subject = position.ruleset.cards[position.card(row.card)].name if row.card else ""
        alike = tuple(entry for entry in left if entry.subject == subject)
        for quantity, change in row.changes.items() or [("", 0)]:
            match = next((each for each in alike if _fits(each, quantity, change, row.ruling)), None)
            if match is not None:
                left.remove(match)
            wanted.append(_Wanted(number, subject, quantity, change, row.ruling, alike, match))
    for each in wanted:
        yield each.judged(left)


class _Wanted(NamedTuple):
    """One change of a row that is expected, and the row of the table that has it."""

    number: int
    subject: str
    quantity: str
    change: int
    ruling: str | None
    alike: tuple[Entry, ...]
    """The rows of this card in the table that no expectation before has claimed."""
    match: Entry | None

    def judged(self, left: list[Entry]) -> ExpectationAnswer:
        """The answer; `left` are the rows that no expectation has claimed. A row offered as a correction is
        removed from it.
        """
        return answered(
            ("calculation", self.number, self.quantity or "ruling"),
            f"calculation {self.subject or 'step'}",
            self.match is not None,
            f"{self.quantity} {self.change:+d}{' by ' + self.ruling if self.ruling else ''}".strip(),
            "; ".join(f"{each.quantity} {each.change:+d}" for each in self.alike) or "no such row",
            self._right(left) if self.match is None else None,
        )

    def _right(self, left: list[Entry]) -> int | None:
        """The change of the quantity in the rows left for this card, if all have the same."""
        fitting = [
            each
            for each in left
            if (each.subject, each.quantity) == (self.subject, self.quantity)
            and (self.ruling is None or self.ruling in each.rulings)
        ]
        if len({each.change for each in fitting}) != 1:
            return None
        left.remove(fitting[0])
        return fitting[0].change


def _fits(entry: Entry, quantity: str, change: int, ruling: str | None) -> bool:
    if ruling is not None and ruling not in entry.rulings:
        return False
    return not quantity or (entry.quantity == quantity and entry.change == change)


def counted(position: Position[S, A], cards: Iterable[str]) -> tuple[str, ...]:
    """Cards by name, equal ones counted, in alphabetical order."""
    facts = position.ruleset.cards
    return tuple(diagnostics.counted(sorted(facts[card].name for card in cards)))


def counted_names(position: Position[S, A], names: Iterable[str]) -> tuple[str, ...]:
    """The same for names as a file writes them."""
    written = (split_count(name) for name in names)
    return counted(position, (card for count, name in written for card in [position.card(name)] * count))


UNKNOWN = "unknown"
"""Stands for the unknown cards in a list of cards."""


def from_the_top(pile: Pile, name: Callable[[str], str]) -> tuple[str, ...]:
    """The cards of a pile by name; those that were shuffled in alphabetical order."""
    order: list[str] = []
    for segment in pile:
        names = [name(card) for card in segment.cards]
        order += sorted(names) if segment.order == "shuffled" else names
        order += [UNKNOWN] if segment.order == "unknown" else []
    return tuple(order)


def one_by_one(position: Position[S, A], texts: Iterable[str]) -> tuple[str, ...]:
    """The cards that a list names, copy by copy."""
    names: list[str] = []
    for text in texts:
        count, name = split_count(text, position.ruleset.names)
        is_known = text.strip() != UNKNOWN
        names += [position.ruleset.cards[position.card(name)].name] * count if is_known else [UNKNOWN]
    return tuple(names)
