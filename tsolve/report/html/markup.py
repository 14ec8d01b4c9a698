"""Markup that is safe by construction: plain text is escaped when it is put into an element. Also the style
sheets and scripts that all pages share, and citations that link to their rule on the same page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape as escape_markup
from pathlib import Path
from typing import Final
from urllib.parse import quote

from tsolve.errors import escape
from tsolve.model.answers import Cited, CitedDocument
from tsolve.regex import Regex
from tsolve.report.rulings import places_of


class Markup(str):
    """A piece of HTML. Only this module makes one from a plain text."""

    __slots__ = ()


NOTHING: Final = Markup()
_UNIT = Regex(r"(?<=\d) (?=%|x |in \d|[A-Z]{2,3}\b)|(?<=\d in) (?=\d)")
"""Spaces at which no line may end: `33 %`, `2 x`, `1 in 3`."""
_EMPTY = {"br", "circle", "img", "meta", "path", "rect"}
"""Elements without contents."""


def text(plain: str) -> Markup:
    """A plain text; characters that are invisible or change the writing direction are shown as `\\x1b`."""
    return plain if isinstance(plain, Markup) else Markup(escape_markup(escape(plain)))


def prose(plain: str) -> Markup:
    """A text in which no line ends between a number and its unit."""
    return plain if isinstance(plain, Markup) else Markup(_UNIT.sub("\N{NO-BREAK SPACE}", text(plain)))


def lines(plain: str) -> Markup:
    """A text of several lines, each escaped as by `text`."""
    return Markup("\n".join(map(text, plain.split("\n"))))


def exact(plain: str) -> Markup:
    """A text that programs read and nobody sees, every character as it is."""
    return Markup(escape_markup(plain))


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """The parts one after the other."""
    return Markup(text(between).join(map(text, parts)))


def tag(name: str, /, *contents: str, **attributes: str | float | bool) -> Markup:
    """An element: `tag("p", "a < b", class_="dim")`.

    In names of attributes, a trailing underscore is dropped and others become hyphens. True means an
    attribute without a value; one that is False or empty is left out.
    """
    told = "".join(
        f" {key}" if value is True else f' {key}="{text(value if isinstance(value, str) else str(value))}"'
        for key, value in ((_attribute(name), value) for name, value in attributes.items())
        if value is not False and value != ""
    )
    if name in _EMPTY and not contents:
        return Markup(f"<{name}{told}/>")
    return Markup(f"<{name}{told}>{joined(contents)}</{name}>")


def style_sheet(rules: str) -> Markup:
    """Style rules written by tsolve itself, not escaped."""
    return Markup(f"<style>{rules}</style>")


def document(head: Markup, body: Markup) -> str:
    """A whole document."""
    return f'<!doctype html>\n<html lang="en">\n<head>{head}</head>\n<body>{body}</body>\n</html>\n'


def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


_FOLDER = Path(__file__).parent


def own(name: str) -> str:
    """The text of a file in this folder."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def style(name: str) -> Markup:
    """The style sheet of all pages, and what one kind of page adds."""
    return style_sheet(own("base.css") + own(name))


_LONGEST = 320
"""The most characters of a rule in a bubble; the list of rules has all of it."""
_MOST = 10_000
"""The most characters of all bubbles of a page; after that, citations are links only."""
_CARD = "card."
"""How ids of the rules of single cards begin."""


class Rules:
    """The rules that a page quotes, and the links to them."""

    def __init__(self, citations: Sequence[Cited], documents: Sequence[CitedDocument] = ()) -> None:
        self.known: Mapping[str, Cited] = {each.id: each for each in citations}
        self._rulebooks = {each.id: each for each in documents if each.rulebook}
        ids = "|".join(map(re.escape, sorted(self.known, key=len, reverse=True)))
        self._room = _MOST
        self._id = re.compile(rf"(?<![\w.-])(?:{ids})(?![\w-]|\.\w)") if ids else None

    @property
    def titles(self) -> dict[str, str]:
        """The titles of the rules by id, for rows of sums without a card."""
        return {each.id: each.title for each in self.known.values()}

    def linked(self, text: str, bubbles: bool = False) -> Markup:
        """The text, with a link for every rule that it names."""
        if self._id is None or isinstance(text, Markup):
            return prose(text)
        parts, end = [], 0
        for found in self._id.finditer(text):
            parts += [prose(text[end : found.start()]), self.link(found[0], bubbles)]
            end = found.end()
        return joined([*parts, prose(text[end:])])

    def link(self, rule: str, bubble: bool = True, called: str = "") -> Markup:
        """A link to the rule, its text the id or `called`; with `bubble`, pointing at it shows the rule."""
        cited = self.known.get(rule)
        if cited is None:
            return text(called or rule)
        shown = self._bubble(cited) if bubble and cited.text and self._room > 0 else NOTHING
        self._room -= len(shown)
        return tag(
            "a",
            called or rule,
            shown,
            class_="cite" if " " in called else "cite id",
            href=f"#{quote(anchor(rule))}",
        )

    def row(self, rules: Iterable[str], subject: str, bubbles: bool = True) -> Markup:
        """The rules of a row about a card; the card's own rule as a short word, to keep the column narrow."""
        return joined((self.link(rule, bubbles, self._short(rule, subject)) for rule in rules), ", ")

    def _short(self, rule: str, subject: str) -> str:
        cited = self.known.get(rule)
        if cited is None or not rule.startswith(_CARD):
            return rule
        return "its card" if subject and cited.title.startswith(subject) else cited.title

    def _bubble(self, cited: Cited) -> Markup:
        """The rule, and the first place where it is written."""
        text = cited.text
        if len(text) > _LONGEST:
            text = f"{text[:_LONGEST].rpartition(' ')[0]} ..."
        where = places_of(cited, self._rulebooks).partition("; ")[0]
        return tag(
            "span",
            tag("b", cited.title),
            " ",
            text,
            " ",
            tag("small", where),
            class_="bubble",
            role="tooltip",
        )


def anchor(rule: str) -> str:
    """The name of a rule's place on the page."""
    return f"rule-{rule}"
