"""Markup that is safe by construction: what is no markup yet is escaped when it is put into an element."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape as escape_markup
from typing import Final

from tsolve.diagnostics import escape


class Markup(str):
    """A piece of a document. Only this module makes one from a plain text."""

    __slots__ = ()


NOTHING: Final = Markup()
_UNIT = re.compile(r"(?<=\d) (?=%|x |in \d|[A-Z]{2,3}\b)|(?<=\d in) (?=\d)")
"""The spaces in what belongs together: `33 %`, `2 x`, `1 in 3`."""
_EMPTY = {"br", "circle", "meta", "path", "rect"}
"""Elements that need no contents."""


def text(plain: str) -> Markup:
    """A text as it is to be read; what cannot be seen, or turns the direction of writing, as `\\x1b`."""
    return plain if isinstance(plain, Markup) else Markup(escape_markup(escape(plain)))


def prose(plain: str) -> Markup:
    """A text in which no line ends between a number and its unit."""
    return plain if isinstance(plain, Markup) else Markup(_UNIT.sub("\N{NO-BREAK SPACE}", text(plain)))


def lines(plain: str) -> Markup:
    """A text of several lines, each as `text` has it."""
    return Markup("\n".join(map(text, plain.split("\n"))))


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """The parts one after the other."""
    return Markup(text(between).join(map(text, parts)))


def tag(name: str, /, *contents: str, **attributes: str | float | bool) -> Markup:
    """An element: `tag("p", "a < b", class_="dim")`.

    A trailing underscore of an attribute is left out and others become hyphens; True stands for an attribute
    without a value, and an attribute that is False or empty is left out.
    """
    told = "".join(
        f" {key}" if value is True else f' {key}="{text(str(value))}"'
        for key, value in ((_attribute(name), value) for name, value in attributes.items())
        if value is not False and value != ""
    )
    if name in _EMPTY and not contents:
        return Markup(f"<{name}{told}/>")
    return Markup(f"<{name}{told}>{joined(contents)}</{name}>")


def style_sheet(rules: str) -> Markup:
    """Style rules of tsolve's own, as they are."""
    return Markup(f"<style>{rules}</style>")


def document(head: Markup, body: Markup) -> str:
    """A whole document."""
    return f'<!doctype html>\n<html lang="en">\n<head>{head}</head>\n<body>{body}</body>\n</html>\n'


def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")
