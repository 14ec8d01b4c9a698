"""Each ruling of an answer switched off in turn, and everything judged anew.

Lines are played by the engine; best lines are found anew by the exact backend, without a second proof. The
work is counted in actions played, never in seconds, so that the same is examined on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, whole
from tsolve.engine.probe import Probe, TooMuchWorkError
from tsolve.errors import DisagreementError, InputError, UsageError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.explaining.world import Rules, World
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.bests import Bests
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.weighing.lifts import lift_of, without_idle
from tsolve.games.thunderstone.weighing.verdict import (
    BestVerdict,
    best_verdict,
    line_verdict,
    telling,
    trail_of,
    verdict_by_worth,
)
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.answers import ClaimAnswer, SolveAnswer
from tsolve.model.wishes import Wishes
from tsolve.turns.line import play_line
from tsolve.turns.opened import Opened as AnyOpened

KEY = "key."
"""Begins the ruling of an interpretation."""
TOGETHER = 4_000
"""The most work for all rulings of one answer, in actions played."""
PROBLEM = 10
"""What an optimisation problem counts for: as much as so many actions played."""


def weigh(
    opened: Opened,
    rulings: Iterable[str],
    claims: tuple[ClaimAnswer, ...] | None,
    solution: SolveAnswer | None,
    wishes: Wishes,
) -> dict[str, bool | None]:
    """Whether each ruling is decisive: without it the line is legal or not, ends otherwise, a claim gets
    another verdict, or the best play comes to something else.

    An interpretation is decisive when one of its other readings would change the verdict. False for what is
    only applied or cannot be switched off, None for what was not examined. `claims` are those of the file as
    they were judged (None: neither they nor the line are asked about), `solution` is the best play if it is
    asked about.
    """
    with allow(FREE):  # the line alone
        weighing = _Weighing(opened, claims, solution, wishes)
    return weighing.weigh(rulings)


class _Weighing:
    def __init__(
        self,
        opened: Opened,
        claims: tuple[ClaimAnswer, ...] | None,
        solution: SolveAnswer | None,
        wishes: Wishes,
    ) -> None:
        self.opened, self.wishes = opened, wishes
        self.left = TOGETHER
        """Work that may still be done."""
        self.world = World(Rules(opened.book.cards, opened.book.readings, book=opened.book), opened.state)
        self.with_line = claims is not None
        self.played = self._play(opened)
        self.trail = trail_of(opened, self.played) if self.played is not None else None
        self.line = line_verdict(self.played) if self.played is not None else None
        self.asks_between = any(
            claim.after or {"gold", "buys", "cannot_buy"} & {*claim.kinds} for claim in opened.position.claims
        )
        """Whether a claim is about the midst of the line."""
        self.claims = [claim.verdict for claim in claims or ()]
        self.best = best_verdict(solution) if solution is not None else None
        self.by_policy = solution is not None and solution.policy is not None
        self.telling = ",".join(telling(solution.goal)) if solution is not None else ""
        """The goal as far as its levels tell more than by how much."""

    def weigh(self, rulings: Iterable[str]) -> dict[str, bool | None]:
        """Each ruling once, in the order given: what is named first is examined first."""
        return {ruling: self._is_decisive(ruling) for ruling in dict.fromkeys(rulings)}

    def _is_decisive(self, ruling: str) -> bool | None:
        if ruling.startswith(KEY):
            found = [self._matters(other) for other in self._read_otherwise(ruling.removeprefix(KEY))]
            return True if True in found else None if None in found else False
        lift = lift_of(ruling, self.opened.book.cards)
        if lift is None:
            return False
        world = lift(self.world)
        return self._matters(self._in(world), lambda: self._in(without_idle(world)))

    def _in(self, world: World) -> Opened:
        return self.opened.by(world.game, world.state)

    def _read_otherwise(self, key: str) -> Iterator[Opened]:
        """The position under each other reading of an open point that some printing has."""
        readings = self.opened.book.readings
        for option, printings in self.opened.ruleset.printings_by_option(key).items():
            if printings and option != readings[key]:
                yield self.opened.under({**readings, key: option})

    def _matters(self, other: Opened, planned: Callable[[], Opened] | None = None) -> bool | None:
        """Whether the verdict is another one in another world; None when that was not examined.

        Best plays are those of the world `planned`, if that is not the same.
        """
        try:
            with whole():
                played = self._played_again(other)
                if played is not None and line_verdict(played) != self.line:
                    return True
                if not self.claims and self.best is None:
                    return False
                return self._plans_are_changed(other, played, planned() if planned is not None else other)
        except (
            DisagreementError,
            TooMuchWorkError,
            SpentError,
        ):  # nothing is settled
            return None
        except (InputError, UsageError):  # what is asked no longer means anything
            return True

    def _played_again(self, other: Opened) -> Played | None:
        """The line in another world; where its actions lead to the same, its steps are not read again."""
        if self.played is None or self.trail is None or self.asks_between:
            return self._play(other)
        again = trail_of(other, self.played)
        if again is None or again[0] != self.trail[0]:
            return self._play(other)
        return replace(self.played, result=again[1])

    def _plans_are_changed(self, other: Opened, played: Played | None, planned: Opened) -> bool:
        """Whether a claim gets another verdict, or the best play comes to something else."""
        if self.left <= 0:
            raise TooMuchWorkError
        probe: Probe[State, Action] = Probe(self.left, remembers=True)
        asked = planned.by(Thunderstone(planned.book, probe), planned.state)
        try:
            if self.claims:
                claims = other.claims(played, self._bests(asked, self.wishes.goal))
                if [claim.judge().verdict for claim in claims] != self.claims:
                    return True
            return self.best is not None and self._best_is_changed(asked, self.best)
        finally:
            self.left -= probe.work

    def _best_is_changed(self, asked: Opened, best: BestVerdict) -> bool:
        """Whether the best play comes to something else; by how much is asked about only where it may have a
        say in which play that is.
        """
        for goal in dict.fromkeys((self.telling or self.wishes.goal, self.wishes.goal)):
            found = self._without_a_play(asked, goal, best) or best_verdict(self._bests(asked, goal).answer())
            if found.first != best.first or found.worth == best.worth:
                break
        return found.differs_from(best)

    def _without_a_play(self, asked: Opened, goal: str | None, best: BestVerdict) -> BestVerdict | None:
        """What the best play comes to, where its worth alone tells whether that is something else than `best`
        was: most often, where `best` was a policy, which takes long to write.
        """
        asks_more = self.wishes.target or self.wishes.turn or asked.position.target
        if not self.by_policy or asks_more or asked.state.step == "choose":
            return None
        from tsolve.games.thunderstone.planning.wanted import goal_of
        from tsolve.games.thunderstone.planning.worth_alone import worth_alone

        levels = goal_of(asked, asked.state.turn, goal)
        draws = self.wishes.draws or asked.position.draws
        worth, by_draws, problems = worth_alone(asked.game, asked.state, levels, draws)
        self.left -= PROBLEM * problems
        if worth is None:
            return None
        found = verdict_by_worth("", levels, tuple(map(Fraction, worth)))  # as that of a policy
        says_enough = by_draws or found.first != best.first or found.worth == best.worth
        return found if says_enough else None

    def _play(self, opened: Opened) -> Played | None:
        line = opened.position.line
        return play_line(opened, line) if line and self.with_line else None

    def _bests(self, opened: Opened, goal: str | None) -> Bests:
        def counted(opened: AnyOpened[State, Action], wishes: Wishes) -> SolveAnswer:
            answer = opened.solve(wishes._replace(turn=self.wishes.turn))
            self.left -= PROBLEM * answer.problems
            return answer

        return Bests(opened, self.wishes._replace(goal=goal, backend="exact", what_if=False), counted)
