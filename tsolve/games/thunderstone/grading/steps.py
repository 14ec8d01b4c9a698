"""Each step against the best play at that moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.grading.events import Event
from tsolve.games.thunderstone.grading.prospects import Prospect, Prospects
from tsolve.games.thunderstone.state import State
from tsolve.model import grades
from tsolve.model.answers import StepAnswer
from tsolve.model.grades import Lost, StepGrade, Verdict
from tsolve.model.policies import exact
from tsolve.solve.policy import Worth

_PLACE = "which kind of turn is best is compared only by a goal that was asked for"
_TOLD = "this had happened already, or nothing else was possible"
_OVER = "the result stood already: the goal has no say in what follows"
_REVEALED = "a card of which nothing was known was revealed"


class StepGrader:
    """Grades the events of one line and sums up."""

    def __init__(self, game: Thunderstone, prospects: Prospects) -> None:
        self.game, self.prospects = game, prospects
        self._over = False
        """Whether the result of the turn stands."""
        self.gave_away: Worth = (0,) * len(prospects.goal)
        self.luck: Worth = (0,) * len(prospects.goal)
        self.undecided: dict[str, None] = {}

    def grade(self, events: Iterable[Event]) -> Iterator[StepGrade]:
        """A grade for every written step, and for what nobody wrote where it gave something away."""
        for event in events:
            graded = self._grade(event)
            if event.step is not None or graded.verdict in ("lost", "unknown"):
                yield graded

    def _grade(self, event: Event) -> StepGrade:
        game, before, action = self.game, event.before, event.action
        if self._over:
            return self._plain(event, "over", _OVER)
        self._over = self.prospects.result(event.after) is not None
        if isinstance(action, Visit) and not self.prospects.compares_turns:
            return self._plain(event, "forced", _PLACE)
        if action is None and event.before == event.after:
            return self._plain(event, "forced", _TOLD)
        if action is None:
            return self._unknown(event, _REVEALED)
        was, now = self.prospects.of(before), self.prospects.of(event.after)
        if was.doubt or now.doubt or was.worth is None or now.worth is None:
            return self._unknown(event, was.doubt or now.doubt or "no end of the turn is known", was, now)
        mover = game.mover(before)
        assert mover != UNKNOWN
        if mover == CHANCE:
            brought = _minus(now.worth, was.worth)
            self.luck = _plus(self.luck, brought)
            return self._compared(event, "drawn", was, now, luck=brought)
        if mover != before.active:
            return self._compared(event, "forced", was, now)
        lost = _minus(was.worth, now.worth)
        self.gave_away = _plus(self.gave_away, lost)
        if any(lost):
            return self._compared(event, "lost", was, now, gave_away=lost)
        only = len(game.legal_actions(before)) == 1
        return self._compared(event, "forced" if only else "kept", was, now)

    def _plain(self, event: Event, verdict: Verdict, reason: str) -> StepGrade:
        return _step(self.game, event, verdict, reason=reason)

    def _unknown(
        self, event: Event, reason: str, was: Prospect | None = None, now: Prospect | None = None
    ) -> StepGrade:
        self.undecided[reason] = None
        before = amounts(was.worth) if was is not None else ()
        after = amounts(now.worth) if now is not None else ()
        return _step(self.game, event, "unknown", before, after, reason=reason)

    def _compared(
        self,
        event: Event,
        verdict: Verdict,
        was: Prospect,
        now: Prospect,
        gave_away: Worth = (),
        luck: Worth = (),
    ) -> StepGrade:
        line, depends = self.prospects.line(event.before) if gave_away else ((), False)
        return _step(
            self.game,
            event,
            verdict,
            amounts(was.worth),
            amounts(now.worth),
            amounts(gave_away),
            amounts(luck),
            texts(self.game, event.before, line),
            depends,
        )


def _step(
    game: Thunderstone,
    event: Event,
    verdict: Verdict,
    before: grades.Worth = (),
    after: grades.Worth = (),
    gave_away: grades.Worth = (),
    luck: grades.Worth = (),
    better: tuple[str, ...] = (),
    depends: bool = False,
    reason: str = "",
) -> StepGrade:
    number, text, line = label(game, event)
    return StepGrade(
        number, text, verdict, before, after, gave_away, luck, better, depends, reason, line=line
    )


def label(game: Thunderstone, event: Event) -> tuple[int, str, int | None]:
    """The number, text and line of the file of an event; 0 and its notation where nobody wrote it."""
    if event.step is not None:
        return event.step.number, event.step.text, event.step.line
    assert event.action is not None
    return 0, game.notation(event.before, event.action), None


def refused(step: StepAnswer, undecided: bool) -> StepGrade:
    """The step that is not legal, or that cannot be judged."""
    reason = step.refusal.reason if step.refusal is not None else ""
    verdict: Verdict = "unknown" if undecided else "illegal"
    return StepGrade(step.number, step.text, verdict, reason=reason, refusal=step.refusal, line=step.line)


def out_of_reach(game: Thunderstone, events: Sequence[Event], peaks: Prospects) -> Lost | None:
    """The first event after which the best result that was possible at the start no longer was.

    `peaks` takes every draw for the luckiest. None where it stayed within reach, or that is not known.
    """
    graded = [event for event in events if peaks.compares_turns or not isinstance(event.action, Visit)]
    if not graded:
        return None
    peak = peaks.of(graded[0].before)
    for event in graded:
        now = peaks.of(event.after)
        if peak.worth is None or now.worth is None or peak.doubt or now.doubt:
            return None
        if now.worth < peak.worth:
            number, text, _ = label(game, event)
            return Lost(number, text, "draw" if game.mover(event.before) == CHANCE else "choice")
    return None


def texts(game: Thunderstone, state: State, line: Iterable[Action]) -> tuple[str, ...]:
    """The actions in words."""
    told = []
    for action in line:
        told.append(game.notation(state, action))
        state = game.apply(state, action)
    return tuple(told)


def amounts(worth: Worth | None) -> grades.Worth:
    """A worth as data; empty where it is not known."""
    return tuple(map(exact, worth or ()))


def _plus(one: Worth, other: Worth) -> Worth:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: Worth, other: Worth) -> Worth:
    return tuple(a - b for a, b in zip(one, other, strict=True))
