"""Cards by name, equal ones counted: those a file states, and those of a line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from tsolve import diagnostics
from tsolve.turns.copies import split_count
from tsolve.turns.opened import Opened

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


def counted(opened: Opened[S, A], cards: Iterable[str]) -> tuple[str, ...]:
    """Cards by name, equal ones counted, in alphabetical order."""
    facts = opened.ruleset.cards
    return tuple(diagnostics.counted(sorted(facts[card].name for card in cards)))


def counted_names(opened: Opened[S, A], names: Iterable[str]) -> tuple[str, ...]:
    """The same for names as a file writes them."""
    written = (split_count(name) for name in names)
    return counted(opened, (card for count, name in written for card in [opened.card(name)] * count))
