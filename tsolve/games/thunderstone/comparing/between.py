"""One position under two sets of readings: what differs, and the fewest readings that make it so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tsolve.budget import SpentError, whole
from tsolve.engine.probe import Probe
from tsolve.explain.core import minimal_core
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.comparing.plays import with_equals
from tsolve.games.thunderstone.comparing.relevance import mattering
from tsolve.games.thunderstone.comparing.verdict import verdict_of
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.comparisons import EVERYTHING, Between, Questions, Verdict, differences

Readings = Mapping[str, str]


def between(
    opened: Opened,
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


def _unequal(
    opened: Opened, probe: Probe[State, Action], before: Readings, after: Readings
) -> tuple[str, ...]:
    """The interpretations that were looked up and are read differently."""
    return tuple(key for key in mattering(opened, probe) if before[key] != after[key])


def _noted(
    opened: Opened,
    readings: Readings,
    ask: Questions,
    known: Verdict | None,
    on_position: Callable[[int], None],
) -> tuple[Verdict, Probe[State, Action]]:
    """The verdict under some readings, and what it looked up."""
    probe: Probe[State, Action] = Probe(on_position=on_position, notes=True, remembers=True)
    with whole():
        return verdict_of(opened.under(readings, probe), ask, known), probe


def _with_lines_of(first: Verdict, second: Verdict) -> Verdict:
    """The best lines of both, to be tried wherever else."""
    others = {play.what: play.lines for play in second.plays}
    plays = (replace(play, lines=(*play.lines, *others.get(play.what, ()))) for play in first.plays)
    return replace(first, plays=tuple(plays))


def _reconciled(opened: Opened, first: Verdict, second: Verdict) -> Verdict:
    """The first verdict with those best lines of the second that are as good under its own readings."""
    lines = {play.what: play.lines for play in second.plays}
    plays = tuple(with_equals(opened, play, lines.get(play.what, ())) for play in first.plays)
    return replace(first, plays=plays)
