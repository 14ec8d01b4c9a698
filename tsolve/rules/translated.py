"""Other wordings of steps, claims and questions, English or of another language, in the plain one: by the
patterns of a ruleset's languages.

Names of cards stay as they are: they are understood in any language.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from functools import lru_cache

from tsolve.regex import Regex
from tsolve.rules.names import Lexicon, Names, fold, squash, words

LONGEST = 300
"""The most characters of a text that is read."""

_SLOT = Regex(r"\{([a-z]+)\}")
_ANYTHING = {
    "n": "(?P<{}>[0-9]+)",
    "who": r"(?P<{}>[^\W\d_]+)",
    **dict.fromkeys(("card", "known"), "(?:the |an? |my )?(?P<{}>.+?)"),
}
"""What stands in slots of these names; in any other one whatever words."""
NO_PLAYERS = frozenset(
    words(
        "nobody none never no not neither nothing only hardly without everybody everyone all both each any"
        " some either others opponents if when unless because since although though while until after before"
        " why how where who what which maybe perhaps the a an this that these those it there here then so"
        " and but or please must should shall need have has can cannot could may might will would do does let"
        " musi powinien powinna trzeba"
        " nikt żaden żadna nigdy nie tylko jeśli gdy kiedy wszyscy każdy"
        " nessuno mai solo se quando tutti nikdo nikdy jen když všichni"
        " никто никогда не только если когда все"
    )
)
"""Words before a verb that name no player: they deny what is said, limit it, or ask."""
_SMALL = frozenset(
    ("a", "an", "the", "on", "in", "to", "is", "i", "of", "with", "for", "card", "s", "na", "w")
)
"""Words that stand in many sentences."""
_JOINED = "{a} and {b}"
"""Stands only within other sentences: alone it may be words of another language."""


def in_plain_words(text: str, names: Names, is_step: bool = False) -> str:
    """The text in plain words, if it is a sentence of one of these languages; else the text itself. A step is
    not what `can` be done.
    """
    plain = " ".join(text.split()).rstrip(".!?")
    return next(_translations(plain, names, is_step), text) if len(plain) <= LONGEST else text


def key_in_english(written: str, languages: Mapping[str, Lexicon], known: Container[str]) -> str:
    """A `known` key by its name in one of these languages; the text itself for any other."""
    wanted = squash(written)
    keys = (pair for language in languages.values() for pair in language.keys.items())
    meant = {key for key, called in keys if key in known and wanted in map(squash, called)}
    return meant.pop() if len(meant) == 1 else written


def _translations(text: str, names: Names, is_step: bool, within: str | None = None) -> Iterator[str]:
    """The text in plain words; `within` is the language of the sentence that it is a part of."""
    said = fold(text)
    for code, language in {"": names.english, **names.languages}.items():
        for plain, forms in language.sentences.items() if within in (None, code) else ():
            if (plain == _JOINED and within is None) or (is_step and plain.startswith("can")):
                continue
            for form in forms:
                if plain != _JOINED and not any(mark in said for mark in _marks(form)):
                    continue  # nearly always: patterns take long to make
                slots = _slots(form, text)
                if slots is not None and all(_fits(slot, each, names) for slot, each in slots.items()):
                    parts = {
                        slot: next(_translations(each, names, False, code), each)
                        for slot, each in slots.items()
                    }
                    yield plain.format(**parts)


@lru_cache(4096)
def _marks(form: str) -> frozenset[str]:
    """Every text of this form has one of these parts of words; an empty one if it has none of its own."""
    return frozenset(words(_SLOT.sub(" ", form))) - _SMALL or frozenset(("",))


def _slots(form: str, text: str) -> dict[str, str] | None:
    """What a text says in each slot; None where it has another form."""
    found = re.fullmatch(_pattern(form), text, re.IGNORECASE)
    if found is None and not (form.isascii() and text.isascii()):
        found = re.fullmatch(_pattern(fold(form)), fold(text))
    return None if found is None else {slot: said or "" for slot, said in found.groupdict().items()}


def _fits(slot: str, text: str, names: Names) -> bool:
    """Whether a text may stand there: a `card` is one, also in part, one that is `known` by whole words, and
    `who` is none, nor a part of one.
    """
    if slot == "known":
        return names.knows(text) or all(map(names.cards.has_word, text.split()))
    if slot == "card":
        return names.knows(text) or _is_part(text, names)
    return slot != "who" or not (fold(text) in NO_PLAYERS or names.cards.has_word(text))


def _is_part(text: str, names: Names) -> bool:
    wanted = squash(text)
    return bool(wanted) and any(wanted in name for name in names.cards.ids)


def _pattern(form: str) -> str:
    shape = form.replace("(", "(?:").replace("[", "(?:").replace("]", ")?")
    return _SLOT.sub(lambda slot: _ANYTHING.get(slot[1], "(?P<{}>.+?)").format(slot[1]), shape)
