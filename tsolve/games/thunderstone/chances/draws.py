"""What a hand comes to when it draws and changes the Hall as is best, all chances counted.

Positions are looked at for all objectives at once, and remembered for the next hands: what one hand has after
a draw another hand may have after another one. The choice at each point is the best mean; among equal means
it is fixed by the outcomes themselves, so that no answer depends on the order of the work.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction

import msgspec

from tsolve.batch.tally import Outcome, Weight
from tsolve.engine.protocol import CHANCE
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import reveals
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import abilities

Spread = dict[Outcome, Weight]
"""Outcomes with their chances."""

Leaf = Callable[[State], tuple[Sequence[Outcome], bool]]
"""The best outcome for each objective when nothing more is revealed, and whether lines are left out of it."""

MOST_REMEMBERED = 40_000
"""Positions after which those of earlier hands are forgotten."""


class Sight(msgspec.Struct, frozen=True):
    """A position looked at."""

    spreads: tuple[Spread, ...]
    """For each objective the outcomes of its best play."""
    means: tuple[tuple[Weight, ...], ...]
    left_out: bool = False
    """Whether some line meets something unknown, so that it could not be followed."""


class Draws:
    """Looks at positions of one game for objectives whose outcomes are numbers of the same length."""

    def __init__(self, game: Thunderstone, leaf: Leaf, lengths: Sequence[int]) -> None:
        self.game, self.leaf, self.lengths = game, leaf, lengths
        self._known: dict[Hashable, Sight | None] = {}

    def look(self, state: State) -> Sight:
        """What the best play from a free step comes to."""
        if len(self._known) > MOST_REMEMBERED:
            self._known.clear()
        sight = self._look(state)
        assert sight is not None, "a free step can always be the last one"
        return sight

    def _look(self, state: State) -> Sight | None:
        """None where nothing is known of what comes next, or another player chooses."""
        key = self.game.key(state)
        if key not in self._known:
            self._known[key] = self._look_anew(state)
        return self._known[key]

    def _look_anew(self, state: State) -> Sight | None:
        game = self.game
        if state.over:
            return self._end(state)
        if not state.todo:
            uses = [
                use
                for use in abilities.attempts(game.book, state)
                if reveals(game, state, use) and game.why_not(state, use) is None
            ]
            return _best([self._end(state), *(self._look(game.apply(state, use)) for use in uses)])
        mover = game.mover(state)
        if mover == state.active and state.todo[-1].name != "discard":
            actions = game.legal_actions(state)
            return _best([self._look(game.apply(state, action)) for action in actions])
        events = game.chance(state) if mover == CHANCE else []
        looked = [(weight, self._look(game.apply(state, event))) for event, weight in events]
        return self._mixed([(weight, sight) for weight, sight in looked if sight is not None], looked)

    def _end(self, state: State) -> Sight:
        outcomes, left_out = self.leaf(state)
        means = tuple(outcome or (0,) * n for outcome, n in zip(outcomes, self.lengths, strict=True))
        return Sight(tuple({outcome: 1} for outcome in outcomes), means, left_out)

    def _mixed(
        self, known: list[tuple[int, Sight]], looked: Sequence[tuple[int, Sight | None]]
    ) -> Sight | None:
        """What comes of events with these weights; None where some of them is not known."""
        if not known or len(known) < len(looked):
            return None
        if len(known) == 1:
            return known[0][1]
        whole = sum(weight for weight, _ in known)
        spreads: list[Spread] = [{} for _ in self.lengths]
        means = [[Fraction(0)] * n for n in self.lengths]
        for weight, sight in known:
            chance = Fraction(weight, whole)
            for spread, found in zip(spreads, sight.spreads, strict=True):
                for outcome, share in found.items():
                    spread[outcome] = spread.get(outcome, 0) + chance * share
            for mean, numbers in zip(means, sight.means, strict=True):
                for level, number in enumerate(numbers):
                    mean[level] += chance * number
        left_out = any(sight.left_out for _, sight in known)
        return Sight(tuple(spreads), tuple(map(tuple, means)), left_out)


def _best(options: Iterable[Sight | None]) -> Sight | None:
    """The best of all choices, objective by objective."""
    listed = list(options)
    known = [sight for sight in listed if sight is not None]
    if not known:
        return None
    left_out = len(known) < len(listed) or any(sight.left_out for sight in known)
    if len(known) == 1:
        return msgspec.structs.replace(known[0], left_out=left_out)
    spreads, means = [], []
    for number in range(len(known[0].spreads)):
        best = max(known, key=lambda sight: sight.means[number])
        rivals = [sight.spreads[number] for sight in known if sight.means[number] == best.means[number]]
        spreads.append(max(rivals, key=lambda spread: sorted(spread.items())))
        means.append(best.means[number])
    return Sight(tuple(spreads), tuple(means), left_out)
