"""Names that can be written in a list, with a count, and in the text of an action."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from tsolve.rules.defining import Nonsense
from tsolve.rules.text import squash

_UNREADABLE = re.compile(
    r"[#(),:;|/\[\]{}<>\"]|\bx\s*\d+$|^\d+(?:\s*x\b|\s)|^(?:none|unknown|an unknown card)$", re.I
)


class Named(Protocol):
    """A card with its names."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> Iterable[str]: ...


def unreadable_names(card: Named) -> Iterator[Nonsense]:
    """The names of a card that would be taken for something else."""
    for path, name in (
        (("name",), card.name),
        *((("aliases", n), name) for n, name in enumerate(card.aliases)),
    ):
        if not squash(name) or _UNREADABLE.search(name):
            help_ = "letters, digits, blanks, hyphens and apostrophes can be read everywhere"
            yield Nonsense(card.id, path, "E425", f'"{name}" cannot be the name of a card', help_)
