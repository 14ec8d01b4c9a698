"""Positions of the toy with cards, for tests of the rooms that know no game."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from tests.toys.cellar import GAME, Card, CellarFile, CellarPosition
from tsolve.diagnostics import Diagnostics
from tsolve.rules.loading import load_ruleset
from tsolve.source.decoded import Decoded

POWER = {"Club": 3, "Lamp": 2, "Stone": 1}
"""The power of each card, as it is printed."""


def cellar_with(hand: Iterable[str], deck: Iterable[str], teeth: int = 0) -> CellarPosition:
    """A position with these cards, by name."""
    file = CellarFile(GAME.id, hand=tuple(hand), deck=tuple(deck), teeth=teeth)
    ruleset = load_ruleset(GAME.rulesets / GAME.id, Card)
    return GAME.open(Decoded(file, {}, {}), ruleset, Diagnostics())


def random_cellar(random: Random) -> CellarPosition:
    """A position with up to 3 cards in the hand, up to 4 in the deck, and up to 9 teeth."""
    hand = random.choices(sorted(POWER), k=random.randint(0, 3))
    deck = random.choices(sorted(POWER), k=random.randint(0, 4))
    return cellar_with(hand, deck, random.randint(0, 9))
