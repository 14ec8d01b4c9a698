"""The smallest position on which two ways to read the rules differ, as far as was looked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError, whole
from tsolve.errors import InputError
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.hunting.dealing import Dealer
from tsolve.games.thunderstone.hunting.puzzle import expectations
from tsolve.games.thunderstone.hunting.shrinking import shrinking
from tsolve.games.thunderstone.hunting.table import Found, size
from tsolve.games.thunderstone.hunting.walking import walk
from tsolve.games.thunderstone.writing.position import Opened, read_position
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.games.thunderstone.writing.position_text import write_position
from tsolve.model.comparisons import Difference, Questions, differences
from tsolve.model.trace import Entry
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import decode
from tsolve.source.parse import parse
from tsolve.turns.comparing.verdict import OR, verdict_of
from tsolve.turns.line import play_line

Readings = Mapping[str, str]

_CARD = "card."
"""Before the id of a card stands this, in the id of its ruling."""
_LOOK = Questions(actions=False, attacks=False, best=False)
_LOOK_AT_ONCE = Questions(attacks=False, best=False)
"""What is compared, with a line and without one."""


class Quarry(NamedTuple):
    """What was found."""

    differences: tuple[Difference, ...]
    text: str
    """The position as a file under the first readings."""


class Hunter:
    """Looks for positions on which two sets of readings differ, and shrinks them.

    `before` and `after` are every interpretation with its option. The position written names those that are
    `named`; the others come with the printing, so that another printing may read them otherwise. Positions
    have numbers: the one with a number is the same whoever deals it, with the same `seed`.
    """

    def __init__(
        self,
        ruleset: Ruleset[Card],
        sets: tuple[str, ...],
        printing: str,
        before: Readings,
        after: Readings,
        hand: int,
        seed: int,
        named: Collection[str] = (),
    ) -> None:
        self.before, self.after, self.seed = before, after, seed
        self.blank = _blank(ruleset, sets, printing)
        self.first, self.second = (
            Thunderstone(Book(self.blank.ruleset.under(readings), readings)) for readings in (before, after)
        )
        self.unequal = [key for key in before if before[key] != after[key]]
        self.chosen = {key: before[key] for key in self.unequal if key in named}
        self.random = Random()
        about = self._about()
        self.cards = frozenset(card for each in about for card in each)
        self.dealer = Dealer(self.first.book, about, hand, self.random)

    def look(self, number: int) -> Found | None:
        """Deal and play the position of this number; None where nothing differs."""
        self.random.seed(f"{self.seed}/{number}")
        table = self.dealer.deal()
        start = self._opened(Found(table, ()))
        line = walk(self.first, self.second, start.state, self.random, self.cards)
        if line is None:
            return None
        found = Found(table, tuple(line))
        return found if self._differs(found) else None

    def shrunk(self, found: object) -> Found:
        """The position without all that the difference does not need; as small as it is when time is over."""
        assert isinstance(found, Found)
        small = found
        with suppress(SpentError):
            for small in shrinking(self.first.book, found, self._differs):  # noqa: B007
                pass
        return small

    def quarry(self, found: Sequence[object]) -> Quarry:
        """The smallest of these positions, and what differs on it."""
        kept = [each for each in found if isinstance(each, Found)]
        best = min(kept, key=lambda each: size(self.first.book, each))
        return Quarry(self._compare(best), self._written(best))

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
        return self.blank.with_table(table, position).under(self.before)

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
