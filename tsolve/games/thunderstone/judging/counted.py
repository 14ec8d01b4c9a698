"""Cards by name, equal ones counted: as a file states them, and as a line has come to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tsolve.games.thunderstone.writing.card_names import split_count
from tsolve.games.thunderstone.writing.position import Opened


def counted(opened: Opened, cards: Iterable[str]) -> tuple[str, ...]:
    """Cards by name, equal ones counted, in alphabetical order."""
    counts = Counter(opened.book.name(card) for card in cards)
    return tuple(f"{n} x {name}" if n > 1 else name for name, n in sorted(counts.items()))


def counted_names(opened: Opened, names: Iterable[str]) -> tuple[str, ...]:
    """The same for names as a file writes them."""
    written = (split_count(name) for name in names)
    return counted(opened, (card for count, name in written for card in [opened.card(name)] * count))
