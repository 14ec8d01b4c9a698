"""What happened and why, as data: every number of an answer is the sum of entries like these.

Text is rendered from the trace; nobody parses text.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec

_EXERCISED: ContextVar[set[str] | None] = ContextVar("exercised", default=None)
"""Where effects are noted while somebody counts them; nobody does in ordinary answers."""


@contextmanager
def counting_effects() -> Iterator[set[str]]:
    """Collects every effect that is carried out or reckoned with in a line that leaves a trace.

    Rule coverage asks for it; which effects act is no part of any answer.
    """
    found: set[str] = set()
    token = _EXERCISED.set(found)
    try:
        yield found
    finally:
        _EXERCISED.reset(token)


class Entry(msgspec.Struct, frozen=True):
    """One change of one quantity, with the card that made it and the rulings that say so.

    `before` and `after` are the quantity's value around this entry; their difference is what the card
    contributed. An entry that changes no number (a card moves, an effect finds no target) has `before ==
    after`. `note` says in a phrase what happened to the subject, speaking to the player whose turn it is; an
    entry without subject, note and change tells nothing, and only its rulings count.
    """

    step: str
    subject: str
    quantity: str
    before: int
    after: int
    rulings: tuple[str, ...]
    note: str = ""
    copy: int = 0
    """Which of several cards of the hand with this name it is, as actions number them; 0 for the only one."""

    @property
    def called(self) -> str:
        """The card's name, with a number where there are several."""
        return f"{self.subject} #{self.copy}" if self.copy else self.subject

    @property
    def change(self) -> int:
        """`after - before`."""
        return self.after - self.before


class Trace:
    """Collects entries while the engine works; pass `None` instead where nobody will look (searches,
    bots).
    """

    __slots__ = ("_effects", "_entries", "_readings")

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._readings: dict[str, str] = {}
        self._effects = _EXERCISED.get()

    def add(
        self,
        step: str,
        subject: str,
        rulings: tuple[str, ...],
        note: str = "",
        quantity: str = "",
        before: int = 0,
        after: int = 0,
        copy: int = 0,
    ) -> None:
        """Append one entry."""
        self._entries.append(Entry(step, subject, quantity, before, after, rulings, note, copy))

    def extend(self, entries: Iterator[Entry] | tuple[Entry, ...] | list[Entry]) -> None:
        """Append many entries in their order."""
        self._entries.extend(entries)

    def consult(self, key: str, option: str) -> None:
        """Note that the outcome went through an interpretation, and which of its readings was used."""
        self._readings[key] = option

    @property
    def counts_effects(self) -> bool:
        """Whether anybody wants to know which effects act."""
        return self._effects is not None

    def exercise(self, card: str, effect: str) -> None:
        """Note that an effect of a card acted; `effect` is its place on the card and its kind."""
        if self._effects is not None:
            self._effects.add(f"{card} {effect}")

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that happened, in order."""
        return tuple(self._entries)

    @property
    def readings(self) -> dict[str, str]:
        """The interpretations that were consulted, with the reading used."""
        return dict(self._readings)
