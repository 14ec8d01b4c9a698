"""What can be asked about a position, each question with what answers it.

A question is asked under one budget, so that none takes longer than its visitor may wait.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from tsolve import api
from tsolve.api import forms
from tsolve.api.form_completions import Asks
from tsolve.api.table import position_of
from tsolve.budget import within
from tsolve.errors import InputError, UsageError
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import PositionAnswer, Wishes
from tsolve.model.solved import SolvedAnswer
from tsolve.model.verdicts import Answer
from tsolve.report.answers.check import show_check, show_solve
from tsolve.report.answers.head import head_of
from tsolve.report.failures import Failure, failure_of
from tsolve.report.page import Page
from tsolve.web.wire import EVENT, GOAL, QUESTION, WHY_NOT

B = TypeVar("B", CheckAnswer, SolvedAnswer)


class Asked(NamedTuple):
    """A question about a position, as it came from the browser or a program."""

    text: str
    """The position file; empty for a question that describes its own position."""
    words: str = ""
    """What is asked: a question, a step, a number of steps, a goal."""
    seconds: float | None = None
    """How long it may take."""
    file: str = "position.yaml"

    @property
    def position(self) -> api.Position:
        """Raises InputError."""
        return api.loads(self.text, self.file)


class Told(NamedTuple):
    """An answer, with the table that is shown beside it."""

    answer: Answer
    table: PositionAnswer | None = None
    is_cut_short: bool = False
    """Whether there was no time for all of it."""
    unread: Failure | None = None
    """The claims that cannot be read; the others are judged."""


class Question(NamedTuple):
    """A question that a button asks."""

    called: str
    ask: Callable[[Asked], Told]
    words: str = ""
    """What is typed with it; empty for nothing."""
    lacks: str = ""
    """The question in whose absence a game cannot answer it; see `tsolve.contract.capability`."""
    stands: Literal["bar", "more", ""] = ""
    """Where its button is: always in reach, or among further ones; nowhere if something else asks it."""
    typed: str = ""
    """The input that its words are typed into, if it has one."""
    completes: Asks | None = None
    """What completes these words, if anything does."""


def _check(asked: Asked) -> Told:
    """The judgement; if only claims cannot be read, of the others."""
    try:
        return _judged(asked.position, asked)
    except InputError as error:
        position = api.without_wrong_claims(asked.text, asked.file, error.diagnostics)
        if position is None:
            raise
        unread = replace(failure_of(error, asked.file), is_judged=True)
    told = _judged(position, asked)
    assert isinstance(told.answer, CheckAnswer)
    notes = (f"a claim is left out: {each.message}" for each in unread.diagnostics)
    return told._replace(answer=replace(told.answer, notes=(*told.answer.notes, *notes)), unread=unread)


def _judged(position: api.Position, asked: Asked) -> Told:
    found = list[object]()
    answer = api.check(position, asked.file, time_limit=asked.seconds, on_found=found.append)
    answer = api.in_full(position, answer)
    return _with_table(position, answer, found, show_check)


def _solve(asked: Asked) -> Told:
    """The best play by a goal, with what else the turn may be spent on."""
    position, found = asked.position, list[object]()
    goal = asked.words or None
    answer = api.solve(position, asked.file, goal, time_limit=asked.seconds)
    answer = api.in_full(position, answer, Wishes(goal), weighed=False)
    answer = api.with_candidates(position, answer, Wishes(goal), asked.seconds)
    return _with_table(position, answer, found, show_solve)


def _with_table(
    position: api.Position, answer: B, found: list[object], show: Callable[[Page, B], None]
) -> Told:
    """The answer beside the table as the battle begins, if it judges one."""
    page = Page()
    show(page, answer)
    sum_ = head_of(page.blocks).sum
    calculation = sum_.calculation if sum_ is not None else None
    return Told(answer, api.at_battle(position, answer, calculation, found))


def _why_not(asked: Asked) -> Told:
    if not asked.words:
        raise UsageError("type what cannot be done, such as a step")
    position = asked.position
    return Told(api.why_not(position, asked.words, asked.file, asked.seconds), position_of(position))


def _ask(asked: Asked) -> Told:
    """A question in words: about this position, or one that describes its own."""
    if not asked.words:
        raise UsageError("type a question")
    if not asked.text:
        return Told(api.ask(asked.words, time_limit=asked.seconds))
    position = asked.position
    ways = [partial(_ask_about, position, asked), partial(_ask_alone, position, asked)]
    first, second = reversed(ways) if forms.is_new(position) else ways
    try:
        return first()
    except (InputError, UsageError) as error:
        with suppress(InputError, UsageError):
            return second()
        raise error from None


def _ask_about(position: api.Position, asked: Asked) -> Told:
    return Told(api.ask_about(position, asked.words, asked.file, asked.seconds), position_of(position))


def _ask_alone(position: api.Position, asked: Asked) -> Told:
    return Told(api.ask(asked.words, position.ruleset.id, time_limit=asked.seconds))


def _legal(asked: Asked) -> Told:
    """What is legal and why the rest is not, with what can be made of it."""
    position = asked.position
    answer = api.legal(position, asked.file)
    return Told(api.with_worth(position, answer, asked.seconds), answer.position)


def _odds(asked: Asked) -> Told:
    """The chances of the deck; with words those of an event a line."""
    position = asked.position
    events = [each.strip() for each in asked.words.splitlines() if each.strip()]
    answer = api.odds(position, asked.file, events=events, time_limit=asked.seconds)
    return Told(answer, position_of(position))


def _of_position(ask: Callable[[api.Position, Asked], Answer]) -> Callable[[Asked], Told]:
    def told(asked: Asked) -> Told:
        position = asked.position
        return Told(ask(position, asked), position_of(position))

    return told


def _shown(asked: Asked) -> Told:
    return Told(api.show(asked.position, asked.file))


_STATED = ("claims", "expect", "why_not")
"""The keys of what is stated of the file's own line."""


