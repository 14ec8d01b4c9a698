"""What an unknown name may have meant: names that contain it, and names that differ by a misspelling. The
answer is in the language of the file, or of the person at the terminal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Hint
from tsolve.rules import names as compared
from tsolve.rules.card_facts import singulars
from tsolve.rules.names import ENGLISH as ENGLISH
from tsolve.rules.names import squash
from tsolve.rules.searching import stem

if TYPE_CHECKING:
    from tsolve.rules.ruleset import CardFacts, Ruleset


_SHORTEST = 4
"""The fewest letters of a name that is searched for inside other names."""
_MOST_TEXTS, _LONGEST = 500, 100
"""How many texts of a file, and characters of each, are read to recognise its language."""


class Name(msgspec.Struct, frozen=True):
    """A name as it is shown, and the forms by which it is found."""

    shown: str
    forms: tuple[str, ...]
    card: str = ""
    """The id of the card that it names, if any."""


def names_in(
    ruleset: Ruleset[CardFacts], cards: Iterable[CardFacts], language: str, box: bool = False
) -> Iterable[Name]:
    """The names of cards in a language, each with the English one beside, and with its box if asked for."""
    lexicon = ruleset.names.languages.get(language)
    if lexicon is None and language != ENGLISH:
        return
    for card in cards:
        where = f" (of {card.set})" if box and card.set else ""
        if lexicon is None:
            yield Name(card.name + where, (card.name, *card.aliases), card.id)
        elif forms := lexicon.cards.get(card.id):
            beside = f" = {card.name}" if forms[0] != card.name else ""
            yield Name(forms[0] + beside + where, forms, card.id)


def as_read(ruleset: Ruleset[CardFacts], cards: Sequence[CardFacts]) -> list[str]:
    """The names of cards in the reader's first language, with the English ones beside; else in English."""
    first = next(iter(ruleset.languages()), ENGLISH)
    named = {name.card: name.shown for name in names_in(ruleset, cards, first)}
    return [named.get(card.id, card.name) for card in cards]


def languages_in(ruleset: Ruleset[CardFacts], texts: Iterable[str]) -> tuple[str, ...]:
    """The languages in which texts name cards, the one with the most names first."""
    said = "\n".join(squash(text[:_LONGEST]) for text in islice(texts, _MOST_TEXTS))
    counts = {
        code: sum(
            any(len(form) >= _SHORTEST and form in said for form in map(squash, name.forms))
            for name in names_in(ruleset, ruleset.cards.values(), code)
            if code == ENGLISH or " = " in name.shown  # else it is the English name
        )
        for code in (ENGLISH, *ruleset.names.languages)
    }
    return tuple(sorted((code for code in counts if counts[code]), key=lambda code: -counts[code]))


def players_languages() -> tuple[str, ...]:
    """The language that the environment asks for; empty for English or none."""
    asked = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return (asked[:2].casefold(),) if re.match("[a-z]{2}([_.@]|$)", asked) else ()


MOST_SLIPS = 3
MOST_WITH = 8
LONGEST = 64
"""The most characters of a name that is compared: comparing takes time with the square of the length."""
_SHORTEST_INSIDE = 3
_SURELY_MEANT = 0.78
"""How similar the whole of a text must be to the only name."""
_SURE, _LIKELY, _WORD_LIKELY = 0.85, 0.7, 0.75
"""How similar a name must be: to be meant for certain, to be meant perhaps, and for a single word."""

cached_squash, cached_words = lru_cache(4096)(compared.squash), lru_cache(4096)(compared.words)
"""Remembered, because a file with one mistake often has many."""


class Near(msgspec.Struct, frozen=True):
    """The names that are near a text: those that contain its words, or those with a similar spelling."""

    part: str = ""
    """The words that the names contain; empty for names with a similar spelling."""
    names: tuple[str, ...] = ()
    way: int = 0
    """The number of the search that found them; a lower one is nearer."""
    meant: str = ""
    """The only name that can be meant; empty where that is not certain."""

    @property
    def holds_words(self) -> bool:
        """Whether each of the names contains the words of the text."""
        return bool(self.names) and self.way == 0


def near(text: str, *groups: Sequence[Name]) -> Near:
    """The nearest names: with a slip, else with the text's words in them, else with a looser likeness.

    Of equally near groups only the first counts. Names keep their order; names with a similar spelling are
    ordered by how similar they are.
    """
    wanted = cached_words(text) if re.search(r"[^\W\d_]", text) else ()  # a number alone means no name
    for way, find in enumerate(_WAYS if wanted and len(text) <= LONGEST else ()):
        found = next((near for group in groups if (near := find(wanted, group)).names), None)
        if found is not None:
            return replace(found, way=way, meant=_meant(text, way, found.names))
    return Near()


