"""What is left open or left out: choices of other players before a step, and what waits at the end of a line,
so that it is played in all ways; the unknown parts of a position that keep an answer from being decided; and
what somebody may have left out who came to another number.

For the unknown parts the engine is asked, not the answer: the turn is played on until nobody can act, and the
part of the position is to blame that would let it go on, were it known.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, at_most, current
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
"""The most answers of other players that are tried, the rest of the line with each."""
MOST_CHOICES = 1_000
"""The most answers to open choices, and events, that are tried at the end of a line."""
_MOST_TOLD = 3
_STEPS_OF_NEVER = 20_000
"""The work that it may take to find out whether a step that depends on what comes first can never be done."""


class Line(Protocol[S, A]):
    """A line that is played on."""

    game: Game[S, A]
    step_reader: StepReader[S, A]
    state: S
    steps: list[StepAnswer]
    undecided: str
    not_judged: int
    answers: Tried
    indifferent: tuple[()] | tuple[Self, Texts]
    """The line before the first choice that was made silently among several, and what followed."""

    def fork(self) -> Self: ...

    def in_world(self, state: S) -> Self:
        """The same line in a position that may be the one to which it has come."""
        ...

    def step(self, text: str, span: Span | None) -> bool:
        """Play one written step; False when it is not legal, and then nothing has changed."""
        ...

    def add_step(self, text: str, span: Span | None, refusal: Refusal | None) -> None:
        """A step was taken, or refused."""
        ...

    def choose(self, action: A) -> None:
        """Make a choice that belongs to the step before."""
        ...

    def play(self, texts: Texts, in_all_ways: bool) -> Played[S, A]: ...

    def played(self, in_all_ways: bool) -> Played[S, A]: ...

    def apply(self, action: A) -> None: ...

    def what_may_come(self) -> list[A]:
        """What chance may bring where the line stops in the middle of a step and its end depends on that."""
        ...

    def finish(self) -> tuple[str, ...]:
        """Go on as far as nothing is left open; what may come next, in words, where the line stops there."""
        ...

    def summed_up(self, waiting: tuple[str, ...], ways: tuple[Continuation[S, A], ...]) -> Played[S, A]:
        """What the line has come to."""
        ...


def in_every_world(line: Line[S, A], worlds: Worlds[S], texts: Texts, in_all_ways: bool) -> Played[S, A]:
    """The line gone on with by these texts in every position that the file may mean. A step is legal if it is
    so in all of them, illegal if it is so in none; else nobody can tell, and it ends there.
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
    """The number of the step that is not legal, or of the one after the last; whether it cannot be judged."""
    answer = played.answer
    return len(answer.steps) + answer.legal, bool(answer.undecided)


class _Open(NamedTuple, Generic[S, A]):
    """A line that was gone on with by some choices, and what may be chosen next."""

    choices: tuple[str, ...]
    line: Line[S, A]
    waiting: tuple[str, ...]


def every_way(line: Line[S, A]) -> tuple[Continuation[S, A], ...]:
    """Every way in which the choices that are open at the end of a line, and chance, can go, equal ends once.
    Where there are too many a way ends when its result is settled; none where even these are too many.
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


def whichever_is_chosen(line: Line[S, A], texts: Texts) -> tuple[Continuation[S, A], ...]:
    """Every way in which a line goes on by these texts from a choice that makes no difference to its result;
    none where there are too many.
    """
    options = line.game.legal_actions(line.state)
    line.answers.count += len(options)
    if line.answers.count > MOST_ANSWERS:
        return ()
    return tuple(end for option in options for end in _Way(line.fork(), option, texts).ends)


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
    waiting = line.step_reader.open_answers(line.state)
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
    hangs = f"it depends on a choice that the steps leave open: {'; '.join(ends)}"
    step = line.steps[-1]
    assert step.refusal is not None
    line.steps[-1] = replace(step, refusal=replace(step.refusal, reason=hangs))
    line.undecided = f'"{step.text}": {hangs}'
    return replace(line.played(in_all_ways=False), ways=every, waiting=waiting)


def never_legal(position: Position[S, A], text: str) -> Refusal | None:
    """Why a step that depends on what comes first is impossible whatever comes; None where it may not be, or
    where something else is unknown.
    """
    is_over = position.step_reader().is_result(
        position.state
    )  # then it depends on what came, not on what comes
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
    """Whether a step says what another player chooses, so that nothing is left out before it."""
    step_reader = line.step_reader
    if everybody(text, step_reader.kinds) is not None:
        return True
    with suppress(InputError):
        return step_reader.player_of(step_reader.read(line.state, text, None).action) >= 0
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
    before.state = before.step_reader.let_go_by(line.state)
    if before.state == line.state:
        return None
    return before.play(texts, in_all_ways=True)


def _ways(line: Line[S, A], texts: Texts) -> list[_Way[S, A]]:
    """The line with each answer to the choice; none where there are too many."""
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
    """What is said of a line, but for the way to it."""
    return answer.outcome, answer.legal, answer.undecided, answer.calculation, answer.lost


_MOST_POSITIONS = 200
_MOST_ACTIONS = 2_000
"""Actions that are played; in a large hand so many are legal that few positions are seen."""
_WHEN_OVER = 200
"""The same for a question whose budget is used up."""


def to_write(position: Position[S, A], state: S) -> tuple[ToWrite, ...]:
    """What a file would have to say for a turn to go on from a position wherever it does not now.

    The turn is followed for a while, the shortest ways first; what is met first comes first.
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

    with allow(FREE):  # too little work to be refused, but it is counted
        walk = explore(position.game, Arrival(state), moves)
        for here in islice(walk, _MOST_POSITIONS):
            found.update(dict.fromkeys(_missing(position, state, here.state)))
            if len(found) >= _MOST_TOLD:
                break
    return tuple(found)[:_MOST_TOLD]


def _moves(game: Game[S, A], start: S, here: S) -> Iterable[A]:
    """What the player may do in this turn, and one of the things that chance may bring."""
    if game.is_over(here) or not _is_of_the_turn(start, here):
        return ()
    mover = game.mover(here)
    if mover == CHANCE:
        return [action for action, _ in game.chance(here)[:1]]
    return () if _is_of_another(mover, here) else game.legal_actions(here)


def _missing(position: Position[S, A], start: S, here: S) -> Iterator[ToWrite]:
    """What is missing where nobody can act, or another player must choose."""
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
    """Whether the turn is not yet somebody else's."""
    return not (isinstance(here, Pending) and isinstance(start, Pending)) or here.active == start.active


def _is_of_another(mover: int, here: S) -> bool:
    """Whether somebody chooses whose turn it is not."""
    return isinstance(here, Pending) and mover >= 0 and mover != here.active


_CHANGING = frozenset({"multiply", "halve", "cancel", "floor"})
"""Steps after which what came before no longer counts as it was added."""


def left_out(calculation: Calculation, claimed: int) -> tuple[Entry, ...]:
    """The rows of which each by itself, if it is left out, leads to the claimed number.

    Only rows whose part in the total is known are tried: those of the summed quantity after which nothing is
    multiplied or cut off, and contributions to a quantity that goes into such a sum as it is.
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
