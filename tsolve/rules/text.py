"""How names and words are compared: without case, accents and punctuation."""

from __future__ import annotations

import re
import unicodedata

# Letters that Unicode does not decompose into a base letter and an accent.
_PLAIN = str.maketrans(
    {"ł": "l", "đ": "d", "ð": "d", "ø": "o", "ı": "i", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th"}
)
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("", "", "'’‘ʼ`´")


def fold(text: str) -> str:
    """`text` in lower case without accents: `Świetlisty Klejnot` and `swietlisty klejnot` become equal."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.casefold().translate(_PLAIN)


def squash(text: str) -> str:
    """The key under which a name is filed: folded, only its letters and digits."""
    return "".join(_WORD.findall(fold(text)))


def words(text: str) -> tuple[str, ...]:
    """The folded words of `text`; an apostrophe joins, every other sign separates."""
    return tuple(_WORD.findall(fold(text.translate(_APOSTROPHES))))
