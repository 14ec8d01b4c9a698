"""Questions about rules in another language, word by word in English: by the names and terms of a ruleset and
by the words that questions about any game have.

What comes of it is searched, never judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from tsolve.regex import Regex
from tsolve.rules.common_words import COMMON
from tsolve.rules.names import Lexicon, Names, fold, squash, words
from tsolve.rules.searching import is_idle

_LONGEST = 4
"""The most words of a term."""
_STEM, _ENDING = 4, 3
"""How many letters of a word are at least the same in all its forms, and how many may be others."""
_HALF = 0.5
"""The share of the words that must be known to tell the language."""


class InEnglish(NamedTuple):
    """A question word by word."""

    text: str
    language: str
    unknown: tuple[str, ...]
    """The words that are not understood."""
    share: float
    """How many of the words are understood, from 0 to 1."""

    @property
    def in_full(self) -> str:
        """The same as an English question, if it is a plain one of which every word is known; else empty."""
        for pattern, question in _PLAIN if not self.unknown else ():
            if found := pattern.fullmatch(self.text):
                return found.expand(question)
        return ""

    @property
    def is_understood(self) -> bool:
        """Whether enough of it is known to look for an answer: more of what tells something than is not."""
        return len([word for word in self.text.split() if not is_idle(word)]) > len(self.unknown)


_PLAIN = tuple(
    (Regex(pattern), question)
    for pattern, question in (
        (r"can (buy|attack|beat) (.+)", r"can I \1 \2?"),
        (r"why (?:not can|can not) (buy|attack|beat) (.+)", r"why can't I \1 \2?"),
        (r"who win(?: game)?", "who wins?"),
        (
            r"(?:what|how many) (?:have )?chance (?:have )?(?:against |beat |attack )?(.+)",
            r"what are my chances against \1?",
        ),
        (r"how many (\w+) have|how many have (\w+)", r"how much \1\2 do I have?"),
    )
)
"""Questions word by word, and as they are asked in English."""


def in_english(question: str, names: Names) -> InEnglish | None:
    """The question in English, by the language of the ruleset that knows the most of its words; None if it is
    in none of them.
    """
    said = words(question)[:60]
    found = [_read(said, code, names) for code in names.languages if code in COMMON]
    asking = (each for each in found if each.share >= _HALF and _asks(said, each.language))
    return max(asking, key=lambda each: each.share, default=None)


def _asks(said: Sequence[str], code: str) -> bool:
    """Whether a question in this language begins so: with a word for asking among the first."""
    return any(_common(word, code) in _ASKING or word == _WHETHER.get(code) for word in said[:_FIRST])


_FIRST = 4
_WHETHER = {"pl": "czy", "ru": "ли"}
_ASKING = frozenset(
    ("how many", "what", "who", "which", "when", "where", "why", "how", "can", "must", "if", "do")
)


def _read(said: Sequence[str], code: str, names: Names) -> InEnglish:
    parts: list[str] = []
    unknown: list[str] = []
    at = 0
    while at < len(said):
        length, term = _term(said[at:], code, names)
        english = term if length else _common(said[at], code)
        if english is None and (said[at].isdigit() or _is_part_of_a_name(said[at], names)):
            english = said[at]
        if english is None:
            unknown.append(said[at])
        elif english:
            parts.append(english)
        at += length or 1
    return InEnglish(" ".join(parts), code, tuple(unknown), 1 - len(unknown) / max(len(said), 1))


def _term(said: Sequence[str], code: str, names: Names) -> tuple[int, str]:
    """The longest name or term with which words begin: how many they are, and its English. A form that is
    only alike comes after words of any question.
    """
    lexicon = names.languages[code]
    for length in range(min(len(said), _LONGEST), 0, -1):
        text = " ".join(said[:length])
        if (card := names.cards.ids.get(squash(text), ())) and _is_called(lexicon, card, text):
            return length, names.cards.spellings.get(squash(card[0]), card[0]).replace("_", " ")
        terms = [(term, fold(each)) for term, called in lexicon.words.items() for each in called]
        found = next((term for term, each in terms if each == text), "")
        if not found and (length > 1 or (len(text) >= _STEM and _common(text, code) is None)):
            found = next((term for term, each in terms if _alike(text, each)), "")
        if found:
            return length, found.replace("_", " ")
    return 0, ""


def _is_part_of_a_name(word: str, names: Names) -> bool:
    return len(word) >= _STEM and names.cards.has_word(word)


def _is_called(lexicon: Lexicon, cards: Sequence[str], text: str) -> bool:
    key = squash(text)
    return len(cards) == 1 and (
        squash(cards[0]) == key or any(squash(each) == key for each in lexicon.cards.get(cards[0], ()))
    )


def _alike(said: str, term: str) -> bool:
    """Whether two texts are forms of the same words."""
    one, two = said.split(), term.split()
    return len(one) == len(two) and all(map(_same_word, one, two))


def _same_word(one: str, two: str) -> bool:
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
    shortest, longest = sorted((len(one), len(two)))
    is_stem = shared >= _STEM or shared == shortest - 1 == longest - 1 == _STEM - 1  # arma, armi
    return one == two or (is_stem and longest - shared <= _ENDING)


def _common(word: str, code: str) -> str | None:
    """The English of a word of any question: empty where it says nothing, None where it is not known."""
    whole, begun = COMMON[code]
    if word in whole:
        return whole[word]
    return next((begun[word[:end]] for end in range(len(word), 1, -1) if word[:end] in begun), None)
