"""Other wordings of steps, claims and questions, English or of another language, in the plain one: by the
patterns of a ruleset's languages.

Names of cards stay as they are: they are understood in any language.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from tsolve.rules.names import Lexicon, Names, fold, squash

LONGEST = 300
"""The most characters of a text that is read."""

_SLOT = re.compile(r"\{([a-z]+)\}")
_ANYTHING = {
    "n": "(?P<{}>[0-9]+)",
    "who": r"(?P<{}>[^\W\d_]+)",
    "card": "(?:the |an? |my )?(?P<{}>.+?)",
}
"""What stands in slots of these names; in any other one whatever words."""
_JOINED = "{a} and {b}"
"""Stands only within other sentences: alone it may be words of another language."""


def in_plain_words(text: str, names: Names, is_step: bool = False) -> str:
    """The text in plain words, if it is a sentence of one of these languages; else the text itself. A step is
    not what `can` be done.
    """
    plain = " ".join(text.split()).rstrip(".!?")
    found = _translations(plain, names) if len(plain) <= LONGEST else iter(())
    return next((each for each in found if not (is_step and each.startswith("can"))), text)


def key_in_english(written: str, languages: Mapping[str, Lexicon], known: Container[str]) -> str:
    """A `known` key by its name in one of these languages; the text itself for any other."""
    wanted = squash(written)
    keys = (pair for language in languages.values() for pair in language.keys.items())
    meant = {key for key, called in keys if key in known and wanted in map(squash, called)}
    return meant.pop() if len(meant) == 1 else written


def _translations(text: str, names: Names, within: str | None = None) -> Iterator[str]:
    """The text in plain words; `within` is the language of the sentence that it is a part of."""
    for code, language in {"": names.english, **names.languages}.items():
        for english, forms in language.sentences.items() if within in (None, code) else ():
            if english == _JOINED and within is None:
                continue
            for form in forms:
                found = re.fullmatch(_pattern(form), text, re.IGNORECASE)
                found = found or re.fullmatch(_pattern(fold(form)), fold(text))
                said = {slot: each or "" for slot, each in found.groupdict().items()} if found else {}
                if found and all(_fits(slot, each, names) for slot, each in said.items()):
                    parts = {
                        slot: next(_translations(each, names, code), each) for slot, each in said.items()
                    }
                    yield english.format(**parts)


def _fits(slot: str, text: str, names: Names) -> bool:
    """Whether a text may stand there: a `card` is one, and `who` is none, nor a part of one."""
    if slot == "card":
        return names.knows(text) or _is_part(text, names)
    return slot != "who" or not _is_part(text, names)


def _is_part(text: str, names: Names) -> bool:
    wanted = squash(text)
    return bool(wanted) and any(wanted in name for name in names.cards.ids)


def _pattern(form: str) -> str:
    shape = form.replace("(", "(?:").replace("[", "(?:").replace("]", ")?")
    return _SLOT.sub(lambda slot: _ANYTHING.get(slot[1], "(?P<{}>.+?)").format(slot[1]), shape)
