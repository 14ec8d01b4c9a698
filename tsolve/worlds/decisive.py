"""Which rulings of an answer are decisive: each is switched off in turn, and the verdict changes or not.

A game says how to switch a ruling off, and what has to change. The verdict does not include by how much
something succeeds or fails, unless that is the first level of the goal. The engine plays the lines; the exact
backend finds best lines again, without a second proof. Work is counted in actions played, never in seconds,
so that every machine examines the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.budget import SpentError, surely, whole
from tsolve.contract.capability import Question
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played
from tsolve.engine import Probe, TooMuchWorkError
from tsolve.errors import DisagreementError, IllegalActionError, InputError, UsageError
from tsolve.judging.check import BestPlays, best_plays_of, claims_of
from tsolve.model.answers import ClaimAnswer, SolveAnswer
from tsolve.model.plays import Wishes
from tsolve.steps.line import play_line

if TYPE_CHECKING:
    from fractions import Fraction

    from tsolve.solve.policy import Worth


S = TypeVar("S")
A = TypeVar("A")


class Ablated(msgspec.Struct, Generic[S, A], frozen=True):
    """A position without one ruling."""

    position: Position[S, A]
    is_part: bool = False
    """Whether this switches off only a part of the ruling; then only a change of the verdict is
    conclusive.
    """


class Valued(msgspec.Struct, frozen=True):
    """What the best play is worth, without the play."""

    goal: tuple[str, ...]
    worth: Worth | None
    """None where nothing is proved."""
    is_a_policy: bool
    """Whether every line without draws is worth less."""
    problems: int
    """How many optimisation problems that took."""


class BestVerdict(msgspec.Struct, frozen=True):
    """The result of the best play."""

    title: str
    """What it does, without numbers; empty for a policy."""
    first: Fraction | int | None
    """Its worth by the first level of the goal; None if there is no play."""
    worth: Worth
    """Its worth by all levels that say more than a margin."""

    def differs_from(self, other: BestVerdict) -> bool:
        """Whether the result is different. Another line of the same worth does not count as different."""
        if self.first != other.first:
            return True
        return self.title != other.title and self.worth != other.worth


class Ablation(Generic[S, A]):
    """The rulings of one position. A game adds how its own are switched off."""

    switches_off: ClassVar[bool] = False
    """Whether the game says how to switch off its rulings; otherwise they are not examined."""

    def __init__(self, position: Position[S, A]) -> None:
        self.position = position

    def examines(self, ruling: str) -> bool:
        """Whether a ruling of the game is tried; otherwise it is known to be merely applied."""
        return self.switches_off

    def without(self, ruling: str) -> Ablated[S, A] | None:
        """The position without this ruling; None for one that cannot be switched off."""
        return None

    def planned(self, other: Position[S, A], probe: Probe[S, A]) -> Position[S, A]:
        """A changed position, watched, in the form in which best plays are searched; usually the position
        itself.

        Raises TooMuchWorkError where they cannot be.
        """
        return other.watched_by(probe)

    def ending(self, played: Played[S, A]) -> Hashable:
        """The result of a line, without numbers if the game can say it so."""
        return played.answer.outcome

    def decided(self, position: Position[S, A]) -> Hashable:
        """What the rules prescribe in a position, in games in which they do; otherwise always None."""
        return None

    def trail(self, state: S) -> Hashable:
        """Everything in a position at the end of a line that a judgement of its steps and its result may
        depend on.

        Lines of the same actions with equal trails are judged alike.
        """
        return self.position.game.key(state)

    @property
    def judged_by_its_end(self) -> bool:
        """Whether all claims about the line can be judged by its end."""
        return False

    def worth_alone(self, planned: Position[S, A], goal: str | None, wishes: Wishes) -> Valued | None:
        """The worth of the best play, if the game can find it faster than the play itself; else None."""
        return None

    # verdicts

    def telling(self, goal: tuple[str, ...]) -> tuple[str, ...]:
        """The levels of a goal without the margins at its end; the first level always stays."""
        last = len(goal)
        while last > 1 and goal[last - 1] in self.position.measures.margins:
            last -= 1
        return goal[:last]

    def best(self, solution: SolveAnswer) -> BestVerdict:
        """The result of the best play of an answer."""
        if solution.policy is not None:
            from fractions import Fraction  # the worth of a line is made of whole numbers

            worth = tuple(Fraction(level.exact) for level in solution.policy.worth)
            return self.verdict("", solution.goal, worth)
        if solution.best:
            plan = solution.best[0]
            return self.verdict(plan.title, solution.goal, plan.objective)
        return self.verdict("", solution.goal, ())

    def verdict(self, title: str, goal: tuple[str, ...], worth: Worth) -> BestVerdict:
        """The verdict of a play with this title and worth; without a worth there is no play."""
        if not worth:
            return BestVerdict(title, None, ())
        margins = self.position.measures.margins
        telling = (number for level, number in zip(goal, worth, strict=True) if level not in margins)
        return BestVerdict(title, worth[0], tuple(telling))


ABLATION: Question[[], Ablation[Any, Any]] = Question(Ablation, "ablation")
"""How the rulings of a game are switched off."""


KEY = "key."
"""The prefix of the ruling of an interpretation."""
TOGETHER = 4_000
"""The most work for all rulings of one answer, in actions played."""
PROBLEM = 10
"""The cost of an optimisation problem, in actions played."""


def decisive(
    position: Position[S, A],
    rulings: Iterable[str],
    claims: tuple[ClaimAnswer, ...] | None,
    solution: SolveAnswer | None,
    wishes: Wishes,
) -> dict[str, bool | None]:
    """Whether each ruling is decisive: without it the line is legal or not, ends otherwise, a claim gets
    another verdict, or the best play comes to something else; where nothing of this is asked about, the rules
    decide something else.

    An interpretation is decisive when one of its other readings would change the verdict. False for what is
    only applied or cannot be switched off, None for what was not examined. `claims` are those of the file as
    they were judged (None: neither they nor the line are asked about), `solution` is the best play if it is
    asked about. What is named first is examined first.
    """
    asked = tuple(dict.fromkeys(rulings))
    try:
        with surely():  # the line alone
            ablating = _Ablating(position, claims, solution, wishes)
    except SpentError:
        return dict.fromkeys(asked)
    return {ruling: ablating.is_decisive(ruling) for ruling in asked}


class LineVerdict(msgspec.Struct, frozen=True):
    """What became of a line."""

    broken_at: int
    """The number of the step that is not legal, 0 for none."""
    undecided: bool
    ending: Hashable


def line_verdict(position: Position[S, A], played: Played[S, A]) -> LineVerdict:
    """What became of a line that was played."""
    broken = next((step.number for step in played.answer.steps if step.refusal is not None), 0)
    return LineVerdict(broken, bool(played.undecided), ABLATION.of(position)().ending(played))


def trail_of(position: Position[S, A], played: Played[S, A]) -> tuple[Hashable, S] | None:
    """All that the judgement of a legal line may depend on if its actions are played in this position, and
    the state they lead to; None if one of them is impossible there.

    Equal trails mean equal verdicts; they are found faster than by reading the steps again.
    """
    if not played.answer.legal or played.undecided:
        return None
    step_reader, state = position.step_reader(), position.state
    try:
        for move in played.moves:
            state = step_reader.game.apply(state, move.action)
    except (IllegalActionError, LookupError):  # LookupError: a card that did not come
        return None
    forced = tuple(action for _, action in step_reader.probe.forced)
    return (ABLATION.of(position)().trail(state), forced), state


class _Ablating(Generic[S, A]):
    def __init__(
        self,
        position: Position[S, A],
        claims: tuple[ClaimAnswer, ...] | None,
        solution: SolveAnswer | None,
        wishes: Wishes,
    ) -> None:
        self.position, self.wishes = position, wishes
        self.ablation = ABLATION.of(position)()
        self.left = TOGETHER
        """Work that may still be done."""
        self.with_line = claims is not None
        self.played = self._play(position)
        self.trail = trail_of(position, self.played) if self.played is not None else None
        self.line = line_verdict(position, self.played) if self.played is not None else None
        self.claims = [claim.verdict for claim in claims or ()]
        self.best = self.ablation.best(solution) if solution is not None else None
        self.asks_nothing = self.played is None and not self.claims and self.best is None
        self.decided = self.ablation.decided(position) if self.asks_nothing else None
        """What the rules decide, if the file asks nothing else."""
        self.by_policy = solution is not None and solution.policy is not None
        self.telling = ",".join(self.ablation.telling(solution.goal)) if solution is not None else ""
        """The levels of the goal that say more than a margin."""

    def is_decisive(self, ruling: str) -> bool | None:
        """Whether this ruling is decisive; None if that was not examined."""
        if ruling.startswith(KEY):
            found = [self._matters(other) for other in self._read_otherwise(ruling.removeprefix(KEY))]
            return True if True in found else None if None in found else False
        if not self.ablation.examines(ruling):
            return None
        without = self.ablation.without(ruling)
        if without is None:
            return False
        matters = self._matters(without.position)
        return None if without.is_part and not matters else matters

    def _read_otherwise(self, key: str) -> Iterator[Position[S, A]]:
        """The position under each other reading of an open point, as far as some printing has it."""
        for option, printings in self.position.ruleset.printings_by_option(key).items():
            if printings and option != self.position.readings[key]:
                yield self.position.read_as(key, option)

    def _matters(self, other: Position[S, A]) -> bool | None:
        """Whether the verdict changes there; None if that was not examined."""
        try:
            with whole():
                played = self._played_again(other)
                if played is not None and line_verdict(other, played) != self.line:
                    return True
                if self.asks_nothing:
                    return self.ablation.decided(other) != self.decided
                if not self.claims and self.best is None:
                    return False
                return self._plans_are_changed(other, played)
        except (DisagreementError, TooMuchWorkError, SpentError):  # nothing is settled
            return None
        except (InputError, UsageError):  # what is asked no longer means anything
            return True

    def _played_again(self, other: Position[S, A]) -> Played[S, A] | None:
        """The line in another position; if its actions have the same effect there, its steps are not read
        again.
        """
        if self.played is None or self.trail is None or not self.ablation.judged_by_its_end:
            return self._play(other)
        again = trail_of(other, self.played)
        if again is None or again[0] != self.trail[0]:
            return self._play(other)
        return replace(self.played, result=again[1])

    def _plans_are_changed(self, other: Position[S, A], played: Played[S, A] | None) -> bool:
        """Whether a claim gets another verdict, or the best play another result."""
        if self.left <= 0:
            raise TooMuchWorkError
        probe: Probe[S, A] = Probe(self.left, remembers=True)
        asked = self.ablation.planned(other, probe)
        try:
            if self.claims:
                claims = claims_of(other, played, self._best_plays(asked, self.wishes.goal))
                for claim in claims:
                    claim.detail = "line"
                if [claim.judge().verdict for claim in claims] != self.claims:
                    return True
            return self.best is not None and self._best_is_changed(asked, self.best)
        finally:
            self.left -= probe.work

    def _best_is_changed(self, asked: Position[S, A], best: BestVerdict) -> bool:
        """Whether the best play has another result. Margins are compared only where they may decide which
        play is best.
        """
        for goal in dict.fromkeys((self.telling or self.wishes.goal, self.wishes.goal)):
            alone = self._without_a_play(asked, goal, best)
            found = alone or self.ablation.best(self._best_plays(asked, goal).answer())
            if found.first != best.first or found.worth == best.worth:
                break
        return found.differs_from(best)

    def _without_a_play(
        self, asked: Position[S, A], goal: str | None, best: BestVerdict
    ) -> BestVerdict | None:
        """The result of the best play, if its worth alone shows whether it differs from `best`; mostly if
        `best` is a policy, which takes long to write.
        """
        valued = self.ablation.worth_alone(asked, goal, self.wishes) if self.by_policy else None
        if valued is None:
            return None
        self.left -= PROBLEM * valued.problems
        if valued.worth is None:
            return None
        found = self.ablation.verdict("", valued.goal, valued.worth)  # as that of a policy
        says_enough = valued.is_a_policy or found.first != best.first or found.worth == best.worth
        return found if says_enough else None

    def _play(self, position: Position[S, A]) -> Played[S, A] | None:
        line = position.written.line
        return play_line(position, line) if line and self.with_line else None

    def _best_plays(self, position: Position[S, A], goal: str | None) -> BestPlays[S, A]:
        def counted(position: Position[S, A], wishes: Wishes) -> SolveAnswer:
            answer = position.solve(replace(wishes, turn=self.wishes.turn))
            self.left -= PROBLEM * answer.problems
            return answer

        return best_plays_of(
            position, replace(self.wishes, goal=goal, backend="exact", what_if=False), counted
        )
