"""Conditions and elements as people write them, in any language of the ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, get_args

from tsolve.diagnostics import Diagnostics, Span, suggest
from tsolve.games.gloomhaven.abilities import Condition, Element
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash
from tsolve.source.decode import Decoded, Path
from tsolve.source.words import listed, shortened

Word = TypeVar("Word", bound=str)

CONDITIONS: Mapping[str, Condition] = {each: each for each in get_args(Condition)}
ELEMENTS: Mapping[str, Element] = {each: each for each in get_args(Element) if each != "any"}
_FORCED: Mapping[str, str] = {"push": "push", "pull": "pull"}
"""What a boss may be immune to beside conditions."""

CARDS: frozenset[Condition] = frozenset(("curse", "bless"))
"""Conditions that are modifier cards, not tokens. (GH-8.1)"""


def condition_named(
    ruleset: Ruleset[Any], decoded: Decoded[object], text: str, span: Span | None
) -> Condition:
    """The condition that a statement names, in any language. Raises InputError."""
    found = Diagnostics()
    condition = Words(ruleset, decoded, found).condition(text, span or decoded.span())
    found.raise_if_any()
    assert condition is not None
    return condition


class Words:
    """Reads the words of one file."""

    def __init__(self, ruleset: Ruleset[Any], decoded: Decoded[object], found: Diagnostics) -> None:
        self._words = ruleset.names.words
        self._decoded, self._found = decoded, found

    def condition(self, text: str, span: Span) -> Condition | None:
        """The condition that a text says; None, with a report (E207), for none."""
        return self._one_of(CONDITIONS, "condition", text, span)

    def effect(self, text: str, span: Span) -> str | None:
        """The effect of an attack that a text says; None, with a report (E207), for none."""
        return self._one_of({**CONDITIONS, **_FORCED, "pierce": "pierce"}, "effect", text, span)

    def element(self, text: str, span: Span) -> Element | None:
        """The element that a text says; None, with a report (E207), for none."""
        return self._one_of(ELEMENTS, "element", text, span)

    def conditions(self, path: Path, texts: Iterable[str]) -> tuple[Condition, ...]:
        """The conditions of a list, each once."""
        found = [self.condition(text, span) for text, span in self._placed(path, texts)]
        return tuple(dict.fromkeys(each for each in found if each))

    def immunities(self, path: Path, texts: Iterable[str]) -> tuple[str, ...]:
        """The conditions of a list, `push` and `pull` among them."""
        words = {**CONDITIONS, **_FORCED}
        found = [self._one_of(words, "condition", text, span) for text, span in self._placed(path, texts)]
        return tuple(dict.fromkeys(each for each in found if each))

    def _placed(self, path: Path, texts: Iterable[str]) -> Iterable[tuple[str, Span]]:
        return ((text, self._decoded.span(*path, index)) for index, text in enumerate(texts))

    def _one_of(self, known: Mapping[str, Word], kind: str, text: str, span: Span) -> Word | None:
        match = self._words.resolve(text)
        word = match.id if isinstance(match, Match) else squash(text)
        if word in known:
            return known[word]
        help_ = suggest(text, known) or f"there are {listed(known)}"
        self._found.report("E207", f'"{shortened(text)}" is no {kind}', span, help_)
        return None
