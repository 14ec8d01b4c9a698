"""Reads what a character chooses for a round: `Brute plays Trample and Sweep`, `Brute takes a long rest`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tsolve.diagnostics import Span
from tsolve.games.gloomhaven.actions import Action, Choose
from tsolve.games.gloomhaven.round.beginning import ChooseCards
from tsolve.rules.text import squash

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.games.gloomhaven.state import State

_STEP = re.compile(
    r"(?P<who>.+?)\s+(?:(?P<rests>rests|takes\s+a\s+(?:long\s+)?rest)|(?:plays|chooses)\s+(?P<cards>.+))",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:,\s*and\b|,|\band\b|&)\s*")


def read_choice(opened: Opened, state: State, text: str, span: Span | None) -> Action | None:
    """What a text chooses, the leading card first; None where nobody chooses now, and for another text.

    Raises InputError (E314) for a character that there is not.
    """
    if not (state.todo and isinstance(state.todo[-1], ChooseCards)):
        return None
    match = _STEP.fullmatch(text)
    if match is None:
        return None
    who = opened.figure(match["who"], span, (state,))
    if match["rests"]:
        return Choose(who)
    held = state.cards_of(who)
    hand = {squash(card): card for card in held.hand} if held is not None else {}
    names = [match["cards"]] if squash(match["cards"]) in hand else _AND.split(match["cards"])
    return Choose(who, tuple(hand.get(squash(name), name) for name in names))
