"""Compares each step with the best play at that moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.model import grades
from tsolve.model.answers import StepAnswer
from tsolve.model.grades import Lost, StepGrade, Verdict
from tsolve.model.policies import exact
from tsolve.solve.policy import Worth, plus
from tsolve.turns.grading.events import Event
from tsolve.turns.grading.grading import Grading
from tsolve.turns.grading.prospects import Prospect, Prospects
from tsolve.turns.opened import Opened

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
        """A grade for every written step, and for what nobody wrote where it gave something away."""
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
            _texts(self.grading.opened, event.before, better),
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


def _texts(opened: Opened[S, A], state: S, line: Iterable[A]) -> tuple[str, ...]:
    """The actions in words, without the passes at their end that need not be said."""
    told: list[str] = []
    needed = 1
    for action in line:
        if action != opened.unsaid_choice(state):
            told.append(opened.game.notation(state, action))
        state = opened.game.apply(state, action)
        if not (opened.ends_turn and opened.is_pass(action)):
            needed = len(told)
    return tuple(told[:needed])
