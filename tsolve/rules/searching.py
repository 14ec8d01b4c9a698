"""Rulings found by what people ask: any word of a question counts, the best come first.

Texts are scored as search engines do (BM25): a word counts more the rarer it is and the more often an entry
says it, and most in a title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from math import log
from typing import TypeAlias

import msgspec

from tsolve.regex import Regex
from tsolve.rules.names import words
from tsolve.rules.rulings import Entry

MOST_WORDS = 40
"""The most words of a question that count."""
_TITLE = 5
"""A word of the title counts as much as so many of the text."""
_SATURATION, _LENGTH = 1.2, 0.6
"""BM25's k1 and b: how soon more of a word stop counting, and how much long texts count less."""
_SYNONYM = 0.6
"""What another word for one of the question counts."""
_WHOLE_TITLE, _CITED = 0.5, 0.1
"""The bonus of an entry whose whole title is asked for, and of one that others refer to."""
_SHORTEST_SLIP = 4
"""The fewest letters of a word for which similar words are tried."""
_UNSAID, _TOGETHER, _PAIR = 0.3, 3, 2
"""How likely a word is that no ruling says, in rulings; what it counts that one ruling says all words, and
that two stand side by side.
"""
_WORTH_SHOWING = 0.35
"""The share of the best score that a ruling must reach."""
_SORTS = {"card": 0.75, "key": 0.7, "term": 0.9}
"""Rules answer most questions; entries of other sorts count less, by the beginning of their ids."""
_IDLE = """
    " a about after all allowed also am an and any anything are as ask at be because been before being
    but by can cannot could count counts did do does doing done during each ever every explain for from
    get gets getting give given go goes going got had happen happened happens has have having he her here
    him his how i if in instead into is it its just know let like look looks make many may me mean means
    might more much my need needs no not of off often on only or other our out over per please rule rules
    run runs same say says she should so some somebody someone still such take tell than that the their
    them then there these they thing this those through to too turn up us use used using very want was
    way we were what when where whether which while who whom whose why will with without work works would
    yet you your
"""
_STOP = frozenset(_IDLE.split())
_IRREGULAR = {
    **dict.fromkeys(("drew", "drawn"), "draw"),
    **dict.fromkeys(("chose", "chosen", "choice"), "choose"),
    "bought": "buy",
    "sold": "sell",
    "paid": "pay",
    "dealt": "deal",
    "kept": "keep",
    "left": "leave",
    "fought": "fight",
    "won": "win",
    "lost": "lose",
    "beaten": "beat",
    "slain": "slay",
    "tied": "tie",
}

Alike: TypeAlias = Mapping[str, float]
"""A word of a question and those that say the same, by their stems, with what each counts."""


_SENTENCE = Regex(r"(?<=[.!?])(?<!\bp\.)(?<!\bpp\.)(?<!\be\.g\.)(?<!\bi\.e\.)\s+")
"""Where a sentence ends: not behind `p.` of a page."""


class Found(msgspec.Struct, frozen=True):
    """A ruling, and the sentence of it that comes nearest to the question."""

    entry: Entry
    sentence: str


