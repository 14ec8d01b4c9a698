"""The words of questions about battles and rooms."""

from __future__ import annotations

import re
from typing import Literal

from tsolve.regex import Regex

Aim = Literal["battle", "win"]
"""Whether the battle only has to happen, or has to be won."""
Spared = Literal["", "wounds", "tokens"]
"""What a way must not cost."""
OF_BATTLES: dict[Regex, Aim] = {
    Regex(r"(?:defeat|beat|slay|kill) (?:the )?(?P<monster>.+)", re.IGNORECASE): "win",
    Regex(r"(?:battle|attack|fight)(?: with)? (?:the )?(?P<monster>.+)", re.IGNORECASE): "battle",
}
REACH = Regex(r"(?:reach|get to|get into) (?:the )?(?P<room>.+)", re.IGNORECASE)
PASS = Regex(
    r"(?:pass|cross|get past|(?:pass|walk|go|come|move) through|walk past) (?:the )?(?P<room>.+)",
    re.IGNORECASE,
)
ENDING = Regex(r"(?P<fight>(?:battle|defeat) .+), (?P<no>not )?ending in (?P<where>.+)", re.IGNORECASE)
"""A battle, and where the Champion is at the end of the turn."""
INSTEAD = Regex(
    r"(?P<query>.+) with (?:the |an? |one |my )?(?P<new>.+?) instead of (?:the |an? |one |my )?(?P<old>.+)",
    re.IGNORECASE,
)
"""What could be done with another card in the hand."""
ANY_CARD = Regex(r"(?:buy|purchase) (?:(?:an?|one|some) )?cards?", re.IGNORECASE)
"""A purchase of no card in particular."""
UNCLEAR_WARE = Regex(r"(?:buy|purchase) (?:any cards?|anything|something|everything)", re.IGNORECASE)
"""A purchase of some card or token, or of whichever is liked."""
TO_THE_VILLAGE = Regex(
    r"(?:(?:go|return) (?:back )?(?:in)?to|visit|enter|choose) (?:the |a )?village(?: phase| turn)?"
    r"(?: instead)?",
    re.IGNORECASE,
)
"""A Village phase of which it is not said where."""
_WITHOUT: dict[Regex, Spared] = {
    Regex(
        r"(?P<room>.+?) (?:without (?:(?:taking|getting|suffering) )?(?:any |a |an |one )?"
        r"(?:wounds?|injury|scratch|damage|getting hurt)|unhurt|unharmed|unscathed)",
        re.IGNORECASE,
    ): "wounds",
    Regex(
        r"(?P<room>.+?) without (?:(?:using|losing|spending|paying) )?(?:any |a |the |my )?"
        r"(?:gear |lantern |light )?tokens?",
        re.IGNORECASE,
    ): "tokens",
}
"""What a way must not cost, as people say it."""


def is_question(text: str) -> bool:
    """Whether a text asks for a battle or a room, which a step need not name."""
    return any(form.fullmatch(text) for form in (*OF_BATTLES, REACH, PASS, INSTEAD, ANY_CARD))


def spared_in(text: str) -> tuple[str, Spared]:
    """The room, and what the way there must not cost."""
    for form, spared in _WITHOUT.items():
        if found := form.fullmatch(text):
            return found["room"], spared
    return text, ""
