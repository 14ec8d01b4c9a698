"""The values that files state of a turn, and how names in them are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, Protocol

from msgspec import Meta

from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.table_file import Place

if TYPE_CHECKING:
    from tsolve.errors import Span
    from tsolve.model.facts import Piece

NOBODY = "nobody"

Number = Annotated[int, Meta(ge=0, le=9999)]
Names = Annotated[tuple[str, ...], Meta(max_length=100)]
Stated = int | str | tuple[int | str, ...]
"""A value as a file has it; a pair of numbers is a hex."""


class Naming(Protocol):
    """Finds figures and conditions by their names in a file."""

    def figure(self, text: str, span: Span | None = None, states: Iterable[State] = ()) -> str: ...
    def condition(self, text: str, span: Span | None = None) -> str: ...


class Kind(NamedTuple):
    """The type of the values that files state, and how to read a name in them."""

    values: object
    """The type of the key."""
    absent: Piece
    """The value for a figure that has left the map or has none."""
    name: Callable[..., str] = lambda _, text, *__: text

    def read(
        self, position: Naming, written: Stated, span: Span | None = None, states: Iterable[State] = ()
    ) -> Piece:
        """The value in the form in which it is found: lists sorted, figures named as in the position or in
        these `states`. Raises InputError.
        """
        match written:
            case int():
                return written
            case str():
                return self.name(position, written, span, states)
            case (int() as column, int() as row):
                return self.name(position, f"({column},{row})", span, states)
            case names:
                return tuple(sorted(self.name(position, str(each), span, states) for each in names))


def named_figure(position: Naming, text: str, span: Span | None, states: Iterable[State]) -> str:
    return position.figure(text, span, states)


def _figure_or_nobody(position: Naming, text: str, span: Span | None, states: Iterable[State]) -> str:
    return NOBODY if text.casefold() == NOBODY else position.figure(text, span, states)


NUMBER = Kind(Number, 0)
CARDS = Kind(Names, ())
FIGURES = Kind(Names, (), named_figure)
FOCUS = Kind(str, NOBODY, _figure_or_nobody)
HEX = Kind(Place, "not on the map", lambda position, text, span, _: position.name(position.place(text, span)))
CONDITIONS = Kind(Names, (), lambda position, text, span, _: position.condition(text, span))
EFFECTS = Kind(Names, (), lambda position, text, span, _: position.effect(text, span))
STRENGTH = Kind(Literal["strong", "waning", "inert"], "inert")
ENDING = Kind(Literal["won", "lost", "open"], "open")
IS_SO = Kind(bool, False)
