"""Grades a turn that was played: each step is compared with the best play at that moment, what it gave
away, what luck brought, which cards mattered; and what a puzzle expects of the grade.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeVar

from tsolve.budget import FREE, Budget, allow, current
from tsolve.contract.position import Position
from tsolve.diagnostics import counted
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import UsageError
from tsolve.judging.check import card_notes, line_in_time, reading_answers, readings_in_time
from tsolve.model import grades
from tsolve.model.answers import ExpectationAnswer, Value
from tsolve.model.facts import answered, doubted
from tsolve.model.grades import GradeAnswer, Lost, StepGrade, Verdict
from tsolve.model.plays import StepAnswer, exact
from tsolve.plays.grading import GRADING, Event, Grading, Prospect, Prospects, events_of
from tsolve.solve.policy import Worth, plus

if TYPE_CHECKING:
    from tsolve.written.position_file import GradeExpectation


S = TypeVar("S")
A = TypeVar("A")

_TOLD = "this had happened already, or nothing else was possible"
_OVER = "the result was already settled: nothing that follows affects the goal"
_REVEALED = "an unknown card was revealed"


class StepGrader(Generic[S, A]):
    """Grades the events of one line and sums up."""

    def __init__(self, grading: Grading[S, A], prospects: Prospects[S, A]) -> None:
        self.grading, self.game, self.prospects = grading, grading.game, prospects
        self._over = False
        """Whether the result of the turn stands."""
        self.regret: Worth = (0,) * len(grading.goal)
        self.luck: Worth = (0,) * len(grading.goal)
        self.undecided: dict[str, None] = {}

    def grade(self, events: Iterable[Event[S, A]]) -> Iterator[StepGrade]:
        """A grade for every written step, and for every unwritten one that gave something away."""
        for event in events:
            graded = self._grade(event)
            if event.step is not None or graded.verdict in ("lost", "unknown"):
                yield graded

    def _grade(self, event: Event[S, A]) -> StepGrade:
        game, before, action = self.game, event.before, event.action
        if self._over:
            return self._step(event, "over", reason=_OVER)
        self._over = self.grading.value(event.after) is not None
        if why := self.grading.why_unjudged(action):
            return self._step(event, "forced", reason=why)
        if action is None and event.before == event.after:
            return self._step(event, "forced", reason=_TOLD)
        if action is None:
            return self._unknown(event, _REVEALED)
        was, now = self.prospects.of(before), self.prospects.of(event.after)
        if was.doubt or now.doubt or was.worth is None or now.worth is None:
            return self._unknown(event, was.doubt or now.doubt or "no end of the turn is known", was, now)
        mover = game.mover(before)
        assert mover != UNKNOWN
        if mover == CHANCE:
            brought = plus(now.worth, was.worth, -1)
            self.luck = plus(self.luck, brought)
            return self._step(event, "drawn", was, now, luck=brought)
        if mover != self.grading.player:
            return self._step(event, "forced", was, now)
        regret = plus(was.worth, now.worth, -1)
        if was.worth < now.worth:  # by a draw, where the file asks for plays without one
            brought, regret = plus(now.worth, was.worth, -1), plus(regret, regret, -1)
            self.luck = plus(self.luck, brought)
            return self._step(event, "kept", was, now, luck=brought)
        self.regret = plus(self.regret, regret)
        if any(regret):
            return self._step(event, "lost", was, now, regret=regret)
        only = len(game.legal_actions(before)) == 1
        return self._step(event, "forced" if only else "kept", was, now)

    def _unknown(
        self, event: Event[S, A], reason: str, was: Prospect | None = None, now: Prospect | None = None
    ) -> StepGrade:
        self.undecided[reason] = None
        return self._step(event, "unknown", was, now, reason=reason)

    def _step(
        self,
        event: Event[S, A],
        verdict: Verdict,
        was: Prospect | None = None,
        now: Prospect | None = None,
        regret: Worth = (),
        luck: Worth = (),
        reason: str = "",
    ) -> StepGrade:
        number, text, line = event.label(self.game)
        better, depends = self.prospects.line(event.before) if regret else ((), False)
        return StepGrade(
            number,
            text,
            verdict,
            amounts(was.worth) if was is not None else (),
            amounts(now.worth) if now is not None else (),
            amounts(regret),
            amounts(luck),
            _texts(self.grading.position, event.before, better),
            depends,
            reason,
            line=line,
        )


def refused(step: StepAnswer, undecided: bool) -> StepGrade:
    """The step that is not legal, or that cannot be judged."""
    reason = step.refusal.reason if step.refusal is not None else ""
    verdict: Verdict = "unknown" if undecided else "illegal"
    return StepGrade(step.number, step.text, verdict, reason=reason, refusal=step.refusal, line=step.line)


def out_of_reach(
    grading: Grading[S, A], events: Sequence[Event[S, A]], peaks: Prospects[S, A]
) -> Lost | None:
    """The first event after which the best result that was possible at the start no longer was.

    `peaks` takes every draw for the luckiest. None where it stayed within reach, or that is not known.
    """
    game = grading.game
    graded = [event for event in events if not grading.why_unjudged(event.action)]
    if not graded:
        return None
    peak = peaks.of(graded[0].before)
    for event in graded:
        now = peaks.of(event.after)
        if peak.worth is None or now.worth is None or peak.doubt or now.doubt:
            return None
        if now.worth < peak.worth:
            number, text, _ = event.label(game)
            return Lost(number, text, "draw" if game.mover(event.before) == CHANCE else "choice")
    return None


def amounts(worth: Worth | None) -> grades.Worth:
    """A worth as data; empty where it is not known."""
    return tuple(map(exact, worth or ()))


def _texts(position: Position[S, A], state: S, line: Iterable[A]) -> tuple[str, ...]:
    """The actions in words, without the passes at their end that need not be said."""
    texts: list[str] = []
    needed = 1
    for action in line:
        if action != position.implicit_choice(state):
            texts.append(position.game.notation(state, action))
        state = position.game.apply(state, action)
        if not (position.ends_turn and position.is_pass(action)):
            needed = len(texts)
    return tuple(texts[:needed])


_NO_LINE = "the file has no line to grade; add `line:` with the actions of the turn, in their order"
_PARTLY = "what is said about better play, reach and cards is incomplete: {why}"


def grade(position: Position[S, A], file: str = "", goal: str | None = None) -> GradeAnswer:
    """Judge the line of a position file step by step, by the goal asked for or the usual one of its turn.

    The budget is for what has to be planned; the line itself is always played. Citations are left to the
    caller.

    Raises:
        UsageError: the game grades nothing, there is no line, or the goal asked for is unknown.
        InputError: a text of the line cannot be read as an action, or the goal of the file is unknown.
    """
    budget = current()
    with allow(FREE):
        return _graded(position, file, goal, budget)


def _graded(position: Position[S, A], file: str, goal: str | None, budget: Budget) -> GradeAnswer:
    grading_of = GRADING.of(position)  # a game that grades nothing says so first
    shown = position.written
    if not shown.line:
        raise UsageError(_NO_LINE)
    with allow(budget):
        played = line_in_time(position)
    grading = grading_of(played, goal)
    prospects, peaks = grading.prospects(shown.draws, budget), grading.prospects("best", budget)
    events = events_of(grading, played)
    prospects.look_at(_points(grading, events))
    grader = StepGrader(grading, prospects)
    steps = [*grader.grade(events)]
    steps += [
        refused(step, bool(played.undecided)) for step in played.answer.steps if step.refusal is not None
    ]
    turn = _until_the_result(grading, events)
    with allow(budget):
        readings, unread = readings_in_time(position, played)
        table = position.shown(position.state)
    judged = [event for event in turn if not grading.why_unjudged(event.action)]
    measures = position.measures
    return GradeAnswer(
        file=file,
        position=table,
        goal=grading.goal,
        line=played.answer,
        finished=bool(turn) and grading.value(turn[-1].after) is not None,
        start=amounts(prospects.of(judged[0].before).worth if judged else None),
        result=amounts(prospects.of(turn[-1].after).worth if judged else None),
        regret=amounts(grader.regret),
        luck=amounts(grader.luck),
        steps=tuple(steps),
        out_of_reach=out_of_reach(grading, turn, peaks),
        cards=grading.cards(turn, prospects) if played.answer.legal else (),
        slack=grading.slack(turn, played),
        counted_down=tuple(level for level in grading.goal if level in measures.counted_down),
        indicators=tuple(level for level in grading.goal if level in measures.indicators),
        units={level: measures.units[level] for level in grading.goal if level in measures.units},
        levels=measures.meanings(grading.goal),
        undecided=(*grader.undecided, *([played.answer.undecided] if played.answer.undecided else [])),
        readings=reading_answers(position, played.readings if readings is None else readings),
        notes=(
            *grading.notes(events[len(turn) :]),
            *_given_up(prospects, peaks),
            *unread,
            *position.remarks(),
        ),
        provenance=card_notes(position, position.cards_in_sight()),
    )


def _until_the_result(grading: Grading[S, A], events: Sequence[Event[S, A]]) -> tuple[Event[S, A], ...]:
    """The events that can affect the goal: those up to the turn's result."""
    found: list[Event[S, A]] = []
    for event in events:
        found.append(event)
        if grading.value(event.after) is not None:
            break
    return tuple(found)


