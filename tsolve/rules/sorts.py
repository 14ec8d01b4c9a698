"""The words by which people mean any of several cards: their kind, their class, their group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tsolve.rules.names import Match
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.rules.telling import words_of
from tsolve.rules.text import squash

_ARTICLES = ("a ", "an ", "the ", "any ", "some ")
_PLURALS = (("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""))


class Sort(NamedTuple):
    """Cards that one word means."""

    word: str
    cards: frozenset[str]


class Sorts:
    """The sorts of a ruleset's cards, those of boxes that are not played with included: the words printed on
    them, and what its game says besides.
    """

    def __init__(self, ruleset: Ruleset[CardFacts]) -> None:
        self._ruleset = ruleset
        found: dict[str, tuple[str, set[str]]] = {}
        for card in (*ruleset.cards.values(), *ruleset.absent.values()):
            for word in _words(card):
                found.setdefault(squash(word), (word, set()))[1].add(card.id)
        self._sorts = {key: Sort(word, frozenset(cards)) for key, (word, cards) in found.items()}

    @property
    def words(self) -> tuple[str, ...]:
        """Every sort by its word."""
        return tuple(sort.word for sort in self._sorts.values())

    def find(self, text: str) -> Sort | None:
        """What a text means, with or without an article, in the singular or the plural, in any language."""
        plain = without_article(text)
        known = (self._sorts[key] for key in singulars(squash(plain)) if key in self._sorts)
        if sort := next(known, None):
            return sort
        for index in (self._ruleset.names.words, self._ruleset.names.groups):
            match = index.resolve(plain)
            if isinstance(match, Match) and squash(match.id) in self._sorts:
                return self._sorts[squash(match.id)]
        return None


def without_article(text: str) -> str:
    """`Lamp` for `a Lamp`."""
    plain = " ".join(text.split())
    article = next((each for each in _ARTICLES if plain.casefold().startswith(each)), "")
    return plain[len(article) :]


def _words(card: CardFacts) -> Iterator[str]:
    told = words_of(card)
    for field in (*told.kinds, *told.sorts):
        value = getattr(card, field)
        for word in (value,) if isinstance(value, str) else value:
            if word:
                yield _begun(word.replace("_", " "))
    yield from (_begun(word) for word, means in told.qualities.items() if means(card))


def _begun(word: str) -> str:
    return word[:1].upper() + word[1:]


def singulars(text: str) -> Iterator[str]:
    """A text as it is written, and what it may be the plural of."""
    yield text
    for ending, singular in _PLURALS:
        if text.casefold().endswith(ending):
            yield text[: -len(ending)] + singular
