"""When a ruling of Quest is decisive: it changes who wins, what is legal or what holds."""

from __future__ import annotations

from collections.abc import Hashable

from tsolve.engine.probe import Probe, TooMuchWorkError
from tsolve.games.quest.ablating.blank import without_idle
from tsolve.games.quest.ablating.without import without
from tsolve.games.quest.actions import Action
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.bests import Played
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import State
from tsolve.turns.ablating.ablation import Ablated, Ablation


class TurnAblation(Ablation[State, Action]):
    """The rulings of a turn of Quest."""

    switches_off = True
    margins = ("margin", "shortfall", "total")
    opened: Opened

    def examines(self, ruling: str) -> bool:
        return without(ruling, self.opened.book) is not None

    def without(self, ruling: str) -> Ablated[State, Action] | None:
        opened = self.opened
        found = without(ruling, opened.book)
        if found is None:
            return None
        book = found.book(opened.book)

        def planned(probe: Probe[State, Action]) -> Opened:
            if found.game is not Quest:  # the planner states the usual rules
                raise TooMuchWorkError
            return opened.by(Quest.for_one_turn(without_idle(book), probe), opened.state)

        judged = opened.by(found.game.for_one_turn(book), opened.state)
        return Ablated(judged, planned, found.in_part)

    def ending(self, played: Played) -> Hashable:
        tally = played.result.tally
        return tally.outcome, tally.monster, tally.gained, tally.levelled, played.result.over
