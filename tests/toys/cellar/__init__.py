"""A toy game of a few cards: play cards, draw one, fight the rat. It shows what the least game package is."""

from __future__ import annotations

from pathlib import Path

from tsolve.diagnostics import Diagnostics
from tsolve.games.module import GameModule
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.worlds.hunt import Hunt

from .files import Card, CellarFile
from .hunting import CellarHunter
from .position import CellarPosition, position_from
from .rules import Action, State


class CellarModule(GameModule[State, Action, Card, CellarFile]):
    """The cellar as a game package."""

    id = "cellar"
    rulesets = Path(__file__).parents[1] / "rulesets"
    card_type = Card
    position_type = CellarFile

    def open(
        self, decoded: Decoded[CellarFile], ruleset: Ruleset[Card], found: Diagnostics
    ) -> CellarPosition:
        return position_from(decoded, ruleset, found)

    def hunter(self, hunt: Hunt[Card]) -> CellarHunter:
        return CellarHunter(hunt)


GAME = CellarModule()
