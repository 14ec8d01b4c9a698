"""Hunting for a position on which two ways to read the rules differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import NamedTuple

import msgspec

from tsolve.api.games import cite, documents, games, module, ruleset
from tsolve.api.readings import Reading, check_sides, game_that_reads
from tsolve.batch import Pool, Shared, pool
from tsolve.budget import FREE, allow, within
from tsolve.diagnostics import input_error, suggest
from tsolve.errors import UnknownNameError
from tsolve.games.module import Hunter
from tsolve.model.comparisons import Difference
from tsolve.model.diffs import HuntAnswer
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.worlds.hunt import Hunt

KEPT = 4
"""Positions that are shrunk; the smallest of them is the answer."""
TOGETHER = 25
"""Positions that are looked at one after another by the same process."""


def rivals(game: str | None, key: str) -> tuple[tuple[Reading, Reading], ...]:
    """The default reading of an interpretation against each other one, in a game or in the first that has it.

    Raises InputError (E412) for an unknown interpretation.
    """
    asked = (game,) if game is not None else games()
    rules = next((known for each in asked if key in (known := ruleset(each)).interpretations), ruleset(game))
    if key not in rules.interpretations:
        help_ = suggest(key, rules.interpretations) or "`tsolve rule` lists them"
        raise input_error("E412", f'unknown open point "{key}"', help=help_)
    options = [option.id for option in rules.interpretations[key].options]
    sides = [Reading(f"{key}={option}", None, {key: option}) for option in options]
    return tuple((sides[0], other) for other in sides[1:])


def hunt(
    first: Reading,
    second: Reading,
    positions: int = 20_000,
    hand: int = 6,
    seed: int = 0,
    game: str | None = None,
    sets: tuple[str, ...] = (),
    on_position: Callable[[int], None] = lambda _: None,
    time_limit: float | None = None,
    workers: int = 1,
    scheduler: str = "",
) -> HuntAnswer:
    """Deal and play random positions until the two readings differ, and shrink what was found.

    At most so many `positions` are tried, with hands of up to `hand` cards; the same `seed` tries the same
    ones. `sets` are the boxes played with; by default the usual ones, and those that the unequal
    interpretations and their readings belong to. `workers` counts this process; with a `scheduler` the
    workers of a Dask cluster hunt. The answer does not depend on who does. `time_limit` is in seconds; None
    sets no limit, since `positions` does. Where it ends the hunt, or Ctrl-C does, what was found may be
    larger than it need be.

    Raises InputError for an unknown printing, interpretation or option, UsageError where both sides are the
    same or there is no such box. Without a `game` it is the first that knows both readings.
    """
    check_sides(first, second)
    rules = ruleset(game or game_that_reads(first, second))
    for side in (first, second):
        rules.readings(side.printing, side.options)
    if unknown := [box for box in sets if box not in rules.boxes]:
        raise UnknownNameError(f'unknown box "{unknown[0]}"; there are: {", ".join(rules.boxes)}')
    asked = _Asked(rules.id, first, second, hand, seed, sets or _boxes(rules, first, second))
    limit = inf if time_limit is None else time_limit
    with within(limit), pool(workers, scheduler, keeps=True) as helpers:
        looked = _look(helpers, asked, positions, KEPT, on_position)
        caught = [found for each in looked.results.values() for _, found in each.caught][:KEPT]
        small = helpers.share_out(_Shrinking(asked), caught)
    enough = len(caught) == KEPT and looked.complete
    shares = list(looked.results.values())
    tried = (
        [number for each in shares for number, _ in each.caught][KEPT - 1] + 1 if enough else _tried(shares)
    )
    differences: tuple[Difference, ...] = ()
    text = ""
    if caught:
        left = [small.results.get(number, found) for number, found in enumerate(caught)]
        with allow(FREE):  # it is small, and it differs
            differences, text = asked.hunter().quarry(left)
    cited = cite(rules, [f"key.{key}" for key in asked.unequal()])
    *first_boxes, last_box = asked.sets or ("",)
    boxes = f"{', '.join(first_boxes)} and {last_box}" if first_boxes else last_box
    return HuntAnswer(
        first.name,
        second.name,
        bool(caught),
        tried,
        f"{module(rules.id).hunted(hand, boxes)}, one turn, seed {seed}",
        differences,
        text,
        helpers.why_stopped,
        "",
        cited,
        documents(rules, cited),
    )


def _boxes(rules: Ruleset[CardFacts], first: Reading, second: Reading) -> tuple[str, ...]:
    """The usual boxes, and those that the unequal interpretations and their readings belong to."""
    before, after = (rules.readings(side.printing, side.options) for side in (first, second))
    points = [rules.interpretations[key] for key in before if before[key] != after[key]]
    chosen = [point.option(each[point.id]) for point in points for each in (before, after)]
    wanted = (
        {each.set for each in points} | {each.set for each in chosen} | {*module(rules.id).usual_boxes(rules)}
    )
    return tuple(box for box in rules.boxes if box in wanted)


class _Asked(NamedTuple):
    """What is hunted, as it can be told to another process."""

    game: str
    first: Reading
    second: Reading
    hand: int
    seed: int
    sets: tuple[str, ...]

    def readings(self) -> tuple[str, dict[str, str], dict[str, str]]:
        """The printing, and every interpretation with its option on each side."""
        rules = ruleset(self.game)
        printing = self.first.printing or rules.printing_for(self.sets)
        before, after = (
            rules.readings(side.printing or printing, side.options) for side in (self.first, self.second)
        )
        return printing, before, after

    def unequal(self) -> list[str]:
        """The interpretations that are read otherwise."""
        _, before, after = self.readings()
        return [key for key in before if before[key] != after[key]]

    def hunter(self) -> Hunter:
        """The hunter of the game."""
        printing, before, after = self.readings()
        named = {*self.first.options, *self.second.options}
        rules = ruleset(self.game)
        hunt = Hunt(rules, self.sets, printing, before, after, self.hand, self.seed, named)
        return module(self.game).hunter(hunt)


class _Share(NamedTuple):
    """What a few positions came to."""

    tried: int
    caught: list[tuple[int, object]]
    """The numbers of those on which something differs, and what was found there."""


class _Looking(msgspec.Struct, frozen=True):
    """Looking at the positions of some numbers. (`tsolve.batch.Work`)"""

    asked: _Asked

    def open(self) -> Callable[[range], _Share]:
        """Get the rules ready."""
        hunter = self.asked.hunter()

        def look_at(numbers: range) -> _Share:
            found = ((number, hunter.look(number)) for number in numbers)
            return _Share(len(numbers), [(number, each) for number, each in found if each is not None])

        return look_at


class _Shrinking(msgspec.Struct, frozen=True):
    """Shrinking what was found. (`tsolve.batch.Work`)"""

    asked: _Asked

    def open(self) -> Callable[[object], object]:
        """Get the rules ready."""
        return self.asked.hunter().shrunk


def _look(
    helpers: Pool, asked: _Asked, positions: int, most: int, on_position: Callable[[int], None]
) -> Shared[_Share]:
    """Look at positions until `most` are found on which something differs."""
    tried = caught = 0

    def count(share: _Share) -> None:
        nonlocal tried
        tried += share.tried
        on_position(tried)

    def is_enough(share: _Share) -> bool:
        nonlocal caught
        caught += len(share.caught)
        return caught >= most

    shares = [range(start, min(start + TOGETHER, positions)) for start in range(0, positions, TOGETHER)]
    return helpers.share_out(_Looking(asked), shares, count, is_enough)


def _tried(shares: Iterable[_Share]) -> int:
    return sum(share.tried for share in shares)
