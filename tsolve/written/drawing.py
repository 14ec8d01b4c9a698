"""Questions of one line about the chance to draw a card: `chance of at least one of 2 in a hand of 6 from 12
cards`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from tsolve.errors import TsolveError
from tsolve.model.verdicts import chance_in_words
from tsolve.regex import Regex
from tsolve.written.asking import WorkedOut
from tsolve.written.lexing import NUMBERS

_NUMBER = rf"([0-9]{{1,3}}|{'|'.join(NUMBERS)}|ten|eleven|twelve|an?)"
_ASKED = Regex(r"\b(?:chances?|odds|probability|probable|likely|how often|szansa|szanse)\b", re.IGNORECASE)
_FIRST = Regex(r"\b(?:first|opening|starting|initial)\s+(?:hand|draw|six|cards|turn|deck)\b", re.IGNORECASE)
_DECK = (
    rf"\b{_NUMBER}[ -]cards?\s+(?:left\s+)?(?:in|of|from)\s+(?:\w+\s+)?(?:draw\s+)?(?:deck|pile)\b",
    rf"\b(?:deck|pile)\s+(?:of|with|has|holds)\s+{_NUMBER}\b",
    rf"\b{_NUMBER}[ -]cards?\s+deck\b",
    rf"\b(?:from|out of|among)\s+{_NUMBER}\s+cards\b",
)
_COUNT = rf"([0-9]{{1,3}}|{'|'.join(NUMBERS)}|ten|eleven|twelve)"
_DRAWN = (
    rf"\bdraw(?:s|ing)?\s+(?:the\s+(?:top|next)\s+)?{_COUNT}(?=\s*(?:\W|$|cards|from|of|out|and|at|in|with))",
    rf"\bhand\s+of\s+{_COUNT}\b",
    rf"\b{_COUNT}\s+(?:cards\s+)?(?:drawn|draws)\b",
    rf"\b(?:in|with)\s+(?:the\s+|my\s+)?(?:top|next|first)?\s*{_COUNT}\s+(?:cards|draws)\b(?!\s+(?:left|in))",
)
_FROM = (rf"\b(?:from|out of|among|with)\s+{_COUNT}\s+cards\b",)
"""The cards drawn, where the size of the deck is told as well."""
_COPIES = (
    rf"\b{_NUMBER}\s+(?:of\s+(?:them|these|which|the\s+cards)\s+)?(?:is|are|being)\b",
    rf"\b{_NUMBER}\s+(?:x\s+)?copies\b",
    rf"\b(?:with|has|holds|contains)\s+{_NUMBER}\b(?!\s+cards)",
)
_WANTED = (
    rf"\bat\s+least\s+{_NUMBER}\b",
    rf"\b{_NUMBER}\s+or\s+more\b",
    r"\b(?:get|have|draw|see|hit|find)(?:ing)?\s+(?:my\s+)?(both|all)\b",
    rf"\b(?:get|have|draw|see|hit|find|of)(?:ing|t?ting)?\s+{_COUNT}\s+(?!cards|from|of|out)[^\W\d_]",
)
_AIMED = Regex(
    r"\b(?:draw|drawing|have|having|get|getting|see|seeing|find|finding|of|least|my|both|all)\s+"
    r"(?:(?:my|an?|the|one|two|three|[0-9]+)\s+)*$",
    re.IGNORECASE,
)
"""What stands before the card that is wanted."""
_MORE = {"ten": 10, "eleven": 11, "twelve": 12, "a": 1, "an": 1}


def is_about_a_draw(text: str) -> bool:
    """Whether a question asks for a chance, and speaks of drawing."""
    return _ASKED.search(text) is not None and re.search(r"\bdraw|\bhand\b", text, re.I) is not None


class Start(NamedTuple):
    """What a game begins with: the deck by names of cards, and the size of a hand."""

    deck: Mapping[str, int]
    hand: int


class UnclearDrawError(TsolveError, ValueError):
    """What a question about a draw leaves open, in words."""


def wanted_of(text: str, named: Sequence[tuple[int, str]]) -> str:
    """The card that a question wants to draw, of those that it names at these places; the last one if no word
    tells it.
    """
    aimed = (name for at, name in named if _AIMED.search(text[:at]))
    return next(aimed, named[-1][1] if named else "")


def drawn(text: str, card: str, start: Start) -> WorkedOut | None:
    """The chance to draw a card of a deck whose order nobody knows; None for a first hand of another game.

    Args:
        text: the question.
        card: the one that is wanted.
        start: what a game begins with, for a first hand.

    Raises:
        UnclearDrawError: it does not say of how many cards, or how many are drawn.
    """
    first = _FIRST.search(text) is not None
    if first and card not in start.deck:
        return None
    cards = sum(start.deck.values()) if first else _found(_DECK, text)
    take = _found(_DRAWN, text) or (_found(_FROM, text) if _found(_DECK[:-1], text) else None)
    take = take or (start.hand if first else None)
    if cards is None or take is None or not card:
        raise UnclearDrawError(
            "say how many cards the deck has, how many are drawn, and which card is wanted, as in `chance to "
            "draw NAME: deck of 10 cards, 2 copies, draw 3`; `tsolve odds FILE` works out what hands can do"
        )
    copies = start.deck[card] if first else _found(_COPIES, text) or 1
    wanted = min(_found(_WANTED, text) or 1, copies)
    if not (1 <= take <= cards and 1 <= copies <= cards):
        raise UnclearDrawError(f"{take} cards of {cards}, with {copies} copies, cannot be drawn")
    ways = sum(comb(copies, each) * comb(cards - copies, take - each) for each in range(wanted, take + 1))
    told = f"{cards} cards in a deck whose order nobody knows, {copies} x {card} among them, {take} drawn"
    return WorkedOut(
        f"{f'at least {wanted} x ' if copies > 1 else ''}{card}: "
        f"{chance_in_words(Fraction(ways, comb(cards, take)))}.",
        f"{ways} of {comb(cards, take)} hands of {take} cards",
        (),
        (*(("the starting deck",) if first else ()), told),
    )


def _found(patterns: tuple[str, ...], text: str) -> int | None:
    """The number at the first of the patterns that fits."""
    for pattern in patterns:
        for match in re.finditer(pattern, text, re.IGNORECASE):
            said = match[1].casefold()
            if said in ("both", "all"):
                return 2 if said == "both" else 99
            return int(said) if said.isdigit() else (NUMBERS | _MORE)[said]
    return None
