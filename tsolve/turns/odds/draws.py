"""The best that a hand can do when it may draw and change what it meets, over all chances.

Each position is searched for all objectives at once and remembered, since another hand may come to the same
position after another draw. Cards that draw cards that draw may go on for long: each hand is searched one
such step deeper at a time, until the ways become too many. Each choice takes the best mean; the outcomes
themselves break ties, so that nothing depends on the order of the work.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import factorial
from typing import Generic, NamedTuple, TypeVar

from tsolve.budget import spend
from tsolve.engine.protocol import Game
from tsolve.turns.odds.spread import Sight, Spread, best_of, mixed
from tsolve.turns.odds.tally import Outcome

S = TypeVar("S")
A = TypeVar("A")

Leaf = Callable[[S], tuple[Sequence[Outcome], bool]]
"""The best outcome for each objective when nothing more is revealed, and whether lines are left out of it."""

MOST_REMEMBERED = 40_000
"""Positions after which those of earlier hands are forgotten."""

MOST_WAYS = 100_000
"""Ways through a hand that are looked at, whatever their order, as far as that can be told beforehand."""


class Free(NamedTuple, Generic[A]):
    """The player may reveal more, or be content with what there is."""

    uses: Sequence[A]
    """What reveals something, each one step."""
    duty: A | None = None
    """What has to be done before one can be content."""


class Choice(NamedTuple, Generic[A]):
    """The player has to choose one of these."""

    actions: Sequence[A]


class Events(NamedTuple, Generic[A]):
    """One of these happens, each with its weight. None: what comes next is unknown."""

    weighted: Sequence[tuple[A, int]]


Ahead = Free[A] | Choice[A] | Events[A]


class Draws(Generic[S, A]):
    """Looks at positions of one game for objectives whose outcomes are numbers of the same length."""

    def __init__(
        self,
        game: Game[S, A],
        ahead: Callable[[S], Ahead[A]],
        leaf: Leaf[S],
        lengths: Sequence[int],
    ) -> None:
        """`ahead` says what comes next; `lengths` how many numbers the outcomes of each objective have."""
        self.game, self.ahead, self.leaf, self.lengths = game, ahead, leaf, lengths
        self._whole: dict[Hashable, Sight | None] = {}
        self._cut: dict[tuple[Hashable, int], Sight] = {}

    def look(self, state: S) -> Sight:
        """The outcome of the best play from a free step; lines are left out where the ways are too many."""
        if len(self._whole) + len(self._cut) > MOST_REMEMBERED:
            self._whole.clear()
            self._cut.clear()
        depth, before = 0, 1
        while True:
            sight = self._look(state, depth)
            assert sight is not None, "a free step can always be the last one"
            ahead = sight.ways * sight.ways // before  # as if it grew on as it has grown
            if not sight.cut or ahead > MOST_WAYS * factorial(depth + 1):  # most orders come to the same
                return sight._replace(left_out=sight.left_out or sight.cut)
            depth, before = depth + 1, sight.ways

    def _look(self, state: S, depth: int) -> Sight | None:
        """None where what comes next is unknown, or another player chooses."""
        key = self.game.key(state)
        if key in self._whole:
            sight = self._whole[key]
            if sight is None or sight.steps <= depth:  # else it must not matter that another hand saw more
                return sight
        if (key, depth) in self._cut:
            return self._cut[key, depth]
        sight = self._look_anew(state, depth)
        if sight is not None and sight.cut:
            self._cut[key, depth] = sight
        else:
            self._whole[key] = sight
        return sight

    def _look_anew(self, state: S, depth: int) -> Sight | None:
        spend(0)  # some hands last; how many ways are looked at is bounded by counting them
        if self.game.is_over(state):
            return self._end(state)
        ahead = self.ahead(state)
        if isinstance(ahead, Free):
            if ahead.duty is not None:
                return self._dutiful(state, ahead.duty, ahead.uses, depth)
            if ahead.uses and not depth:
                return self._end(state)._replace(cut=True)
            return best_of([self._end(state), *self._a_step_on(state, ahead.uses, depth - 1)])
        if isinstance(ahead, Choice):
            return best_of([self._look(self.game.apply(state, action), depth) for action in ahead.actions])
        looked = [
            (weight, self._look(self.game.apply(state, each), depth)) for each, weight in ahead.weighted
        ]
        known = [(weight, sight) for weight, sight in looked if sight is not None]
        return mixed(known) if known and len(known) == len(looked) else None

    def _dutiful(self, state: S, duty: A, uses: Sequence[A], depth: int) -> Sight | None:
        """Where something has to be used the turn cannot end yet; that is no step of its own."""
        tried = dict.fromkeys((duty, *uses) if depth else (duty,))
        sight = best_of(self._a_step_on(state, tried, max(depth - 1, 0)))
        return sight if depth or sight is None else sight._replace(cut=True)

    def _a_step_on(self, state: S, uses: Iterable[A], depth: int) -> list[Sight | None]:
        below = [self._look(self.game.apply(state, use), depth) for use in uses]
        return [None if each is None else each._replace(steps=each.steps + 1) for each in below]

    def _end(self, state: S) -> Sight:
        outcomes, left_out = self.leaf(state)
        spreads = (
            Spread({outcome: 1}, outcome or (0,) * n, 1)
            for outcome, n in zip(outcomes, self.lengths, strict=True)
        )
        return Sight(tuple(spreads), left_out)
