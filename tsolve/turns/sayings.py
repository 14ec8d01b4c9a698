"""How people say that something can be done, or cannot: the same for claims and for what is asked.

`can do X`, `why can't I do X?` and `X cannot be done` are all about the deed `do X`. A game says which verbs
there are; what a deed means is read by whoever reads steps and questions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

_ME = r"(?:I|we|you|he|she|they|one|somebody|anybody)"
_PLAINER = (
    (r"^(.+) (?:dies|is dead)$", r"\1 is killed"),
    (r"^(.+) (?:survives|does not die|doesn't die|is not dead)$", r"\1 is not killed"),
    (r"^why not\b", "why can not"),
    (r"\b(?:could|may|might)(?=n't\b|not\b|\b)", "can"),
    (r"\b(can|is|are|am)(?:n't|not|'t| never)(?!\w)", r"\1 not"),
    (r"\b(?:it is|it's|is it) possible to\b", "can"),
    (r"\b(?:it is|it's|is it) (?:im|not )possible to\b", "can not"),
    (rf"\b{_ME} (?:am|is|are)( not)? able to\b", r"can\1"),
    (rf"\b{_ME} can\b", "can"),
    (rf"\bcan( not)? {_ME}( not)?\b", r"can\1\2"),
)
"""In their order: what makes one wording of all that mean the same."""
_PASSIVE = (
    r"can(?P<no> not)? (?P<what>.+?)(?P<never> not)? be (?P<done>\w+)(?P<rest> .+)?",
    r"(?P<what>.+?) can(?P<no> not)? be (?P<done>\w+)(?P<rest> .+)?(?P<never>)",
)
_DONE = r"(?P<what>.+?) (?:is|are|gets|get)(?P<no> not)? (?P<done>\w+)(?P<rest> .+)?(?P<never>)"
_CAN = r"can(?P<no> not)? (?P<deed>.+)"


class Verbs(msgspec.Struct, frozen=True):
    """The verbs of a game, as far as they stand elsewhere than at the beginning of a deed."""

    passive: Mapping[str, str]
    """`done` -> `do`: the deed is the verb, then what it is done to."""
    active: Mapping[str, str] = {}
    """`do` -> the deed with `{who}` and `{what}` (a space before it): verbs that may have somebody before."""


class Saying(msgspec.Struct, frozen=True):
    """A deed, and whether it is said to be so."""

    deed: str
    holds: bool = True
    can: bool = True
    """Whether it is said that it can be done; else that it is done."""


def read_saying(text: str, verbs: Verbs) -> Saying | None:
    """What a text says of a deed; None for a text that is no such saying."""
    plain = plain_text(text)
    for shape, better in _PLAINER:
        plain = re.sub(shape, better, plain, flags=re.IGNORECASE)
    bare = re.sub("^why ", "", plain, flags=re.IGNORECASE)
    saying = _passive(bare, verbs) or _active(bare, verbs) or _plain(bare)
    return replace(saying, holds=False) if saying is not None and bare != plain else saying


def _passive(text: str, verbs: Verbs) -> Saying | None:
    for shape in (*_PASSIVE, _DONE):
        found = re.fullmatch(shape, text, re.IGNORECASE)
        if found is not None and shape is _DONE and (found["rest"] or "").casefold().startswith(" by "):
            return None  # who did it is no part of a claim
        if found is not None and (verb := verbs.passive.get(found["done"].casefold())):
            deed = f"{verb} {found['what']}{found['rest'] or ''}"
            return Saying(deed, not (found["no"] or found["never"]), shape is not _DONE)
    return None


def _active(text: str, verbs: Verbs) -> Saying | None:
    known = "|".join(map(re.escape, verbs.active)) or "(?!)"
    for shape in (r"(?P<who>.+?) can(?P<no> not)?", r"can(?P<no> not)? (?P<who>.+?)(?P<never> not)?"):
        found = re.fullmatch(rf"{shape} (?P<verb>{known})(?P<what> .+)?", text, re.IGNORECASE)
        if found is not None and found["who"].casefold() != "not":
            deed = verbs.active[found["verb"].casefold()].format(who=found["who"], what=found["what"] or "")
            return Saying(deed, not (found["no"] or found.groupdict().get("never")))
    return None


def _plain(text: str) -> Saying | None:
    found = re.fullmatch(_CAN, text, re.IGNORECASE)
    return Saying(found["deed"], found["no"] is None) if found is not None else None


def plain_text(text: str) -> str:
    """A text with single spaces, plain apostrophes and no sign at its end."""
    return " ".join(text.replace("’", "'").split()).rstrip(".!?")
