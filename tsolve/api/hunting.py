"""Hunting for a position on which two ways to read the rules differ."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from tsolve.api.citing import cite, documents
from tsolve.api.comparing import Reading, check_sides
from tsolve.api.games import room, ruleset
from tsolve.budget import within
from tsolve.diagnostics import input_error, suggest
from tsolve.errors import UsageError
from tsolve.model.hunts import HuntAnswer


def rivals(game: str | None, key: str) -> tuple[tuple[Reading, Reading], ...]:
    """The default reading of an interpretation against each other one.

    Raises InputError (TS412) for an unknown interpretation.
    """
    rules = ruleset(game)
    if key not in rules.interpretations:
        help_ = suggest(key, rules.interpretations) or "`tsolve rule` lists them"
        raise input_error("TS412", f'unknown interpretation "{key}"', help=help_)
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
) -> HuntAnswer:
    """Deal and play random positions until the two readings differ, and shrink what was found.

    At most so many `positions` are tried, with hands of up to `hand` cards; the same `seed` tries the same
    ones. `sets` are the boxes played with; by default the usual one, and those that the unequal
    interpretations and their readings belong to. `time_limit` is in seconds; None sets no limit, since
    `positions` does. Raises InputError for an unknown printing, interpretation or
    option, UsageError where both sides are the same or there is no such box.
    """
    rules = ruleset(game)
    check_sides(rules.id, first, second)
    boxes = rules.boxes
    if unknown := [box for box in sets if box not in boxes]:
        raise UsageError(f'unknown box "{unknown[0]}"; there are: {", ".join(boxes)}')
    before, after = (rules.readings(side.printing, side.options) for side in (first, second))
    unequal = [key for key in before if before[key] != after[key]]
    points = [rules.interpretations[key] for key in unequal]
    chosen = [point.option(each[point.id]) for point in points for each in (before, after)]
    wanted = {each.set for each in (*points, *chosen)} | {*boxes[:1]}
    played = sets or tuple(box for box in boxes if box in wanted)
    printing = first.printing or rules.printing_for(played)
    before, after = (rules.readings(side.printing or printing, side.options) for side in (first, second))
    hunting = room(rules.id, "hunting.hunt")
    bounds = hunting.Bounds(positions, hand, seed)
    named = {*first.options, *second.options}
    with within(inf if time_limit is None else time_limit):
        quarry = hunting.hunt(rules, played, printing, before, after, bounds, on_position, named)
    cited = cite(rules, [f"key.{key}" for key in unequal])
    return HuntAnswer(
        first.name,
        second.name,
        quarry.found is not None,
        quarry.tried,
        f"hands of 1 to {hand} cards of {' and '.join(played)}, known decks, one turn, seed {seed}",
        quarry.differences,
        quarry.text,
        quarry.cut_short,
        "",
        cited,
        documents(rules, cited),
    )
