"""The names with which somebody may go on who has begun to type one."""

from __future__ import annotations

import re

from tsolve.rules.languages import ENGLISH, names_in, players_languages
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.rules.text import squash, words
from tsolve.turns.dialogue.form import Field

_BEFORE = re.compile(r"(?:.*[,:])?\s*(?:[0-9]{1,2}\s*[x×]?\s+)?", re.IGNORECASE)
"""What stands before the name that is being typed: other names, and its count."""


def begun(typed: str) -> str:
    """The part of a line that is a name that has begun."""
    found = _BEFORE.match(typed)
    return typed[found.end() :] if found is not None else typed


def names_for(ruleset: Ruleset[CardFacts], field: Field, begin: str) -> list[tuple[str, str]]:
    """The names of cards that fit, the English ones beside: those that begin so, else those with such a word.

    They are in the first language that has any: the player's, English, another.
    """
    key = squash(begin)
    kinds = (*field.kinds, *field.holds)
    cards = [card for card in ruleset.cards.values() if not kinds or getattr(card, "kind", "") in kinds]
    for language in dict.fromkeys((*players_languages(), ENGLISH, *ruleset.names.languages)):
        shown = [name.shown.partition(" = ") for name in names_in(ruleset, cards, language)]
        for begins in (_begins, _holds):
            found = [(name, english and f"= {english}") for name, _, english in shown if begins(name, key)]
            if found:
                return list(dict.fromkeys(found))
    return []


def _begins(name: str, key: str) -> bool:
    return squash(name).startswith(key)


def _holds(name: str, key: str) -> bool:
    return any(word.startswith(key) for word in words(name))