def _points(grading: Grading[S, A], events: Sequence[Event[S, A]]) -> tuple[S, ...]:
    """The positions whose best play is needed, in their order."""
    judged = [event for event in events if not grading.why_unjudged(event.action)]
    return tuple(dict.fromkeys(state for event in judged for state in (event.before, event.after)))


def _given_up(prospects: Prospects[S, A], peaks: Prospects[S, A]) -> Iterator[str]:
    if why := prospects.given_up or peaks.given_up:
        yield _PARTLY.format(why=why)


_NOTHING = "nothing"
_OF_ALL_STEPS = ("start", "gave_away", "luck", "out_of_reach", "lost_by", "useless")
"""Expectations that stay unknown until every step is judged."""


def judge_grade(
    position: Position[S, A], expect: GradeExpectation, on_found: Callable[[object], None]
) -> Iterator[ExpectationAnswer]:
    """Every expectation about the grade; `on_found` receives the grade. What does not hold is undecided where
    the budget was not enough for all of the grade. Raises UsageError without a line.
    """
    with allow(current().part(1)) as budget:
        answer = grade(position)
    on_found(answer)
    for each in _judged(position, expect, answer):
        is_open = answer.undecided and _is_open(answer, expect, each)
        yield doubted(each) if is_open or (budget.fell_short and not each.holds) else each


