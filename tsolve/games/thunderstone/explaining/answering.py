"""The answer to one question: the line, or a minimal set of reasons and the cheapest repairs."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.explaining.certainty import certainly
from tsolve.games.thunderstone.explaining.chances import hope_of
from tsolve.games.thunderstone.explaining.clock import Clock, Patience
from tsolve.games.thunderstone.explaining.queries import Query
from tsolve.games.thunderstone.explaining.question import Question
from tsolve.games.thunderstone.explaining.reading import question_of, read_query
from tsolve.games.thunderstone.explaining.reasons import Reasons, sentence
from tsolve.games.thunderstone.explaining.remedies import missing, remedies
from tsolve.games.thunderstone.explaining.showing import shown
from tsolve.games.thunderstone.explaining.world import World, world_of
from tsolve.games.thunderstone.judging.grounds import line_rulings, reading_answers
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.policies import exact
from tsolve.model.whynot import ReasonAnswer, WhyNotAnswer

PATIENCE = 150_000
"""Positions that are looked at for trying cards where no time limit is given."""
_SURE = "whichever cards come, there is a way"
_WHATEVER_COMES = "reasons, amounts and cards hold whatever is drawn"
_NO_REASONS = "the time was over before a minimal set of reasons was found"
_NO_REPAIRS = "there was no time to try every card: a longer --time-limit gives more"


def why_not(
    opened: Opened, query: Query | str, file: str = "", time_limit: float | None = None
) -> WhyNotAnswer:
    """Whether what is asked for is possible; else why not, and what would make it possible.

    `time_limit` is in seconds. Citations are left to the caller (`rulings_of` names what to cite).

    Raises:
        InputError: a name is unknown, or the text is no action.
        UsageError: the query makes no sense.
    """
    world = world_of(opened.game, opened.state)
    question = question_of(opened, read_query(query) if isinstance(query, str) else query, world)
    return replace(_Answering(opened, question, world, Clock(time_limit)).answer(), file=file)


class _Answering:
    def __init__(self, opened: Opened, question: Question, world: World, clock: Clock) -> None:
        self.opened, self.question, self.world, self.clock = opened, question, world, clock

    def answer(self) -> WhyNotAnswer:
        sought = certainly(self.question, self.world, self.clock)
        if sought.line is not None and not sought.drawn:
            return self._with_line(WhyNotAnswer("", self.question.text, "possible"), sought.line)
        left_out = tuple(dict.fromkeys((*self.question.unknown(self.world), *sought.left_out)))
        hope = hope_of(self.question, self.world, self.clock) if sought.left_out else None
        chance, first = (None, "") if hope is None else hope
        if chance == 1:
            notes = (f"{_SURE}: first {first}" if first else _SURE,)
            answer = WhyNotAnswer("", self.question.text, "possible", chance=exact(chance), notes=notes)
            return answer if not sought.line else self._with_line(answer, sought.line)
        if chance == 0:
            left_out, first = self.question.unknown(self.world), ""
        answer = WhyNotAnswer(
            "",
            self.question.text,
            "undecided" if left_out else "impossible",
            left_out=left_out,
            chance=None if chance is None else exact(chance),
            first=first,
        )
        closest = None if self.clock.is_over() else self.question.closest(self.world, self.clock)
        return self._explained(answer if closest is None else self._with_line(answer, closest))

    def _explained(self, answer: WhyNotAnswer) -> WhyNotAnswer:
        """The answer with reasons and repairs, as far as there is time for them."""
        never = answer.chance is not None and not answer.chance.value
        reasons = Reasons(self.question, self.world, self.clock, never)
        cores = list(reasons.cores())
        if self.clock.is_over():
            return replace(answer, notes=(_NO_REASONS,))
        if not cores[0].obstacles:
            reason, rulings = self.question.refusal(reasons.without(()))
            return replace(answer, reasons=(ReasonAnswer(sentence(reason), rulings),), absolute=True)
        first, *further = (tuple(reasons.told(core)) for core in cores if core.obstacles)
        answer = replace(answer, reasons=first, further=tuple(further), aside=tuple(reasons.aside(cores)))
        repaired = self._repaired(answer, "turn" in reasons.obstacles, reasons.in_question(cores))
        return replace(repaired, notes=(*repaired.notes, _WHATEVER_COMES)) if never else repaired

    def _repaired(self, answer: WhyNotAnswer, other_turn: bool, in_question: Container[str]) -> WhyNotAnswer:
        gaps = () if other_turn else tuple(missing(self.question, self.world, self.clock, in_question))
        clock = self.clock if self.clock.left() is not None else Patience(PATIENCE)
        cards, in_time = remedies(self.question, self.world, clock)
        notes = () if in_time else (_NO_REPAIRS,)
        return replace(answer, missing=gaps, cards=tuple(cards), no_card=in_time and not cards, notes=notes)

    def _with_line(self, answer: WhyNotAnswer, actions: Iterable[Action]) -> WhyNotAnswer:
        line, readings = shown(self.world, actions)
        return replace(answer, line=line, readings=reading_answers(self.opened, readings))


def rulings_of(answer: WhyNotAnswer) -> Iterator[str]:
    """Every ruling that the answer mentions, those of the reasons first."""
    sets: Sequence[tuple[ReasonAnswer, ...]] = (answer.reasons, *answer.further)
    yield from (ruling for reasons in sets for reason in reasons for ruling in reason.rulings)
    if answer.line is not None:
        yield from line_rulings(answer.line)
    yield from (f"key.{reading.key}" for reading in answer.readings)