class Searching:
    """The entries of a glossary, ready to be searched.

    `synonyms` are other words for those of the rules. They count beside a single word of a question, and
    instead of the words of a phrase: to throw a card away is not to throw it. A phrase may also mean nothing.
    """

    def __init__(self, entries: Iterable[Entry], synonyms: Mapping[str, Sequence[str]] = {}) -> None:
        self.entries = list(entries)
        self._counts = [_counted(entry) for entry in self.entries]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._mean = sum(self._lengths) / max(len(self._lengths), 1)
        self._entries_with = Counter(word for counts in self._counts for word in counts)
        self._titles = [
            {stem(word) for word in words(entry.title) if word not in _STOP} for entry in self.entries
        ]
        self._cited = Counter(other for entry in self.entries for other in entry.see)
        self._rarities: dict[frozenset[str], float] = {}
        self._synonyms = {
            tuple(map(stem, words(key))): tuple(map(stem, others)) for key, others in synonyms.items()
        }
        self._said_for = {word for phrase in self._synonyms for word in phrase}
        self._longest = max(map(len, self._synonyms), default=1)

    def find(self, question: str) -> list[Found]:
        """The rulings that answer a question, the best first, without those that hardly touch it."""
        asked = self._asked(question)
        scored = [(self._score(number, asked), -number) for number in range(len(self.entries))]
        best = max(scored, default=(0.0, 0))[0]
        good = sorted(
            (each for each in scored if each[0] > 0 and each[0] >= best * _WORTH_SHOWING), reverse=True
        )
        return [
            Found(entry, self._sentence(entry, asked))
            for entry in (self.entries[-place] for _, place in good)
        ]

    def coverage(self, question: str) -> float:
        """The share of a question's words that one ruling says, from 0 to 1, without regard to slips."""
        asked = self._meant(question)
        said = (sum(not alike.keys().isdisjoint(counts) for alike in asked) for counts in self._counts)
        return max(said, default=0) / len(asked) if asked else 0.0

    def likelihood(self, question: str) -> float:
        """How much a question sounds like these rules, as a logarithm to be compared with that of others: the
        more of them say its words, and the more of its words one of them says, the higher.
        """
        asked = self._meant(question)
        having = (sum(not alike.keys().isdisjoint(counts) for counts in self._counts) for alike in asked)
        shares = ((number + _UNSAID) / (len(self.entries) + 1) for number in having)
        pairs = len(self._pairs.intersection(_pairs(question)))
        return sum(map(log, shares)) + _TOGETHER * self.coverage(question) + _PAIR * pairs

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, str]]:
        """The pairs of telling words that stand side by side somewhere."""
        texts = (text for each in self.entries for text in (each.title, each.text))
        return frozenset(pair for text in texts for pair in _pairs(text))

    def says(self, word: str) -> bool:
        """Whether the rules say a word, or every question may."""
        return word in _STOP or any(stem(word) in alike for alike in (self._entries_with, self._said_for))

    def own_words(self, question: str) -> frozenset[str]:
        """The telling words of a question that rulings say, by their stems."""
        return frozenset(stem(word) for word in words(question) if word not in _STOP).intersection(
            self._entries_with
        )

    def is_titled(self, question: str) -> bool:
        """Whether the title of a ruling that is not about a card says anything of a question."""
        asked = self._meant(question)
        ruled = (number for number, each in enumerate(self.entries) if not each.id.startswith("card."))
        return any(self._title_asked(number, asked) > 0 for number in ruled)

    def _sentence(self, entry: Entry, asked: Sequence[Alike]) -> str:
        """The sentence with the most of the words asked for, the first one of several."""

        def weight(sentence: str) -> float:
            said = {*map(stem, words(sentence))}
            return sum(self._rarity(alike) for alike in asked if not said.isdisjoint(alike))

        return max(_SENTENCE.split(" ".join(entry.text.split())), key=weight)

    def _asked(self, question: str) -> list[Alike]:
        """The words of a question, each with those that say the same, without slips."""
        return [self._without_slip(alike) for alike in self._meant(question)]

    def _meant(self, question: str) -> list[Alike]:
        """The words and phrases of a question that tell something, each with the words that say the same."""
        plain = words(question.casefold().replace("have to", "must"))
        telling = self._told(plain, _STOP)
        some = list(islice(telling, MOST_WORDS)) or list(islice(self._told(plain, frozenset()), MOST_WORDS))
        return list({tuple(alike): alike for alike in some}.values())

    def _told(self, plain: Sequence[str], stop: Collection[str]) -> Iterator[Alike]:
        """Word by word, or phrase by phrase, the longest first where several begin with the same word."""
        stems = tuple(map(stem, plain))
        at = 0
        while at < len(plain):
            lengths = range(min(self._longest, len(plain) - at), 1, -1)
            length = next((each for each in lengths if stems[at : at + each] in self._synonyms), 1)
            known = self._synonyms.get(stems[at : at + length], ())
            if length > 1:
                yield from [dict.fromkeys(known, 1.0)] if known else []
            elif plain[at] not in stop:
                yield dict.fromkeys(known, _SYNONYM) | {stems[at]: 1.0}
            at += length

    def _without_slip(self, alike: Alike) -> Alike:
        """The word that comes nearest to one that no entry says. Few slips are made in the first letter."""
        word = [*alike][-1]
        if len(word) < _SHORTEST_SLIP or not alike.keys().isdisjoint(self._entries_with):
            return alike
        from difflib import get_close_matches  # only paid for by slips

        alike_begun = [each for each in self._entries_with if each[0] == word[0]]
        return dict.fromkeys(get_close_matches(word, alike_begun, n=1, cutoff=0.8), 1.0)

    def _rarity(self, alike: Alike) -> float:
        """What a word counts: the fewer entries say it, the more. 0 where none does."""
        key = frozenset(alike)
        if key not in self._rarities:
            having = sum(not key.isdisjoint(counts) for counts in self._counts)
            self._rarities[key] = (
                log(1 + (len(self.entries) - having + 0.5) / (having + 0.5)) if having else 0.0
            )
        return self._rarities[key]

    def _score(self, number: int, asked: Sequence[Alike]) -> float:
        counts, entry = self._counts[number], self.entries[number]
        norm = _SATURATION * (1 - _LENGTH + _LENGTH * self._lengths[number] / self._mean)
        score = 0.0
        for alike in asked:
            often = sum(share * counts[word] for word, share in alike.items())
            score += self._rarity(alike) * often * (_SATURATION + 1) / (often + norm)
        sort = _SORTS.get(entry.id.partition(".")[0], 1.0)
        cited = 1 + _CITED * log(1 + self._cited[entry.id])
        return score * sort * cited * (1 + _WHOLE_TITLE * self._title_asked(number, asked))

    def _title_asked(self, number: int, asked: Sequence[Alike]) -> float:
        """How much of a title is asked for, from 0 to 1."""
        title = self._titles[number]
        return sum(any(word in alike for alike in asked) for word in title) / max(len(title), 1)


