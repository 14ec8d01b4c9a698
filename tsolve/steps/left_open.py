"""What a line leaves open, and what is missing. Choices of other players before a step, or open choices at
the end of a line: the line is then played in all ways. Unknown parts of a position that keep an answer
undecided. And rows that somebody may have left out to get another number.

Unknown parts are found by the engine: the turn is played on until nobody can act; the part that would let it
continue, if it were known, is what is missing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError, at_most, current, surely
from tsolve.cardkit.tasks import Pending
from tsolve.contract.position import Position, Worlds
from tsolve.contract.step_reader import Continuation, Played, StepReader, Texts, Tried
from tsolve.engine import CHANCE, UNKNOWN, Arrival, Game, explore
from tsolve.errors import InputError, Span, UsageError
from tsolve.model.answers import ToWrite
from tsolve.model.plays import Calculation, LineAnswer, StepAnswer
from tsolve.model.trace import Entry, Refusal
from tsolve.model.verdicts import sentence
from tsolve.steps.everybody import everybody

S = TypeVar("S")
A = TypeVar("A")

MOST_ANSWERS = 300
"""The most answers of other players that are tried, each with the rest of the line."""
MOST_CHOICES = 1_000
"""The most answers to open choices, and events, that are tried at the end of a line."""
_MOST_TOLD = 3
_STEPS_OF_NEVER = 20_000
"""The budget for finding out whether a step that depends on chance is impossible whatever comes."""


class Line(Protocol[S, A]):
    """A line that is being played."""

    game: Game[S, A]
    step_reader: StepReader[S, A]
    state: S
    steps: list[StepAnswer]
    undecided: str
    not_judged: int
    answers: Tried
    indifferent: tuple[()] | tuple[Self, Texts]
    """The line before the first choice among several that was made without a written step, and the steps that
    followed.
    """

    def fork(self) -> Self: ...

    def in_world(self, state: S) -> Self:
        """The same line, continued from one of the positions that it may have reached."""
        ...

    def step(self, text: str, span: Span | None) -> bool:
        """Play one written step; False if it is illegal, and then nothing has changed."""
        ...

    def add_step(self, text: str, span: Span | None, refusal: Refusal | None) -> None:
        """Record a step that was taken or refused."""
        ...

    def choose(self, action: A) -> None:
        """Make a choice as part of the step before."""
        ...

    def play(self, texts: Texts, in_all_ways: bool) -> Played[S, A]: ...

    def played(self, in_all_ways: bool) -> Played[S, A]: ...

    def apply(self, action: A) -> None: ...

    def what_may_come(self) -> list[A]:
        """The possible events, if the line stops in the middle of a step whose result depends on chance."""
        ...

    def finish(self) -> tuple[str, ...]:
        """Continue until something is left open; returns what may come next, in words, if the line stops
        there.
        """
        ...

    def summed_up(self, waiting: tuple[str, ...], ways: tuple[Continuation[S, A], ...]) -> Played[S, A]:
        """The result of the line."""
        ...


def in_every_world(line: Line[S, A], worlds: Worlds[S], texts: Texts, in_all_ways: bool) -> Played[S, A]:
    """Continue the line with these texts in every position that the file may mean. A step is legal if it is
    legal in all of them, illegal if it is legal in none; otherwise it is undecided, and the line ends there.
    """
    others = tuple(line.in_world(state).play(texts, in_all_ways) for state in worlds.states)
    played = line.in_world(line.state).play(texts, in_all_ways)
    ends = {_end_of(each) for each in (played, *others)}
    if len(ends) == 1:
        outcomes = {each.answer.outcome for each in (played, *others)}
        if not played.answer.legal or len(outcomes) == 1:
            return replace(played, others=others)
        answer = replace(played.answer, outcome=f"{sentence(worlds.why)}.", calculation=None)
        return replace(played, answer=answer, undecided=worlds.why, others=others)
    sure = min(number for number, _ in ends) - 1 - len(line.steps)
    others = tuple(line.in_world(state).play(texts[:sure], in_all_ways=False) for state in worlds.states)
    here = line.in_world(line.state)
    told = sum(here.step(*each) for each in texts[:sure])
    del here.steps[len(line.steps) + told :]
    text, span = texts[told]
    here.not_judged, here.undecided = len(texts) - told - 1, f'"{text}": {worlds.why}'
    here.add_step(text, span, Refusal(text, worlds.why, worlds.rulings))
    return replace(here.played(in_all_ways=False), others=others)


def _end_of(played: Played[S, A]) -> tuple[int, bool]:
    """The number of the illegal step, or of the last step plus one; and whether the line is undecided."""
    answer = played.answer
    return len(answer.steps) + answer.legal, bool(answer.undecided)


class _Open(NamedTuple, Generic[S, A]):
    """A line continued with some choices, and what may be chosen next."""

    choices: tuple[str, ...]
    line: Line[S, A]
    waiting: tuple[str, ...]


def every_way(line: Line[S, A]) -> tuple[Continuation[S, A], ...]:
    """Every way in which a line can end, by its open choices and by chance; equal ends once. If there are too
    many, a way stops as soon as its result is settled; empty if even these are too many.
    """
    game = line.game
    found: list[Continuation[S, A]] = []
    undecided: list[_Open[S, A]] = [_Open((), line, ())]
    decided: list[_Open[S, A]] = []
    seen: set[Hashable] = set()
    tried = 0
    while undecided or decided:
        at = (undecided or decided)[-1]
        options = at.line.what_may_come() or game.legal_actions(at.line.state)
        tried += len(options)
        if tried > MOST_CHOICES:
            ends = (Continuation(each.choices, each.line.summed_up(each.waiting, ())) for each in decided)
            return () if undecided else (*found, *ends)
        (undecided or decided).pop()
        for option in options:
            other = at.line.fork()
            other.apply(option)
            waiting = other.finish()
            key = game.key(other.state)
            if key in seen:
                continue
            seen.add(key)
            made = (*at.choices, game.notation(at.line.state, option))
            if not waiting:
                alike = whichever_is_chosen(*other.indifferent) if other.indifferent else ()
                came = alike or (Continuation((), other.summed_up((), ())),)
                found += [Continuation((*made, *end.choices), end.played) for end in came]
            elif other.step_reader.is_settled(other.state):
                decided.append(_Open(made, other, waiting))
            else:
                undecided.append(_Open(made, other, waiting))
    return tuple(found)


class _Way(Generic[S, A]):
    """One option of another player, and the line that follows."""

    def __init__(self, line: Line[S, A], choice: A, texts: Texts) -> None:
        self.choice = line.game.notation(line.state, choice)
        line.choose(choice)
        self.played = line.play(texts, in_all_ways=True)

    @property
    def ends(self) -> list[Continuation[S, A]]:
        """All ways in which this line can end, if it leaves further choices open."""
        further = self.played.ways or (Continuation((), self.played),)
        return [Continuation((self.choice, *way.choices), way.played) for way in further]

    def is_refused(self, step: int) -> bool:
        """Whether the step of this number is surely illegal after this choice."""
        answer = self.played.answer
        return not answer.legal and not answer.undecided and len(answer.steps) == step


def whichever_is_chosen(line: Line[S, A], texts: Texts) -> tuple[Continuation[S, A], ...]:
    """Continue the line with these texts after each answer to a choice that does not change its result; empty
    if there are too many answers.
    """
    options = line.game.legal_actions(line.state)
    line.answers.count += len(options)
    if line.answers.count > MOST_ANSWERS:
        return ()
    return tuple(end for option in options for end in _Way(line.fork(), option, texts).ends)


def whatever_others_choose(line: Line[S, A], texts: Texts) -> Played[S, A] | None:
    """The line if its next step, the first of these texts, was refused because another player must choose
    before it. It is played with every answer. If all end alike, that is the result; otherwise it is
    undecided.

    None if the step is itself an answer, or is illegal after every answer.
    """
    if line.undecided or _is_answer(line, texts[0][0]):
        return None
    if (found := _without_idle(line, texts)) is not None:
        return found
    ways = _ways(line, texts)
    if ways and all(way.is_refused(len(line.steps)) for way in ways):
        return None
    waiting = line.step_reader.open_answers(line.state)
    told = {_told(way.played.answer): way for way in reversed(ways)}
    every = tuple(end for way in ways for end in way.ends)
    if any(end.played.answer.undecided for end in every):
        every = ()  # some results are unknown
    if len(told) == 1:
        first = ways[0].played
        open_choice = f"the steps leave a choice open: {'; '.join(waiting)}"
        return replace(first, ways=every, waiting=waiting, undecided=first.undecided or open_choice)
    ends = [f'with "{way.choice}": {way.played.answer.outcome.removesuffix(".")}' for way in told.values()]
    ends = ends[::-1][:_MOST_TOLD] or [f"one of {len(waiting)} answers"]
    hangs = f"it depends on a choice that the steps leave open: {'; '.join(ends)}"
    step = line.steps[-1]
    assert step.refusal is not None
    line.steps[-1] = replace(step, refusal=replace(step.refusal, reason=hangs))
    line.undecided = f'"{step.text}": {hangs}'
    return replace(line.played(in_all_ways=False), ways=every, waiting=waiting)


def never_legal(position: Position[S, A], text: str) -> Refusal | None:
    """Why a step that depends on chance is impossible whatever comes; None if it may be possible, or if
    something else is unknown.
    """
    is_over = position.step_reader().is_result(
        position.state
    )  # then it depends on a past event, not on a future one
    if is_over or position.game.mover(position.state) not in (CHANCE, UNKNOWN):
        return None
    with at_most(_STEPS_OF_NEVER), suppress(SpentError, InputError, UsageError):
        found = position.why_not(text, "", "reasons")
        if found.verdict == "impossible":
            told = "; ".join(reason.text for reason in found.reasons)
            rulings = dict.fromkeys(ruling for reason in found.reasons for ruling in reason.rulings)
            return Refusal(text, f"whatever comes: {told}", tuple(rulings))
    return None


def _is_answer(line: Line[S, A], text: str) -> bool:
    """Whether a step itself says what another player chooses, so that no choice is missing before it."""
    step_reader = line.step_reader
    if everybody(text, step_reader.kinds) is not None:
        return True
    with suppress(InputError):
        return step_reader.player_of(step_reader.read(line.state, text, None).action) >= 0
    return False


def _before(line: Line[S, A]) -> Line[S, A]:
    """The line without the refused step."""
    before = line.fork()
    before.steps.pop()
    before.not_judged = 0
    return before


def _without_idle(line: Line[S, A], texts: Texts) -> Played[S, A] | None:
    """The line continued without the open choices of others, if these do not matter; None if they do."""
    before = _before(line)
    before.state = before.step_reader.let_go_by(line.state)
    if before.state == line.state:
        return None
    return before.play(texts, in_all_ways=True)


def _ways(line: Line[S, A], texts: Texts) -> list[_Way[S, A]]:
    """The line with each answer to the choice; empty if there are too many."""
    before = _before(line)
    options, ways, tried = line.game.legal_actions(line.state), list[_Way[S, A]](), line.answers
    if line.step_reader.is_idle_choice(line.state):
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
    """What an answer says about a line, without its steps."""
    return answer.outcome, answer.legal, answer.undecided, answer.calculation, answer.lost


_MOST_POSITIONS = 200
_MOST_ACTIONS = 2_000
"""The most actions that are played; with a large hand, so many are legal that few positions are reached."""
_WHEN_OVER = 200
"""The most such actions once the budget of the question is used up."""


def to_write(position: Position[S, A], state: S) -> tuple[ToWrite, ...]:
    """What the file would have to say so that the turn can continue wherever it stops now.

    The turn is explored for a while, shortest lines first; the answer is in the order of discovery.
    """
    found: dict[ToWrite, None] = {}
    asked, played = current(), 0

    def moves(here: S) -> Iterator[A]:
        nonlocal played
        for action in _moves(position.game, state, here):
            if played == _MOST_ACTIONS or (played >= _WHEN_OVER and asked.is_over()):
                return
            played += 1
            asked.count(1)
            yield action

    with suppress(SpentError), surely():  # too little work to be refused, but it is counted
        walk = explore(position.game, Arrival(state), moves)
        for here in islice(walk, _MOST_POSITIONS):
            found.update(dict.fromkeys(_missing(position, state, here.state)))
            if len(found) >= _MOST_TOLD:
                break
    return tuple(found)[:_MOST_TOLD]


def _moves(game: Game[S, A], start: S, here: S) -> Iterable[A]:
    """The player's actions in this turn, or one of the possible chance events."""
    if game.is_over(here) or not _is_of_the_turn(start, here):
        return ()
    mover = game.mover(here)
    if mover == CHANCE:
        return [action for action, _ in game.chance(here)[:1]]
    return () if _is_of_another(mover, here) else game.legal_actions(here)


