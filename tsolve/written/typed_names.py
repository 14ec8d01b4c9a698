"""Names of cards as they are typed: completed while they are unfinished, and understood from a part."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

import msgspec

from tsolve.regex import Regex
from tsolve.rules.names import Ambiguous, Match, squash, words
from tsolve.rules.near_names import ENGLISH, names_in, near_cards, players_languages
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.data import Data
from tsolve.written.card_names import members_of
from tsolve.written.form import Field

_NEAR = 0.75
"""How much of two names must be alike so that one may be a slip for the other."""
_BEFORE = Regex(r"(?:.*[,:])?\s*(?:[0-9]{1,2}\s*[x×]?\s+)?", re.IGNORECASE)
"""What stands before the name that is being typed: other names, and its count."""
_BLANK = Regex(r"\s+")


def begun(typed: str) -> str:
    """The unfinished name at the end of a line."""
    found = _BEFORE.match(typed)
    return typed[found.end() :] if found is not None else typed


def offered(
    ruleset: Ruleset[CardFacts], field: Field, keys: Mapping[str, Data], typed: str
) -> tuple[int, list[tuple[str, str]]]:
    """What a field offers for the end of a text, and how many characters of it that end has: the longest one
    that begins what is offered, or else a word of it.
    """
    known = field.offers(ruleset, keys, typed) if field.offers is not None else ()
    last = _last_part(typed)
    ends = [last, *(last[found.end() :] for found in _BLANK.finditer(last))]
    for end in ends:
        key = squash(end)
        ways = (_begins, _holds) if key else ()
        found = [each for fits in ways for each in known if any(fits(text, key) for text in each)]
        if found:
            return len(end), list(dict.fromkeys(found))
    return 0, [] if squash(ends[-1]) else list(known)


def _last_part(typed: str) -> str:
    """What stands behind the last comma or colon that is not within brackets."""
    start, depth = 0, 0
    for at, sign in enumerate(typed, 1):
        depth += (sign == "(") - (sign == ")")
        start = at if sign in ",:;" and depth <= 0 else start
    return typed[start:].lstrip()


def names_for(ruleset: Ruleset[CardFacts], field: Field, begin: str) -> list[tuple[str, str]]:
    """The names of fitting cards, with the English ones beside: those that begin so, else those with a word
    that does.

    They are in the player's language, else in English, else in all others that have any.
    """
    key = squash(begin)
    kinds = (*field.kinds, *field.holds)
    cards = [card for card in ruleset.shown.values() if not kinds or getattr(card, "kind", "") in kinds]
    others = tuple(each for each in ruleset.names.languages if each not in players_languages())
    for languages in (*((each,) for each in players_languages()), (ENGLISH,), others):
        named = (name.shown for each in languages for name in names_in(ruleset, cards, each))
        shown = [name.partition(" = ") for name in named]
        for begins in (_begins, _holds):
            found = [(name, english and f"= {english}") for name, _, english in shown if begins(name, key)]
            if found:
                return list(dict.fromkeys(found))
    return []


def _begins(name: str, key: str) -> bool:
    return squash(name).startswith(key)


def _holds(name: str, key: str) -> bool:
    return any(word.startswith(key) for word in words(name))


class Meant(msgspec.Struct, frozen=True):
    """The cards that a name may mean, the nearest first."""

    cards: tuple[str, ...]
    sure: bool
    """Whether it is the whole name of a card, or a part of one name only."""
    near: bool = True
    """Whether it differs from what was typed in a few letters only."""


def meant(ruleset: Ruleset[CardFacts], name: str, kinds: Sequence[str] = ()) -> Meant:
    """What a name means among the cards of these kinds."""

    def fitting(cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(card for card in cards if not kinds or _kind(ruleset, card) in kinds)

    match = ruleset.names.resolve(name)
    if isinstance(match, Match):
        return Meant((match.id,), True)
    if isinstance(match, Ambiguous):
        cards = fitting(match.ids)
        return Meant(cards, len(cards) == 1)
    if group := fitting(members_of(ruleset, name)):
        return Meant(group, len(group) == 1)
    near = near_cards(ruleset, name)
    index = ruleset.names.cards
    ids = (index.ids.get(squash(shown.partition(" = ")[0]), ()) for shown in near.names)
    cards = fitting(tuple(dict.fromkeys(card for found in ids for card in found if card in ruleset.cards)))
    likeness = (SequenceMatcher(None, squash(name), squash(shown)).ratio() for shown in near.names)
    return Meant(cards, len(cards) == 1 and near.holds_words, any(each >= _NEAR for each in likeness))


def _kind(ruleset: Ruleset[CardFacts], card: str) -> str:
    return str(getattr(ruleset.cards[card], "kind", ""))
