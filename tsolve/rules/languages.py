"""The languages in which a file names cards, or in which somebody at the terminal reads their names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from tsolve.rules.text import squash

if TYPE_CHECKING:
    from tsolve.rules.ruleset import CardFacts, Ruleset

ENGLISH = "en"
_SHORTEST = 4
"""Letters of a name that is looked for inside other texts."""
_MOST_TEXTS, _LONGEST = 500, 100
"""How much of a file is looked at, in texts and characters of each: enough to know its language."""


class Name(msgspec.Struct, frozen=True):
    """A name as it is shown, and the forms by which it is found."""

    shown: str
    forms: tuple[str, ...]
    card: str = ""
    """The id of the card that it names, if any."""


def names_in(
    ruleset: Ruleset[CardFacts], cards: Iterable[CardFacts], language: str, box: bool = False
) -> Iterable[Name]:
    """The names of cards in a language, each with the English one beside, and with its box if asked for."""
    lexicon = ruleset.names.languages.get(language)
    if lexicon is None and language != ENGLISH:
        return
    for card in cards:
        where = f" (of {card.set})" if box and card.set else ""
        if lexicon is None:
            yield Name(card.name + where, (card.name, *card.aliases), card.id)
        elif forms := lexicon.cards.get(card.id):
            beside = f" = {card.name}" if forms[0] != card.name else ""
            yield Name(forms[0] + beside + where, forms, card.id)


def as_read(ruleset: Ruleset[CardFacts], cards: Sequence[CardFacts]) -> list[str]:
    """The names of cards in the reader's first language, with the English ones beside; else in English."""
    first = next(iter(ruleset.languages()), ENGLISH)
    named = {name.card: name.shown for name in names_in(ruleset, cards, first)}
    return [named.get(card.id, card.name) for card in cards]


def languages_in(ruleset: Ruleset[CardFacts], texts: Iterable[str]) -> tuple[str, ...]:
    """The languages in which texts name cards, the one with the most names first."""
    said = "\n".join(squash(text[:_LONGEST]) for text in islice(texts, _MOST_TEXTS))
    counts = {
        code: sum(
            any(len(form) >= _SHORTEST and form in said for form in map(squash, name.forms))
            for name in names_in(ruleset, ruleset.cards.values(), code)
            if code == ENGLISH or " = " in name.shown  # else it is the English name
        )
        for code in (ENGLISH, *ruleset.names.languages)
    }
    return tuple(sorted((code for code in counts if counts[code]), key=lambda code: -counts[code]))


def players_languages() -> tuple[str, ...]:
    """The language that the environment asks for; empty for English or none."""
    asked = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return (asked[:2].casefold(),) if re.match("[a-z]{2}([_.@]|$)", asked) else ()
