"""Sentences that make several claims: `the game ends and Ann wins` is two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from tsolve.regex import Regex
from tsolve.written.measure_names import MeasureNames
from tsolve.written.phrases import LONGEST
from tsolve.written.statements import Claim

C = TypeVar("C", bound=Claim)

_MOST = 4
"""The most places at which a sentence is tried to be parted."""
_AND = Regex(
    r",?\s+(?:and|but|i|oraz|ale)\s+(?:also\s+)?|;\s*|,\s*(?=\w)|\s+(?=with \d+ points?$)", re.IGNORECASE
)
_WHO = Regex(r"(?P<who>player [1-9]|[^\W\d_]+) (?!are\b|and\b).+", re.IGNORECASE)


def claims_apart(text: str, type_: type[C], called: MeasureNames) -> list[tuple[str, C]]:
    """The claims of a sentence, each with its words; empty where it is one, or where a part of it is none."""
    whole = _claim(text, type_, called) if len(text) <= LONGEST else None
    if len(text) > LONGEST or (whole is not None and not _names_two(whole)):
        return []
    for count, between in enumerate(_AND.finditer(text)):
        if count == _MOST:
            break
        first = _claim(text[: between.start()], type_, called)
        if first is None:
            continue
        for rest in _readings(text[: between.start()], text[between.end() :]):
            claim = _claim(rest, type_, called)
            found = [(rest, claim)] if claim is not None else claims_apart(rest, type_, called)
            if found:
                return [(text[: between.start()], first), *found]
    return []


def _names_two(claim: Claim) -> bool:
    """Whether a name in a claim may be more than a name: `Ogre and the game ends`."""
    names = (getattr(claim, kind) for kind in claim.kinds)
    return any(isinstance(name, str) and _AND.search(name) is not None for name in names) or any(
        _AND.search(str(getattr(claim, key, ""))) for key in ("against", "by")
    )


def _readings(first: str, rest: str) -> Iterator[str]:
    """The rest as it stands, or about the one whom the first part is about."""
    who = _WHO.fullmatch(first)
    if rest.startswith("with ") and who is not None:
        yield f"{who['who']} has {rest.removeprefix('with ')}"
        return
    yield rest
    if who is not None and who["who"].casefold() not in ("the", "a", "it", "nobody"):
        yield f"{who['who']} {rest}"


def _claim(text: str, type_: type[C], called: MeasureNames) -> C | None:
    for words in dict.fromkeys((text, called.sentence(text, type_))):
        try:
            return type_.from_text(words)
        except ValueError:
            continue
    return None
