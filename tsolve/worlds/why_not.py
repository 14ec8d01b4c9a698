"""Why something is impossible in any game, and what would make it possible: the line, or a minimal set of
reasons and the cheapest repairs, each of them solved; and what can be done whatever chance brings.

A question is asked in a world: the position, with facts that may be changed. The game knows what a world
consists of. This room only searches it, and searches again with some of its facts changed. With chance, the
play must succeed whatever comes: the worst outcome of the best play counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, at_most, current
from tsolve.contract.position import Position
from tsolve.explain import Core, disjoint_cores, least_amount, repairs
from tsolve.judging.check import reading_answers
from tsolve.model.plays import exact
from tsolve.model.verdicts import sentence
from tsolve.model.why_not import WHATEVER_COMES, Detail, Missing, ReasonAnswer, RemedyAnswer, WhyNotAnswer
from tsolve.worlds.possibility import Possible, certainly, is_possible, is_sure, possible
from tsolve.worlds.why_not_question import Candidate, Obstacle, Question

W = TypeVar("W")
S = TypeVar("S")
A = TypeVar("A")


class Reasons(Generic[W, S, A]):
    """The obstacles of one question, and what is possible without some of them."""

    def __init__(self, question: Question[W, S, A], world: W, with_draws: bool = False) -> None:
        """`with_draws`: it is impossible whatever is drawn, so the reasons must hold whatever is drawn."""
        self.question, self.world, self.with_draws = question, world, with_draws
        self.obstacles = {obstacle.id: obstacle for obstacle in question.obstacles(world)}
        self._possible = {frozenset(self.obstacles): False}  # that is what was asked

    def cores(self) -> Iterator[Core]:
        """Minimal sets of obstacles that share none, the most important first."""
        return disjoint_cores(tuple(self.obstacles), self.possible)

    def told(self, core: Core) -> Iterator[ReasonAnswer]:
        """The obstacles of a set, worded as reasons."""
        return (self._reason(self.obstacles[each], core) for each in core.obstacles)

    def aside(self, cores: Sequence[Core]) -> Iterator[str]:
        """The rulings that no set needs; given if removing a single reason would not be enough."""
        everything, named = frozenset(self.obstacles), {each for core in cores for each in core.obstacles}
        if any(not self.possible(everything - {each}) for each in cores[0].obstacles):
            said = {ruling for each in named for ruling in self.obstacles[each].rulings}
            left = (obstacle for id_, obstacle in self.obstacles.items() if id_ not in named)
            yield from dict.fromkeys(one.rulings[0] for one in left if one.rulings[0] not in said)

    def in_question(self, cores: Sequence[Core]) -> frozenset[str]:
        """The quantities that reasons are about; empty if some set of reasons is about no quantity."""
        about = [
            {quantity for each in core.obstacles for quantity in self.obstacles[each].made_up_by}
            for core in cores
            if core.obstacles
        ]
        return frozenset().union(*about) if all(about) else frozenset()

    def possible(self, standing: frozenset[str]) -> bool:
        """Whether it is possible with only these obstacles in the way."""
        if standing not in self._possible:
            self._possible[standing] = self._is_possible(self.without(standing))
        return self._possible[standing]

    def _is_possible(self, world: W) -> bool:
        hope = self.question.hope(world, "best") if self.with_draws else None
        return is_possible(self.question, world) if hope is None else hope.chance == 1

    def without(self, standing: Iterable[str]) -> W:
        """The world with only these obstacles in the way."""
        kept = frozenset(standing)
        world = self.world
        for obstacle in self.obstacles.values():
            if obstacle.id not in kept:
                world = obstacle.change(world)
        return world

    def _reason(self, obstacle: Obstacle[W], core: Core) -> ReasonAnswer:
        others = frozenset(self.obstacles) - {obstacle.id}
        alone = self.possible(others)
        without = self.without(others if alone else set(core.obstacles) - {obstacle.id})
        reached = "" if obstacle.is_aim else self.question.reached(without)
        return ReasonAnswer(sentence(obstacle.say()), obstacle.rulings, reached, alone, obstacle.in_short())


STEPS_OF_REASONS = 40_000
"""The budget for finding the reasons of a claim after its verdict is known."""
SHOWN = 3
"""The most cards that are named in each group."""


def missing(question: Question[W, S, A], world: W, in_question: Container[str] = ()) -> Iterator[Missing]:
    """How much more of each quantity alone would do; `in_question`: the quantities that reasons are about."""
    for quantity in (each for each in question.quantities if question.asks(world, each)):
        least = least_amount(partial(_is_enough, question, world, quantity), question.most)
        matters = least is not None or quantity in in_question
        yield Missing(quantity, question.quantity_names[quantity], least, matters)


def _is_enough(question: Question[W, S, A], world: W, quantity: str, amount: int) -> bool:
    return is_sure(question, question.more(quantity, amount)(world))


def remedies(question: Question[W, S, A], world: W) -> Iterator[RemedyAnswer]:
    """The cheapest single cards that make it possible. Raises SpentError."""

    def repaired(card: Candidate[W]) -> RemedyAnswer | None:
        changed = card.change(world)
        sought = certainly(question, changed)
        if sought.line is None:
            return None
        with allow(FREE):
            line, _ = question.shown(changed, sought.line, sought.drawn)
        return RemedyAnswer(card.name, card.cost, card.sold, card.where, line, question.amount(line))

    def symmetry_key(card: Candidate[W]) -> Hashable:
        return card.symmetry_key

    for group in question.candidates(world) or ():
        yield from islice(repairs(group, repaired, symmetry_key), SHOWN)


_SURE = "whatever you draw, there is a way"
_WHATEVER_OTHERS_CHOOSE = "whatever other players choose, there is a way"
_NO_REASONS = "further reasons are not given: {why}"
_UNSETTLED = "this is only why the rules refuse the step itself; not all reasons were found: {why}"
_NOT_ALL_READINGS = "not every other reading of the rules was tried"
_MORE_REPAIRS = "not every amount and card was tried: {why}"


def answer_to(
    position: Position[S, A],
    query: object,
    file: str,
    read: Callable[[], tuple[Question[W, S, A], W]],
    detail: Detail = "repairs",
) -> WhyNotAnswer:
    """Whether what is asked for is possible; else why not, and what would make it possible.

    `read` returns the question that the query means, and the world in which it is asked. If the budget runs
    out, the answer says what remains unknown. Citations are left to the caller.
    """
    try:
        answer = _Answering(position, *read(), detail).answer()
    except SpentError:
        asked = query if isinstance(query, str) else str(query)
        answer = WhyNotAnswer("", asked, "undecided", left_out=(current().why_over(),))
    return replace(answer, file=file)


class _Answering(Generic[W, S, A]):
    def __init__(
        self, position: Position[S, A], question: Question[W, S, A], world: W, detail: Detail
    ) -> None:
        self.position, self.question, self.world, self.detail = position, question, world, detail

    def answer(self) -> WhyNotAnswer:
        """As much of the answer as the budget allows."""
        found = possible(self.question, self.world)
        answer = self._of(found)
        if found.line is not None:
            return self._with_line(answer, found.line)
        if found.verdict == "possible":
            return answer
        missed = _NO_REASONS
        with suppress(SpentError):
            for more, next_missed in self._more(answer):
                answer, missed = more, next_missed
            return answer
        current().fall_short()
        if answer.verdict == "impossible" and not answer.reasons:
            answer, missed = self._refused(answer), _UNSETTLED
        return replace(answer, notes=(*answer.notes, missed.format(why=current().why_over())))

    def _of(self, found: Possible[A]) -> WhyNotAnswer:
        """What was found, without reasons."""
        answer = WhyNotAnswer(
            "",
            self.question.text,
            found.verdict,
            left_out=found.left_out,
            chance=None if found.chance is None else exact(found.chance),
        )
        if found.verdict != "possible":
            return replace(answer, first=found.first)
        not_yet = self.question.not_yet(self.world)
        if not_yet is not None:
            answer = replace(answer, reasons=(ReasonAnswer(sentence(not_yet[0]), not_yet[1]),))
        if found.chance is None:
            return replace(answer, notes=(_WHATEVER_OTHERS_CHOOSE,)) if found.drawn else answer
        return replace(answer, notes=(f"{_SURE}: first {found.first}" if found.first else _SURE,))

    def _more(self, answer: WhyNotAnswer) -> Iterator[tuple[WhyNotAnswer, str]]:
        """Answers, each more complete than the last, with what the next one would add."""
        closest = self.question.closest(self.world)
        answer = answer if closest is None else self._with_line(answer, closest)
        yield answer, _NO_REASONS
        if self.detail == "repairs":
            yield from self._explained(answer)
        if self.detail == "reasons" and answer.verdict == "impossible":
            yield self._in_short(answer), ""

    def _in_short(self, answer: WhyNotAnswer) -> WhyNotAnswer:
        """The answer with the reasons that a short search finds; the verdict does not depend on them."""
        with suppress(SpentError), at_most(STEPS_OF_REASONS):
            answer, _ = [*self._explained(answer)][-1]
            return answer
        return self._refused(answer)

    def _refused(self, answer: WhyNotAnswer) -> WhyNotAnswer:
        """The answer with the reason why the rules refuse the action itself."""
        with allow(FREE):
            reason, rulings = self.question.refusal(self.world)
        return replace(answer, reasons=(ReasonAnswer(sentence(reason), rulings),))

    def _explained(self, answer: WhyNotAnswer) -> Iterator[tuple[WhyNotAnswer, str]]:
        """The answer with reasons, then with repairs."""
        never = answer.chance is not None and not answer.chance.value
        reasons = Reasons(self.question, self.world, never)
        if not self.question.tries_all_readings:
            answer = replace(answer, notes=(*answer.notes, _NOT_ALL_READINGS))
        cores = list(reasons.cores())
        if not cores[0].obstacles:
            reason, rulings = self.question.refusal(reasons.without(()))
            told = (ReasonAnswer(sentence(reason), rulings),)
            yield replace(answer, reasons=told, absolute=self.question.names_obstacles), ""
            return
        first, *further = (tuple(reasons.told(core)) for core in cores if core.obstacles)
        answer = replace(answer, reasons=first, further=tuple(further), aside=tuple(reasons.aside(cores)))
        answer = replace(answer, notes=(*answer.notes, WHATEVER_COMES)) if never else answer
        is_final = any(obstacle.is_final for obstacle in reasons.obstacles.values())
        if self.detail != "repairs":
            yield answer, ""
            return
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

    def _with_line(self, answer: WhyNotAnswer, actions: Iterable[A]) -> WhyNotAnswer:
        with allow(FREE):  # however little is left, what was found is played
            line, readings = self.question.shown(self.world, actions)
        return replace(answer, line=line, readings=reading_answers(self.position, readings))
