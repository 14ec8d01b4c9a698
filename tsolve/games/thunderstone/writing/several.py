"""Texts that ask for a thing several times: `2 cards`, `Lantern and Spear`, `both Diseases`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tsolve.games.thunderstone.cards import Card
from tsolve.rules.names import Names
from tsolve.rules.ruleset import Ruleset
from tsolve.written.card_names import CARDINALS, split_count


class Wares(NamedTuple):
    """What is to be bought."""

    names: tuple[str, ...]
    """Cards by name, each as often as it is wanted."""
    number: int
    """How many cards in all; more than the names where any card will do."""


# Compiled when a text asks for them: a check without such a text starts sooner.
_ANY = r"(?P<number>\w+) (?:more )?(?:different )?(?:cards?|things|items)(?: in one turn| this turn)?"
_BETWEEN = r",\s*(?:and\s+)?|\s+and\s+(?:also\s+)?|\s+plus\s+|\s*\+\s*|\s*&\s*"
_AGAIN = r"(?P<verb>destroy|discard) (?P<number>both|\w+)(?: x)?(?: of)?(?: (?:my|the))? (?P<card>.+)"
_CARDS = r"(?P<verb>destroy) (?P<number>\w+) (?:of (?:my|the) )?cards?"
_TWICE = r"(?P<verb>destroy|discard) (?P<card>.+) (?P<number>twice|three times)"
_WITH = r"(?P<told>(?:destroy|discard) .+?) (?:with|using|by means of) (?:(?:the|my|an?) )?(?P<means>.+)"
_PAYING = {"destroy": "destroying", "discard": "discarding"}
_ARTICLE = r"(?:both )?(?:an?|the|another|my) "
_BUY = r"(?:(?:I|we|then|and) )?(?:buys?|purchase) (?P<what>.+)"
_NUMBERS = {"both": 2, "twice": 2, "three times": 3, **{word: n for n, word in enumerate(CARDINALS, 1)}}


def wares(known: Names, text: str) -> Wares | None:
    """The cards of a text such as `2 cards`, `Lamp and Rope` or `two Lamps`; None where it names one."""
    if known.knows(text):
        return None
    if (found := re.fullmatch(_ANY, text, re.I)) and (number := _number(found["number"])) > 1:
        return Wares((), number)
    plain = re.sub(r"^both ", "", text, flags=re.I)
    names: list[str] = []
    for part in re.split(_BETWEEN, plain, flags=re.I):
        count, name = split_count(part, known)
        bare = re.sub(_ARTICLE, "", name, count=1, flags=re.I)
        names += [name if known.knows(name) else bare] * max(count, 1)
    return Wares(tuple(names), len(names)) if len(names) > 1 else None


def repeated(ruleset: Ruleset[Card], text: str) -> tuple[str, int] | None:
    """A step that is asked for several times, with the number of times; a verb alone where any card will do.
    None for any other text.
    """
    if not text.casefold().startswith(("destroy", "discard")):
        return None
    if (found := re.fullmatch(_CARDS, text, re.I)) and (number := _number(found["number"])) > 1:
        return found["verb"], number
    with_card = re.fullmatch(_WITH, text, re.I)
    for pattern in (_AGAIN, _TWICE):
        if found := re.fullmatch(pattern, with_card["told"] if with_card else text, re.I):
            number, (_, card) = _number(found["number"]), split_count(f"2 {found['card']}", ruleset.names)
            if number > 1 and ruleset.names.knows(card):
                deed = f"{found['verb']} {card}"
                return _by_means_of(deed, with_card["means"] if with_card else ""), number
    return None


def _by_means_of(deed: str, means: str) -> str:
    """The deed as the use of a card."""
    verb, _, card = deed.partition(" ")
    return f"use {means} {_PAYING[verb.casefold()]} {card}" if means else deed


def _number(word: str) -> int:
    return int(word) if word.isdecimal() and len(word) < 3 else _NUMBERS.get(word.casefold(), 0)


def purchases(known: Names, text: str) -> Sequence[str]:
    """The single purchases of a step that names several; empty for any other step."""
    found = re.fullmatch(_BUY, text, re.I)
    asked = wares(known, found["what"]) if found is not None else None
    are_cards = asked is not None and asked.names and all(map(known.knows, asked.names))
    return [f"buy {name}" for name in asked.names] if asked is not None and are_cards else ()


def several(ruleset: Ruleset[Card], text: str) -> Sequence[str]:
    """The single steps that such a text names; empty for any other text, or where it names no card."""
    if again := repeated(ruleset, text):
        return (again[0],) if " " in again[0] else ("pass",)
    found = re.fullmatch(_BUY, text, re.I)
    asked = wares(ruleset.names, found["what"]) if found is not None else None
    if asked is None:
        return ()
    return [f"buy {name}" for name in asked.names] or ("pass",)
