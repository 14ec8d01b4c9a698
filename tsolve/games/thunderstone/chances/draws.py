"""What a hand comes to when it draws and changes the Hall as is best, all chances counted.

Positions are looked at for all objectives at once, and remembered for the next hands: what one hand has after
a draw another hand may have after another one. Cards that draw cards that draw may go on for long: a hand is
looked into one such step deeper at a time, as long as the ways are not too many. The choice at each point is
the best mean; among equal means it is fixed by the outcomes themselves, so that nothing depends on the order
of the work.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from math import factorial, lcm
from typing import NamedTuple

from tsolve.engine.protocol import CHANCE
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import any_will_do, order_matters, revealing_uses
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import steps
from tsolve.turns.odds.tally import Outcome, Weight

Leaf = Callable[[State], tuple[Sequence[Outcome], bool]]
"""The best outcome for each objective when nothing more is revealed, and whether lines are left out of it."""

MOST_REMEMBERED = 40_000
"""Positions after which those of earlier hands are forgotten."""

MOST_WAYS = 100_000
"""Ways through a hand that are looked at, whatever their order, as far as that can be told beforehand."""


class Spread(NamedTuple):
    """Outcomes with their chances, and the sum of each of their numbers: whole numbers of one `unit`."""

    parts: dict[Outcome, int]
    sums: tuple[int, ...]
    unit: int
    """What makes certainty."""

    def chances(self) -> dict[Outcome, Weight]:
        """The outcomes with their chances as fractions."""
        return {outcome: Fraction(part, self.unit) for outcome, part in self.parts.items()}

    def in_units(self, unit: int) -> list[tuple[Outcome, int]]:
        """The outcomes in order, with their parts of another unit."""
        return sorted((outcome, part * (unit // self.unit)) for outcome, part in self.parts.items())


class Sight(NamedTuple):
    """A position looked at."""

    spreads: tuple[Spread, ...]
    """For each objective the outcomes of its best play."""
    left_out: bool = False
    """Whether some line meets something unknown, so that it could not be followed."""
    steps: int = 0
    """Abilities that reveal something on the longest line; what it takes to see all of it."""
    cut: bool = False
    """Whether lines go on beyond the steps that were looked at."""
    ways: int = 1
    """All ways through it, counted one by one: the same whatever is remembered."""


class Draws:
    """Looks at positions of one game for objectives whose outcomes are numbers of the same length."""

    def __init__(self, game: Thunderstone, leaf: Leaf, lengths: Sequence[int]) -> None:
        self.game, self.leaf, self.lengths = game, leaf, lengths
        self._whole: dict[Hashable, Sight | None] = {}
        self._cut: dict[tuple[Hashable, int], Sight] = {}

    def look(self, state: State) -> Sight:
        """What the best play from a free step comes to; lines are left out where the ways are too many."""
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

    def _look(self, state: State, depth: int) -> Sight | None:
        """None where nothing is known of what comes next, or another player chooses."""
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

    def _look_anew(self, state: State, depth: int) -> Sight | None:
        game = self.game
        if state.over:
            return self._end(state)
        if not state.todo:
            uses = revealing_uses(game, state)
            if (duty := steps.open_duty(game.book, state)) is not None:
                first: list[Action] = [duty]
                return self._dutiful(state, first + uses if depth else first, depth)
            if uses and not depth:
                return self._end(state)._replace(cut=True)
            below = [self._look(game.apply(state, use), depth - 1) for use in uses]
            deeper = [None if each is None else each._replace(steps=each.steps + 1) for each in below]
            return _best([self._end(state), *deeper])
        mover = game.mover(state)
        if mover == state.active and not order_matters(game, state):
            actions = game.legal_actions(state)
            return _best([self._look(game.apply(state, action), depth) for action in actions])
        if any_will_do(game, state):
            return self._look(game.apply(state, game.legal_actions(state)[0]), depth)
        events = game.chance(state) if mover == CHANCE else []
        looked = [(weight, self._look(game.apply(state, event), depth)) for event, weight in events]
        known = [(weight, sight) for weight, sight in looked if sight is not None]
        return _mixed(known) if known and len(known) == len(looked) else None

    def _dutiful(self, state: State, uses: Iterable[Action], depth: int) -> Sight | None:
        """Where something has to be used the turn cannot end yet; that is no step of its own."""
        shorter = max(depth - 1, 0)
        below = [self._look(self.game.apply(state, use), shorter) for use in dict.fromkeys(uses)]
        deeper = [None if each is None else each._replace(steps=each.steps + 1) for each in below]
        sight = _best(deeper)
        return sight if depth or sight is None else sight._replace(cut=True)

    def _end(self, state: State) -> Sight:
        outcomes, left_out = self.leaf(state)
        spreads = (
            Spread({outcome: 1}, outcome or (0,) * n, 1)
            for outcome, n in zip(outcomes, self.lengths, strict=True)
        )
        return Sight(tuple(spreads), left_out)


def _together(sights: Sequence[Sight], spreads: Iterable[Spread], left_out: bool) -> Sight:
    """One position from those that follow it."""
    return Sight(
        tuple(spreads),
        left_out or any(sight.left_out for sight in sights),
        max(sight.steps for sight in sights),
        any(sight.cut for sight in sights),
        1 + sum(sight.ways for sight in sights),
    )


def _mixed(events: list[tuple[int, Sight]]) -> Sight:
    """What comes of events with these weights."""
    sights = [sight for _, sight in events]
    if len(sights) == 1:
        return sights[0]
    whole = sum(weight for weight, _ in events)
    spreads = []
    for number in range(len(events[0][1].spreads)):
        unit = lcm(*(sight.spreads[number].unit for _, sight in events))
        parts: dict[Outcome, int] = {}
        sums = [0] * len(events[0][1].spreads[number].sums)
        for weight, sight in events:
            spread = sight.spreads[number]
            factor = weight * (unit // spread.unit)
            for outcome, part in spread.parts.items():
                parts[outcome] = parts.get(outcome, 0) + factor * part
            sums = [total + factor * each for total, each in zip(sums, spread.sums, strict=True)]
        spreads.append(Spread(parts, tuple(sums), unit * whole))
    return _together(sights, spreads, False)


def _best(options: Iterable[Sight | None]) -> Sight | None:
    """The best of all choices, objective by objective."""
    listed = list(options)
    known = [sight for sight in listed if sight is not None]
    if not known:
        return None
    choices = zip(*(sight.spreads for sight in known), strict=True)
    return _together(known, map(_better, choices), len(known) < len(listed))


def _better(spreads: Sequence[Spread]) -> Spread:
    """The spread with the best mean; among several the one with the greatest outcomes in a fixed order."""
    unit = lcm(*(spread.unit for spread in spreads))

    def mean(spread: Spread) -> tuple[int, ...]:
        return tuple(total * (unit // spread.unit) for total in spread.sums)

    best = max(map(mean, spreads))
    rivals = [spread for spread in spreads if mean(spread) == best]
    return rivals[0] if len(rivals) == 1 else max(rivals, key=lambda spread: spread.in_units(unit))
