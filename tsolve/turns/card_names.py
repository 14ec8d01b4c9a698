"""Resolves card names in files: any language, numbered copies, suggestions for unknown names."""

from __future__ import annotations

import re
from typing import Protocol

from tsolve.diagnostics import Diagnostics, Span
from tsolve.rules.names import Ambiguous, Match
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.rules.text import squash

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_COPY = (
    r"(?P<name>.+?)\s*#\s*(?P<number>[0-9]{1,3})"
    rf"|(?:the\s+)?(?:(?P<nth>{'|'.join(_ORDINALS)})|(?P<place>[0-9]{{1,3}})(?:st|nd|rd|th))\s+(?P<behind>\S.*)"
)
_NUMBERED = (
    r"(?P<name>.+?)\s*\(?(?:no\.?\s*)?(?P<number>[0-9]{1,3})\)?|(?P<count>[0-9]{1,3})[x×]?(?P<behind>.+)"
)
"""Forms of a count or of a copy that could be either."""


class GroupedCard(CardFacts, Protocol):
    """A card that may belong to a group which people know by name."""

    @property
    def group(self) -> str: ...


def resolve(ruleset: Ruleset[GroupedCard], name: str, found: Diagnostics, span: Span | None) -> str:
    """The id of the card that `name` means, or an empty string and a report (TS302, TS303)."""
    match = ruleset.names.resolve(name)
    if isinstance(match, Match) and match.id in ruleset.absent:
        card = ruleset.absent[match.id]
        message = f'{card.name} belongs to "{card.set}", a box that this game does not use'
        found.report("TS312", message, span, "list the boxes of the position under `sets:`")
        return ""
    if isinstance(match, Match):
        return match.id
    if isinstance(match, Ambiguous):
        known = ruleset.listed(match.ids)
        found.report("TS303", f'"{name}" names several cards: {known}', span, "write one of these names")
        return ""
    found.report("TS302", f'unknown card "{name}"', span, lambda: _similar(ruleset, name))
    return ""


def _similar(ruleset: Ruleset[GroupedCard], name: str) -> str:
    card, number = _numbered(ruleset, name)
    if card:
        return f'write "{number} x {card}" for that many, "{_nth(number)} {card}" for one of them'
    group = ruleset.names.groups.resolve(name)
    wanted = (group.id if isinstance(group, Match) else name).casefold()
    members = [card.name for card in ruleset.cards.values() if card.group.casefold() == wanted]
    if wanted and members:
        return f"that is a group; its cards are {', '.join(members)}"
    quoted = " or ".join(f'"{each}"' for each in similar_cards(ruleset, name))
    return f"did you mean {quoted}?" if quoted else ""


def similar_cards(ruleset: Ruleset[CardFacts], name: str) -> tuple[str, ...]:
    """Names that somebody may have meant: those that begin so, in the ruleset's order, then similar ones."""
    start = squash(name)
    longer = [card.name for card in ruleset.cards.values() if start and squash(card.name).startswith(start)]
    return tuple(dict.fromkeys((*longer[:3], *ruleset.names.similar(name))))


def split_copy(text: str) -> tuple[str, int]:
    """`second Lamp` and `Lamp #2` as the name and the number of the copy; 0 when none is named."""
    match = re.fullmatch(_COPY, text.strip(), re.IGNORECASE)
    if match is None:
        return text.strip(), 0
    if match["nth"]:
        return match["behind"], _ORDINALS.index(match["nth"].casefold()) + 1
    return match["name"] or match["behind"], int(match["number"] or match["place"])


def copy_named(ruleset: Ruleset[GroupedCard], text: str) -> tuple[str, int]:
    """Like `split_copy`, but a card that is really called `First Aid` is no first copy of anything."""
    return (text.strip(), 0) if ruleset.names.knows(text) else split_copy(text)


def _numbered(ruleset: Ruleset[GroupedCard], text: str) -> tuple[str, int]:
    """A card with a number that could be a count as well as a copy; an empty name for anything else."""
    found = re.fullmatch(_NUMBERED, text, re.IGNORECASE)
    known = found and ruleset.names.resolve(found["name"] or found["behind"])
    if found is None or not isinstance(known, Match):
        return "", 0
    return ruleset.listed((known.id,)), int(found["number"] or found["count"])


def _nth(number: int) -> str:
    if 1 <= number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def known_start(ruleset: Ruleset[GroupedCard], text: str) -> str:
    """The words at the beginning of a text that name a card, as many as do.

    Empty when none do, and when only a number follows.
    """
    if _numbered(ruleset, text)[0]:
        return ""
    words = text.split(" ")
    starts = (" ".join(words[:count]) for count in range(len(words) - 1, 0, -1))
    return next((start for start in starts if ruleset.names.knows(start)), "")
