"""One position under several readings: what holds under each, what differs, and which reading matters.

Dependence tries each interpretation that can matter with all its other options: the readings of printings
come first, and a reader's own reading, which no printing has, gets what work is left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, whole, within
from tsolve.contract.position import Position
from tsolve.engine import Probe, TooMuchWorkError
from tsolve.errors import DisagreementError, InputError, UsageError
from tsolve.explain import minimal_core
from tsolve.model.comparisons import (
    EVERYTHING,
    Between,
    Dependence,
    Dependency,
    Questions,
    Rival,
    Verdict,
    differences,
)
from tsolve.worlds.verdict import COMPARISON, told_beside, verdict_of, with_equals

S = TypeVar("S")
A = TypeVar("A")

ALONE = 1_200
"""The most work for the answer itself, in actions played: a few tenths of a second."""
TOGETHER = 4_800
"""The most work for all other readings of an answer together."""
_WITH_BEST = 0.5
"""The share of the budget for the answer with its best play. If that takes more, there is no time for another
reading; the answer is then compared without its best play.
"""


def dependence(
    position: Position[S, A],
    ask: Questions,
    bounded: bool = True,
    on_position: Callable[[int], None] = lambda _: None,
    first: Collection[str] = (),
) -> Dependence:
    """Which interpretations change the answer to what the file and `ask` ask.

    The work is limited by counting, so that every machine examines the same; the answer lists what was not
    examined. Without a limit everything is examined, as far as the budget allows. `on_position` hears of the
    positions of searches under chance; the interpretations named by `first` are tried before others.
    """
    return _Trial(position, ask, bounded, on_position).run(first)


class _Trial(Generic[S, A]):
    def __init__(
        self, position: Position[S, A], ask: Questions, bounded: bool, on_position: Callable[[int], None]
    ) -> None:
        self.position, self.ask, self.on_position = position, ask, on_position
        self.left = TOGETHER if bounded else None
        """Work that may still be done for other readings; None without a bound."""
        self.alone = ALONE if bounded else None

    def run(self, first: Collection[str]) -> Dependence:
        verdict, probe = self._answer()
        is_complete = self.ask.best or not self.best_was_asked
        if verdict is None:
            return Dependence("", (), (), is_complete=False, undecided=True, is_answered=False)
        keys = decisive_readings(self.position, probe)
        order = sorted(keys, key=lambda key: (key not in first, key not in probe.readings))
        printings = {key: self.position.ruleset.printings_by_option(key) for key in keys}
        printed, readers = (
            {key: self._rivals(key, printings[key], is_printed, verdict, probe.work) for key in order}
            for is_printed in (True, False)
        )
        examined = {key: found for key in keys if (found := printed[key]) is not None}
        rivals = {key: (*found, *(readers[key] or ())) for key, found in examined.items()}
        return Dependence(
            verdict.summary,
            tuple(self._dependency(key, found) for key, found in rivals.items() if found),
            tuple(key for key in keys if key not in examined),
            tuple(key for key in examined if readers[key] is None),
            is_complete,
            verdict.is_undecided,
        )

    def _answer(self) -> tuple[Verdict | None, Probe[S, A]]:
        """The verdict under the readings of the position, and the probe that watched.

        If that is too much work, the best play is left out; None if it is still too much.
        """
        self.best_was_asked = self.ask.best
        asks = list(dict.fromkeys((self.ask, replace(self.ask, best=False, attacks=False))))
        for ask in asks:
            self.ask = ask
            share = 1 if ask is asks[-1] else _WITH_BEST
            probe: Probe[S, A] = Probe(self.alone, self.on_position, notes=True, remembers=True)
            try:
                with within(None) as budget, allow(budget.part(share)), whole():
                    return verdict_of(self.position.watched_by(probe), ask), probe
            except (TooMuchWorkError, SpentError):
                continue
        return None, probe

    def _rivals(
        self,
        key: str,
        printings: Mapping[str, tuple[str, ...]],
        is_printed: bool,
        verdict: Verdict,
        cost: int,
    ) -> tuple[Rival, ...] | None:
        """The options that change the verdict: of those that some printing has, or of the others.

        None if not all of them could be tried.
        """
        rivals = []
        read = self.position.readings[key]
        for option, whose in printings.items():
            if option == read or bool(whose) != is_printed:
                continue
            if self.left is not None and self.left < cost:
                return None
            probe: Probe[S, A] = Probe(self.left, self.on_position, remembers=True)
            try:
                with within(None), whole():
                    found = verdict_of(self.position.read_as(key, option, probe), self.ask, verdict)
            except (TooMuchWorkError, SpentError):
                return None
            except DisagreementError:
                if self.left is None:
                    raise
                return None  # the answer itself stands
            except (InputError, UsageError):  # a text of the file means nothing under this reading
                return None
            finally:
                self.left = None if self.left is None else max(self.left - probe.work, 0)
            changed = differences(verdict, found)
            if found.is_undecided != verdict.is_undecided:
                changed = tuple(each for each in changed if each.kind == "legality")
                if not changed:
                    return None  # not proved on one side: a difference is unknown
            if changed:
                rivals.append(Rival(option, told_beside(found, changed), changed, whose))
        return tuple(rivals)

    def _dependency(self, key: str, rivals: tuple[Rival, ...]) -> Dependency:
        question = self.position.ruleset.interpretations[key].question
        return Dependency(key, self.position.readings[key], question, self._is_open(key), rivals)

    def _is_open(self, key: str) -> bool:
        """Whether nobody chose a reading: a printing that the position names has chosen, the usual printing
        has not.
        """
        position, ruleset = self.position.written, self.position.ruleset
        named = ruleset.printings[position.printing].defaults if position.printing else {}
        return key not in position.interpretations and key not in named


Readings = Mapping[str, str]


def between(
    position: Position[S, A],
    before: Readings,
    after: Readings,
    ask: Questions = EVERYTHING,
    on_position: Callable[[int], None] = lambda _: None,
) -> Between:
    """Compare the position under two sets of readings, every interpretation with its option.

    Readings that neither side looked up cannot matter. The others are left out one by one, as long as the
    rest turns the first verdict into the second. Raises SpentError where the budget is not enough for both
    verdicts.
    """
    known: dict[frozenset[str], Verdict] = {}

    def judged(keys: frozenset[str]) -> Verdict:
        """The verdict under the first readings with the second ones' options of these interpretations."""
        if keys not in known:
            mixed = {**before, **{key: after[key] for key in keys}}
            with whole():
                known[keys] = verdict_of(position.under(mixed, Probe(on_position=on_position)), ask, lines)
        return known[keys]

    first, looked_up = _noted(position, before, ask, None, on_position)
    if not _unequal(position, looked_up, before, after):
        return Between(first, first, (), {})  # whatever differs was never looked up
    second, looked_up_too = _noted(position, after, ask, first, on_position)
    lines = _with_lines_of(first, second)
    first = _reconciled(position.under(before), first, second)
    found = differences(first, second)
    if not found:
        return Between(first, second, (), {})
    decisive_readings = {
        key for probe in (looked_up, looked_up_too) for key in _unequal(position, probe, before, after)
    }
    unequal = [key for key in position.ruleset.interpretations if key in decisive_readings]
    try:
        core = minimal_core(unequal, lambda keys: bool(differences(judged(keys), second)))
        makers = core.obstacles if core is not None else tuple(unequal)
        alone = {key: differences(first, judged(frozenset({key}))) for key in makers}
    except SpentError:
        return Between(first, second, found, {}, cut_short=True)
    return Between(first, second, found, alone)


