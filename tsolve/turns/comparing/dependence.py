"""On which interpretations an answer depends: each one that can matter is tried with all its other options.

The readings of printings come first. A reader's own reading, which no printing has, gets what work is left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Generic, TypeVar

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, whole, within
from tsolve.engine.probe import Probe, TooMuchWorkError
from tsolve.errors import DisagreementError, InputError, UsageError
from tsolve.model.comparisons import Dependence, Dependency, Questions, Rival, Verdict, differences
from tsolve.turns.comparing.relevance import mattering
from tsolve.turns.comparing.verdict import told_beside, verdict_of
from tsolve.turns.opened import Opened

S = TypeVar("S")
A = TypeVar("A")

ALONE = 1_200
"""The most work for the answer itself, in actions played: some tenths of a second."""
TOGETHER = 4_800
"""The most work for all other readings of an answer together."""
_WITH_BEST = 0.5
"""The share of the budget for the answer with its best play: what takes more leaves no time for any other
reading, and the rest of the answer may still be compared.
"""


def dependence(
    opened: Opened[S, A],
    ask: Questions,
    bounded: bool = True,
    on_position: Callable[[int], None] = lambda _: None,
    first: Collection[str] = (),
) -> Dependence:
    """Which interpretations change the answer to what the file and `ask` ask.

    The work is bounded by counting it, so that the same is examined on every machine; what was not examined
    is said. Unbounded, everything is, as far as the budget goes. `on_position` hears of the positions of
    searches under chance; the interpretations named by `first` are tried before others.
    """
    return _Trial(opened, ask, bounded, on_position).run(first)


class _Trial(Generic[S, A]):
    def __init__(
        self, opened: Opened[S, A], ask: Questions, bounded: bool, on_position: Callable[[int], None]
    ) -> None:
        self.opened, self.ask, self.on_position = opened, ask, on_position
        self.left = TOGETHER if bounded else None
        """Work that may still be done for other readings; None without a bound."""
        self.alone = ALONE if bounded else None

    def run(self, first: Collection[str]) -> Dependence:
        verdict, probe = self._answer()
        is_complete = self.ask.best or not self.best_was_asked
        if verdict is None:
            return Dependence("", (), (), is_complete=False, undecided=True, is_answered=False)
        keys = mattering(self.opened, probe)
        order = sorted(keys, key=lambda key: (key not in first, key not in probe.readings))
        printings = {key: self.opened.ruleset.printings_by_option(key) for key in keys}
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
        """What is so under the readings of the position, and what watched it being found.

        Where that is too much the best play is left out; None where it still is.
        """
        self.best_was_asked = self.ask.best
        asks = list(dict.fromkeys((self.ask, replace(self.ask, best=False, attacks=False))))
        for ask in asks:
            self.ask = ask
            share = 1 if ask is asks[-1] else _WITH_BEST
            probe: Probe[S, A] = Probe(self.alone, self.on_position, notes=True, remembers=True)
            try:
                with within(None) as budget, allow(budget.part(share)), whole():
                    return verdict_of(self.opened.watched_by(probe), ask), probe
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
        """The options that change the verdict, of those that some printing has or of the others.

        None where not all of them could be tried.
        """
        rivals = []
        read = self.opened.readings[key]
        for option, whose in printings.items():
            if option == read or bool(whose) != is_printed:
                continue
            if self.left is not None and self.left < cost:
                return None
            probe: Probe[S, A] = Probe(self.left, self.on_position, remembers=True)
            try:
                with within(None), whole():
                    other = self.opened.under({**self.opened.readings, key: option}, probe)
                    found = verdict_of(other, self.ask, verdict)
            except (TooMuchWorkError, SpentError):
                return None
            except DisagreementError:
                if self.left is None:
                    raise
                return None  # the answer itself stands
            except (InputError, UsageError):  # what the file says means nothing there
                return None
            finally:
                self.left = None if self.left is None else max(self.left - probe.work, 0)
            changed = differences(verdict, found)
            if found.is_undecided != verdict.is_undecided:
                changed = tuple(each for each in changed if each.kind == "legality")
                if not changed:
                    return None  # not proved on one side: nobody can say whether it is otherwise
            if changed:
                rivals.append(Rival(option, told_beside(found, changed), changed, whose))
        return tuple(rivals)

    def _dependency(self, key: str, rivals: tuple[Rival, ...]) -> Dependency:
        question = self.opened.ruleset.interpretations[key].question
        return Dependency(key, self.opened.readings[key], question, self._is_open(key), rivals)

    def _is_open(self, key: str) -> bool:
        """Whether nobody chose: a printing chooses where the position names it, the usual one does not."""
        position, ruleset = self.opened.position, self.opened.ruleset
        named = ruleset.printings[position.printing].defaults if position.printing else {}
        return key not in position.interpretations and key not in named
