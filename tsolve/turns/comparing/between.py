"""One position under two sets of readings: what differs, and the fewest readings that account for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError, whole
from tsolve.engine.probe import Probe
from tsolve.explain.core import minimal_core
from tsolve.model.comparisons import EVERYTHING, Between, Questions, Verdict, differences
from tsolve.turns.comparing.plays import with_equals
from tsolve.turns.comparing.relevance import mattering
from tsolve.turns.comparing.verdict import verdict_of
from tsolve.turns.opened import Opened

S = TypeVar("S")
A = TypeVar("A")

Readings = Mapping[str, str]


def between(
    opened: Opened[S, A],
    before: Readings,
    after: Readings,
    ask: Questions = EVERYTHING,
    on_position: Callable[[int], None] = lambda _: None,
) -> Between:
    """Compare the position under two sets of readings, every interpretation with its option.

    A reading that neither side looked up has no part in it. The others are left out one by one, as long as
    what remains turns the first verdict into the second. Raises SpentError where the budget is not enough for
    both verdicts.
    """
    known: dict[frozenset[str], Verdict] = {}

    def judged(keys: frozenset[str]) -> Verdict:
        """The verdict under the first readings with the second ones' options of these interpretations."""
        if keys not in known:
            mixed = {**before, **{key: after[key] for key in keys}}
            with whole():
                known[keys] = verdict_of(opened.under(mixed, Probe(on_position=on_position)), ask, lines)
        return known[keys]

    first, looked_up = _noted(opened, before, ask, None, on_position)
    if not _unequal(opened, looked_up, before, after):
        return Between(first, first, (), {})  # whatever differs was never looked up
    second, looked_up_too = _noted(opened, after, ask, first, on_position)
    lines = _with_lines_of(first, second)
    first = _reconciled(opened.under(before), first, second)
    found = differences(first, second)
    if not found:
        return Between(first, second, (), {})
    mattering = {
        key for probe in (looked_up, looked_up_too) for key in _unequal(opened, probe, before, after)
    }
    unequal = [key for key in opened.ruleset.interpretations if key in mattering]
    try:
        core = minimal_core(unequal, lambda keys: bool(differences(judged(keys), second)))
        makers = core.obstacles if core is not None else tuple(unequal)
        alone = {key: differences(first, judged(frozenset({key}))) for key in makers}
    except SpentError:
        return Between(first, second, found, {}, cut_short=True)
    return Between(first, second, found, alone)


def _unequal(opened: Opened[S, A], probe: Probe[S, A], before: Readings, after: Readings) -> tuple[str, ...]:
    """The interpretations that were looked up and are read differently."""
    return tuple(key for key in mattering(opened, probe) if before[key] != after[key])


def _noted(
    opened: Opened[S, A],
    readings: Readings,
    ask: Questions,
    known: Verdict | None,
    on_position: Callable[[int], None],
) -> tuple[Verdict, Probe[S, A]]:
    """The verdict under some readings, and what it looked up."""
    probe: Probe[S, A] = Probe(on_position=on_position, notes=True, remembers=True)
    with whole():
        return verdict_of(opened.under(readings, probe), ask, known), probe


def _with_lines_of(first: Verdict, second: Verdict) -> Verdict:
    """The best lines of both, to be tried wherever else."""
    others = {play.what: play.lines for play in second.plays}
    plays = (replace(play, lines=(*play.lines, *others.get(play.what, ()))) for play in first.plays)
    return replace(first, plays=tuple(plays))


def _reconciled(opened: Opened[S, A], first: Verdict, second: Verdict) -> Verdict:
    """The first verdict with those best lines of the second that are as good under its own readings."""
    lines = {play.what: play.lines for play in second.plays}
    about = opened.comparison()
    plays = tuple(with_equals(about, play, lines.get(play.what, ())) for play in first.plays)
    return replace(first, plays=plays)
