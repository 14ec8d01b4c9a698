"""The smallest position on which two ways to read the rules differ, as far as was looked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import FREE, SpentError, allow, current, whole
from tsolve.errors import InputError
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.comparing.verdict import OR, Questions, verdict_of
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.hunting.dealing import Dealer
from tsolve.games.thunderstone.hunting.puzzle import expectations
from tsolve.games.thunderstone.hunting.shrinking import shrinking
from tsolve.games.thunderstone.hunting.table import Found, size
from tsolve.games.thunderstone.hunting.walking import walk
from tsolve.games.thunderstone.judging.lines import play_line
from tsolve.games.thunderstone.writing.position import Opened, read_position
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.games.thunderstone.writing.position_text import write_position
from tsolve.model.comparisons import Difference, differences
from tsolve.model.trace import Entry
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse

Readings = Mapping[str, str]

KEPT = 4
"""Positions that are shrunk; the smallest of them is the answer."""
_CARD = "card."
"""Before the id of a card stands this, in the id of its ruling."""
_LOOK = Questions(actions=False, attacks=False, best=False)
_LOOK_AT_ONCE = Questions(attacks=False, best=False)
"""What is compared, with a line and without one."""


class Bounds(NamedTuple):
    """How far is looked: the same positions on every machine."""

    positions: int = 20_000
    hand: int = 6
    seed: int = 0


class Quarry(NamedTuple):
    """What was found."""

    found: Found | None
    differences: tuple[Difference, ...]
    tried: int
    """Positions dealt until there was enough."""
    text: str
    """The position as a file under the first readings."""
    cut_short: str = ""
    """Why not everything was tried; empty where it was."""


def hunt(
    ruleset: Ruleset[Card],
    sets: tuple[str, ...],
    printing: str,
    before: Readings,
    after: Readings,
    bounds: Bounds,
    on_position: Callable[[int], None] = lambda _: None,
    named: Collection[str] = (),
) -> Quarry:
    """Deal and play random positions with the cards of these boxes until the readings differ; then shrink.

    `before` and `after` are every interpretation with its option. The position written names those that are
    `named`; the others come with the printing, so that another printing may read them otherwise.
    """
    return _Hunt(ruleset, sets, printing, before, after, bounds, on_position, named).run()


class _Hunt:
    def __init__(
        self,
        ruleset: Ruleset[Card],
        sets: tuple[str, ...],
        printing: str,
        before: Readings,
        after: Readings,
        bounds: Bounds,
        on_position: Callable[[int], None],
        named: Collection[str],
    ) -> None:
        self.before, self.after, self.bounds, self.on_position = before, after, bounds, on_position
        self.blank = _blank(ruleset, sets, printing)
        self.first, self.second = (
            Thunderstone(Book(self.blank.ruleset.under(readings), readings)) for readings in (before, after)
        )
        self.unequal = [key for key in before if before[key] != after[key]]
        self.chosen = {key: before[key] for key in self.unequal if key in named}
        self.random = Random(bounds.seed)

    def run(self) -> Quarry:
        """Hunt, and tell."""
        about = self._about()
        dealer = Dealer(self.first.book, about, self.bounds.hand, self.random)
        cards = frozenset(card for each in about for card in each)
        best: Found | None = None
        caught = tried = 0
        cut_short = ""
        try:
            while tried < self.bounds.positions and caught < KEPT:
                tried += 1
                self.on_position(tried)
                table = dealer.deal()
                start = replace(self._opened(Found(table, ())), position=self.blank.position)
                line = walk(self.first, self.second, start.state, self.random, cards)
                if line is None or not self._differs(Found(table, tuple(line))):
                    continue
                caught += 1
                for small in shrinking(self.first.book, Found(table, tuple(line)), self._differs):
                    if best is None or size(self.first.book, small) < size(self.first.book, best):
                        best = small
        except SpentError:
            cut_short = current().why_over()
        if best is None:
            return Quarry(None, (), tried, "", cut_short)
        with allow(FREE):  # it is small, and it differs
            return Quarry(best, self._compare(best), tried, self._written(best), cut_short)

    def _about(self) -> list[set[str]]:
        """The cards of each ruling of the unequal interpretations: the one that it is about, those that refer
        to it, and those that an option changes.
        """
        points = [self.blank.ruleset.interpretations[key] for key in self.unequal]
        found = [self._cards_of(ruling) for point in points for ruling in point.rulings]
        found += [{card} for point in points for option in point.options for card in option.cards]
        return [cards & set(self.first.book.cards) for cards in found]

    def _cards_of(self, ruling: str) -> set[str]:
        if ruling.startswith(_CARD):
            return {ruling.removeprefix(_CARD)}
        entries = self.blank.ruleset.glossary.values()
        seen_by = (entry.id for entry in entries if ruling in entry.see)
        return {id_.removeprefix(_CARD) for id_ in seen_by if id_.startswith(_CARD)}

    def _opened(self, found: Found) -> Opened:
        position = replace(self.blank.position, turn=found.table.turn, line=found.line)
        table = found.table.state()
        return replace(self.blank, position=position, table=table).under(self.before)

    def _compare(self, found: Found) -> tuple[Difference, ...]:
        opened = self._opened(found)
        ask = _LOOK if found.line else _LOOK_AT_ONCE
        here, there = (verdict_of(opened.under(readings), ask) for readings in (self.before, self.after))
        return differences(here, there)

    def _differs(self, found: Found) -> bool:
        """Whether something certain under the first readings is otherwise under the second.

        Raises SpentError.
        """
        try:
            with whole():
                return any(OR not in each.before for each in self._compare(found))
        except InputError:  # the line names a card that is no longer there
            return False

    def _written(self, found: Found) -> str:
        blank, state = self.blank, self._opened(found).state
        text = write_position(
            self.first.book, state, blank.printing, self.chosen, "", "", found.line, blank.ruleset.id
        )
        return text + expectations(self._compare(found), self._rows(found))

    def _rows(self, found: Found) -> list[Entry]:
        """The rows of the line's calculation that are otherwise under the second readings."""
        opened = self._opened(found)
        here, there = (
            play_line(opened.under(readings), found.line).answer.calculation
            for readings in (self.before, self.after)
        )
        if here is None or there is None:
            return []
        others = {(row.subject, row.quantity, row.change) for row in there.rows}
        told = ("attack", "magic", "light", "value", "gold")
        return [
            row
            for row in here.rows
            if row.subject and row.quantity in told and (row.subject, row.quantity, row.change) not in others
        ]


def _blank(ruleset: Ruleset[Card], sets: tuple[str, ...], printing: str) -> Opened:
    """A position with nothing on the table, played with these boxes."""
    text = f"game: {ruleset.id}\nsets: [{', '.join(sets)}]\nprinting: '{printing}'\n"
    return read_position(decode(parse(text.encode(), "hunt"), PositionFile), ruleset)
