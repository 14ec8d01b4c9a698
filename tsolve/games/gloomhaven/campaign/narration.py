"""How the steps of a campaign are read and told."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.diagnostics import Span
from tsolve.engine.probe import Probe
from tsolve.games.gloomhaven.campaign.action import Action
from tsolve.games.gloomhaven.campaign.reading import Reader
from tsolve.games.gloomhaven.campaign.rules import Campaign
from tsolve.games.gloomhaven.campaign.state import State
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.model.answers import Calculation
from tsolve.model.trace import Entry
from tsolve.turns.narration import Narration, Result
from tsolve.turns.played import Move
from tsolve.turns.written import Written


class CampaignNarration(Narration[State, Action]):
    """The narration of one line."""

    game: Campaign

    def __init__(self, settings: Table) -> None:
        probe: Probe[State, Action] = Probe(notes=True)
        super().__init__(Campaign(settings, probe), probe)

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        return Written(Reader(self.game.table, state, span).read(text))

    def is_result(self, state: State) -> bool:
        return False

    def result(self, state: State, moves: Sequence[Move[State, Action]], entries: Sequence[Entry]) -> Result:
        """What every character has, and the last price that was paid with what makes it up."""
        told = [f"{name}: {what}" for name, what in self.game.sheets(state)]
        told.append(f"reputation {state.reputation}, {state.prosperity} prosperity checks")
        return Result(f"{'; '.join(told)}.", self._last_price(moves))

    def _last_price(self, moves: Sequence[Move[State, Action]]) -> Calculation | None:
        prices = (move.action.price(self.game.table, move.before) for move in reversed(moves))
        return next((price.calculation() for price in prices if price is not None), None)
