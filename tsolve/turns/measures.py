"""Numbers that people may name: each is declared once, with its name, unit, direction and what it comes to.

What a file may claim or expect of a line, the levels of goals, the columns of answers and the keys of schemas
follow from the declarations of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from tsolve.model.plays import Calculation
from tsolve.turns.narration import Fact
from tsolve.turns.position import parts_of

B = TypeVar("B")
"""The rules with all that they look up."""
S = TypeVar("S")
"""A position."""
W = TypeVar("W", bound=msgspec.Struct)
MOST = 999
"""Numbers in files lie between this and as much below zero."""


class Found(msgspec.Struct, frozen=True):
    """A fact with what makes it up; None where nobody can tell it, with the reason."""

    value: Fact
    calculation: Calculation | None = None
    unknown: str = ""


class Measure(msgspec.Struct, Generic[B, S], frozen=True):
    """One number, or one list of pieces."""

    name: str
    """The key in files, and the word in goals."""
    about: str
    """What it counts, in a few words."""
    of: Callable[[B, S], Fact | Found]
    """What a turn has come to in a position: a number, or pieces by their ids; None for nothing yet."""
    better: Literal["more", "less"] = "more"
    unit: tuple[str, str] | None = None
    """What 1 of it is in people's words, and what more of it are; None where it goes by its name."""
    as_level: Callable[[B, S], int] | None = None
    """What a goal counts, where that is another number than files state."""
    nothing: int = 0
    """What a goal counts where there is nothing yet."""
    is_stated: bool = True
    """Whether files may state it."""
    is_level: bool = True
    """Whether it can be a level of a goal."""
    formerly: tuple[str, ...] = ()
    """The names that it had in goals; read for one version."""
    is_summed: bool = False
    """Whether the calculation of a line shows it."""
    is_list: bool = False

    def found(self, book: B, state: S) -> Found:
        """The same with all that is known of it."""
        fact = self.of(book, state)
        return fact if isinstance(fact, Found) else Found(fact)

    def written(self, pieces: type) -> object:
        """The type of what files state of it; `pieces` is that of a list."""
        return pieces if self.is_list else Annotated[int, Meta(ge=-MOST, le=MOST)]


class Measures(Generic[B, S]):
    """All numbers of a game."""

    def __init__(self, *declared: Measure[B, S]) -> None:
        self.by_name: Mapping[str, Measure[B, S]] = {each.name: each for each in declared}
        assert len(self.by_name) == len(declared), "a name is declared once"

    def __iter__(self) -> Iterator[Measure[B, S]]:
        return iter(self.by_name.values())

    def facts(self, book: B, state: S) -> Mapping[str, Fact]:
        """What a turn has come to, for every measure that files may state."""
        return {each.name: each.found(book, state).value for each in self if each.is_stated}

    def level(self, book: B, state: S, name: str) -> int:
        """What a goal counts of one measure; of less being better, below zero."""
        measure = self.by_name[name]
        found = (measure.as_level or measure.of)(book, state)
        count = found if isinstance(found, int) else measure.nothing
        return -count if measure.better == "less" else count

    def renamed(self, level: str) -> str:
        """A level, or a weighted sum, with names of today in place of former ones."""
        parts = [(weight, self._former.get(name, name)) for weight, name in parts_of(level)]
        return "+".join(name if weight == 1 else f"{weight}*{name}" for weight, name in parts)

    # what follows from the declarations

    @cached_property
    def _former(self) -> Mapping[str, str]:
        return {former: each.name for each in self for former in each.formerly}

    @cached_property
    def levels(self) -> Mapping[str, str]:
        """The levels of goals, each with what it counts."""
        return {each.name: each.about for each in self if each.is_level}

    @cached_property
    def counted_down(self) -> tuple[str, ...]:
        """The levels that are counted below zero: less is better."""
        return tuple(each.name for each in self if each.is_level and each.better == "less")

    @cached_property
    def units(self) -> Mapping[str, tuple[str, str]]:
        """What 1 of a level is in people's words, and what more of it are."""
        return {each.name: each.unit for each in self if each.unit is not None}

    @cached_property
    def stated(self) -> tuple[str, ...]:
        """The names that files may state."""
        return tuple(each.name for each in self if each.is_stated)

    @cached_property
    def lists(self) -> tuple[str, ...]:
        """Those of them that are lists of pieces."""
        return tuple(each.name for each in self if each.is_stated and each.is_list)

    @cached_property
    def summed(self) -> tuple[str, ...]:
        """Those that the calculation of a line shows."""
        return tuple(each.name for each in self if each.is_summed)

    def struct(self, name: str, base: type[W], pieces: type = tuple[str, ...]) -> type[W]:
        """A part of a position file that may state each of them; `pieces` is the type of a list."""
        fields = []
        for each in self:
            if each.is_stated:
                kind: type = each.written(pieces)  # type: ignore[assignment]
                about = Meta(description=f"{each.about[:1].upper()}{each.about[1:]}.")
                fields.append((each.name, Annotated[kind | None, about], None))
        return msgspec.defstruct(  # type: ignore[return-value]  # which is derived from the base
            name, fields, bases=(base,), frozen=True, forbid_unknown_fields=True, omit_defaults=True
        )
