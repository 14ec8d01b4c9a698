"""Citations on a page for a browser: each leads to its rule on the same page and shows its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from tsolve.model.answers import Cited, CitedDocument
from tsolve.report.grounds.rulings import places_of
from tsolve.report.html.markup import NOTHING, Markup, joined, prose, tag, text

_LONGEST = 320
"""Characters of a rule that a bubble shows; the list of rules has all of it."""
_MOST = 10_000
"""Characters of all bubbles of a page: of a hand of fifty cards the later rows have links only."""
_CARD = "card."
"""How the ids of the rules of single cards begin."""


class Rules:
    """The rules that a page tells in words, and the links to them."""

    def __init__(self, citations: Sequence[Cited], documents: Sequence[CitedDocument] = ()) -> None:
        self.known: Mapping[str, Cited] = {each.id: each for each in citations}
        self._rulebooks = {each.id: each for each in documents if each.rulebook}
        ids = "|".join(map(re.escape, sorted(self.known, key=len, reverse=True)))
        self._room = _MOST
        self._id = re.compile(rf"(?<![\w.-])(?:{ids})(?![\w-]|\.\w)") if ids else None

    @property
    def titles(self) -> dict[str, str]:
        """For rows of sums that no card stands behind."""
        return {each.id: each.title for each in self.known.values()}

    def linked(self, told: str, bubbles: bool = False) -> Markup:
        """A text in which every rule that it names is a link."""
        if self._id is None or isinstance(told, Markup):
            return prose(told)
        parts, end = [], 0
        for found in self._id.finditer(told):
            parts += [prose(told[end : found.start()]), self.link(found[0], bubbles)]
            end = found.end()
        return joined([*parts, prose(told[end:])])

    def link(self, rule: str, bubble: bool = True, called: str = "") -> Markup:
        """A link to the rule under its id, or what it is called here; `bubble` shows its text at a touch."""
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
        """The rules of a row about a card: its own rule in a word, so that the column stays narrow."""
        return joined((self.link(rule, bubbles, self._short(rule, subject)) for rule in rules), ", ")

    def _short(self, rule: str, subject: str) -> str:
        cited = self.known.get(rule)
        if cited is None or not rule.startswith(_CARD):
            return rule
        return "its card" if subject and cited.title.startswith(subject) else cited.title

    def _bubble(self, cited: Cited) -> Markup:
        """The rule, and the first place where it is written."""
        told = cited.text
        if len(told) > _LONGEST:
            told = f"{told[:_LONGEST].rpartition(' ')[0]} ..."
        where = places_of(cited, self._rulebooks).partition("; ")[0]
        return tag(
            "span",
            tag("b", cited.title),
            " ",
            told,
            " ",
            tag("small", where),
            class_="bubble",
            role="tooltip",
        )


def anchor(rule: str) -> str:
    """The name of a rule's place on the page."""
    return f"rule-{rule}"
