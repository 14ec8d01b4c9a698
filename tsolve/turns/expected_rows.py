"""What a puzzle expects of the rows of a calculation, compared with the table that was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from tsolve.model.answers import ExpectationAnswer
from tsolve.model.trace import Entry
from tsolve.turns.compared import answered
from tsolve.turns.opened import Opened
from tsolve.turns.played import Played

S = TypeVar("S")
A = TypeVar("A")


class ExpectedRow(Protocol):
    """A row as a file states it."""

    @property
    def card(self) -> str:
        """The card; an empty text for the steps that no card causes."""
        ...

    @property
    def changes(self) -> Mapping[str, int]:
        """By how much it changes each quantity."""
        ...

    @property
    def ruling(self) -> str | None:
        """A ruling that it cites."""
        ...


def judge_calculation(
    opened: Opened[S, A], line: Played[S, A] | None, rows: Sequence[ExpectedRow]
) -> Iterator[ExpectationAnswer]:
    """Every change that is expected: each needs a row of the line's table for itself."""
    table = line.answer.calculation if line is not None else None
    left = list(table.rows) if table is not None else []
    wanted = []
    for number, row in enumerate(rows):
        subject = opened.ruleset.cards[opened.card(row.card)].name if row.card else ""
        alike = tuple(entry for entry in left if entry.subject == subject)
        for quantity, change in row.changes.items() or [("", 0)]:
            match = next((each for each in alike if _fits(each, quantity, change, row.ruling)), None)
            if match is not None:
                left.remove(match)
            wanted.append(_Wanted(number, subject, quantity, change, row.ruling, alike, match))
    for each in wanted:
        yield each.judged(left)


class _Wanted(NamedTuple):
    """One change of a row that is expected, and the row of the table that has it."""

    number: int
    subject: str
    quantity: str
    change: int
    ruling: str | None
    alike: tuple[Entry, ...]
    """What the table says of this card, as far as no row before it was expected so."""
    match: Entry | None

    def judged(self, left: list[Entry]) -> ExpectationAnswer:
        """The answer; `left` are the rows of the table that nothing expects, less the one that is offered."""
        return answered(
            ("calculation", self.number, self.quantity or "ruling"),
            f"calculation {self.subject or 'step'}",
            self.match is not None,
            f"{self.quantity} {self.change:+d}{' by ' + self.ruling if self.ruling else ''}".strip(),
            "; ".join(f"{each.quantity} {each.change:+d}" for each in self.alike) or "no such row",
            self._right(left) if self.match is None else None,
        )

    def _right(self, left: list[Entry]) -> int | None:
        """The one change of the quantity that is left for this card, on however many rows."""
        fitting = [
            each
            for each in left
            if (each.subject, each.quantity) == (self.subject, self.quantity)
            and (self.ruling is None or self.ruling in each.rulings)
        ]
        if len({each.change for each in fitting}) != 1:
            return None
        left.remove(fitting[0])
        return fitting[0].change


def _fits(entry: Entry, quantity: str, change: int, ruling: str | None) -> bool:
    if ruling is not None and ruling not in entry.rulings:
        return False
    return not quantity or (entry.quantity == quantity and entry.change == change)