def _is_open(answer: GradeAnswer, expect: GradeExpectation, judged: ExpectationAnswer) -> bool:
    """Whether this is unknown because some steps could not be judged."""
    what, number = judged.path[2], str(judged.path[-1])
    unknown = {step.number for step in answer.steps if step.verdict == "unknown"}
    lost = {step.number for step in answer.steps if step.verdict == "lost"}
    if what == "result":
        return judged.found == _NOTHING
    if what == "better":
        return number in map(str, unknown)
    if what == "worse":
        return lost ^ set(expect.worse or ()) <= unknown
    return what in _OF_ALL_STEPS


def _judged(
    position: Position[S, A], expect: GradeExpectation, answer: GradeAnswer
) -> Iterator[ExpectationAnswer]:
    yield from _worth(position, "start", answer, expect.start, answer.start)
    yield from _worth(position, "result", answer, expect.result, answer.result)
    if expect.gave_away is not None:
        yield _sum(position, "gave_away", answer, expect.gave_away, answer.regret)
    if expect.luck is not None:
        yield _sum(position, "luck", answer, expect.luck, answer.luck)
    for what, verdict, numbers in (("worse", "lost", expect.worse), ("unknown", "unknown", expect.unknown)):
        if numbers is not None:
            found = tuple(str(step.number) for step in answer.steps if step.verdict == verdict)
            yield _same((what,), f"{what} steps", _listed(map(str, numbers)), _listed(found), found)
    for number, action in expect.better.items():
        better = [step.better[0] for step in answer.steps if str(step.number) == number and step.better]
        right = better[0] if len(better) == 1 else None
        yield _same(("better", number), f"better at step {number}", action, _listed(better), right)
    lost = answer.out_of_reach
    if expect.out_of_reach is not None:
        reached: Value = lost.number if lost else "never"
        yield _same(("out_of_reach",), "out of reach", str(expect.out_of_reach), reached, reached)
    if expect.lost_by is not None:
        by = lost.by if lost else None
        yield _same(("lost_by",), "lost by", expect.lost_by, by or "nothing", by)
    yield from _cards(position, expect, answer)
    if expect.slack is not None:
        amount = answer.slack.amount if answer.slack else None
        yield _same(("slack",), "slack", str(expect.slack), amount, amount)
    if expect.legal is not None:
        yield _same(("legal",), "legal", str(expect.legal), answer.line.legal, answer.line.legal)