def _missing(position: Position[S, A], start: S, here: S) -> Iterator[ToWrite]:
    """What is missing in the file, if nobody can act or another player must choose."""
    game = position.game
    mover = game.mover(here)
    if not _is_of_the_turn(start, here):
        return
    blamed = False
    for unknown in position.unknowns(here):
        if unknown.stands_open or (mover != CHANCE and game.mover(unknown.known(here)) != mover):
            blamed = True
            yield ToWrite(unknown.what, unknown.key, by_chance=unknown.by_chance)
    if not blamed and _is_of_another(mover, here) and (actions := game.legal_actions(here)):
        step = game.notation(here, actions[0])
        yield ToWrite(f"what player {mover + 1} chooses", f"line: [..., {step}]", is_choice=True)


def _is_of_the_turn(start: S, here: S) -> bool:
    """Whether it is still the same player's turn."""
    return not (isinstance(here, Pending) and isinstance(start, Pending)) or here.active == start.active


def _is_of_another(mover: int, here: S) -> bool:
    """Whether a player chooses whose turn it is not."""
    return isinstance(here, Pending) and mover >= 0 and mover != here.active


_CHANGING = frozenset({"multiply", "halve", "cancel", "floor"})
"""Operations after which earlier rows no longer count with the amount that was added."""


def left_out(calculation: Calculation, claimed: int) -> tuple[Entry, ...]:
    """The rows that lead to the claimed number if they are left out, one at a time.

    Only rows with a known part in the total are tried: rows of the summed quantity after which nothing is
    multiplied or cut off, and contributions to a quantity that is added to such a sum unchanged.
    """
    missing = calculation.total - claimed
    if not calculation.rows or not missing:
        return ()
    summed = calculation.rows[-1].quantity
    chain = [row for row in calculation.rows if row.quantity == summed]
    last = max((number for number, row in enumerate(chain) if row.step in _CHANGING), default=0)
    found = [row for row in chain[last:] if row.change == missing]
    if any(row.step in _CHANGING for row in calculation.rows):
        return tuple(found)
    added = {row.change for row in chain}
    ends = {row.quantity: row.after for row in calculation.rows if row.quantity != summed}
    parts = [row for row in calculation.rows if ends.get(row.quantity) in added]
    return (*found, *(row for row in parts if row.change == missing))
