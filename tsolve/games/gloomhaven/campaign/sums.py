"""Numbers that are worked out, each as the sum of its rows with their rules."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tsolve.model.answers import Calculation
from tsolve.model.trace import Entry, Trace


class Sum(msgspec.Struct, frozen=True):
    """A number with everything that makes it up."""

    title: str
    quantity: str
    rows: tuple[Entry, ...] = ()

    @property
    def total(self) -> int:
        """The number."""
        return self.rows[-1].after if self.rows else 0

    def add(self, amount: int, subject: str, rulings: tuple[str, ...], note: str = "") -> Sum:
        """The same with a further term."""
        return self._to(self.total + amount, "add", subject, rulings, note)

    def times(self, factor: int, subject: str, rulings: tuple[str, ...], note: str = "") -> Sum:
        """The same, multiplied."""
        return self._to(self.total * factor, "multiply", subject, rulings, note)

    def halved(self, subject: str, rulings: tuple[str, ...], note: str = "") -> Sum:
        """The same, halved and rounded down."""
        return self._to(self.total // 2, "halve", subject, rulings, note)

    def within(self, least: int, most: int, rulings: tuple[str, ...], note: str) -> Sum:
        """The same within bounds; a row only where they change it."""
        bounded = min(max(self.total, least), most)
        return self if bounded == self.total else self._to(bounded, "floor", "", rulings, note)

    def _to(self, total: int, step: str, subject: str, rulings: tuple[str, ...], note: str) -> Sum:
        row = Entry(step, subject, self.quantity, self.total, total, rulings, note)
        return msgspec.structs.replace(self, rows=(*self.rows, row))

    def calculation(self, before: Sequence[Entry] = ()) -> Calculation:
        """The table of it, behind rows of other quantities that go into it."""
        return Calculation(self.title, (*before, *self.rows), self.total)

    def told(self, trace: Trace | None) -> None:
        """Note the rows that change the number."""
        if trace is not None:
            trace.extend([row for row in self.rows if row.change])


def some(number: int, what: str) -> str:
    """A number of things in words: `1 perk`, `2 perks`."""
    return f"{number} {what}{'s' if number != 1 else ''}"