def _cards(
    position: Position[S, A], expect: GradeExpectation, answer: GradeAnswer
) -> Iterator[ExpectationAnswer]:
    idle = [card.card for card in answer.cards if card.idle]
    useless = [card.card for card in answer.cards if not card.mattered and card.needed is False]
    for what, wanted, found in (("idle", expect.idle, idle), ("useless", expect.useless, useless)):
        if wanted is not None:
            right = tuple(counted(sorted(found)))
            yield _same((what,), what, _listed(position.names_as_stated(wanted)), _listed(right), right)
    parts = answer.slack.contributions if answer.slack is not None else ()
    for name, spare in expect.spare.items():
        (card,) = position.names_as_stated((name,))
        least = min((part.spare for part in parts if part.card == card), default=None)
        yield _same(("spare", name), f"spare {card}", str(spare), least, least)


def _sum(
    position: Position[S, A], what: str, answer: GradeAnswer, wanted: Mapping[str, str], found: grades.Worth
) -> ExpectationAnswer:
    """Levels that are not named are expected to be 0."""
    amounts = {position.level_in(answer.goal, level): Fraction(amount) for level, amount in wanted.items()}
    expected = {level: str(amount) for level, amount in amounts.items() if amount}
    other = {level: amount for level, amount in _levels(answer, found).items() if amount != "0"}
    return _same((what,), what.replace("_", " "), _told(expected), _told(other), other)


def _worth(
    position: Position[S, A], what: str, answer: GradeAnswer, wanted: Mapping[str, str], found: grades.Worth
) -> Iterator[ExpectationAnswer]:
    """What is lost or missing may be written without its sign."""
    levels = _levels(answer, found)
    for written, amount in wanted.items():
        level = position.level_in(answer.goal, written)
        expected, reached = str(Fraction(amount)), levels.get(level)
        text = reached if reached == f"-{expected}" else expected
        yield _same((what, written), f"{what} {level}", text, reached, reached)


def _levels(answer: GradeAnswer, worth: grades.Worth) -> dict[str, str]:
    return {level: number.exact for level, number in zip(answer.goal, worth, strict=False)}


def _told(levels: Mapping[str, str]) -> str:
    return _listed(f"{level} {amount}" for level, amount in sorted(levels.items()))


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(texts) or "none"


def _same(
    path: tuple[str, ...], what: str, expected: str, found: object, right: Value | None
) -> ExpectationAnswer:
    text = _NOTHING if found is None else str(found)
    return answered(("grade", *path), f"grade: {what}", expected == text, expected, text, right)
