"""The answer to one question: the line, or a minimal set of reasons and the cheapest repairs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, current
from tsolve.model.policies import exact
from tsolve.model.whynot import WHATEVER_COMES, ReasonAnswer, WhyNotAnswer
from tsolve.model.words import sentence
from tsolve.turns.check import reading_answers
from tsolve.turns.opened import Opened
from tsolve.turns.why_not.certainty import certainly
from tsolve.turns.why_not.question import Question
from tsolve.turns.why_not.reasons import Reasons
from tsolve.turns.why_not.repairs import missing, remedies

W = TypeVar("W")
S = TypeVar("S")
A = TypeVar("A")

_SURE = "whatever you draw, there is a way"
_NO_REASONS = "the reasons are not given: {why}"
_MORE_REPAIRS = "not every amount and card was tried: {why}"


def answer_to(
    opened: Opened[S, A], query: object, file: str, read: Callable[[], tuple[Question[W, S, A], W]]
) -> WhyNotAnswer:
    """Whether what is asked for is possible; else why not, and what would make it possible.

    `read` makes the question that a query means, and the world in which it is asked. Where the budget is used
    up before everything is known, the answer says what is not. Citations are left to the caller.
    """
    try:
        answer = _Answering(opened, *read()).answer()
    except SpentError:
        asked = query if isinstance(query, str) else str(query)
        answer = WhyNotAnswer("", asked, "undecided", left_out=(current().why_over(),))
    return replace(answer, file=file)


class _Answering(Generic[W, S, A]):
    def __init__(self, opened: Opened[S, A], question: Question[W, S, A], world: W) -> None:
        self.opened, self.question, self.world = opened, question, world

    def answer(self) -> WhyNotAnswer:
        """As much of the answer as there is a budget for."""
        why = current().why_over
        answer = WhyNotAnswer("", self.question.text, "undecided")
        missed = ""
        with suppress(SpentError):
            for answer, missed in self._answers():  # noqa: B007 (the last one counts)
                pass
            return answer
        if not missed:
            return replace(answer, left_out=(*answer.left_out, why()))
        return replace(answer, notes=(*answer.notes, missed.format(why=why())))

    def _answers(self) -> Iterator[tuple[WhyNotAnswer, str]]:
        """Answers, each more complete than the last, with what the next one would add."""
        sought = certainly(self.question, self.world)
        if sought.line is not None and not sought.drawn:
            yield self._with_line(self._doubted(sought.line) or self._possible(), sought.line), ""
            return
        left_out = tuple(dict.fromkeys((*self.question.unknown(self.world), *sought.left_out)))
        answer = WhyNotAnswer("", self.question.text, "undecided" if left_out else "impossible")
        yield replace(answer, left_out=left_out), _NO_REASONS
        hope = self.question.hope(self.world) if sought.left_out else None
        chance, first = (None, "") if hope is None else hope
        if chance == 1:
            notes = (f"{_SURE}: first {first}" if first else _SURE,)
            answer = replace(self._possible(), chance=exact(chance), notes=notes)
            yield answer if not sought.line else self._with_line(answer, sought.line), ""
            return
        if chance == 0:
            left_out, first = self.question.unknown(self.world), ""
        answer = replace(
            answer,
            verdict="undecided" if left_out else "impossible",
            left_out=left_out,
            chance=None if chance is None else exact(chance),
            first=first,
        )
        yield answer, _NO_REASONS
        closest = self.question.closest(self.world)
        answer = answer if closest is None else self._with_line(answer, closest)
        yield answer, _NO_REASONS
        yield from self._explained(answer)

    def _explained(self, answer: WhyNotAnswer) -> Iterator[tuple[WhyNotAnswer, str]]:
        """The answer with reasons, then with repairs."""
        never = answer.chance is not None and not answer.chance.value
        reasons = Reasons(self.question, self.world, never)
        cores = list(reasons.cores())
        if not cores[0].obstacles:
            reason, rulings = self.question.refusal(reasons.without(()))
            told = (ReasonAnswer(sentence(reason), rulings),)
            yield replace(answer, reasons=told, absolute=self.question.names_obstacles), ""
            return
        first, *further = (tuple(reasons.told(core)) for core in cores if core.obstacles)
        answer = replace(answer, reasons=first, further=tuple(further), aside=tuple(reasons.aside(cores)))
        answer = replace(answer, notes=(WHATEVER_COMES,)) if never else answer
        is_final = any(obstacle.is_final for obstacle in reasons.obstacles.values())
        yield from self._repaired(answer, is_final, reasons.in_question(cores))

    def _repaired(
        self, answer: WhyNotAnswer, is_final: bool, in_question: Collection[str]
    ) -> Iterator[tuple[WhyNotAnswer, str]]:
        """The answer with one amount more each time, then with one card more each time."""
        yield answer, _MORE_REPAIRS
        for gap in () if is_final else missing(self.question, self.world, in_question):
            answer = replace(answer, missing=(*answer.missing, gap))
            yield answer, _MORE_REPAIRS
        for card in remedies(self.question, self.world):
            answer = replace(answer, cards=(*answer.cards, card))
            yield answer, _MORE_REPAIRS
        tried = self.question.tries_every_card and self.question.candidates(self.world) is not None
        yield replace(answer, no_card=tried and not answer.cards), ""

    def _doubted(self, line: Sequence[A]) -> WhyNotAnswer | None:
        """The answer where a line was found of which nobody can be sure; None where it is sure."""
        doubt = self.question.doubt(self.world, line)
        return WhyNotAnswer("", self.question.text, "undecided", left_out=(doubt,)) if doubt else None

    def _possible(self) -> WhyNotAnswer:
        not_yet = self.question.not_yet(self.world)
        reasons = () if not_yet is None else (ReasonAnswer(sentence(not_yet[0]), not_yet[1]),)
        return WhyNotAnswer("", self.question.text, "possible", reasons=reasons)

    def _with_line(self, answer: WhyNotAnswer, actions: Iterable[A]) -> WhyNotAnswer:
        with allow(FREE):  # however little is left, what was found is played
            line, readings = self.question.shown(self.world, actions)
        return replace(answer, line=line, readings=reading_answers(self.opened, readings))
