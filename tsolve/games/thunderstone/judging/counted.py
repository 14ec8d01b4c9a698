"""Cards by name, equal ones counted: those a file states, and those of a line."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve import diagnostics
from tsolve.games.thunderstone.opened import Opened
from tsolve.turns.copies import split_count


def counted(opened: Opened, cards: Iterable[str]) -> tuple[str, ...]:
    """Cards by name, equal ones counted, in alphabetical order."""
    return tuple(diagnostics.counted(sorted(map(opened.book.name, cards))))


def counted_names(opened: Opened, names: Iterable[str]) -> tuple[str, ...]:
    """The same for names as a file writes them."""
    written = (split_count(name) for name in names)
    return counted(opened, (card for count, name in written for card in [opened.card(name)] * count))
