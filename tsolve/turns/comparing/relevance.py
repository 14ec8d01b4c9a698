"""Which readings can matter to a computation: those it looked up, and those about the cards it looked up.

A reading that nobody looked up cannot have mattered. So the game notes what a computation looks up, and only
those readings are worth another run.
"""

from __future__ import annotations

from typing import TypeVar

from tsolve.engine.probe import Probe
from tsolve.turns.opened import Opened

S = TypeVar("S")
A = TypeVar("A")


def mattering(opened: Opened[S, A], probe: Probe[S, A]) -> tuple[str, ...]:
    """The interpretations that can matter to what a probe watched, in the order of the ruleset."""
    cards = {*probe.cards, *opened.comparison().cards_named()}
    about = {key for card in cards for key in opened.ruleset.keys_touching(card)}
    return tuple(key for key in opened.ruleset.interpretations if key in about or key in probe.readings)
