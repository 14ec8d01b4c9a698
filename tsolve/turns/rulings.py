"""The rulings that an answer mentions, in the order in which people should meet them; and which readings
can matter to a computation.

A reading that nobody looked up cannot have mattered, so the game notes what a computation looks up, and only
those readings are worth another run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from tsolve.engine import Probe
from tsolve.model.answers import CheckAnswer, Options, ReadingAnswer, SolveAnswer, policy_rulings, shown_lines
from tsolve.turns.opened import Opened

if TYPE_CHECKING:
    from tsolve.model.grades import GradeAnswer, ScoreAnswer
    from tsolve.model.plays import Calculation, LineAnswer
    from tsolve.model.solved import TargetsAnswer
    from tsolve.model.why_not import ReasonAnswer, WhyNotAnswer


S = TypeVar("S")
A = TypeVar("A")


def of_check(answer: CheckAnswer) -> Iterator[str]:
    """Those of the line and the claims first."""
    if answer.line is not None:
        yield from of_line(answer.line)
    for claim in answer.claims:
        yield from claim.rulings
        yield from of_table(claim.calculation)
    if answer.solution is not None:
        yield from policy_rulings(answer.solution)
        for line in shown_lines(answer.solution):
            yield from of_line(line)
    if answer.options is not None and answer.line is None:
        yield from _of_options(answer.options)
    for refusal in answer.refused:
        yield from refusal.rulings
    for action in answer.legal:
        yield from action.rulings
    yield from _of_readings(answer.readings)


def _of_options(options: Options) -> Iterator[str]:
    """Those that decided what is left, and then those that had a say."""
    for contest in options.contests:
        yield from contest.rulings
    yield from options.rests_on


def of_solution(solution: SolveAnswer, readings: Iterable[ReadingAnswer]) -> Iterator[str]:
    """Those behind the numbers and events of the best line, or of a policy."""
    yield from policy_rulings(solution)
    for line in shown_lines(solution):
        yield from of_table(line.calculation)
        for step in line.steps:
            for entry in step.entries:
                yield from entry.rulings
    yield from _of_readings(readings)


def of_grade(answer: GradeAnswer) -> Iterator[str]:
    """Those of the line that was graded."""
    yield from of_line(answer.line)
    yield from _of_readings(answer.readings)


def of_why_not(answer: WhyNotAnswer) -> Iterator[str]:
    """Those of the reasons first."""
    sets: Sequence[tuple[ReasonAnswer, ...]] = (answer.reasons, *answer.further)
    yield from (ruling for reasons in sets for reason in reasons for ruling in reason.rulings)
    if answer.line is not None:
        yield from of_line(answer.line)
    yield from _of_readings(answer.readings)


def of_targets(answer: TargetsAnswer) -> Iterator[str]:
    """Target by target: why it is refused or out of reach, what the value rests on, those of the line."""
    for target in answer.targets:
        for refusal in (target.refusal, target.lack):
            if refusal is not None:
                yield from refusal.rulings
        yield from of_table(target.calculation)
        for plan in (target.plan, target.winning):
            if plan is not None:
                yield from of_line(plan.line)
    for offer in answer.offers:
        yield from offer.rulings if offer.refusal is None else offer.refusal.rulings
    yield from _of_readings(answer.readings)


def of_score(answer: ScoreAnswer, of_scoring: Iterable[str]) -> Iterator[str]:
    """Those of a line that breaks; `of_scoring` say what counts; then those of single cards."""
    if answer.line is not None:
        for step in answer.line.steps:
            if step.refusal is not None:
                yield from step.refusal.rulings
    if answer.players:
        yield from of_scoring
    yield from answer.rulings
    for player in answer.players:
        for card in player.cards:
            yield from card.rulings


def of_line(line: LineAnswer) -> Iterator[str]:
    """Every ruling that a line mentions."""
    for step in line.steps:
        if step.refusal is not None:
            yield from step.refusal.rulings
        for entry in step.entries:
            yield from entry.rulings
    yield from of_table(line.calculation)


def of_table(table: Calculation | None) -> Iterator[str]:
    """Every ruling that a calculation mentions."""
    for row in table.rows if table is not None else ():
        yield from row.rulings


def changing(table: Calculation | None) -> tuple[str, ...]:
    """The rulings of the rows that change the total of a calculation, each once."""
    rows = table.rows if table is not None else ()
    return tuple(dict.fromkeys(ruling for row in rows if row.change for ruling in row.rulings))


def _of_readings(readings: Iterable[ReadingAnswer]) -> Iterator[str]:
    return (f"key.{reading.key}" for reading in readings)


def mattering(opened: Opened[S, A], probe: Probe[S, A]) -> tuple[str, ...]:
    """The interpretations that can matter to what a probe watched, in the order of the ruleset."""
    cards = {*probe.cards, *opened.comparison().cards_named()}
    about = {key for card in cards for key in opened.ruleset.keys_touching(card)}
    return tuple(key for key in opened.ruleset.interpretations if key in about or key in probe.readings)
