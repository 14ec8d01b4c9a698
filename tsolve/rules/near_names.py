"""What somebody may have meant by a name that nobody has: parts of names, slips, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve.rules import text as compared
from tsolve.rules.languages import ENGLISH, Name, names_in
from tsolve.rules.searching import stem

if TYPE_CHECKING:  # a ruleset asks this module, and only about a name that it does not know
    from tsolve.rules.ruleset import CardFacts, Ruleset

MOST_SLIPS = 3
MOST_WITH = 8
LONGEST = 64
"""Characters of a name that is compared: comparing takes time with the square of the length."""
_SHORTEST_INSIDE = 3
_SURE, _LIKELY, _WORD_LIKELY = 0.85, 0.7, 0.75
"""How alike a name has to be: to be meant for certain, to be meant perhaps, and one word alone."""

squash, words = lru_cache(4096)(compared.squash), lru_cache(4096)(compared.words)
"""A file with one mistake often has many."""


class Near(msgspec.Struct, frozen=True):
    """The names that come near a text: those that hold its words, or those that are written alike."""

    part: str = ""
    """The words that the names hold; empty for names that are written alike."""
    names: tuple[str, ...] = ()
    way: int = 0
    """By which way they were found; what a lower one finds is nearer."""

    @property
    def holds_words(self) -> bool:
        """Whether the words of the text stand in each of the names."""
        return bool(self.names) and self.way == 0


def near(text: str, *groups: Sequence[Name]) -> Near:
    """The names that come nearest: a slip, else the text's words in them, else a looser likeness.

    Of groups that come equally near the first one. Names stand in their own order, those that are written
    alike by their likeness.
    """
    wanted = words(text) if re.search(r"[^\W\d_]", text) else ()  # a number alone means no name
    for way, find in enumerate(_WAYS if wanted and len(text) <= LONGEST else ()):
        found = next((near for group in groups if (near := find(wanted, group)).names), None)
        if found is not None:
            return replace(found, way=way)
    return Near()


def told(found: Near, what: str = "cards") -> str:
    """The near names in words; empty where there are none. `what` is what the names name."""
    if not found.names:
        return ""
    if not found.part:
        return f"did you mean {' or '.join(map(_quoted, found.names[:MOST_SLIPS]))}?"
    more = len(found.names) - MOST_WITH
    return (
        f"{what} with {found.part}: {', '.join(found.names[:MOST_WITH])}"
        f"{f', and {more} more' if more > 0 else ''}"
    )


def hint_from(text: str, names: Iterable[str]) -> str:
    """The near ones of a few names, in words; empty where there are none."""
    return told(near(text, [Name(name, (name,)) for name in names]), "names")


def near_cards(ruleset: Ruleset[CardFacts], text: str) -> Near:
    """The cards whose names come nearest, first those that are played with.

    Names are those of the reader's language where those of no other are nearer, with the English name beside.
    """
    languages = tuple(dict.fromkeys((*ruleset.languages(), ENGLISH, *ruleset.names.languages)))
    for cards, box in ((ruleset.cards, False), (ruleset.absent, True)):
        found = near(text, *(list(names_in(ruleset, cards.values(), each, box)) for each in languages))
        if found.names:
            return found
    return Near()


# the ways of being near, each for all names


def _sure(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    return _alike(wanted, names, _SURE)


def _likely(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    return _alike(wanted, names, _LIKELY)


def _alike(wanted: Sequence[str], names: Sequence[Name], cutoff: float) -> Near:
    by_form = {squash(form): name.shown for name in reversed(names) for form in name.forms}
    close = get_close_matches("".join(wanted), by_form, n=5, cutoff=cutoff)
    return Near("", tuple(dict.fromkeys(by_form[each] for each in close)))


def _with_words(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    return _holding(wanted, names, lambda word, said: stem(said) == stem(word))


def _with_beginnings(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    return _holding(wanted, names, lambda word, said: said.startswith(word))


def _with_letters(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    letters = "".join(wanted)
    if len(letters) < _SHORTEST_INSIDE:
        return Near()
    holding = (name.shown for name in names if any(letters in squash(form) for form in name.forms))
    return Near(" ".join(wanted), tuple(dict.fromkeys(holding)))


def _with_slips(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    """Names with words that are written alike, told by those words."""
    known = {word for name in names for form in name.forms for word in words(form)}
    meant = [get_close_matches(word, known, n=1, cutoff=_WORD_LIKELY) for word in wanted]
    if not all(meant):
        return Near()
    return _with_words([word for (word,) in meant], names)


def _with_any_word(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    """Names that hold the longest word that any of them holds."""
    for word in sorted(wanted, key=len, reverse=True) if len(wanted) > 1 else ():
        if len(word) > _SHORTEST_INSIDE and (found := _with_words([word], names)).names:
            return found
    return Near()


def _holding(wanted: Sequence[str], names: Sequence[Name], fits: Callable[[str, str], bool]) -> Near:
    """The names of which one form has a fitting word for each of the words wanted.

    A form of no other words is what was meant, and goes for all others.
    """
    holding, whole = {}, {}
    for name in names:
        for said in map(words, name.forms):
            if all(any(fits(word, each) for each in said) for word in wanted):
                holding[name.shown] = True
                if len(said) == len(wanted):
                    whole[name.shown] = True
    return Near("", tuple(whole)) if whole else Near(" ".join(wanted), tuple(holding))


def _quoted(name: str) -> str:
    """A name in quotation marks, the English one beside it without."""
    own, equals, english = name.partition(" = ")
    return f'"{own}"{equals}{english}'


_WAYS = (_with_words, _sure, _with_beginnings, _with_letters, _with_slips, _likely, _with_any_word)
