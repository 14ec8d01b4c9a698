"""The parts of sentences about somebody: who does it, how much, and what a sentence comes to as a claim."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tsolve.regex import Regex


class Said(NamedTuple):
    """What a sentence says of somebody: a claim about the figure `by` in a plainer sentence, or a claim by
    its keys.
    """

    by: str = ""
    sentence: str = ""
    stated: Mapping[str, object] = {}
    denied: bool = False
    """Whether the sentence says the opposite."""


NOT = r"(?P<no>(?:does not|doesn't|do not|don't|did not|didn't|will not|won't|never|nie) )"
VERBS = (
    r"\b(?:can|cannot|not|does|do|will|must|has to|have to|never|nie|is|are|neither|nobody|no|"
    r"attacks?|moves?|goes|ends?|stops?|stays?|stands?|focus(?:es)?|deals?)\b|n't\b"
)
"""Words that no name has: they are what is said of somebody."""
WHO = rf"(?:the )?(?P<who>(?!(?:who|whom|whose|which|what|where|how|why)\b)(?:(?!{VERBS}).)+?)"
WHAT = r"(?:the )?(?P<what>.+)"
NUMBER = r"(?P<much>\d+|no)"
NOBODY = "nobody|no one|noone|nothing|no figure"
ANYBODY = "anybody|anyone|anything|somebody|someone|any figure"
ITSELF = ("it", "he", "she", "they", "the monster", "")
"""Words for the figure whose turn it is."""
COUNTS = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a single": 1, "a": 1}
THE_TARGET = "the target"
"""The only figure that is attacked."""
EACH = "each of them"
"""Each figure whose turn a file asks about, where a sentence names none."""
TARGET = ("target", "the target", "him", "her", "them", "the monster", "the enemy", "enemy")
Found = re.Match[str]


def who_does(found: Found) -> str:
    """The figure that does it; empty for the one whose turn it is."""
    who = found.groupdict().get("who") or found.groupdict().get("whom") or ""
    return "" if who.casefold() in ITSELF else who


def by(found: Found) -> Mapping[str, str]:
    return {"by": who} if (who := who_does(found)) else {}


def count(much: str) -> int:
    return COUNTS[much.casefold()] if much.casefold() in COUNTS else int(much)


def bare(name: str) -> str:
    return re.sub("^the ", "", name.strip(), flags=re.IGNORECASE)


Form = tuple[Regex, Callable[[Found], Said]]


def form(meaning: Callable[[Found], Said], *parts: str) -> Form:
    """A sentence as a pattern, with what it says."""
    return Regex("".join(parts), re.IGNORECASE), meaning
