"""Which readings can matter to a computation: those it looked up, and those about the cards it looked up.

What nobody looked up cannot have mattered. So a computation is run on a game that takes notes, and only the
readings noted are worth another run.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tsolve.engine.probe import Probe
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.position import Opened


def mattering(opened: Opened, probe: Probe[State, Action]) -> tuple[str, ...]:
    """The interpretations that can matter to what a probe watched, in the order of the ruleset."""
    cards = {*probe.cards, *_cards_of(opened)}
    about = {key for card in cards for key in opened.ruleset.keys_touching(card)}
    return tuple(key for key in opened.ruleset.interpretations if key in about or key in probe.readings)


def _cards_of(opened: Opened) -> Iterator[str]:
    """The cards that the position names anywhere, with the levels that a Hero among them may reach."""
    table = opened.table if opened.table is not None else opened.state
    for text in _texts(msgspec.to_builtins(table)):
        card = opened.book.cards.get(text)
        if card is not None:
            yield text
            yield from opened.book.levels.get(card.group, {}).values()


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
