"""Finds the smallest position, among those tried, on which two ways to read the rules differ."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Generic, NamedTuple, TypeVar

from tsolve.budget import SpentError, whole
from tsolve.engine.protocol import Game
from tsolve.errors import InputError
from tsolve.model.comparisons import Difference, Questions, Verdict, differences
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.turns.comparing.verdict import verdict_of
from tsolve.turns.hunting.expecting import expectations
from tsolve.turns.hunting.shrinking import Example, Parts, shrinking, size
from tsolve.turns.hunting.walking import Manner, walk
from tsolve.turns.opened import Opened
from tsolve.turns.played import Played

S = TypeVar("S")
A = TypeVar("A")
C = TypeVar("C", bound=CardFacts)
T = TypeVar("T")

_CARD = "card."
"""Before the id of a card stands this, in the id of its ruling."""
_LOOK = Questions(actions=False, attacks=False, best=False)
_LOOK_AT_ONCE = Questions(attacks=False, best=False)
"""What is compared, with a line and without one."""


class Hunt(NamedTuple, Generic[C]):
    """What is hunted."""

    ruleset: Ruleset[C]
    sets: tuple[str, ...]
    printing: str
    before: Mapping[str, str]
    after: Mapping[str, str]
    """Every interpretation with its option, on each side."""
    hand: int
    """The most cards of a hand."""
    seed: int
    named: Collection[str]
    """The interpretations that a found position names; the others come with the printing, so that another
    printing may read them otherwise.
    """


class Hunter(ABC, Generic[S, A, T]):
    """Looks for positions on which two sets of readings differ, and shrinks them. (`turns.module.Hunter`)

    Positions have numbers: the one with a number is the same whoever deals it, with the same seed.
    """

    manner: Manner[S, A]
    parts: Parts[T]

    def __init__(self, blank: Opened[S, A], hunt: Hunt[C]) -> None:
        """`blank` is a position with nothing on the table."""
        self.blank = blank
        self.before, self.after, self.seed = hunt.before, hunt.after, hunt.seed
        self.first, self.second = (blank.under(each).game for each in (hunt.before, hunt.after))
        self.random = Random()
        """Whatever is dealt or played by chance comes from here."""
        unequal = [key for key in hunt.before if hunt.before[key] != hunt.after[key]]
        self.chosen = {key: hunt.before[key] for key in unequal if key in hunt.named}
        self.about = _about(blank.ruleset, unequal, set(blank.ruleset.under(hunt.before)))
        """The cards of each ruling that the question names."""

    # what a game says

    @abstractmethod
    def deal(self) -> T:
        """A random position."""

    @abstractmethod
    def opened(self, found: Example[T]) -> Opened[S, A]:
        """The position under the first readings, with its line."""

    @abstractmethod
    def text(self, found: Example[T]) -> str:
        """The position as a file under the first readings, which names those that are `chosen`."""

    def games(self, start: Opened[S, A]) -> tuple[Game[S, A], Game[S, A]]:
        """The rules of a dealt position under both sets of readings."""
        return self.first, self.second

    def starts(self, start: Opened[S, A]) -> tuple[S, S]:
        """A dealt position as both games begin it."""
        return start.state, start.state

    def stated(self, opened: Opened[S, A], played: Played[S, A]) -> Mapping[str, Mapping[str, object]]:
        """What a file can expect of a line from there, by the section of `expect:` and the key in it."""
        return {"line": {**opened.facts(played), **opened.results(played)}}

    def stated_rows(self, played: Played[S, A]) -> Sequence[Mapping[str, object]]:
        """What a file can expect of the calculation of a line, row by row."""
        return ()

    # the hunt

    def look(self, number: int) -> Example[T] | None:
        """Deal and play the position of this number; None where nothing differs."""
        self.random.seed(f"{self.seed}/{number}")
        table = self.deal()
        start = self.opened(Example(table, ()))
        first, second = self.games(start)
        line = walk(first, second, self.starts(start), self.random, self.manner)
        if line is None:
            return None
        found = Example(table, tuple(line))
        return found if self._differs(found) else None

    def shrunk(self, found: object) -> Example[T]:
        """The position without all that the difference does not need; as small as it is when time is over."""
        assert isinstance(found, Example)
        small: Example[T] = found
        with suppress(SpentError):
            for small in shrinking(self.parts, found, self._differs):  # noqa: B007
                pass
        return small

    def quarry(self, found: Sequence[object]) -> tuple[tuple[Difference, ...], str]:
        """What differs on the smallest of these positions, and that position as a file."""
        kept: list[Example[T]] = [each for each in found if isinstance(each, Example)]
        best = min(kept, key=lambda each: size(self.parts, each))
        return differences(*self._compared(best)), self.text(best) + expectations(
            self, self.sides(best), best.line
        )

    def sides(self, found: Example[T]) -> tuple[Opened[S, A], Opened[S, A]]:
        """The position under the first and under the second readings."""
        opened = self.opened(found)
        return opened.under(self.before), opened.under(self.after)

    def _compared(self, found: Example[T]) -> tuple[Verdict, Verdict]:
        ask = _LOOK if found.line else _LOOK_AT_ONCE
        here, there = self.sides(found)
        return verdict_of(here, ask), verdict_of(there, ask)

    def _differs(self, found: Example[T]) -> bool:
        """Whether something certain under the first readings is otherwise under the second.

        Raises SpentError.
        """
        try:
            with whole():
                here, there = self._compared(found)
        except InputError:  # the line names a card that is no longer there
            return False
        unsure = {(each.kind, each.what) for each in here.findings if each.is_open}
        return any((each.kind, each.what) not in unsure for each in differences(here, there))


def _about(ruleset: Ruleset[C], unequal: Sequence[str], cards: Collection[str]) -> list[set[str]]:
    """The cards of each ruling of the unequal interpretations: the one that it is about, those that refer
    to it, and those that an option changes.
    """
    points = [ruleset.interpretations[key] for key in unequal]
    found = [_cards_of(ruleset, ruling) for point in points for ruling in point.rulings]
    found += [{card} for point in points for option in point.options for card in option.cards]
    return [each.intersection(cards) for each in found]


def _cards_of(ruleset: Ruleset[C], ruling: str) -> set[str]:
    if ruling.startswith(_CARD):
        return {ruling.removeprefix(_CARD)}
    seen_by = (entry.id for entry in ruleset.glossary.values() if ruling in entry.see)
    return {id_.removeprefix(_CARD) for id_ in seen_by if id_.startswith(_CARD)}
