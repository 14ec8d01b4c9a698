"""Choices of other players that a line leaves out before a step: the rest is played in all ways."""

from __future__ import annotations

from contextlib import suppress
from typing import Generic, Protocol, Self, TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.engine.protocol import Game
from tsolve.errors import InputError
from tsolve.model.answers import LineAnswer, StepAnswer
from tsolve.turns.everybody import everybody
from tsolve.turns.narration import Narration
from tsolve.turns.played import Continuation, Played, Texts, Tried

S = TypeVar("S")
A = TypeVar("A")

MOST_ANSWERS = 300
"""The most answers of other players that are tried, the rest of the line with each."""
_MOST_TOLD = 3


class Line(Protocol[S, A]):
    """A line that is played on."""

    game: Game[S, A]
    narration: Narration[S, A]
    state: S
    steps: list[StepAnswer]
    undecided: str
    not_judged: int
    answers: Tried

    def fork(self) -> Self: ...

    def choose(self, action: A) -> None:
        """Make a choice that belongs to the step before."""
        ...

    def play(self, texts: Texts, in_all_ways: bool) -> Played[S, A]: ...

    def played(self, in_all_ways: bool) -> Played[S, A]: ...


class _Way(Generic[S, A]):
    """What another player may choose, and the line that follows."""

    def __init__(self, line: Line[S, A], choice: A, texts: Texts) -> None:
        self.choice = line.game.notation(line.state, choice)
        line.choose(choice)
        self.played = line.play(texts, in_all_ways=True)

    @property
    def ends(self) -> list[Continuation[S, A]]:
        """The same, with what is still open after it in every way."""
        further = self.played.ways or (Continuation((), self.played),)
        return [Continuation((self.choice, *way.choices), way.played) for way in further]

    def is_refused(self, step: int) -> bool:
        """Whether the step of this number is not legal so, for certain."""
        answer = self.played.answer
        return not answer.legal and not answer.undecided and len(answer.steps) == step


def whatever_others_choose(line: Line[S, A], texts: Texts) -> Played[S, A] | None:
    """The line when the first of these texts was refused because another player has to choose before: played
    in all ways. Where all end alike it is played to that end, else it is undecided.

    None where that step is an answer itself, or legal in no way.
    """
    if line.undecided or _is_answer(line, texts[0][0]):
        return None
    if (found := _without_idle(line, texts)) is not None:
        return found
    ways = _ways(line, texts)
    if ways and all(way.is_refused(len(line.steps)) for way in ways):
        return None
    waiting = line.narration.open_answers(line.state)
    told = {_told(way.played.answer): way for way in reversed(ways)}
    every = tuple(end for way in ways for end in way.ends)
    if any(end.played.answer.undecided for end in every):
        every = ()  # nobody can say what comes of each
    if len(told) == 1:
        first = ways[0].played
        open_choice = f"the steps leave a choice open: {'; '.join(waiting)}"
        return replace(first, ways=every, waiting=waiting, undecided=first.undecided or open_choice)
    ends = [f'with "{way.choice}": {way.played.answer.outcome.removesuffix(".")}' for way in told.values()]
    ends = ends[::-1][:_MOST_TOLD] or [f"one of {len(waiting)} answers"]
    hangs = f"it hangs on a choice that the steps leave open: {'; '.join(ends)}"
    step = line.steps[-1]
    assert step.refusal is not None
    line.steps[-1] = replace(step, refusal=replace(step.refusal, reason=hangs))
    line.undecided = f'"{step.text}": {hangs}'
    return replace(line.played(in_all_ways=False), ways=every, waiting=waiting)


def _is_answer(line: Line[S, A], text: str) -> bool:
    """Whether a step says what another player chooses, so that nothing is left out before it."""
    narration = line.narration
    if everybody(text, narration.kinds) is not None:
        return True
    with suppress(InputError):
        return narration.player_of(narration.read(line.state, text, None).action) >= 0
    return False


def _before(line: Line[S, A]) -> Line[S, A]:
    """The line without the step that was refused."""
    before = line.fork()
    before.steps.pop()
    before.not_judged = 0
    return before


def _without_idle(line: Line[S, A], texts: Texts) -> Played[S, A] | None:
    """The line gone on with where what is left to others makes no difference; None where it does."""
    before = _before(line)
    before.state = before.narration.let_go_by(line.state)
    if before.state == line.state:
        return None
    return before.play(texts, in_all_ways=True)


def _ways(line: Line[S, A], texts: Texts) -> list[_Way[S, A]]:
    """The line with each answer to the choice; none where there are too many."""
    before = _before(line)
    options, ways, tried = line.game.legal_actions(line.state), list[_Way[S, A]](), line.answers
    if line.narration.is_idle_choice(line.state):
        options = options[:1]
    tried.count += len(options)
    with suppress(SpentError):
        for option in options:
            if tried.count > MOST_ANSWERS:
                return []
            ways.append(_Way(before.fork(), option, texts))
        return ways if tried.count <= MOST_ANSWERS else []
    return []


def _told(answer: LineAnswer) -> object:
    """What is said of a line, but for the way to it."""
    return answer.outcome, answer.legal, answer.undecided, answer.calculation, answer.lost
