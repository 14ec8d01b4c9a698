"""What every verb of `play` rests on: the trace, the readings, and the fields of a figure."""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.cardkit import pending
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.state import Figure, State


class Playing(pending.Play[Book, State]):
    """A working copy of a position."""

    __slots__ = ()

    def note(
        self,
        step: str,
        subject: str,
        rulings: tuple[str, ...],
        note: str = "",
        quantity: str = "",
        before: int = 0,
        after: int = 0,
    ) -> None:
        """Add an entry to the trace, when somebody keeps one."""
        if self.trace is not None:
            self.trace.add(step, subject, rulings, note, quantity, before, after)

    def reads(self, key: str, option: str) -> bool:
        """Whether an interpretation is read so; the trace remembers that it was asked."""
        if self.trace is not None:
            self.trace.consult(key, self.book.readings[key])
        return self.book.reads(key, option)

    def edit(self, name: str, **changes: object) -> Figure:
        """Replace fields of a figure."""
        figures = list(self.state.figures)
        at = next(index for index, figure in enumerate(figures) if figure.name == name)
        figures[at] = replace(figures[at], **changes)
        self.set(figures=tuple(figures))
        return figures[at]
