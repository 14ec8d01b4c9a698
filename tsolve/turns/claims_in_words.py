"""Claims written as one sentence, as people say them and as answers tell them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from tsolve.diagnostics import quoted
from tsolve.errors import UsageError
from tsolve.source.decode import FromText, UnreadableTextError
from tsolve.source.words import shortened
from tsolve.turns.sayings import Saying, Verbs, plain_text, read_saying

C = TypeVar("C")

LONGEST = 300
"""Characters of a sentence that is read at all."""

_AFTER = re.compile(r"(?P<told>.+?),? \(?after (?:step )?(?P<after>\d+)(?: steps?)?\)?", re.IGNORECASE)
_CHANCE = re.compile(r"(?P<told>.+) with (?:a )?chance (?:of )?(?P<chance>\S+)", re.IGNORECASE)
_TOTAL = re.compile(
    r"(?:the )?(?:total |attack value )?(?:of |is )?(?P<total>-?\d+) "
    r"(?:against|vs\.?|versus) (?:the )?(?P<against>.+)",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"(?P<deed>.+) is (?P<no>not legal|illegal|not allowed)|(?P<so>.+) is (?:legal|allowed)", re.I
)
_HAVE = r"(?:(?:I|we|you) )?(?:have|has|get|gets|gain|gains|make|makes|earn|earns|win|wins) "
_COLON = re.compile(r"(?P<kind>\w+): *(?P<what>.+)", re.IGNORECASE)


class AboutDeed(FromText, Protocol):
    """A claim, which is about something that can be asked."""

    @property
    def deed(self) -> str: ...


D = TypeVar("D", bound=AboutDeed)


class ClaimWords(msgspec.Struct, frozen=True):
    """How claims of a game are said."""

    amounts: Sequence[str]
    """The kinds of claim that state a number."""
    things: Sequence[str]
    """The kinds that name something, by the verb with which they begin: `beats`, `not_beats`."""
    done: Mapping[str, tuple[str, str]]
    """The verb of a deed -> the kind that says that it is done, and the one that denies it (or empty)."""
    verbs: Verbs
    examples: str


def read_claim(text: str, type_: type[C], words: ClaimWords) -> C:
    """The claim that a sentence makes. Raises ValueError for any other text, with examples."""
    fields: dict[str, str | int] = {}
    told = plain_text(text) if len(text) <= LONGEST else ""
    if found := _AFTER.fullmatch(told):
        told, fields["after"] = found["told"], int(found["after"])
    if found := _CHANCE.fullmatch(told):
        told, fields["chance"] = found["told"], found["chance"]
    stated = _stated(told, words) or _said(read_saying(told, words.verbs), words)
    if not stated:
        raise UnreadableTextError(f'"{shortened(text)}" is no claim', f"write, for example, {words.examples}")
    try:
        return msgspec.convert({**fields, **stated}, type_)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def deed_of(text: str, type_: type[D], instead: Callable[[D], str]) -> str:
    """What a question is about that may be put as a claim; the text itself where it is no claim.

    Raises UsageError for a claim about which nothing can be asked, with what may be asked `instead`.
    """
    try:
        claim = type_.from_text(text)
    except ValueError:
        return text
    if claim.deed:
        return claim.deed
    told = f"{quoted(text)} is a claim, which `check` judges; why-not asks what can be done"
    raise UsageError(f"{told}: {instead(claim)}")


def _stated(told: str, words: ClaimWords) -> dict[str, str | int]:
    """What a sentence states that begins with the kind of its claim, or with a number."""
    if found := _TOTAL.fullmatch(told):
        return {"total": int(found["total"]), "against": found["against"]}
    amounts = "|".join(words.amounts)
    shape = rf"(?P<kind>{amounts}):? (?P<much>-?\d+)|(?:{_HAVE})?(?P<many>-?\d+) (?P<what>{amounts})"
    if found := re.fullmatch(shape, told, re.IGNORECASE):
        return {(found["kind"] or found["what"]).casefold(): int(found["much"] or found["many"])}
    for kind in sorted(words.things, key=len, reverse=True):
        if found := re.fullmatch(
            rf"{kind.replace('_', '[_ ]')}:? (?:the )?(?P<what>.+)", told, re.IGNORECASE
        ):
            return {kind: found["what"]}
    if found := _LEGAL.fullmatch(told):
        return {"illegal": found["deed"]} if found["no"] else {"legal": found["so"]}
    found = _COLON.fullmatch(told)
    is_deed = found is not None and found["kind"].casefold() in ("legal", "illegal", "can", "cannot")
    return {found["kind"].casefold(): found["what"]} if found is not None and is_deed else {}


def _said(saying: Saying | None, words: ClaimWords) -> dict[str, str | int]:
    """What is said of a deed: that it can be done, or that it is done."""
    if saying is None:
        return {}
    if saying.can:
        return {"can" if saying.holds else "cannot": saying.deed}
    verb, _, what = saying.deed.partition(" ")
    kinds = words.done.get(verb)
    kind = kinds and kinds[not saying.holds]
    return {kind: what} if kind else {}
