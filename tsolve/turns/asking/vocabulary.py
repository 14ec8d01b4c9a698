"""The words in which a game is asked a question of one line."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

HAND = "hand"
"""The zone of cards that stand before any word."""


class Vocabulary(msgspec.Struct, frozen=True):
    """What people say, in small letters -> what it means. Words of several letters may have spaces."""

    deeds: Mapping[str, str]
    """Verbs -> the deed that a question is about; the names behind it are what it is done to."""
    claims: Mapping[str, tuple[str, str]]
    """Deed -> the claim that it is done, and the one that it is not."""
    against: str
    """The deed that `against NAME` is about."""
    zones: Mapping[str, str]
    """Words -> the zone in which the names behind it lie."""
    given: Mapping[str, str]
    """Words -> what a number beside them says of the position."""
    amounts: Mapping[str, str]
    """Words -> the claim that a number beside them makes."""
    turns: Mapping[str, str]
    """Words -> the kind of turn."""
    place: str = ""
    """The term, in the ruleset's list of words, that stands before the number of a place; empty for none."""
    terms: Mapping[str, str] = {}
    """Terms of the ruleset's list of words, which people may say in any language -> the word here."""
    others: tuple[str, ...] = ()
    """Verbs of deeds that are told in words up to the end of the question."""
    examples: str = ""


AGAINST = ("against", "versus", "vs", "v")
BACK = ("with", "by", "using", "holding", "have", "has", "having", "if")
"""Words after which names lie in the hand again."""
FROM = ("from",)
NOT = ("not", "cannot", "cant", "dont", "doesnt", "isnt", "never")
BEST = ("best", "best play", "what is best", "what now")
IDLE = frozenset(
    (
        *("a", "an", "and", "any", "are", "at", "be", "can", "could", "do", "does", "enough", "for"),
        *("get", "gets", "he", "her", "his", "how", "i", "in", "is", "it", "its", "may", "me", "much"),
        *("my", "of", "on", "our", "contains", "sells", "she", "so", "still", "that", "the", "their", "them"),
        *("then", "there", "they", "this", "to", "turn", "we", "what", "will", "would", "you", "your"),
    )
)
"""Words that say nothing of the position."""
NUMBERS = {
    word: number
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1)
}
ORDINALS = {
    word: number for number, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"), 1)
}
