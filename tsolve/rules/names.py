"""Names of cards, groups and words in any language, forgiving about how they are typed: compared without
case, accents and punctuation.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

import msgspec

from tsolve.regex import Regex

# Letters that Unicode does not decompose into a base letter and an accent.
_PLAIN = str.maketrans(
    {"ł": "l", "đ": "d", "ð": "d", "ø": "o", "ı": "i", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th"}
)
_WORD = Regex(r"[^\W_]+")
_APOSTROPHES = str.maketrans("", "", "'’‘ʼ`´")


def fold(text: str) -> str:
    """`text` in lower case without accents: `Świetlisty Klejnot` and `swietlisty klejnot` become equal."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.casefold().translate(_PLAIN)


@lru_cache(4096)
def squash(text: str) -> str:
    """The key under which a name is filed: folded, only its letters and digits. Cached, since a file names
    the same things again and again.
    """
    return "".join(_WORD.findall(fold(text)))


def words(text: str) -> tuple[str, ...]:
    """The folded words of `text`; an apostrophe joins, every other sign separates."""
    return tuple(_WORD.findall(fold(text.translate(_APOSTROPHES))))


class Match(msgspec.Struct, frozen=True):
    """Exactly one thing has this name."""

    id: str


class Unknown(msgspec.Struct, frozen=True):
    """Nothing has this name."""


class Ambiguous(msgspec.Struct, frozen=True):
    """Several things have this name, in one language or in two."""

    ids: tuple[str, ...]


Resolution: TypeAlias = Match | Unknown | Ambiguous


class NameIndex(msgspec.Struct, frozen=True):
    """Names of one sort of thing. `ids` and `spellings` are keyed by the squashed name."""

    ids: Mapping[str, tuple[str, ...]] = {}
    spellings: Mapping[str, str] = {}

    def resolve(self, text: str) -> Resolution:
        """What `text` names, whatever its language, case, accents, hyphens, apostrophes and spaces."""
        key = squash(text)
        ids = self.ids.get(key, ())
        if len(ids) == 1:
            return Match(ids[0])
        return Ambiguous(ids) if ids else Unknown()

    def knows(self, text: str) -> bool:
        """Whether `text` names exactly one thing, without a look at similar names."""
        return len(self.ids.get(squash(text), ())) == 1

    def has_word(self, text: str) -> bool:
        """Whether a word, or its singular, stands in a name."""
        wanted = fold(text)
        near = (spelling for key, spelling in self.spellings.items() if wanted.removesuffix("s") in key)
        return any({wanted, wanted.removesuffix("s")} & {*words(spelling)} for spelling in near)

    def extended(self, names: Iterable[tuple[str, str]]) -> "NameIndex":
        """This index with more `(id, name)` pairs, e.g. the cards that a position defines itself."""
        ids = dict(self.ids)
        spellings = dict(self.spellings)
        for thing, name in names:
            key = squash(name)
            known = ids.get(key, ())
            if key and thing not in known:
                ids[key] = (*known, thing)
                spellings.setdefault(key, name)
        return NameIndex(ids, spellings)


ENGLISH = "en"
"""The language of the names that cards have anyway."""


class Lexicon(msgspec.Struct, frozen=True):
    """What one language calls things: id -> the main form, then spelling variants and inflected forms."""

    cards: Mapping[str, tuple[str, ...]] = {}
    groups: Mapping[str, tuple[str, ...]] = {}
    words: Mapping[str, tuple[str, ...]] = {}
    keys: Mapping[str, tuple[str, ...]] = {}
    """Keys of a position file."""
    abilities: Mapping[str, tuple[str, ...]] = {}
    """Words of the texts of abilities, in a game that reads these: the English word or phrase -> what it is
    called, also where it is an ordinary word that means something else elsewhere.
    """
    sentences: Mapping[str, tuple[str, ...]] = {}
    """English sentence -> the same in this language, both with slots such as `{a}`; `(x|y)` is one of several
    words, `[x]` may be left out.
    """


class Names(msgspec.Struct, frozen=True):
    """All names of a ruleset. Groups and words are identified by their English term."""

    cards: NameIndex = NameIndex()
    groups: NameIndex = NameIndex()
    words: NameIndex = NameIndex()
    abilities: NameIndex = NameIndex()
    """The words of texts of abilities: their own, then all others."""
    languages: Mapping[str, Lexicon] = {}
    english: Lexicon = Lexicon()
    """Other English wordings."""

    def resolve(self, text: str) -> Resolution:
        """The card that `text` names; see `NameIndex.resolve`."""
        return self.cards.resolve(text)

    def knows(self, text: str) -> bool:
        """Whether `text` names exactly one card."""
        return self.cards.knows(text)

    def extended(self, names: Iterable[tuple[str, str]]) -> "Names":
        """These names with more `(card id, name)` pairs."""
        return msgspec.structs.replace(self, cards=self.cards.extended(names))

    def localized(self, card: str) -> dict[str, tuple[str, ...]]:
        """The names of a card by language code, main forms first; a language without a name is left out."""
        return {code: each.cards[card] for code, each in self.languages.items() if card in each.cards}


def build_names(cards: Iterable[tuple[str, str]], languages: Mapping[str, Lexicon]) -> Names:
    """Names from the English `(card id, name)` pairs (ids are understood too) and the languages' own."""
    own = list(cards)
    indexes = {"cards": NameIndex().extended(own).extended((thing, thing) for thing, _ in own)}
    english = languages.get(ENGLISH, Lexicon())
    languages = {code: each for code, each in languages.items() if code != ENGLISH}
    for section in ("groups", "words"):
        terms = {term for lexicon in languages.values() for term in getattr(lexicon, section)}
        indexes[section] = NameIndex().extended((term, term) for term in sorted(terms))
    for lexicon in languages.values():
        for section, index in indexes.items():
            entries: Mapping[str, tuple[str, ...]] = getattr(lexicon, section)
            pairs = ((thing, name) for thing, names in entries.items() for name in names)
            indexes[section] = index.extended(pairs)
    indexes["abilities"] = _of_abilities(indexes["words"], languages.values())
    return Names(**indexes, languages=languages, english=english)


def _of_abilities(others: NameIndex, languages: Iterable[Lexicon]) -> NameIndex:
    """The words of texts of abilities, each before another thing of the same name."""
    pairs = [pair for each in languages for pair in each.abilities.items()]
    said = NameIndex().extended((thing, name) for thing, names in pairs for name in (thing, *names))
    return NameIndex({**others.ids, **said.ids}, {**others.spellings, **said.spellings})
