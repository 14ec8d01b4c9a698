"""Heroes that are named by their title and a level in other words than the card: `Stormhand level 3`,
`Stormhand (III)`, `level 3 Stormhand`; and by the title alone, which means the first level.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tsolve.diagnostics import Hint, did_you_mean, suggest
from tsolve.games.quest.cards import Card
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset

_NUMBERS = {"i": 1, "ii": 2, "iii": 3, "iv": 4}
_NUMBER = r"(?P<level>[1-4]|i{1,3}|iv)"
_WORD = r"(?:level|lvl\.?|lv\.?|lev\.?|l|уровня|уровень|ур\.?)"
_LEVELLED = (
    rf"(?P<title>.+?),? *\(?(?:{_WORD} *{_NUMBER})\)?",
    rf"(?P<title>.+?),? *\({_NUMBER}\)",
    rf"(?P<title>.+?),? +{_NUMBER}",
    rf"{_WORD} *{_NUMBER} +(?P<title>.+)",
    rf"(?P<title>.+?),? +{_NUMBER}(?:st|nd|rd|th)? +{_WORD}",
    r"(?P<title>.+)",
)


class Named(NamedTuple):
    """A Hero by the id of the card."""

    card: str
    is_told: bool
    """Whether the level was not written: people are told which one was taken."""


def split_level(text: str) -> tuple[str, int]:
    """`Stormhand level 3` as the title and the level; 0 where no level is written."""
    plain = " ".join(text.split())
    found = next(filter(None, (re.fullmatch(form, plain, re.IGNORECASE) for form in _LEVELLED)), None)
    if found is None or not (written := found.groupdict().get("level")):
        return plain, 0
    return found["title"], _NUMBERS.get(written.casefold()) or int(written)


def hero_named(ruleset: Ruleset[Card], text: str) -> Named | None:
    """The Hero that a title means, with or without its level; None for any other text."""
    title, level = split_level(text)
    for wanted in dict.fromkeys((squash(title), squash(title).removesuffix("s"))):
        levels = {
            card.level: card.id
            for card in ruleset.cards.values()
            if card.kind == "hero" and card.title and squash(card.title) == wanted
        }
        if levels:
            return Named(levels[level or 1], not level) if (level or 1) in levels else None
    return None


def title_meant(ruleset: Ruleset[Card], text: str) -> str:
    """A hint with the Hero whose title is nearly written, where its level is; empty for any other text."""
    title, level = split_level(text)
    titles = {card.title for card in ruleset.cards.values() if card.kind == "hero" and card.title}
    near = suggest(title, titles) if level else ""
    if not isinstance(near, Hint):
        return ""
    found = hero_named(ruleset, f"{near.instead} {level}")
    return did_you_mean([ruleset.cards[found.card].name]) if found else ""
