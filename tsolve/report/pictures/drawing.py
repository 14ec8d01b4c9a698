"""What every picture is made of: a document that needs nothing else, and texts that fit their place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import shorten

from tsolve.report.html.markup import NOTHING, Markup, style_sheet, tag
from tsolve.report.words.measuring import measure as measure

_MORE = "…"
_LONGEST = 400
"""Characters of what is told of a picture."""


def document(
    width: int, height: int, title: str, description: str, style: str, parts: Iterable[Markup]
) -> str:
    """A picture of this size; `title` and `description` are what a reader hears who does not see it."""
    told = (
        tag("title", shorten(title, _LONGEST, placeholder=_MORE)),
        tag("desc", shorten(description, _LONGEST, placeholder=_MORE)) if description else NOTHING,
    )
    box = f"0 0 {width} {height}"
    whole = tag(
        "svg",
        *told,
        style_sheet(style),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        width=width,
        height=height,
        role="img",
    )
    return f"{whole}\n"


def words(told: str, x: float, y: float, class_: str = "", anchor: str = "") -> Markup:
    """A text that begins at this place, or ends or is centred there."""
    return tag("text", told, x=_number(x), y=_number(y), class_=class_, text_anchor=anchor)


def box(
    x: float, y: float, width: float, height: float, class_: str, radius: int = 0, told: str = ""
) -> Markup:
    """A rectangle; what is `told` of it is seen when it is pointed at."""
    return tag(
        "rect",
        *((tag("title", told),) if told else ()),
        x=_number(x),
        y=_number(y),
        width=_number(width),
        height=_number(height),
        rx=radius or "",
        class_=class_,
    )


def line(x: float, y: float, to_x: float, to_y: float, class_: str) -> Markup:
    """A straight line."""
    places = (_number(each) for each in (x, y, to_x, to_y))
    return tag("path", d="M{} {}L{} {}".format(*places), class_=class_)


def fitted(told: str, width: float, size: float, lines: int) -> list[str]:
    """A text in at most so many lines of this width, in a font of this size; what does not fit is cut off."""
    return fitted_parts(told.split(), " ", width, size, lines)


def fitted_parts(parts: Iterable[str], between: str, width: float, size: float, lines: int) -> list[str]:
    """The same for parts of which none is broken if it fits on a line."""
    found: list[str] = []
    for part in parts:
        line = f"{found[-1]}{between}{part}" if found else part
        if found and measure(line, size) <= width:
            found[-1] = line
        else:
            found += _pieces(part, width, size)
    if len(found) > lines:
        return [*found[: lines - 1], cut(f"{found[lines - 1]}{between}{found[lines]}", width, size)]
    return found


def cut(told: str, width: float, size: float) -> str:
    """As much of a text as fits on a line; an ellipsis stands for the rest."""
    if measure(told, size) <= width:
        return told
    kept = told
    while kept and measure(kept + _MORE, size) > width:
        kept = kept[:-1]
    return kept.rstrip() + _MORE


def _pieces(word: str, width: float, size: float) -> Iterator[str]:
    """A word, in pieces where it is too long for a line."""
    while measure(word, size) > width and len(word) > 1:
        end = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or measure(word[:n], size) <= width)
        yield word[:end]
        word = word[end:]
    yield word


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