def _meant(text: str, way: int, names: Sequence[str]) -> str:
    """The only name that holds the words of a text, or that is nearly written so."""
    only = names[0].partition(" = ")[0] if len(names) == 1 else ""
    said = (text, *singulars(text))
    alike = max(SequenceMatcher(None, cached_squash(each), cached_squash(only)).ratio() for each in said)
    return only if way == 0 or alike >= _SURELY_MEANT else ""


def told(found: Near, what: str = "cards") -> str:
    """The near names in words; empty if there are none. `what` says what they are names of."""
    if not found.names:
        return ""
    text = f"did you mean {' or '.join(map(_quoted, found.names[:MOST_SLIPS]))}?"
    if found.part:
        more = len(found.names) - MOST_WITH
        text = (
            f"{what} with {found.part}: {', '.join(found.names[:MOST_WITH])}"
            f"{f', and {more} more' if more > 0 else ''}"
        )
    return Hint(text, found.meant) if found.meant else text


def hint_from(text: str, names: Iterable[str]) -> str:
    """The near ones of a few names, in words; empty where there are none."""
    return told(near(text, [Name(name, (name,)) for name in names]), "names")


def near_cards(ruleset: Ruleset[CardFacts], text: str) -> Near:
    """The cards whose names come nearest, first those that are played with.

    Names are in the reader's language, unless another one has nearer names; the English name stands beside.
    """
    languages = tuple(dict.fromkeys((*ruleset.languages(), ENGLISH, *ruleset.names.languages)))
    for cards, box in ((ruleset.shown, False), (ruleset.absent, True)):
        found = near(text, *(list(names_in(ruleset, cards.values(), each, box)) for each in languages))
        if found.names:
            return found
    return Near()


def only_one(ruleset: Ruleset[CardFacts], text: str, pools: Iterable[Iterable[str]]) -> str:
    """The id of the only card whose name contains the text (in any language, or in the plural), in the first
    pool that has any; empty if there are several or none.
    """
    wanted = cached_words(text)
    if not any(len(word) >= _SHORTEST_INSIDE and word != "the" for word in wanted):
        return ""
    for pool in pools:
        cards = [ruleset.cards[card] for card in dict.fromkeys(pool) if card in ruleset.cards]
        names = [
            name for each in (ENGLISH, *ruleset.names.languages) for name in names_in(ruleset, cards, each)
        ]
        best = max((_fit(wanted, name.forms) for name in names), default=0)
        if best:
            meant = {name.card for name in names if _fit(wanted, name.forms) == best}
            return meant.pop() if len(meant) == 1 else ""
    return ""


@lru_cache(8192)
def _fit(wanted: tuple[str, ...], forms: tuple[str, ...]) -> int:
    """How well words fit a name, in the plural as well: 2 all of it, 1 a part of it, 0 not at all. In every
    position of a search the same text is read again.
    """
    found = _holding(wanted, [Name("it", forms)], lambda word, said: said in singulars(word))
    return 0 if not found.names else 1 if found.part else 2


# the ways of being near, each for all names


def _sure(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    return _alike(wanted, names, _SURE)


def _likely(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    return _alike(wanted, names, _LIKELY)


def _alike(wanted: Sequence[str], names: Sequence[Name], cutoff: float) -> Near:
    by_form = {cached_squash(form): name.shown for name in reversed(names) for form in name.forms}
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
    holding = (name.shown for name in names if any(letters in cached_squash(form) for form in name.forms))
    return Near(" ".join(wanted), tuple(dict.fromkeys(holding)))


def _with_slips(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    """Names with words of a similar spelling."""
    known = {word for name in names for form in name.forms for word in cached_words(form)}
    meant = [get_close_matches(word, known, n=1, cutoff=_WORD_LIKELY) for word in wanted]
    if not all(meant):
        return Near()
    return _with_words([word for (word,) in meant], names)


def _with_any_word(wanted: Sequence[str], names: Sequence[Name]) -> Near:
    """Names that contain the longest word of the text that any name contains."""
    for word in sorted(wanted, key=len, reverse=True) if len(wanted) > 1 else ():
        if len(word) > _SHORTEST_INSIDE and (found := _with_words([word], names)).names:
            return found
    return Near()


def _holding(wanted: Sequence[str], names: Sequence[Name], fits: Callable[[str, str], bool]) -> Near:
    """The names of which one form has a fitting word for each of the words wanted.

    A name with a form of just these words is what was meant; then only such names count.
    """
    holding, whole = {}, {}
    for name in names:
        for said in map(cached_words, name.forms):
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