def _step(asked: Asked) -> Told:
    """The table after some steps of a line: their number, then the steps, each on a line of its own."""
    number, *steps = asked.words.split("\n")
    if not number.isdecimal() or int(number) > len(steps):
        raise UsageError("say after how many steps")
    keys = {key: each for key, each in api.data_of(asked.position).items() if key not in _STATED}
    played = api.position(**{**keys, "line": steps})
    return Told(api.show(played, asked.file, int(number)))


def _targets(position: api.Position, asked: Asked) -> Answer:
    return api.targets(position, asked.file, time_limit=asked.seconds)


def _grade(position: api.Position, asked: Asked) -> Answer:
    return api.grade(position, asked.file, time_limit=asked.seconds)


def _score(position: api.Position, asked: Asked) -> Answer:
    return api.score(position, asked.file)


QUESTIONS: Mapping[str, Question] = {
    "check": Question("Judge it", _check, stands="bar"),
    "solve": Question("Best play", _solve, "a goal, if not the usual one", stands="bar", typed=GOAL),
    "targets": Question("Targets", _of_position(_targets), lacks="targets", stands="bar"),
    "legal": Question("What is legal", _legal, stands="more"),
    "why-not": Question(
        "Why not?", _why_not, "a step that cannot be done", "why_not", typed=WHY_NOT, completes="step"
    ),
    "ask": Question("Ask", _ask, "any question", typed=QUESTION, completes="question"),
    "odds": Question("Chances", _odds, "an event, such as a card within 2 hands", "odds", typed=EVENT),
    "grade": Question("Grade the turn", _of_position(_grade), lacks="grading", stands="more"),
    "score": Question("Score", _of_position(_score), lacks="score", stands="more"),
    "show": Question("Table", _shown),
    "step": Question("Step", _step, "steps"),
}
"""Every question by its name, which is that of the command."""
INPUTS: Mapping[str, Question] = {each.typed: each for each in QUESTIONS.values() if each.typed}
"""The questions that have an input of their own, each by that."""


def answered(name: str, asked: Asked) -> Told:
    """The answer to a question.

    Raises InputError, UsageError, UndecidedError and SpentError as the command of this name does.
    """
    question = QUESTIONS.get(name)
    if question is None:
        raise UsageError(f'there is no question "{name}"; there are: {", ".join(QUESTIONS)}')
    with within(asked.seconds) as budget:
        told = question.ask(asked)
    return told._replace(is_cut_short=told.is_cut_short or budget.fell_short)


def can_be_asked(position: api.Position, name: str) -> bool:
    """Whether the game answers this question."""
    lacks = QUESTIONS[name].lacks
    return not lacks or bool(getattr(position.capabilities, lacks))