def _unequal(
    position: Position[S, A], probe: Probe[S, A], before: Readings, after: Readings
) -> tuple[str, ...]:
    """The interpretations that were looked up and differ between the sides."""
    return tuple(key for key in decisive_readings(position, probe) if before[key] != after[key])


def _noted(
    position: Position[S, A],
    readings: Readings,
    ask: Questions,
    known: Verdict | None,
    on_position: Callable[[int], None],
) -> tuple[Verdict, Probe[S, A]]:
    """The verdict under some readings, and what it looked up."""
    probe: Probe[S, A] = Probe(on_position=on_position, notes=True, remembers=True)
    with whole():
        return verdict_of(position.under(readings, probe), ask, known), probe


def _with_lines_of(first: Verdict, second: Verdict) -> Verdict:
    """The best lines of both verdicts, to be tried under other readings."""
    others = {play.what: play.lines for play in second.plays}
    plays = (replace(play, lines=(*play.lines, *others.get(play.what, ()))) for play in first.plays)
    return replace(first, plays=tuple(plays))


def _reconciled(position: Position[S, A], first: Verdict, second: Verdict) -> Verdict:
    """The first verdict, with those best lines of the second that are as good under its readings."""
    lines = {play.what: play.lines for play in second.plays}
    about = COMPARISON.of(position)()
    plays = tuple(with_equals(about, play, lines.get(play.what, ())) for play in first.plays)
    return replace(first, plays=plays)


def decisive_readings(position: Position[S, A], probe: Probe[S, A]) -> tuple[str, ...]:
    """The interpretations that can matter to what a probe watched, in the order of the ruleset."""
    cards = {*probe.cards, *COMPARISON.of(position)().cards_named()}
    about = {key for card in cards for key in position.ruleset.keys_touching(card)}
    return tuple(key for key in position.ruleset.interpretations if key in about or key in probe.readings)