def is_idle(word: str) -> bool:
    """Whether a word tells nothing, in any question."""
    return word in _STOP


def _counted(entry: Entry) -> Counter[str]:
    """How often an entry says each word, by its stem."""
    counts = Counter(_telling(entry.text))
    for word in _telling(entry.title):
        counts[word] += _TITLE
    return counts


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """The telling words that stand side by side, by their stems."""
    said = words(text)
    return ((stem(one), stem(two)) for one, two in pairwise(said) if not _STOP.intersection((one, two)))


def _telling(text: str) -> list[str]:
    """The stems of the words that tell something."""
    return [stem(word) for word in words(text) if word not in _STOP]


@lru_cache(8192)
def stem(word: str) -> str:
    """A word without the endings of English: `levelling`, `levels` and `level` are one."""
    word = _IRREGULAR.get(word, word)
    if len(word) > 3:
        for ending, instead in _ENDINGS:
            if (
                word.endswith(ending)
                and len(word) - len(ending) > 2
                and re.search("[aeiouy]", word[: -len(ending)])
            ):
                word = word.removesuffix(ending) + instead
                break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return (
        word[:-1] + "i"
        if len(word) > 2 and word.endswith("y")
        else word.removesuffix("e")
        if len(word) > 3
        else word
    )


_ENDINGS = (
    *(("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("ies", "y"), ("ied", "y")),
    *(("ings", ""), ("ing", ""), ("ed", ""), ("ss", "ss"), ("us", "us"), ("s", "")),
)
