"""Rule coverage of a suite: for everything in the ruleset the puzzles that exercise it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace

from tsolve import api
from tsolve.model.coverage import (
    KINDS,
    Coverable,
    CoverageAnswer,
    Covered,
    Exercised,
    Kind,
    Level,
    Share,
)
from tsolve.model.regress import RegressAnswer


class Run(Protocol):
    """A puzzle that was judged."""

    @property
    def file(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def exercised(self) -> Exercised: ...


def covered(answer: RegressAnswer, judged: Iterable[Run], at_least: float | None = None) -> RegressAnswer:
    """The answer about a suite with its rule coverage, and how much was asked for."""
    return replace(answer, coverage=coverage(judged), fail_under=at_least)


def coverage(judged: Iterable[Run]) -> CoverageAnswer | None:
    """What these puzzles cover: of each game what its own puzzles do, in the order in which they come.

    A puzzle that could not be judged covers nothing, and where none could there is no game to tell of: None.
    """
    runs: dict[str, list[Run]] = {}
    for run in judged:
        if run.game:
            runs.setdefault(run.game, []).append(run)
    if not runs:
        return None
    first, *further = (_of_game(*each) for each in runs.items())
    return replace(first, further=tuple(further))


def _of_game(game: str, runs: Sequence[Run]) -> CoverageAnswer:
    """What puzzles of one game cover of it. Puzzles are named in the order given."""
    acted: dict[tuple[str, str], list[str]] = {}
    stated: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        for thing in _exercised(run.exercised):
            acted.setdefault(thing, []).append(run.file)
        for thing in _stated(run.exercised):
            stated.setdefault(thing, []).append(run.file)
    things = api.coverable(game)
    items = tuple(_covered(each, acted, stated) for each in things)
    own = {thing.set for thing in things if thing.own}
    sets = tuple(sorted(dict.fromkeys(each.set for each in things), key=lambda set_: _order(set_, own)))
    shares = tuple(share for name in sets for kind in KINDS if (share := _share(name, kind, items)).total)
    return CoverageAnswer(game, len(runs), sets, shares, items)


def _order(set_: str, own: Collection[str]) -> tuple[bool, bool]:
    """What people brought stands first, Basic cards behind the boxes."""
    return set_ not in own, not set_


def _exercised(exercised: Exercised) -> Iterable[tuple[str, str]]:
    """What an answer went through, each with what sort of name it is."""
    yield from (("ruling", each) for each in exercised.rulings)
    yield from (("card", each) for each in exercised.cards)
    yield from (("effect", each) for each in exercised.effects)
    yield from (("reading", f"{key}={option}") for key, option in exercised.readings.items())


def _stated(exercised: Exercised) -> set[tuple[str, str]]:
    """What a puzzle says it is about: a rule, a card, an open point or one reading of it."""
    found = set()
    for each in exercised.about:
        ruling, _, option = each.partition("=")
        found.add(("ruling", ruling))
        if ruling.startswith("card."):
            found.add(("card", ruling.removeprefix("card.")))
        if option:
            found.add(("reading", each.removeprefix("key.")))
    return found


def _covered(
    thing: Coverable,
    acted: Mapping[tuple[str, str], list[str]],
    stated: Mapping[tuple[str, str], list[str]],
) -> Covered:
    name = ("ruling" if thing.kind == "rule" else thing.kind, thing.id)
    level: Level = "exercised" if name in acted else "stated" if name in stated else "missing"
    puzzles = tuple(acted.get(name) or stated.get(name) or ())
    return Covered(thing.kind, thing.id, thing.title, thing.set, level, puzzles, thing.may_be_stated)


def _share(set_: str, kind: Kind, items: Iterable[Covered]) -> Share:
    found = [item for item in items if (item.set, item.kind) == (set_, kind)]
    levels = [item.level for item in found]
    covered = sum(item.counts for item in found)
    return Share(set_, kind, len(found), levels.count("exercised"), levels.count("stated"), covered)
