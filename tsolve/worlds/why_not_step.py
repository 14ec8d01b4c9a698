"""Whether an action can be done in this turn: a question for every game whose turns are searched in full;
and what a puzzle expects of the answers to "why not?".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, at_most, current
from tsolve.cardkit.tasks import Reason
from tsolve.contract.changes import Change, reading
from tsolve.contract.position import Position
from tsolve.diagnostics import located, quoted
from tsolve.engine import CHANCE, Arrival, Game, Probe, replay
from tsolve.errors import DisagreementError, InputError, UsageError
from tsolve.model.answers import ExpectationAnswer, Value
from tsolve.model.facts import UNDECIDED, answered, doubted
from tsolve.model.plays import LineAnswer
from tsolve.model.why_not import Detail, ReasonAnswer, WhyNotAnswer
from tsolve.plays.plan import line_in_words
from tsolve.steps.in_passing import in_passing
from tsolve.steps.line import check_single, play_line
from tsolve.worlds.comparing import decisive_readings
from tsolve.worlds.possibility import certainly, is_possible
from tsolve.worlds.why_not import answer_to
from tsolve.worlds.why_not_question import ActionQuestion, Hope, Obstacle, Sought, TurnSearch

if TYPE_CHECKING:
    from tsolve.written.position_file import WhyNotExpectation


STEPS_OF_READINGS = 10_000
"""The work that it may take to find out which other readings allow a step, all of them together."""

S = TypeVar("S")
A = TypeVar("A")
P = TypeVar("P", bound=Position[Any, Any])
"""A position of one game. (A bound cannot name other type variables.)"""


def why_not(
    position: Position[S, A],
    query: object,
    file: str = "",
    detail: Detail = "repairs",
    asking: Callable[[str, Probe[S, A]], StepQuestion[Any, S, A]] | None = None,
) -> WhyNotAnswer:
    """Whether an action can be done at once or later in the turn; else why not, and under which reading it
    could be. `asking` makes the question in a game that knows which other steps may help.

    Raises InputError for a text that is no action, UsageError for a query that is no text or an empty one.
    """
    if not isinstance(query, str) or not query.strip():
        known = (
            position.game.notation(position.state, each)
            for each in position.game.legal_actions(position.state)
        )
        raise UsageError(f"a query is a step of a turn, such as {quoted(next(known, 'the next one'))}")
    check_single(position, query)
    step_reader = position.step_reader()
    written = step_reader.read(position.state, query, None)
    probe: Probe[S, A] = Probe(notes=True, remembers=True)
    question: ActionQuestion[Position[S, A], S, A] = StepQuestion(query, probe)
    if step_reader.is_event(written.action):
        question = EventQuestion(query, written.action)
    elif position.ends_turn and written == step_reader.read(position.state, position.ends_turn, None):
        question = TurnEnd(query, probe)
    elif asking is not None:
        question = asking(query, probe)
    return answer_to(position, query, file, lambda: (question, position.watched_by(probe)), detail)


class TurnPursuit(TurnSearch[S, A]):
    """A turn up to its result, in which a choice with one answer is a step like others: somebody may ask
    about it.
    """

    def __init__(
        self,
        position: Position[S, A],
        is_done: Callable[[S], bool],
        text: str = "",
        has_come: Callable[[S], bool] | None = None,
        pursued: A | None = None,
    ) -> None:
        """`text` is the step that is asked about if chance may take it, too; `has_come` as in `TurnSearch`.
        `pursued` is the event that is asked about, up to the next turn.
        """
        super().__init__(position.asking(pursued).game, position.game.turn_of(position.state) - 1, is_done)
        self.pursued = pursued
        self.start, self.step_reader, self.text = position.state, position.step_reader(), text
        self._has_come = has_come

    def has_come(self, state: S) -> bool:
        return self._has_come is not None and self._has_come(state)

    def event(self, state: S) -> A | None:
        if not self.text:
            return None
        with suppress(InputError):  # as in `legal_as_written`
            return self.step_reader.read(state, self.text, None).action
        return None

    def is_over(self, state: S) -> bool:
        is_of_another = self.game.turn_of(state) != self.game.turn_of(self.start)
        next_turn = is_of_another or (state is not self.start and self.game.begins_turn(state))
        is_result = self.pursued is None and self.step_reader.is_result(state)
        return next_turn or is_result or self.game.is_over(state)


class StepQuestion(ActionQuestion[P, S, A], Generic[P, S, A]):
    """Whether an action is legal at some time of the turn. Other worlds are other readings."""

    names_obstacles = False

    def __init__(self, text: str, probe: Probe[S, A]) -> None:
        """`probe` watches the world in which the question is asked."""
        self.text, self.probe = " ".join(text.split()), probe
        self._counted: tuple[P, Callable[[S], int] | None] | None = None
        """The world asked about last, and what counts there how often other steps did it along the way."""

    def enter(self, world: P) -> Arrival[S, A] | None:
        return Arrival(world.state)

    def pursuit(self, world: P) -> TurnPursuit[S, A]:
        has_come = partial(self.has_come, world)
        return TurnPursuit(world, lambda state: self.wanted(world, state) is not None, self.text, has_come)

    def has_come(self, world: P, state: S) -> bool:
        """Whether another step did it along the way."""
        if self._counted is None or self._counted[0] is not world:
            self._counted = world, in_passing(world, self.text)
        count = self._counted[1]
        return count is not None and count(state) > 0

    def ending(self, world: P, state: S) -> tuple[A, ...] | None:
        return () if self.has_come(world, state) else super().ending(world, state)

    def seek(self, world: P) -> Sought[A]:
        return super().seek(world) if self.not_yet(world) else Sought(())

    def wanted(self, world: P, state: S) -> A | None:
        return legal_as_written(world.asking(), self.text, state)

    def not_yet(self, world: P) -> Reason | None:
        return refused_at_once(world, self.text)

    def refusal(self, world: P) -> Reason:
        return refused_in_the_end(world, self.text)

    def obstacles(self, world: P) -> Iterator[Obstacle[P]]:
        """Each reading that alone forbids it."""
        allowing = self._allowing(world)
        reason, rulings = self.refusal(world) if allowing else ("", ())
        for key, others in allowing.items():
            says = f"{reason}; {key} is read as {world.readings[key]}, not as {' or '.join(others)}"
            change: Change[P] = reading(key, others[0])
            yield Obstacle(f"reading {key}", (*rulings, f"key.{key}"), change, partial(str, says))

    def _allowing(self, world: P) -> dict[str, list[str]]:
        """The other options of readings that allow it, as far as a short search tells."""
        found: dict[str, list[str]] = {}
        with at_most(STEPS_OF_READINGS) as budget, suppress(SpentError):
            for key in decisive_readings(world, self.probe):
                for option in self._options(world, key):
                    if self._allows(key, option, world):
                        found.setdefault(key, []).append(option)
        self.tries_all_readings = not budget.fell_short
        return found

    def _options(self, world: P, key: str) -> Iterator[str]:
        """The other options of a reading. In the middle of a turn those that replace facts of cards are left
        out: what waits there was made by the cards as they are, and may not fit the others.
        """
        options = world.ruleset.interpretations[key].options
        if world.has_moved_on and any(option.cards for option in options):
            return iter(())
        return (option.id for option in options if option.id != world.readings[key])

    def _allows(self, key: str, option: str, world: P) -> bool:
        with suppress(InputError, UsageError):  # what the file or the query says may mean nothing there
            return is_possible(self, world.read_as(key, option))
        return False

    def reached(self, world: P) -> str:
        line = certainly(self, world).line
        return "" if line is None else f"possible by {', '.join(_texts(world, self.text, line))}"

    def shown(self, world: P, line: Iterable[A], drawn: bool = False) -> tuple[LineAnswer, dict[str, str]]:
        return line_to_step(world, self.text, line, drawn)


class TurnEnd(StepQuestion[P, S, A]):
    """Whether the turn can be ended: by a pass, or since nothing else is left."""

    def pursuit(self, world: P) -> TurnPursuit[S, A]:
        result = world.step_reader().is_result
        return TurnPursuit(world, lambda state: self.wanted(world, state) is not None, has_come=result)

    def ending(self, world: P, state: S) -> tuple[A, ...] | None:
        return () if world.step_reader().is_result(state) else super().ending(world, state)

    def shown(self, world: P, line: Iterable[A], drawn: bool = False) -> tuple[LineAnswer, dict[str, str]]:
        texts = line_in_words(world.asking(), tuple(line))
        whole = texts if texts[-1:] == [world.ends_turn] else [*texts, self.text]
        played = play_line(world, whole, in_all_ways=False)
        return played.answer, played.readings


class StateQuestion(StepQuestion[P, S, A]):
    """Whether something is true at some time of the turn, such as that a card is gone. The step that brings
    it about ends the line.
    """

    def wanted(self, world: P, state: S) -> None:
        return None

    def shown(self, world: P, line: Iterable[A], drawn: bool = False) -> tuple[LineAnswer, dict[str, str]]:
        played = play_line(world, line_in_words(world.asking(), tuple(line)), in_all_ways=False)
        return played.answer, played.readings


class EventQuestion(ActionQuestion[P, S, A], Generic[P, S, A]):
    """Whether an event, by chance or certain, happens before the next turn begins."""

    names_obstacles = False

    def __init__(self, text: str, event: A) -> None:
        self.text, self.event = text, event

    def enter(self, world: P) -> Arrival[S, A] | None:
        return Arrival(world.asking(self.event).state)

    def pursuit(self, world: P) -> TurnPursuit[S, A]:
        return TurnPursuit(world, lambda _: False, self.text, pursued=self.event)

    def wanted(self, world: P, state: S) -> A | None:
        pursuit = self.pursuit(world)
        if pursuit.game.mover(state) != CHANCE:
            return None
        event = pursuit.event(state)
        return event if [each for each, _ in pursuit.game.chance(state)] == [event] else None

    def refusal(self, world: P) -> Reason:
        hope = self.hope(world, "best")
        text = "nothing in this turn can bring that" if hope == Hope(Fraction(0)) else "that is up to chance"
        return text, world.step_reader().rulings_of_chance

    def shown(self, world: P, line: Iterable[A], drawn: bool = False) -> tuple[LineAnswer, dict[str, str]]:
        *texts, last = line_in_words(world.asking(self.event), tuple(line))
        played = play_line(world, [*texts, last])
        if played.answer.legal:
            return played.answer, played.readings
        played = play_line(world, texts)  # what comes after the turn has its result is not part of a line
        return replace(played.answer, outcome=f"{played.answer.outcome} Then: {last}."), played.readings


def legal_as_written(world: Position[S, A], text: str, state: S) -> A | None:
    """The action that a text means in a position of the turn, if it is legal there. A pass on the way to a
    later step does not count; of the passes that end the turn only the last does. What a text says at the
    start may mean nothing later.
    """
    step_reader = world.step_reader()
    try:
        written = step_reader.read(state, text, None)
    except InputError:
        return None
    if written.step and (silent := step_reader.silent_step(state, written)) is not None:
        is_last = silent == written.action and step_reader.is_result(world.game.apply(state, silent))
        return silent if is_last else None
    is_legal = written.is_whole and world.game.why_not(state, written.action) is None
    return written.action if is_legal else None


def refused_at_once(world: Position[S, A], text: str) -> Reason | None:
    """Why a step cannot be done at once; None if it can."""
    return _refused(world, text)


def refused_in_the_end(world: Position[S, A], text: str) -> Reason:
    """Why an impossible step cannot be done. If the kind of turn must be chosen first: the reason after most
    of the choices. If chance comes first: the reason after one of its outcomes.
    """
    game, step_reader = world.game, world.step_reader()
    while not step_reader.is_result(world.state) and game.mover(world.state) == CHANCE:
        if not (events := game.chance(world.state)):
            break
        world = world.at(game.apply(world.state, events[0][0]))
    later = [_refused(world, begin, text) for begin in step_reader.beginnings(world.state)]
    refused = Counter(later).most_common(1)[0][0] if later else _refused(world, text)
    assert refused is not None, "what is legal at once is possible"
    return refused


def _refused(world: Position[S, A], *texts: str) -> Reason | None:
    """Why the last of these steps is not legal."""
    refusal = play_line(world, texts, in_all_ways=False).answer.steps[-1].refusal
    return None if refusal is None else (refusal.reason, refusal.rulings)


def line_to_step(
    world: Position[S, A], text: str, line: Iterable[A], drawn: bool = False
) -> tuple[LineAnswer, dict[str, str]]:
    """A line that ends with the step as it was asked for, or with a step that does it along the way, and the
    readings that it went through.
    """
    actions = tuple(line)
    texts = _texts(world, text, actions)
    played = play_line(world, texts, in_all_ways=False)
    if not played.answer.legal:  # the passes left out were needed
        before = (step.text for step in replay(world.asking().game, world.state, actions[:-1]))
        played = play_line(world, [*before, *texts[-1:]])
    if not played.answer.legal:
        raise DisagreementError(f"found a line that cannot be played: {played.answer.outcome}")
    answer = played.answer
    told = f"Whatever comes; for example: {answer.outcome}"
    return replace(answer, outcome=told) if drawn else answer, played.readings


def with_only_choices(world: Position[S, A], line: Iterable[A]) -> list[A]:
    """The line with the choices added that had a single answer, which nobody is asked for."""
    game, state, whole = world.asking().game, world.state, list[A]()
    for action in line:
        while len(only := game.legal_actions(state)) == 1 and _comes_first(game, state, only[0], action):
            whole += only
            state = game.apply(state, only[0])
        whole.append(action)
        state = game.apply(state, action)
    return whole


def _comes_first(game: Game[S, A], state: S, only: A, action: A) -> bool:
    """Whether the only legal choice must be made before an action, which may be about a card that has not
    come yet.
    """
    return type(only) is not type(action) or game.why_not(state, action) is not None


def _texts(world: Position[S, A], text: str, line: Iterable[A]) -> list[str]:
    """The steps of a line in words; the last one as it was asked for, unless another step does it along the
    way.
    """
    actions, asking = tuple(line), world.asking()
    texts, before = line_in_words(asking, actions), asking.state
    for action in actions[:-1]:
        before = asking.game.apply(before, action)
    is_said = not actions or legal_as_written(asking, text, before) is not None
    return [*texts[:-1], text] if is_said else texts


def judge_why_not(
    position: Position[S, A], expect: Mapping[str, WhyNotExpectation], on_found: Callable[[object], None]
) -> Iterator[ExpectationAnswer]:
    """Every expectation about every question; `on_found` is told of the answers. What does not hold is
    undecided where the answer depends on something unknown, or the budget was not enough for all of it.

    Raises InputError and UsageError for a bad question.
    """
    for query, wanted in expect.items():
        here = position.decoded.key_span("expect", "why_not", query)
        with located(here), allow(current().part(1)) as budget:
            answer = position.why_not(query, "", "repairs")
        on_found(answer)
        is_open = budget.fell_short or (answer.verdict == UNDECIDED and answer.chance is None)
        for each in _Compared(position, query, answer).all(wanted):
            yield doubted(each) if is_open and not (each.holds or each.undecided) else each


class _Compared(Generic[S, A]):
    def __init__(self, position: Position[S, A], query: str, answer: WhyNotAnswer) -> None:
        self.position, self.query, self.answer = position, query, answer

    def all(self, wanted: WhyNotExpectation) -> Iterator[ExpectationAnswer]:
        answer = self.answer
        if wanted.verdict is not None:
            verdict = self._same(("verdict",), wanted.verdict, answer.verdict, answer.verdict)
            yield doubted(verdict, answer.verdict) if answer.verdict == UNDECIDED else verdict
        if wanted.reasons is not None:
            right = tuple(reason.rulings[0] for reason in answer.reasons if reason.rulings)
            yield self._sets("reasons", (wanted.reasons,), (answer.reasons,), right)
        if wanted.further is not None:
            yield self._sets("further", wanted.further, answer.further)
        said = " ".join(reason.text for reasons in (answer.reasons, *answer.further) for reason in reasons)
        for text in wanted.says:
            yield self._answered(("says",), "says", text in said, text, said)
        missing = {each.quantity: each.amount or "never" for each in answer.missing}
        for quantity, amount in wanted.missing.items():
            least = missing.get(quantity)
            yield self._same(("missing", quantity), amount, least or "not asked for", least)
        if wanted.cards is not None:
            names = [told for name in wanted.cards for told in self.position.names_as_stated((name,))]
            found = tuple(each.card for each in answer.cards)
            yield self._same(("cards",), _listed(names), _listed(found), found)
        if wanted.total is not None:
            table = answer.line.calculation if answer.line is not None else None
            total = None if table is None else table.total
            yield self._same(("total",), wanted.total, "no calculation" if total is None else total, total)
        if wanted.chance is not None:
            chance = answer.chance.exact if answer.chance else None
            likely = self._same(("chance",), wanted.chance, chance or "none", chance)
            yield doubted(likely) if answer.verdict == UNDECIDED and chance is None else likely

    def _sets(
        self,
        what: str,
        wanted: tuple[tuple[str, ...], ...],
        found: tuple[tuple[ReasonAnswer, ...], ...],
        right: Value | None = None,
    ) -> ExpectationAnswer:
        left = list(found)
        for rulings in wanted:
            fitting = next((each for each in left if _fits(rulings, each)), None)
            if fitting is not None:
                left.remove(fitting)
        holds = not left and len(wanted) == len(found)
        text = "; ".join(_listed(" ".join(one.rulings) for one in reasons) for reasons in found)
        expected = "; ".join(map(_listed, wanted)) or "none"
        return self._answered((what,), what, holds, expected, text or "none", right)

    def _same(
        self, path: tuple[str, ...], wanted: object, found: object, right: Value | None = None
    ) -> ExpectationAnswer:
        return self._answered(path, " ".join(path), wanted == found, str(wanted), str(found), right)

    def _answered(
        self,
        path: tuple[str, ...],
        what: str,
        holds: bool,
        wanted: str,
        found: str,
        right: Value | None = None,
    ) -> ExpectationAnswer:
        here = ("why_not", self.query, *path)
        return answered(here, f"{self.query}: {what}", holds, wanted, found, right)


def _fits(rulings: tuple[str, ...], reasons: tuple[ReasonAnswer, ...]) -> bool:
    """Whether each ruling can be given to a reason of its own."""
    if not rulings:
        return not reasons
    first, *rest = rulings
    return any(
        first in reason.rulings and _fits(tuple(rest), reasons[:at] + reasons[at + 1 :])
        for at, reason in enumerate(reasons)
    )


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(texts) or "none"
